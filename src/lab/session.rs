//! A session of the lab: a map, one to four setups side by side on it, and one position in time for all. Recording and
//! playing back one run does not live here (`run`, `playback`).

use super::ground::LabMap;
use super::parts::GraphKind;
use super::playback::LabPlayback;
use super::run::{optimum, record_run};
use super::setup::Setup;
use crate::graph::Cost;
use crate::grid::Cell;
use crate::search::path_lines::{LineForm, LinePoint, path_line};
use crate::trace::CellMark;

/// Most setups side by side.
pub(super) const LANES_MAX: usize = 4;
/// A run that is watched takes about this long, in seconds.
pub const WATCHED_SECONDS: u32 = 6;

/// One setup and its run.
#[derive(Clone, Debug)]
pub struct SessionLane {
    /// The setup.
    pub setup: Setup,
    /// Its run, or why there is none.
    pub run: Result<LabPlayback, String>,
    /// Cost of the cheapest path over its graph, in milli-steps, if there is one.
    pub optimum: Option<Cost>,
    /// Duration of an unobserved run in nanoseconds, set by a caller with a clock.
    pub duration_nanos: Option<u64>,
}

impl SessionLane {
    /// The path found as a line of some form, once the run has ended. Any-angle paths have only the straight form, and
    /// paths over hexagons none.
    pub fn path_line(&self, form: LineForm) -> Option<Vec<LinePoint>> {
        self.whole_path_line(form).filter(|_| self.run.as_ref().is_ok_and(LabPlayback::is_done))
    }

    /// The same, wherever the position is.
    pub fn whole_path_line(&self, form: LineForm) -> Option<Vec<LinePoint>> {
        let is_on_squares = self.setup.graph() != GraphKind::Hexagons;
        let path = self.run.as_ref().ok().filter(|_| is_on_squares)?.whole_path()?;
        path_line(&path, form)
    }
}

/// Which of the first two lanes expanded a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExpandedBy {
    /// Neither.
    Neither,
    /// Only the first.
    First,
    /// Only the second.
    Second,
    /// Both.
    Both,
}

/// A question before a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LabQuestion {
    /// The question.
    pub text: String,
    /// The possible answers, numbered from 1 on screen; none if a cell is asked for.
    pub answers: Vec<String>,
    /// The right answer.
    pub right: LabAnswer,
    /// The result in numbers.
    pub outcome: String,
}

/// An answer to a question before a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LabAnswer {
    /// The one with this index.
    Listed(usize),
    /// A cell of the map.
    Cell(Cell),
}

impl LabQuestion {
    /// The answer with this index, if there is one.
    pub fn listed(&self, index: usize) -> Option<LabAnswer> {
        (index < self.answers.len()).then_some(LabAnswer::Listed(index))
    }

    /// What to say of an answer once the run has ended.
    pub fn verdict(&self, given: LabAnswer) -> String {
        let words = |answer: LabAnswer| match answer {
            LabAnswer::Listed(index) => self.answers[index].clone(),
            LabAnswer::Cell(cell) => format!("({}, {})", cell.x, cell.y),
        };
        let words = if given == self.right {
            format!("{}: right", words(given))
        } else {
            format!("{}? No: {}", words(given), words(self.right))
        };
        format!("{words} — {}", self.outcome)
    }
}

/// Setups side by side on one map.
#[derive(Clone, Debug)]
pub struct LabSession {
    ground: LabMap,
    lanes: Vec<SessionLane>,
    /// Grows with every change of map or setups.
    revision: u32,
}

impl LabSession {
    /// A map with A* on it, before its first expansion.
    pub fn new(ground: LabMap) -> LabSession {
        LabSession::of(ground, &[Setup::default()])
    }

    /// A map with these setups, at most `LANES_MAX`; with A* if there are none.
    pub fn of(ground: LabMap, setups: &[Setup]) -> LabSession {
        let mut session = LabSession { ground, lanes: Vec::new(), revision: 0 };
        for setup in setups.iter().take(LANES_MAX) {
            session.add_setup(*setup);
        }
        if session.lanes.is_empty() {
            session.add_setup(Setup::default());
        }
        session
    }

    /// The map.
    pub fn ground(&self) -> &LabMap {
        &self.ground
    }

    /// A number that grows with every change of map or setups.
    pub fn revision(&self) -> u32 {
        self.revision
    }

    /// The setups and their runs.
    pub fn lanes(&self) -> &[SessionLane] {
        &self.lanes
    }

    /// Changes the map by `change`, which returns whether anything changed; if so, all setups are run again.
    pub fn edit_map(&mut self, change: impl FnOnce(&mut LabMap) -> bool) -> bool {
        let has_changed = change(&mut self.ground);
        if has_changed {
            self.run_all();
        }
        has_changed
    }

    /// Replaces the setup of a lane.
    pub fn set_setup(&mut self, lane: usize, setup: Setup) {
        let at = self.position();
        let is_done = self.is_done();
        self.revision += 1;
        if let Some(lane) = self.lanes.get_mut(lane) {
            *lane = run_lane(&self.ground, setup, &mut Vec::new());
        }
        self.seek(if is_done { u32::MAX } else { at });
    }

    /// Adds a setup, if there is room; returns whether there was.
    pub fn add_setup(&mut self, setup: Setup) -> bool {
        let has_room = self.lanes.len() < LANES_MAX;
        if has_room {
            self.revision += 1;
            let at = if self.is_done() { u32::MAX } else { self.position() };
            let mut optima = self.lanes.iter().map(|lane| (lane.setup.graph(), lane.optimum)).collect();
            self.lanes.push(run_lane(&self.ground, setup, &mut optima));
            self.seek(if self.lanes.len() == 1 { 0 } else { at });
        }
        has_room
    }

