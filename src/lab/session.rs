//! A session of the lab: a map, one to four setups side by side on it, and one position in time for all. Recording and
//! playing back one run does not live here (`trace`, `playback`).

use super::ground::Ground;
use super::parts::GraphKind;
use super::playback::{Mark, Playback};
use super::setup::Setup;
use super::trace::{optimum, record};
use crate::graph::Cost;
use crate::search::path_lines::{LineForm, LinePoint, path_line};

/// Most setups side by side.
pub const LANES_MAX: usize = 4;

/// One setup and its run.
#[derive(Clone, Debug)]
pub struct Lane {
    /// The setup.
    pub setup: Setup,
    /// Its run, or why there is none.
    pub run: Result<Playback, String>,
    /// Cost of the cheapest path over its graph, in milli-steps, if there is one.
    pub optimum: Option<Cost>,
    /// Duration of an unobserved run in nanoseconds, set by a caller with a clock.
    pub nanos: Option<u64>,
}

impl Lane {
    /// The path found as a line of some form, once the run has ended. Any-angle paths have only the straight form, and
    /// paths over hexagons none.
    pub fn walked(&self, form: LineForm) -> Option<Vec<LinePoint>> {
        let is_on_squares = self.setup.graph() != GraphKind::Hexagons;
        let path = self.run.as_ref().ok().filter(|_| is_on_squares)?.way()?;
        path_line(&path, form)
    }
}

/// Which of the first two lanes expanded a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tint {
    /// Neither.
    Neither,
    /// Only the first.
    First,
    /// Only the second.
    Second,
    /// Both.
    Both,
}

/// A question before a run. On screen its answers are numbered from 1.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Quiz {
    /// The question.
    pub text: String,
    /// The possible answers.
    pub answers: Vec<String>,
    /// Index of the right answer.
    pub right: usize,
    /// The result in numbers.
    pub outcome: String,
}

/// Setups side by side on one map.
#[derive(Clone, Debug)]
pub struct Session {
    ground: Ground,
    lanes: Vec<Lane>,
}

impl Session {
    /// A map with A* on it, before its first expansion.
    pub fn new(ground: Ground) -> Session {
        Session::of(ground, &[Setup::default()])
    }

    /// A map with these setups, at most [`LANES_MAX`]; with A* if there are none.
    pub fn of(ground: Ground, setups: &[Setup]) -> Session {
        let mut session = Session { ground, lanes: Vec::new() };
        for setup in setups.iter().take(LANES_MAX) {
            session.add(*setup);
        }
        if session.lanes.is_empty() {
            session.add(Setup::default());
        }
        session
    }

    /// The map.
    pub fn ground(&self) -> &Ground {
        &self.ground
    }

    /// The setups and their runs.
    pub fn lanes(&self) -> &[Lane] {
        &self.lanes
    }

    /// Changes the map by `change`, which returns whether anything changed; if so, all setups are run again.
    pub fn edit(&mut self, change: impl FnOnce(&mut Ground) -> bool) -> bool {
        let has_changed = change(&mut self.ground);
        if has_changed {
            self.solve();
        }
        has_changed
    }

    /// Replaces the setup of a lane.
    pub fn set(&mut self, lane: usize, setup: Setup) {
        let at = self.at();
        let is_done = self.is_done();
        if let Some(lane) = self.lanes.get_mut(lane) {
            *lane = solved(&self.ground, setup);
        }
        self.seek(if is_done { u32::MAX } else { at });
    }

    /// Adds a setup, if there is room; returns whether there was.
    pub fn add(&mut self, setup: Setup) -> bool {
        let has_room = self.lanes.len() < LANES_MAX;
        if has_room {
            let at = if self.is_done() { u32::MAX } else { self.at() };
            self.lanes.push(solved(&self.ground, setup));
            self.seek(if self.lanes.len() == 1 { 0 } else { at });
        }
        has_room
    }

    /// Removes a setup, unless it is the only one; returns whether it did.
    pub fn remove(&mut self, lane: usize) -> bool {
        let can_remove = self.lanes.len() > 1 && lane < self.lanes.len();
        if can_remove {
            self.lanes.remove(lane);
        }
        can_remove
    }

    /// Sets the duration of an unobserved run of a lane, in nanoseconds.
    pub fn time(&mut self, lane: usize, nanos: u64) {
        if let Some(lane) = self.lanes.get_mut(lane) {
            lane.nanos = Some(nanos);
        }
    }

