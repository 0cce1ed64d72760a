//! The card of a year: its figures beside those of the previous year or of the same land without the player, and
//! pictures of the land before and after.

use super::history::{history_frame, history_len, past_pixel};
use super::pixels::{Pixel, ViewFrame, Visibility, cells_per_pixel_to_fit};
use super::text::event_words;
use super::words::{capitalized, counted, day_of_year, days_words, short_date, tenths_of_days};
use super::{Feature, TownMarker, Viewport};
use crate::grid::Cell;
use crate::sim::Game;
use crate::world::{
    CharterOutcome, DAY, DAY_TIME, DangerEvent, Event, EventKind, Figures, PlayerEvent, RelationEvent,
    RoadEvent, SettlementEvent, TownKind, World, YEAR_DAYS,
};
use std::cmp::{Ordering, Reverse};
use std::collections::BTreeSet;
use std::ops::Range;

/// Ticks of a year.
const YEAR_TICKS: u64 = YEAR_DAYS * DAY;
/// Sentences of a card, and of one for a player who returns.
const SENTENCES: usize = 3;
const RETURN_SENTENCES: usize = 5;

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
    /// How much more or less this year is than what it is compared with: `+12`, `−3`, `=`; empty without a comparison.
    pub difference: String,
    /// Whether it counts what stands at the year's end, rather than what happened during the year.
    pub is_total: bool,
}

/// A figure of a year.
#[derive(Clone, Copy)]
enum Figure {
    /// A count.
    Count(u64),
    /// What came, and what went.
    Pair(u64, u64),
    /// A mean walking time in milli-steps, if there was any.
    Days(Option<u64>),
}

impl Figure {
    fn words(self) -> String {
        match self {
            Figure::Count(count) => count.to_string(),
            Figure::Pair(came, went) => format!("{came}, {went}"),
            Figure::Days(time) => time.map_or_else(|| "no trips".to_owned(), tenths_of_days),
        }
    }

    /// By how much it is more or less than another; of a pair, both counts.
    fn difference_from(self, other: Figure) -> String {
        match (self, other) {
            (Figure::Count(now), Figure::Count(then)) => count_change(now, then),
            (Figure::Pair(came, went), Figure::Pair(came_then, went_then)) => {
                format!("{}, {}", count_change(came, came_then), count_change(went, went_then))
            }
            (Figure::Days(Some(now)), Figure::Days(Some(then))) => time_change(now, then),
            _ => String::new(),
        }
    }
}

fn count_change(now: u64, then: u64) -> String {
    match now.cmp(&then) {
        Ordering::Equal => "=".to_owned(),
        Ordering::Greater => format!("+{}", now - then),
        Ordering::Less => format!("−{}", then - now),
    }
}

/// The difference of two times as they are shown, in tenths of days.
fn time_change(now: u64, then: u64) -> String {
    let tenth = u64::from(DAY_TIME / 10);
    let [now, then] = [now, then].map(|time| (time + tenth / 2) / tenth * tenth);
    let change = tenths_of_days(now.abs_diff(then));
    match now.cmp(&then) {
        Ordering::Equal => "=".to_owned(),
        Ordering::Less => format!("−{change}"),
        Ordering::Greater => format!("+{change}"),
    }
}

/// State of the comparison with the same land without the player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum CounterfactualState {
    /// It is not simulated.
    #[default]
    NotSimulated,
    /// It has reached the end of this year, not yet of the card's.
    InProgress(u32),
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
    /// Whether it tells a player who returns how the land has changed from the beginning of the year until now.
    pub is_for_return: bool,
    /// Its figures.
    pub rows: Vec<YearRow>,
    /// The land's size in cells.
    pub land: (u16, u16),
    /// Cells per pixel of the two pictures.
    pub scale: u16,
    /// Columns and rows of the two pictures, in pixels.
    pub size: (u16, u16),
    /// State of the comparison with the same land without the player.
    pub counterfactual_state: CounterfactualState,
    /// What happened, or else what it came to, in few sentences.
    pub words: Vec<String>,
    /// The figures at its start and end, to compare with.
    pub span: Option<Box<(Figures, Figures)>>,
    /// The land at its beginning.
    pub before: YearPicture,
    /// The land at its end, or now.
    pub after: YearPicture,
}

