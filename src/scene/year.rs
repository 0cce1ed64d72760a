//! The card of a year: its figures beside those of the previous year or of the same land without the player, and
//! pictures of the land before and after.

use super::build::ViewFrame;
use super::history::{history_frame, history_len};
use super::overview::cells_per_pixel_to_fit;
use super::words::tenths_of_days;
use super::{Pixel, Viewport, Visibility};
use crate::grid::Cell;
use crate::sim::Game;
use crate::world::{Believed, DAY, Figures, PeopleIx, World, YEAR_DAYS};

/// Ticks of a year.
const YEAR_TICKS: u64 = YEAR_DAYS * DAY;

/// A row of figures.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct YearRow {
    /// What it counts.
    pub label: &'static str,
    /// Value of the previous year; empty if there was none.
    pub before: String,
    /// Value of this year.
    pub now: String,
    /// Value of this year on the same land without the player; empty while unknown.
    pub counterfactual: String,
}

/// State of the comparison with the same land without the player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum CounterfactualState {
    /// It is not simulated.
    #[default]
    NotSimulated,
    /// It has not reached the end of this year.
    InProgress,
    /// Its figures are on the card.
    Known,
}

/// The card of a year.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct YearCard {
    /// The year, from 1.
    pub year: u32,
    /// The last year, from 1.
    pub last: u32,
    /// Whether it is over.
    pub is_over: bool,
    /// Its figures.
    pub rows: Vec<YearRow>,
    /// Columns and rows of the two pictures, in pixels.
    pub size: (u16, u16),
    /// State of the comparison with the same land without the player.
    pub counterfactual_state: CounterfactualState,
    /// The land at its beginning, row by row.
    pub before: Vec<Pixel>,
    /// The land at its end, or now.
    pub after: Vec<Pixel>,
}

/// Settlements are drawn bright up to this many cells per pixel side; beyond, roads are enough.
const TOWN_CELLS_PER_PIXEL_MAX: u16 = 8;

/// The current year, from 1.
pub(super) fn present_year(world: &World) -> u32 {
    (world.tick / YEAR_TICKS) as u32 + 1
}

/// The card of a year, with pictures of at most `most` columns and rows.
pub(super) fn year_card(game: &Game, year: u32, most: (u16, u16)) -> YearCard {
    let world = &game.world;
    let last = present_year(world);
    let year = year.clamp(1, last);
    let begin = u64::from(year - 1) * YEAR_TICKS;
    let end = (begin + YEAR_TICKS).min(world.tick);
    let at = |tick: u64| world.years.iter().find(|figures| figures.tick == tick).cloned();
    let then = if year == last { Some(game.figures()) } else { at(end) };
    let start = if begin == 0 { Some(Figures::default()) } else { at(begin) };
    let earlier = if begin <= YEAR_TICKS { Some(Figures::default()) } else { at(begin - YEAR_TICKS) };
    let before = earlier.zip(start.clone()).filter(|_| begin > 0);
    let rows =
        start.zip(then).map_or_else(Vec::new, |(start, then)| year_rows(before.as_ref(), (&start, &then)));
    let scale = cells_per_pixel_to_fit(world.size(), most);
    let size = (world.size().width.div_ceil(scale), world.size().height.div_ceil(scale));
    YearCard {
        year,
        last,
        is_over: year < last,
        rows,
        size,
        counterfactual_state: CounterfactualState::NotSimulated,
        before: year_picture(game, begin, scale, size),
        after: year_picture(game, end, scale, size),
    }
}

/// A row: its label, and its value from the figures at the start and end of a year.
type FigureRow = (&'static str, fn(&Figures, &Figures) -> String);

const ROWS: [FigureRow; 12] = [
    ("units", |_, then| then.units.to_string()),
    ("born, died", |start, then| two_counts((start.born, start.lost), (then.born, then.lost))),
    ("settlements", |_, then| then.settlements.to_string()),
    ("founded, fallen", |start, then| {
        let [start, then] = [start, then].map(|at| (u64::from(at.founded), u64::from(at.ruined)));
        two_counts(start, then)
    }),
    ("path, cells", |_, then| then.roads[0].to_string()),
    ("dirt road", |_, then| then.roads[1].to_string()),
    ("paved road", |_, then| then.roads[2].to_string()),
    ("highway", |_, then| then.roads[3].to_string()),
    ("deliveries", |start, then| then.deliveries.saturating_sub(start.deliveries).to_string()),
    ("mean trip, days", mean_trip),
    ("coin", |_, then| then.coin.to_string()),
    ("chapters", |_, then| then.chapters_reached.to_string()),
];

/// Growth of two counters over a year: `12, 3`.
fn two_counts(start: (u64, u64), then: (u64, u64)) -> String {
    format!("{}, {}", then.0.saturating_sub(start.0), then.1.saturating_sub(start.1))
}

fn mean_trip(start: &Figures, then: &Figures) -> String {
    let trips = then.trips.saturating_sub(start.trips);
    let time = then.trip_time.saturating_sub(start.trip_time);
    time.checked_div(trips).map_or_else(|| "no trips".to_owned(), tenths_of_days)
}

fn year_rows(before: Option<&(Figures, Figures)>, now: (&Figures, &Figures)) -> Vec<YearRow> {
    let row = |(label, read): &FigureRow| YearRow {
        label,
        before: before.map_or_else(String::new, |(start, then)| read(start, then)),
        now: read(now.0, now.1),
        counterfactual: String::new(),
    };
    ROWS.iter().map(row).collect()
}

impl YearCard {
    /// Adds the figures of the same land without the player, from its figures at the ends of years.
    pub fn set_counterfactual(&mut self, years: &[Figures]) {
        if !self.is_over {
            return;
        }
        let at = |tick: u64| years.iter().find(|figures| figures.tick == tick).cloned();
        let end = u64::from(self.year) * YEAR_TICKS;
        let start = if self.year == 1 { Some(Figures::default()) } else { at(end - YEAR_TICKS) };
        self.counterfactual_state = CounterfactualState::InProgress;
        if let Some((start, then)) = start.zip(at(end)) {
            self.counterfactual_state = CounterfactualState::Known;
            for (row, (_, read)) in self.rows.iter_mut().zip(ROWS) {
                row.counterfactual = read(&start, &then);
            }
        }
    }
}

/// The whole land in the last frame at or before a tick.
fn year_picture(game: &Game, tick: u64, scale: u16, size: (u16, u16)) -> Vec<Pixel> {
    let world = &game.world;
    let later = world.history.frames.iter().position(|frame| frame.tick > tick);
    let last = if tick == world.tick { history_len(world) } else { world.history.frames.len() };
    let index = later.unwrap_or(last).saturating_sub(1);
    let Some(past) = history_frame(world, index) else { return Vec::new() };
    let view = Viewport { columns: size.0, rows: size.1, cells_per_pixel: scale, ..Viewport::default() };
    ViewFrame::of(&view, world.size()).pixels(&|cell: Cell| {
        let surface = match world.peoples[PeopleIx::PLAYER].belief.at(cell) {
            Believed::Known { surface, .. } if past.known[cell] => surface,
            _ => return Pixel { visibility: Visibility::Unseen, relief: 100, ..Pixel::default() },
        };
        let here = scale <= TOWN_CELLS_PER_PIXEL_MAX && past.towns.iter().any(|town| town.cell == cell);
        let tier = if here { crate::world::Tier::Highway } else { past.tiers[cell] };
        Pixel { surface, tier, visibility: Visibility::Visible, relief: 100, ..Pixel::default() }
    })
}
