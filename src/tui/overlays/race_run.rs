//! A race of searches over the land: who runs, how far they are, what each pixel shows of it, and the verdict.
//!
//! Its keys, its list of bets and its card are in `race`. The searches run as those of the lab do, in a [`LabSession`].

use crate::grid::Cell;
use crate::lab::{CellMark, LabMap, LabPlayback, LabSession, Setup, WATCHED_SECONDS, grouped, steps_words};
use crate::scene::{PricedLand, UnitId};
use crate::tui::look::theme::hue_at;
use crate::tui::map::camera::{Camera, Window};
use crate::tui::map::canvas::Canvas;
use ratatui::layout::Rect;

/// Strength of a search's hue on its frontier and on its expanded cells, in percent.
const FRONTIER_PERCENT: u32 = 80;
const EXPANDED_PERCENT: u32 = 52;
/// Once the race is over, hues keep this much of it, so that the path stands out.
const FADED_PERCENT: u32 = 60;
/// Rows of the card: its title, the searches, and the verdict, which is longer where the map is narrow.
pub(super) const RACER_ROWS: u16 = 2;
const VERDICT_ROWS: (u16, u16) = (2, 3);
/// A map with fewer columns than this is narrow.
const WIDE_FROM_COLUMNS: u16 = 76;

/// A search that races.
pub(crate) struct Racer {
    /// Its row in the catalogue.
    pub id: &'static str,
    /// Its name.
    pub name: &'static str,
    /// What it goes by.
    pub words: &'static str,
    /// Its letter, where hues do not tell searches apart.
    pub letter: char,
    /// Its hue, an index of `hue_at`.
    pub hue: usize,
}

/// The searches that race. Where several have reached a cell, it shows the last of them.
pub(crate) const RACERS: [Racer; 4] = [
    Racer { id: "dijkstra", name: "Dijkstra", words: "the cost so far", letter: 'D', hue: 4 },
    Racer {
        id: "bidirectional-astar",
        name: "bidirectional A*",
        words: "both, from both ends",
        letter: 'B',
        hue: 1,
    },
    Racer { id: "astar", name: "A*", words: "cost and estimate", letter: 'A', hue: 0 },
    Racer { id: "greedy", name: "greedy best-first", words: "the estimate alone", letter: 'G', hue: 3 },
];

/// What a pixel shows of a race: the search that has reached it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ReachedBy {
    /// An index of [`RACERS`].
    pub racer: usize,
    /// Whether none of its cells is expanded, so that it is in the frontier.
    pub is_frontier: bool,
    /// Strength of the hue, in percent.
    percent: u32,
}

/// A race, from the choice of a bet to its end.
#[derive(Clone, Debug)]
pub struct Race {
    /// The searches on the land as the player's people know it, once that is known.
    session: Option<LabSession>,
    /// The bet, an index of [`RACERS`].
    bet: Option<usize>,
    /// When it began, in milliseconds.
    began_ms: u64,
    /// The winner's path, once the race is over.
    path: Vec<Cell>,
    /// Start and goal.
    pub(crate) ends: (Cell, Cell),
    /// The selected unit, if the race begins at its place.
    pub(crate) walker: Option<UnitId>,
    /// Whether time ran before, and will run again.
    pub(crate) was_running: bool,
    /// What the camera showed before.
    pub(crate) camera: Camera,
}

impl Race {
    /// A race between two cells before the land and the bet are known.
    pub(crate) fn between(
        ends: (Cell, Cell),
        walker: Option<UnitId>,
        was_running: bool,
        camera: Camera,
    ) -> Race {
        Race { session: None, bet: None, began_ms: 0, path: Vec::new(), ends, walker, was_running, camera }
    }

