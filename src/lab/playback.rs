//! A recorded run on a map and a position in it, for display: cells, estimates and words. How a run is recorded (`run`),
//! and how a position moves in it (the crate `wayworn-paths`), do not live here.

use super::run::RecordedRun;
use crate::graph::Cost;
use crate::grid::{Cell, Size};
use crate::search::{Heuristic, Rank};
use crate::trace::{self, CellMark, Expansion, SearchCounts, TraceEvent};

/// The search state of one cell, for display.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CellFacts {
    /// Its state.
    pub mark: CellMark,
    /// Cost of the best known path from the start, in milli-steps.
    pub g: Cost,
    /// Estimated cost to the goal, in milli-steps.
    pub h: Cost,
    /// Rank in milli-steps, for rows that use the best-first loop.
    pub f: Option<Cost>,
    /// The previous cell on that path; itself at the start.
    pub parent: Cell,
    /// The last expansion that touched it, from 1; 0 at the start.
    pub order: u32,
    /// Number of times it was expanded.
    pub times: u32,
}

/// A recorded run and a position in it.
#[derive(Clone, Debug)]
pub struct LabPlayback {
    playback: trace::Playback<RecordedRun>,
    size: Size,
    start: Cell,
    goal: Cell,
}

impl LabPlayback {
    /// A run on a map of this size between these ends, before its first expansion.
    pub fn new(run: RecordedRun, size: Size, (start, goal): (Cell, Cell)) -> LabPlayback {
        let playback = trace::Playback::new(run, size.index(start) as u32, size.area());
        LabPlayback { playback, size, start, goal }
    }

    /// The run.
    pub fn recording(&self) -> &RecordedRun {
        self.playback.recording()
    }

    /// Total number of expansions.
    pub fn expansion_count(&self) -> u32 {
        self.playback.expansion_count()
    }

    /// The current position, in expansions.
    pub fn position(&self) -> u32 {
        self.playback.position()
    }

    /// Whether the position is at the end.
    pub fn is_done(&self) -> bool {
        self.playback.is_done()
    }

    /// Moves to just after this many expansions, at most to the end.
    pub fn seek(&mut self, expansions: u32) {
        self.playback.seek(expansions);
    }

    /// State of the cell with this row-major index.
    pub fn mark(&self, cell: usize) -> CellMark {
        self.playback.mark(cell)
    }

    /// The last expansion that touched a cell, from 1, if any did.
    pub fn order(&self, cell: usize) -> Option<u32> {
        self.playback.cell_state(cell).map(|state| state.order)
    }

    /// Counters up to the current position.
    pub fn counts(&self) -> SearchCounts {
        self.playback.counts()
    }

    /// Counters of the whole run.
    pub fn final_counts(&self) -> SearchCounts {
        self.playback.counts_after(u32::MAX)
    }

    /// The cell that is expanded by this expansion, from 1.
    pub fn expanded_cell(&self, number: u32) -> Option<Cell> {
        let trace = &self.recording().trace;
        let events = trace.expansions().nth(number.checked_sub(1)? as usize)?;
        let TraceEvent::Expanded { node, .. } = *events.first()? else { return None };
        Some(self.size.cell(trace.cell_of(node)))
    }

    /// The cell expanded last.
    pub fn current(&self) -> Option<Cell> {
        self.playback.last_expansion().map(|expansion| self.cell_of(expansion))
    }

    fn cell_of(&self, expansion: Expansion) -> Cell {
        self.size.cell(self.recording().trace.cell_of(expansion.node))
    }

    /// The search state of the cell with this row-major index, once generated.
    pub fn cell_facts(&self, cell: usize) -> Option<CellFacts> {
        let state = self.playback.cell_state(cell)?;
        let run = self.recording();
        let h = run.heuristic.estimate(cell as u32 * run.trace.states_per_cell());
        Some(CellFacts {
            mark: state.mark,
            g: state.g,
            h,
            f: run.rank.map(|rank| rank.f_value(state.g, h)),
            parent: self.size.cell(state.parent as usize),
            order: state.order,
            times: state.expansions,
        })
    }

    /// A generated cell and its chain of parents, back to the start. Where cells have several nodes, or two searches
    /// meet, it ends where it would form a loop.
    pub fn parent_chain(&self, cell: usize) -> Vec<Cell> {
        self.cells(&self.playback.parent_chain(cell))
    }

    /// The path found, once the position is at the end.
    pub fn path(&self) -> Option<Vec<Cell>> {
        self.whole_path().filter(|_| self.is_done())
    }

    /// The path found, wherever the position is.
    pub fn whole_path(&self) -> Option<Vec<Cell>> {
        self.recording().path.as_ref().map(|path| self.cells(path))
    }

    fn cells(&self, indices: &[u32]) -> Vec<Cell> {
        indices.iter().map(|index| self.size.cell(*index as usize)).collect()
    }

    /// The last expansion in numbers.
    pub fn step_words(&self) -> String {
        let Some(expansion) = self.playback.last_expansion() else {
            return format!("Before the first: only ({}, {}) is open.", self.start.x, self.start.y);
        };
        let Expansion { node, g, f, relaxed, reopened, open, .. } = expansion;
        let here = self.cell_of(expansion);
        let rank = rank_words(self.recording().rank, g, self.recording().heuristic.estimate(node), f);
        let again = match reopened {
            0 => String::new(),
            again => format!(", {again} of them reopened"),
        };
        let mut text = format!(
            "{}: ({}, {}) {rank}; relaxed {relaxed}{again}; {open} open",
            self.position(),
            here.x,
            here.y
        );
        if self.is_done() {
            text.push_str(&self.end_words());
        }
        text
    }

    /// How the run ended, in words.
    fn end_words(&self) -> String {
        let at_goal = self.current() == Some(self.goal);
        match (&self.recording().path, self.recording().cost) {
            (Some(path), Some(cost)) if at_goal => {
                format!("; the goal, {} cells, {} steps", path.len(), steps_words(cost))
            }
            (Some(path), Some(cost)) => {
                format!("; a path of {} cells, {} steps", path.len(), steps_words(cost))
            }
            _ if self.recording().is_cut => "; the recording ends here".to_owned(),
            _ => "; nothing is open: no path".to_owned(),
        }
    }
}

/// The terms of a node's rank, in words.
fn rank_words(rank: Option<Rank>, g: Cost, h: Cost, f: Cost) -> String {
    let [g, h, f] = [g, h, f].map(steps_words);
    match rank {
        None => format!("g {g}"),
        Some(Rank::UniformCost) => format!("f = g {f}"),
        Some(Rank::Greedy) => format!("g {g}, f = h {f}"),
        Some(Rank::AStar) => format!("g {g} + h {h} → f {f}"),
        Some(Rank::Weighted { percent }) => format!("g {g} + {percent} % of h {h} → f {f}"),
        Some(_) => format!("g {g} + more than h {h} → f {f}"),
    }
}

/// Milli-steps as steps with two decimals.
pub fn steps_words(milli: Cost) -> String {
    format!("{}.{:02}", milli / 1000, milli % 1000 / 10)
}

/// A number with thousands separators.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let first = digits.len() % 3;
    let mut groups: Vec<&str> = Vec::new();
    if first > 0 {
        groups.push(&digits[..first]);
    }
    groups.extend((first..digits.len()).step_by(3).map(|at| &digits[at..at + 3]));
    groups.join(",")
}