/// The whole land at an end of a year.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct YearPicture {
    /// Its pixels, row by row.
    pub pixels: Vec<Pixel>,
    /// Its settlements, largest first.
    pub town_markers: Vec<TownMarker>,
    /// Its named rivers and heights.
    pub features: Vec<Feature>,
}

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
    let then = if year == last { Some(game.figures()) } else { figures_at(&world.years, end) };
    let start = figures_at(&world.years, begin);
    let earlier = figures_at(&world.years, begin.saturating_sub(YEAR_TICKS));
    let before = earlier.zip(start.clone()).filter(|_| begin > 0);
    let span = start.zip(then).map(Box::new);
    let is_over = year < last;
    let mut rows = span.as_ref().map_or_else(Vec::new, |span| year_rows(before.as_ref(), span));
    // What has happened in a part of a year is no measure beside a whole year's.
    rows.iter_mut().filter(|row| !is_over && !row.is_total).for_each(|row| row.difference.clear());
    let story = year_story(world, begin..end, SENTENCES).into_iter();
    let mut words: Vec<String> =
        story.map(|(tick, words)| format!("{}  {words}", day_of_year(tick))).collect();
    words.extend(span.iter().flat_map(|span| year_words(before.as_ref().filter(|_| is_over), span)));
    words.truncate(SENTENCES);
    let card = YearCard { year, last, is_over, rows, words, span, ..YearCard::default() };
    with_pictures(game, card, begin..end, most)
}

/// The card for a player who returns: how the land has changed from the beginning of a year until now, over half a year
/// at least.
pub(super) fn return_card(game: &Game, most: (u16, u16)) -> YearCard {
    let world = &game.world;
    let last = present_year(world);
    let is_young = world.tick % YEAR_TICKS < YEAR_TICKS / 2;
    let year = if is_young { last.saturating_sub(1).max(1) } else { last };
    let begin = u64::from(year - 1) * YEAR_TICKS;
    let span = figures_at(&world.years, begin).map(|start| Box::new((start, game.figures())));
    let then = span.as_ref().map(|span| (span.0.clone(), span.0.clone()));
    let mut rows = span.as_ref().map_or_else(Vec::new, |span| year_rows(then.as_ref(), span));
    rows.retain(|row| row.is_total);
    let story = year_story(world, begin..world.tick + 1, RETURN_SENTENCES).into_iter();
    let words = story.map(|(tick, words)| format!("{}  {words}", short_date(tick))).collect();
    let card = YearCard { year, last, is_for_return: true, rows, words, span, ..YearCard::default() };
    with_pictures(game, card, begin..world.tick, most)
}

/// The last year of which there are figures at its end; 0 if there is none.
fn last_year(years: &[Figures]) -> u32 {
    years.last().map_or(0, |figures| (figures.tick / YEAR_TICKS) as u32)
}

/// The figures at the end of a year, of those that were kept; at the beginning of the first, all are zero.
fn figures_at(years: &[Figures], tick: u64) -> Option<Figures> {
    if tick == 0 {
        return Some(Figures::default());
    }
    years.iter().find(|figures| figures.tick == tick).cloned()
}

/// A card with pictures of the whole land at two ticks, of at most so many columns and rows.
fn with_pictures(game: &Game, card: YearCard, ticks: Range<u64>, most: (u16, u16)) -> YearCard {
    let land = game.world.size();
    let scale = cells_per_pixel_to_fit(land, most);
    let size = (land.width.div_ceil(scale), land.height.div_ceil(scale));
    YearCard {
        land: (land.width, land.height),
        scale,
        size,
        before: year_picture(game, ticks.start, scale, size),
        after: year_picture(game, ticks.end, scale, size),
        ..card
    }
}