    fn solve(&mut self) {
        let (at, is_done) = (self.at(), self.is_done());
        let mut optima: Vec<(GraphKind, Option<Cost>)> = Vec::new();
        for lane in &mut self.lanes {
            *lane = solved_with(&self.ground, lane.setup, &mut optima);
        }
        self.seek(if is_done { u32::MAX } else { at });
    }

    /// The current position in expansions, of the lane that has most.
    pub fn at(&self) -> u32 {
        self.runs().map(Playback::at).max().unwrap_or(0)
    }

    /// Total expansions of the longest lane.
    pub fn pops(&self) -> u32 {
        self.runs().map(Playback::pops).max().unwrap_or(0)
    }

    /// Whether all have ended.
    pub fn is_done(&self) -> bool {
        !self.lanes.is_empty() && self.runs().all(Playback::is_done)
    }

    /// Moves to just after so many expansions of each lane; shorter ones stay at their end.
    pub fn seek(&mut self, pops: u32) {
        for run in self.lanes.iter_mut().filter_map(|lane| lane.run.as_mut().ok()) {
            run.seek(pops);
        }
    }

    fn runs(&self) -> impl Iterator<Item = &Playback> {
        self.lanes.iter().filter_map(|lane| lane.run.as_ref().ok())
    }

    /// Which of the first two lanes has expanded the cell with this row-major index.
    pub fn tint(&self, cell: usize) -> Tint {
        let has_expanded = |lane: usize| {
            let run = self.lanes.get(lane).and_then(|lane| lane.run.as_ref().ok());
            run.is_some_and(|run| run.mark(cell) == Mark::Expanded)
        };
        match (has_expanded(0), has_expanded(1)) {
            (false, false) => Tint::Neither,
            (true, false) => Tint::First,
            (false, true) => Tint::Second,
            (true, true) => Tint::Both,
        }
    }

    /// The question before a run: which lane expands least, or how much of the map a single one expands.
    pub fn question(&self) -> Option<Quiz> {
        if self.lanes.len() > 1 { self.who_least() } else { self.how_much() }
    }

    fn who_least(&self) -> Option<Quiz> {
        let expansions = |lane: &Lane| lane.run.as_ref().map_or(u32::MAX, Playback::pops);
        let right = (0..self.lanes.len()).min_by_key(|lane| expansions(&self.lanes[*lane]))?;
        let result = |lane: &Lane| match &lane.run {
            Ok(run) => format!("{} {}", lane.setup.name(), run.pops()),
            Err(_) => format!("{} none", lane.setup.name()),
        };
        Some(Quiz {
            text: "Which expands the fewest nodes?".to_owned(),
            answers: self.lanes.iter().map(|lane| lane.setup.name()).collect(),
            right,
            outcome: self.lanes.iter().map(result).collect::<Vec<_>>().join(", "),
        })
    }

    fn how_much(&self) -> Option<Quiz> {
        let run = self.runs().next()?;
        let free = self.ground.prices().iter().filter(|price| **price > 0).count().max(1) as u64;
        let expanded = u64::from(run.pops());
        let parts = [5, 20, 60];
        let right = parts.iter().position(|percent| expanded * 100 < percent * free).unwrap_or(parts.len());
        let mut answers: Vec<String> = parts.iter().map(|percent| format!("under {percent} %")).collect();
        answers.push("more".to_owned());
        Some(Quiz {
            text: format!("How many of {free} free cells will {} expand?", self.lanes[0].setup.name()),
            answers,
            right,
            outcome: format!("{expanded} expansions, {} %", expanded * 100 / free),
        })
    }
}

fn solved(ground: &Ground, setup: Setup) -> Lane {
    solved_with(ground, setup, &mut Vec::new())
}

/// Runs a setup, and computes the optimum of its graph unless it is in `optima`.
fn solved_with(ground: &Ground, setup: Setup, optima: &mut Vec<(GraphKind, Option<Cost>)>) -> Lane {
    let graph = setup.graph();
    let known = optima.iter().find(|(kind, _)| *kind == graph).map(|(_, cost)| *cost);
    let optimum = known.unwrap_or_else(|| {
        let cost = optimum(ground, graph);
        optima.push((graph, cost));
        cost
    });
    let run = record(ground, &setup)
        .map(|trace| Playback::new(trace, ground.size(), (ground.start(), ground.goal())));
    Lane { setup, run, optimum, nanos: None }
}
