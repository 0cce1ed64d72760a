//! What a person has on the table: a ground, one to four setups side by side on it, and one place in time for all.

use super::ground::Ground;
use super::parts::GraphKind;
use super::playback::{Mark, Playback};
use super::setup::Setup;
use super::trace::{optimum, record};
use crate::graph::Cost;
use crate::search::path_lines::{Form, LinePoint, walked};

/// Most setups side by side.
pub const LANES_MAX: usize = 4;

/// One setup and what became of it.
#[derive(Clone, Debug)]
pub struct Lane {
    /// What is looked at.
    pub setup: Setup,
    /// Its run, or why there is none.
    pub run: Result<Playback, String>,
    /// Cost of the cheapest way over its graph, in milli-steps, if there is a way.
    pub optimum: Option<Cost>,
    /// How long it takes when nobody looks, in nanoseconds; told by whoever has a clock.
    pub nanos: Option<u64>,
}

impl Lane {
    /// The line of the way that was found in a form, once the run has ended. Ways that leave the neighbouring squares have
    /// their straight line alone, and those over hexagons none.
    pub fn walked(&self, form: Form) -> Option<Vec<LinePoint>> {
        let is_on_squares = self.setup.graph() != GraphKind::Hexagons;
        let way = self.run.as_ref().ok().filter(|_| is_on_squares)?.way()?;
        walked(&way, form)
    }
}

/// Who of the first two expanded a cell.
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

/// A question before a run. The answers are numbered from 1 for whoever presses a key.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Quiz {
    /// The question.
    pub text: String,
    /// What can be answered.
    pub answers: Vec<String>,
    /// Place of the right answer.
    pub right: usize,
    /// What turned out, in numbers.
    pub outcome: String,
}

/// Setups side by side on one ground.
#[derive(Clone, Debug)]
pub struct Session {
    ground: Ground,
    lanes: Vec<Lane>,
}

impl Session {
    /// A ground with A* on it, before its first expansion.
    pub fn new(ground: Ground) -> Session {
        Session::of(ground, &[Setup::default()])
    }

    /// A ground with these setups on it, at most [`LANES_MAX`]; with A* if there are none.
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

    /// The ground.
    pub fn ground(&self) -> &Ground {
        &self.ground
    }

    /// The setups and their runs.
    pub fn lanes(&self) -> &[Lane] {
        &self.lanes
    }

    /// Changes the ground by `change`, which says whether it changed anything; if so all is solved anew.
    pub fn edit(&mut self, change: impl FnOnce(&mut Ground) -> bool) -> bool {
        let has_changed = change(&mut self.ground);
        if has_changed {
            self.solve();
        }
        has_changed
    }

    /// Exchanges the setup of a lane.
    pub fn set(&mut self, lane: usize, setup: Setup) {
        let at = self.at();
        let is_done = self.is_done();
        if let Some(lane) = self.lanes.get_mut(lane) {
            *lane = solved(&self.ground, setup);
        }
        self.seek(if is_done { u32::MAX } else { at });
    }

    /// Sets another setup beside the others, if there is room.
    pub fn add(&mut self, setup: Setup) -> bool {
        let has_room = self.lanes.len() < LANES_MAX;
        if has_room {
            let at = if self.is_done() { u32::MAX } else { self.at() };
            self.lanes.push(solved(&self.ground, setup));
            self.seek(if self.lanes.len() == 1 { 0 } else { at });
        }
        has_room
    }

    /// Takes a setup away, unless it is the only one.
    pub fn remove(&mut self, lane: usize) -> bool {
        let goes = self.lanes.len() > 1 && lane < self.lanes.len();
        if goes {
            self.lanes.remove(lane);
        }
        goes
    }

    /// Tells how long a lane takes when nobody looks, in nanoseconds.
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

    /// Expansions so far, of the lane that has most of them.
    pub fn at(&self) -> u32 {
        self.runs().map(Playback::at).max().unwrap_or(0)
    }

    /// Expansions in all, of the longest lane.
    pub fn pops(&self) -> u32 {
        self.runs().map(Playback::pops).max().unwrap_or(0)
    }

    /// Whether all have ended.
    pub fn is_done(&self) -> bool {
        !self.lanes.is_empty() && self.runs().all(Playback::is_done)
    }

    /// Goes to just after so many expansions of each lane; shorter ones stay at their end.
    pub fn seek(&mut self, pops: u32) {
        for run in self.lanes.iter_mut().filter_map(|lane| lane.run.as_mut().ok()) {
            run.seek(pops);
        }
    }

    fn runs(&self) -> impl Iterator<Item = &Playback> {
        self.lanes.iter().filter_map(|lane| lane.run.as_ref().ok())
    }

    /// Who of the first two lanes has expanded the cell of this row-major index.
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

    /// What to ask before a run: who of several expands least, or how much of the map a single one does.
    pub fn question(&self) -> Option<Quiz> {
        if self.lanes.len() > 1 { self.who_least() } else { self.how_much() }
    }

    fn who_least(&self) -> Option<Quiz> {
        let expansions = |lane: &Lane| lane.run.as_ref().map_or(u32::MAX, Playback::pops);
        let right = (0..self.lanes.len()).min_by_key(|lane| expansions(&self.lanes[*lane]))?;
        let told = |lane: &Lane| match &lane.run {
            Ok(run) => format!("{} {}", lane.setup.name(), run.pops()),
            Err(_) => format!("{} none", lane.setup.name()),
        };
        Some(Quiz {
            text: "Which one expands fewest?".to_owned(),
            answers: self.lanes.iter().map(|lane| lane.setup.name()).collect(),
            right,
            outcome: self.lanes.iter().map(told).collect::<Vec<_>>().join(", "),
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

/// Runs a setup, and finds the optimum of its graph if it is not among those known.
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