    /// Runs all searches on the land; they are shown from their first expansion on.
    pub(in crate::tui) fn prepare(&mut self, land: PricedLand, now_ms: u64) -> Result<(), String> {
        let PricedLand { name, size, prices, start, goal, .. } = land;
        let ground = LabMap::new(name, size, prices).map(|ground| ground.with_ends(start, goal));
        let ground = ground.filter(|ground| (ground.start(), ground.goal()) == (start, goal));
        let ground = ground.ok_or("no search can start or end on impassable ground")?;
        let setups: Vec<Setup> = RACERS.iter().filter_map(|racer| Setup::of(racer.id)).collect();
        self.session = Some(LabSession::of(ground, &setups));
        self.began_ms = now_ms;
        Ok(())
    }

    /// Takes the bet: the race begins as soon as the land is known.
    pub(super) fn place_bet(&mut self, racer: usize, now_ms: u64) {
        (self.bet, self.began_ms) = (Some(racer), now_ms);
    }

    /// Whether the bet is placed.
    pub(super) fn has_bet(&self) -> bool {
        self.bet.is_some()
    }

    /// Whether the searches are running.
    pub(crate) fn is_running(&self) -> bool {
        self.has_bet() && self.session.as_ref().is_some_and(|session| !session.is_done())
    }

    /// Whether all searches have ended.
    pub(crate) fn is_over(&self) -> bool {
        self.has_bet() && self.session.as_ref().is_some_and(LabSession::is_done)
    }