/// A row: its label, whether it is a total, and its value from the figures at the start and end of a year.
type FigureRow = (&'static str, bool, fn(&Figures, &Figures) -> Figure);

const ROWS: [FigureRow; 12] = [
    ("units", true, |_, then| Figure::Count(then.units.into())),
    ("came, went", false, |start, then| {
        let came = then.came.saturating_sub(start.came);
        Figure::Pair(came, (u64::from(start.units) + came).saturating_sub(then.units.into()))
    }),
    ("settlements", true, |_, then| Figure::Count(then.settlements.into())),
    ("founded, fallen", false, |start, then| {
        pair((start.founded, start.ruined), (then.founded, then.ruined))
    }),
    ("path, cells", true, |_, then| Figure::Count(then.roads[0].into())),
    ("dirt road", true, |_, then| Figure::Count(then.roads[1].into())),
    ("paved road", true, |_, then| Figure::Count(then.roads[2].into())),
    ("highway", true, |_, then| Figure::Count(then.roads[3].into())),
    ("deliveries", false, |start, then| Figure::Count(then.deliveries.saturating_sub(start.deliveries))),
    ("mean trip, days", false, |start, then| Figure::Days(mean_trip(start, then))),
    ("coin", true, |_, then| Figure::Count(then.coin.into())),
    ("chapters", true, |_, then| Figure::Count(then.chapters_reached.into())),
];

/// Growth of two counters over a year.
fn pair(start: (u64, u64), then: (u64, u64)) -> Figure {
    Figure::Pair(then.0.saturating_sub(start.0), then.1.saturating_sub(start.1))
}

/// Mean walking time of the trips of a year, in milli-steps.
fn mean_trip(start: &Figures, then: &Figures) -> Option<u64> {
    let trips = then.trips.saturating_sub(start.trips);
    then.trip_time.saturating_sub(start.trip_time).checked_div(trips)
}

fn year_rows(before: Option<&(Figures, Figures)>, (start, then): &(Figures, Figures)) -> Vec<YearRow> {
    let row = |(label, is_total, read): &FigureRow| {
        let (now, before) = (read(start, then), before.map(|(start, then)| read(start, then)));
        YearRow {
            label,
            before: before.map_or_else(String::new, Figure::words),
            now: now.words(),
            counterfactual: String::new(),
            difference: before.map_or_else(String::new, |before| now.difference_from(before)),
            is_total: *is_total,
        }
    };
    ROWS.iter().map(row).collect()
}

/// The weightiest things that the player was told of between two ticks, oldest first; two of a sort only if there are few
/// sorts.
fn year_story(world: &World, ticks: Range<u64>, most: usize) -> Vec<(u64, String)> {
    let told = world.events.lines().filter(|(line, _)| ticks.contains(&line.tick));
    let mut news: Vec<_> = told
        .filter_map(|(line, event)| {
            year_news(&event.kind).map(|(sort, weight)| (line.tick, sort, weight, event))
        })
        .collect();
    news.sort_by_key(|(tick, _, weight, _)| (Reverse(*weight), *tick));
    let mut sorts = BTreeSet::new();
    let (mut first, others): (Vec<_>, Vec<_>) =
        news.into_iter().partition(|(_, sort, ..)| sorts.insert(*sort));
    first.extend(others);
    let mut news = first;
    news.truncate(most);
    news.sort_by_key(|(tick, ..)| *tick);
    let sentence =
        |(tick, _, _, event): (u64, _, _, &Event)| (tick, format!("{}.", event_words(world, event)));
    news.into_iter().map(sentence).collect()
}

/// How much an event counts among the news of a year; 0 if a year is not told by it.
pub(super) fn news_weight(kind: &EventKind) -> u8 {
    year_news(kind).map_or(0, |(_, weight)| weight.min(u8::MAX.into()) as u8)
}

/// Of what sort an event is, and how much it counts among those of a year; `None` if a year is not told by it.
fn year_news(kind: &EventKind) -> Option<(&'static str, u32)> {
    Some(match *kind {
        EventKind::Relation(RelationEvent::Peace { .. }) => ("peace", 85),
        EventKind::Relation(_) => ("war", 90),
        EventKind::Player(PlayerEvent::ChapterReached { .. }) => ("chapter", 95),
        EventKind::Player(PlayerEvent::Charter { outcome, .. }) if outcome != CharterOutcome::Offered => {
            ("charter", 60)
        }
        EventKind::Settlement(what) => match what {
            SettlementEvent::Grew { to: TownKind::City, .. } => ("rise", 80),
            SettlementEvent::Grew { to: TownKind::Town, .. } => ("rise", 65),
            SettlementEvent::Sickness { deaths, .. } => ("sickness", 55 + deaths.min(200) / 8),
            SettlementEvent::Abandoned { own: true, .. } => ("ruin", 70),
            SettlementEvent::Shrank { .. } => ("fall", 58),
            SettlementEvent::Founded { .. } | SettlementEvent::VillageFormed { .. } => ("founding", 62),
            SettlementEvent::SiteSpent { .. } => ("spent", 57),
            SettlementEvent::SiteFound { .. } => ("found", 56),
            SettlementEvent::HungerEnded { deaths, .. } => ("hunger", 55 + deaths.min(60) / 20),
            SettlementEvent::Starves { .. } => ("hunger", 44),
            SettlementEvent::InnOpened { .. } => ("inn", 45),
            SettlementEvent::Discovered { .. } => ("discovery", 40),
            _ => return None,
        },
        EventKind::Danger(DangerEvent::FeudEnded { loads, .. }) => ("feud", 42 + loads.min(40)),
        EventKind::Danger(DangerEvent::FeudGrew { loads, .. }) => ("feud", 41 + loads.min(40)),
        EventKind::Danger(DangerEvent::FortBuilt { .. }) => ("fort", 54),
        EventKind::Road(RoadEvent::Flooded { .. }) => ("flood", 59),
        EventKind::Road(RoadEvent::Bridged { .. }) => ("bridge", 48),
        EventKind::Road(RoadEvent::FirstPath { .. } | RoadEvent::FirstDirtRoad { .. }) => ("road", 50),
        EventKind::Road(RoadEvent::Joined { .. }) => ("road", 47),
        EventKind::Road(RoadEvent::Parted { .. }) => ("parted", 46),
        EventKind::Road(RoadEvent::Rockfall { .. }) => ("rock", 43),
        _ => return None,
    })
}

/// What a year came to: people and settlements, roads, and trips, each against the year before.
fn year_words(before: Option<&(Figures, Figures)>, (start, then): &(Figures, Figures)) -> Vec<String> {
    let more = |now: u32, then: u32, what: &str| match now.cmp(&then) {
        Ordering::Equal => format!("as many {what}s as before"),
        Ordering::Greater => counted((now - then) as usize, &format!("more {what}")),
        Ordering::Less => counted((then - now) as usize, &format!("fewer {what}")),
    };
    let roads = |at: &Figures| at.roads.iter().sum::<u32>();
    let (now, earlier) = (roads(then), roads(start));
    let cells = counted(now.abs_diff(earlier) as usize, "cell");
    let mut words = vec![
        format!(
            "{}, {}.",
            capitalized(&more(then.settlements, start.settlements, "settlement")),
            more(then.units, start.units, "unit")
        ),
        match now.cmp(&earlier) {
            Ordering::Equal => format!("Roads have as many cells as before: {now}."),
            Ordering::Greater => format!("Roads grew by {cells}, to {now}."),
            Ordering::Less => format!("Roads shrank by {cells}, to {now}."),
        },
    ];
    words.extend(mean_trip(start, then).map(|time| {
        let earlier = before.and_then(|(start, then)| mean_trip(start, then));
        let change = earlier.map(|earlier| time_change(time, earlier)).filter(|change| change != "=");
        let change = change.map_or_else(String::new, |change| format!(", {change} on the year before"));
        format!("A trip took {}{change}.", days_words(time))
    }));
    words
}

impl YearCard {
    /// Adds the figures of the same land without the player, from its figures at the ends of years.
    pub fn set_counterfactual(&mut self, years: &[Figures]) {
        if !self.is_over {
            return;
        }
        let end = u64::from(self.year) * YEAR_TICKS;
        let start = figures_at(years, end - YEAR_TICKS);
        self.counterfactual_state = CounterfactualState::InProgress(last_year(years));

        if let Some(((start, then), span)) = start.zip(figures_at(years, end)).zip(self.span.as_ref()) {
            self.counterfactual_state = CounterfactualState::Known;
            for (row, (_, _, read)) in self.rows.iter_mut().zip(ROWS) {
                let without = read(&start, &then);
                row.counterfactual = without.words();
                row.difference = read(&span.0, &span.1).difference_from(without);
            }
        }
    }
}

/// The whole land in the last frame at or before a tick.
fn year_picture(game: &Game, tick: u64, scale: u16, size: (u16, u16)) -> YearPicture {
    let world = &game.world;
    let later = world.history.frames.iter().position(|frame| frame.tick > tick);
    let last = if tick == world.tick { history_len(world) } else { world.history.frames.len() };
    let index = later.unwrap_or(last).saturating_sub(1);
    let Some(past) = history_frame(world, index) else { return YearPicture::default() };
    let view = Viewport { columns: size.0, rows: size.1, cells_per_pixel: scale, ..Viewport::default() };
    let frame = ViewFrame::of(&view, world.size());
    let unseen = Pixel { visibility: Visibility::Unseen, relief: 100, ..Pixel::default() };
    let mut pixels = frame
        .pixels(&|cell: Cell| if past.known[cell] { past_pixel(game, false, &past, cell) } else { unseen });
    if frame.is_far() {
        past.atlas(world).draw(&mut pixels, &frame);
    }
    past.draw_towns(world, &mut pixels, &frame);
    let (town_markers, features) = (past.town_markers(&frame), past.feature_markers(game, &frame));
    YearPicture { pixels, town_markers, features }
}