    /// Removes a setup, unless it is the only one; returns whether it did.
    pub fn remove_setup(&mut self, lane: usize) -> bool {
        let can_remove = self.lanes.len() > 1 && lane < self.lanes.len();
        if can_remove {
            self.revision += 1;
            self.lanes.remove(lane);
        }
        can_remove
    }

    /// Sets the duration of an unobserved run of a lane, in nanoseconds.
    pub fn set_duration(&mut self, lane: usize, nanos: u64) {
        if let Some(lane) = self.lanes.get_mut(lane) {
            lane.duration_nanos = Some(nanos);
        }
    }

    fn run_all(&mut self) {
        self.revision += 1;
        let (at, is_done) = (self.position(), self.is_done());
        let mut optima: Vec<(GraphKind, Option<Cost>)> = Vec::new();
        for lane in &mut self.lanes {
            *lane = run_lane(&self.ground, lane.setup, &mut optima);
        }
        self.seek(if is_done { u32::MAX } else { at });
    }

    /// The current position in expansions, of the lane that has most.
    pub fn position(&self) -> u32 {
        self.runs().map(LabPlayback::position).max().unwrap_or(0)
    }

    /// Total expansions of the longest lane.
    pub fn expansion_count(&self) -> u32 {
        self.runs().map(LabPlayback::expansion_count).max().unwrap_or(0)
    }

    /// Whether all have ended.
    pub fn is_done(&self) -> bool {
        !self.lanes.is_empty() && self.runs().all(LabPlayback::is_done)
    }

    /// Moves to just after so many expansions of each lane; shorter ones stay at their end.
    pub fn seek(&mut self, pops: u32) {
        for run in self.lanes.iter_mut().filter_map(|lane| lane.run.as_mut().ok()) {
            run.seek(pops);
        }
    }

    fn runs(&self) -> impl Iterator<Item = &LabPlayback> {
        self.lanes.iter().filter_map(|lane| lane.run.as_ref().ok())
    }

    /// Which of the first two lanes has expanded the cell with this row-major index.
    pub fn expanded_by(&self, cell: usize) -> ExpandedBy {
        let has_expanded = |lane: usize| {
            let run = self.lanes.get(lane).and_then(|lane| lane.run.as_ref().ok());
            run.is_some_and(|run| run.mark(cell) == CellMark::Expanded)
        };
        match (has_expanded(0), has_expanded(1)) {
            (false, false) => ExpandedBy::Neither,
            (true, false) => ExpandedBy::First,
            (false, true) => ExpandedBy::Second,
            (true, true) => ExpandedBy::Both,
        }
    }

    /// The question before a run: which lane expands least, or how much of the map a single one expands.
    pub fn question(&self) -> Option<LabQuestion> {
        if self.lanes.len() > 1 { self.fewest_question() } else { self.share_question() }
    }

    /// Index of the lane that expands the fewest nodes; the first of several.
    pub fn fewest_lane(&self) -> Option<usize> {
        let expansions =
            |lane: &SessionLane| lane.run.as_ref().map_or(u32::MAX, LabPlayback::expansion_count);
        (0..self.lanes.len()).min_by_key(|lane| expansions(&self.lanes[*lane]))
    }

    fn fewest_question(&self) -> Option<LabQuestion> {
        let right = self.fewest_lane()?;
        let result = |lane: &SessionLane| match &lane.run {
            Ok(run) => format!("{} {}", lane.setup.name(), run.expansion_count()),
            Err(_) => format!("{} none", lane.setup.name()),
        };
        Some(LabQuestion {
            text: "Which expands the fewest nodes?".to_owned(),
            answers: self.lanes.iter().map(|lane| lane.setup.name()).collect(),
            right: LabAnswer::Listed(right),
            outcome: self.lanes.iter().map(result).collect::<Vec<_>>().join(", "),
        })
    }

    fn share_question(&self) -> Option<LabQuestion> {
        let run = self.runs().next()?;
        let free = self.ground.costs().iter().filter(|price| **price > 0).count().max(1) as u64;
        let expanded = u64::from(run.expansion_count());
        let parts = [5, 20, 60];
        let right = parts.iter().position(|percent| expanded * 100 < percent * free).unwrap_or(parts.len());
        let mut answers: Vec<String> = parts.iter().map(|percent| format!("under {percent} %")).collect();
        answers.push("more".to_owned());
        Some(LabQuestion {
            text: format!("How many of {free} free cells will {} expand?", self.lanes[0].setup.name()),
            answers,
            right: LabAnswer::Listed(right),
            outcome: format!(
                "{expanded} expansions, {}.{} %",
                expanded * 100 / free,
                expanded * 1000 / free % 10
            ),
        })
    }
}

/// Runs a setup, and computes the optimum of its graph unless it is in `optima`.
fn run_lane(ground: &LabMap, setup: Setup, optima: &mut Vec<(GraphKind, Option<Cost>)>) -> SessionLane {
    let graph = setup.graph();
    let known = optima.iter().find(|(kind, _)| *kind == graph).map(|(_, cost)| *cost);
    let optimum = known.unwrap_or_else(|| {
        let cost = optimum(ground, graph);
        optima.push((graph, cost));
        cost
    });
    let run = record_run(ground, &setup)
        .map(|run| LabPlayback::new(run, ground.size(), (ground.start(), ground.goal())));
    SessionLane { setup, run, optimum, duration_nanos: None }
}