    /// What Enter does once the bet is placed.
    pub(crate) fn confirm_word(&self) -> Option<&'static str> {
        self.bet.map(|_| match (self.is_over(), self.goes_on()) {
            (false, _) => "to the end",
            (true, Some(_)) => "go there",
            (true, None) => "close",
        })
    }

    /// Who can walk the path that was found.
    pub(crate) fn goes_on(&self) -> Option<UnitId> {
        self.walker.filter(|_| !self.path.is_empty())
    }

    /// Moves to this time: slow at first, to be read step by step. Without motion its end is shown at once. Returns
    /// whether anything changed.
    pub(crate) fn advance(&mut self, now_ms: u64, has_motion: bool) -> bool {
        if !self.is_running() {
            return false;
        }
        if !has_motion {
            self.finish();
            return true;
        }
        let whole_ms = u64::from(WATCHED_SECONDS) * 1000;
        let passed_ms = now_ms.saturating_sub(self.began_ms).min(whole_ms);
        let all = self.session.as_ref().map_or(0, |session| u64::from(session.expansion_count()));
        self.seek((all * passed_ms.pow(3) / whole_ms.pow(3)) as u32);
        true
    }

    /// Moves to the end.
    pub(crate) fn finish(&mut self) {
        self.seek(u32::MAX);
    }

    fn seek(&mut self, expansions: u32) {
        let Some(session) = &mut self.session else { return };
        session.seek(expansions);
        if session.is_done() {
            let winner = session.fewest_lane().and_then(|lane| self.playback(lane));
            self.path = winner.and_then(LabPlayback::path).unwrap_or_default();
        }
    }

    fn playback(&self, racer: usize) -> Option<&LabPlayback> {
        self.session.as_ref()?.lanes().get(racer)?.run.as_ref().ok()
    }

    /// Rows that its card covers on a map of this area.
    pub(super) fn card_rows(&self, map: Rect) -> u16 {
        let verdict = if map.width < WIDE_FROM_COLUMNS { VERDICT_ROWS.1 } else { VERDICT_ROWS.0 };
        let rows = if self.has_bet() { 1 + RACER_ROWS + verdict } else { 0 };
        rows.min(map.height / 2)
    }

    /// The winner's path, once the race is over.
    pub(crate) fn path(&self) -> &[Cell] {
        &self.path
    }

    /// How many cells a search has expanded, and whether it has ended.
    pub(crate) fn progress(&self, racer: usize) -> Option<(u32, bool)> {
        self.playback(racer).map(|run| (run.position(), run.is_done()))
    }

    /// What the pixels of a window show, row by row.
    pub(crate) fn reached(&self, window: &Window) -> Vec<Option<ReachedBy>> {
        let Some(session) = self.session.as_ref().filter(|_| self.has_bet()) else { return Vec::new() };
        let (size, columns) = (session.ground().size(), i32::from(window.pixels().0));
        let rows = i32::from(window.pixels().1);
        let mut reached = vec![None; (columns * rows) as usize];
        let strength = if self.is_over() { FADED_PERCENT } else { 100 };
        let within = |first: i32, pixels: i32, cells: u16| {
            first.max(0)..(first + pixels * window.scale).clamp(0, i32::from(cells))
        };
        for y in within(window.top, rows, size.height) {
            for x in within(window.left, columns, size.width) {
                let cell = Cell::new(x as u16, y as u16);
                let Some((racer, mark)) = self.last_at(size.index(cell)) else { continue };
                let is_frontier = mark == CellMark::Open;
                let percent = if is_frontier { FRONTIER_PERCENT } else { EXPANDED_PERCENT };
                let (px, py) = window.pixel_of(cell);
                let pixel: &mut Option<ReachedBy> = &mut reached[(py * columns + px) as usize];
                let rank = |by: &ReachedBy| (by.racer, !by.is_frontier);
                let by = ReachedBy { racer, is_frontier, percent: percent * strength / 100 };
                *pixel = pixel.filter(|other| rank(other) >= rank(&by)).or(Some(by));
            }
        }
        reached
    }

    /// The last of the searches that have reached a cell.
    fn last_at(&self, cell: usize) -> Option<(usize, CellMark)> {
        let marks =
            (0..RACERS.len()).rev().filter_map(|racer| Some((racer, self.playback(racer)?.mark(cell))));
        marks.into_iter().find(|(_, mark)| *mark != CellMark::Unreached)
    }

    /// The bet, and whether it was right once that is known.
    pub(super) fn bet_words(&self) -> String {
        let Some(bet) = self.bet else { return String::new() };
        let count = |racer: usize| self.playback(racer).map(LabPlayback::expansion_count);
        let fewest = (0..RACERS.len()).filter_map(count).min();
        let verdict = match (self.is_over(), count(bet) == fewest) {
            (false, _) => "",
            (true, true) => ": right",
            (true, false) => ": wrong",
        };
        format!("you bet on {}{verdict}", RACERS[bet].name)
    }

    /// Who was first and who found the cheapest path, once the race is over.
    pub(crate) fn verdict(&self) -> Option<String> {
        let first = self.session.as_ref().filter(|_| self.is_over())?.fewest_lane()?;
        let fewest = grouped(u64::from(self.playback(first)?.expansion_count()));
        let cost = |racer: usize| self.playback(racer).and_then(|run| run.recording().cost);
        let words = format!("First: {} with {fewest} expansions.", RACERS[first].name);
        let Some(least) = (0..RACERS.len()).filter_map(cost).min() else {
            return Some(format!("{words} There is no path."));
        };
        let cheapest = (0..RACERS.len()).filter(|racer| cost(*racer) == Some(least));
        let cheapest: Vec<&str> = cheapest.map(|racer| RACERS[racer].name).collect();
        let dearer = cost(first).map_or(0, |own| (own * 100).div_ceil(least.max(1)) - 100);
        let dearer = if dearer > 0 { format!("; the first's costs {dearer} % more") } else { String::new() };
        let (names, steps) = (cheapest.join(", "), steps_words(least));
        Some(format!("{words} Cheapest path ({steps} steps): {names}{dearer}."))
    }
}

/// Tints the land with what the searches have reached.
pub(crate) fn tint_land(canvas: &mut Canvas, reached: &[Option<ReachedBy>]) {
    let columns = i32::from(canvas.window.pixels().0).max(1);
    for (i, by) in reached.iter().enumerate().filter_map(|(i, by)| Some((i, (*by)?))) {
        let (rgb, edge, behind) = hue_at(RACERS[by.racer].hue);
        let named = if by.is_frontier { edge } else { behind };
        let at = (i as i32 % columns, i as i32 / columns);
        canvas.recolour(at, named, |ground| ground.mixed(rgb, by.percent));
    }
}
