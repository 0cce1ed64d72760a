//! A position in a recorded run: the search state of each cell after so many expansions. Moving forward or back costs
//! time in proportion to the distance moved. How a run is recorded does not live here (`trace`).

use super::trace::{ExpansionCounters, RunTrace, TraceEvent};
use crate::graph::Cost;
use crate::grid::{Cell, Size};
use crate::search::{Heuristic, Rank};
use std::collections::BTreeSet;

/// State of a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum CellMark {
    /// Not generated.
    #[default]
    Unreached,
    /// Generated and open: in the frontier.
    Open,
    /// Expanded.
    Expanded,
}

/// Search state of a cell. It is small, as there is one per cell.
#[derive(Clone, Copy, Debug, Default)]
struct CellNote {
    mark: CellMark,
    g: Cost,
    /// Row-major index of the parent cell.
    parent: u32,
    /// The last expansion that touched it, from 1.
    order: u32,
    /// Number of expansions.
    expansions: u32,
}

/// The search state of one cell, for display.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CellState {
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

/// Counters up to the current position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SearchCounts {
    /// Expansions.
    pub expanded: u32,
    /// Nodes generated, or relaxed to a lower cost.
    pub generated: u32,
    /// Expanded nodes that were relaxed to a lower cost.
    pub reopened: u32,
    /// Entries in the frontier.
    pub open: u32,
    /// Largest number of entries in the frontier.
    pub open_max: u32,
    /// Entries inserted into the frontier, including the start.
    pub inserted: u32,
    /// Entries removed from the frontier, or moved within it.
    pub removed: u32,
    /// Removed entries that were outdated and skipped.
    pub skipped: u32,
}

/// A recorded run and a position in it.
#[derive(Clone, Debug)]
pub struct Playback {
    trace: RunTrace,
    size: Size,
    start: Cell,
    goal: Cell,
    cells: Vec<CellNote>,
    /// For each event up to here, the note that it replaced, to go back.
    replaced: Vec<CellNote>,
    position: u32,
}

impl Playback {
    /// A run on a map of this size between these ends, before its first expansion.
    pub fn new(trace: RunTrace, size: Size, (start, goal): (Cell, Cell)) -> Playback {
        let mut playback = Playback {
            trace,
            size,
            start,
            goal,
            cells: vec![CellNote::default(); size.area()],
            replaced: Vec::new(),
            position: 0,
        };
        let start = size.index(start);
        playback.cells[start] =
            CellNote { mark: CellMark::Open, parent: start as u32, ..CellNote::default() };
        playback
    }

    /// The run.
    pub fn trace(&self) -> &RunTrace {
        &self.trace
    }

    /// Total number of expansions.
    pub fn expansion_count(&self) -> u32 {
        self.trace.expansions.len() as u32
    }

    /// The current position, in expansions.
    pub fn position(&self) -> u32 {
        self.position
    }

    /// Whether the position is at the end.
    pub fn is_done(&self) -> bool {
        self.position == self.expansion_count()
    }

    /// Moves to just after this many expansions, at most to the end.
    pub fn seek(&mut self, pops: u32) {
        let pops = pops.min(self.expansion_count());
        let end = self.counters_after(pops).event_count as usize;
        while self.replaced.len() < end {
            self.step_forward();
        }
        while self.replaced.len() > end {
            self.step_back();
        }
        self.position = pops;
    }

    /// The counters after so many expansions.
    fn counters_after(&self, pops: u32) -> ExpansionCounters {
        let before_all = ExpansionCounters { event_count: 0, open: 1, open_max: 1, reopened: 0 };
        (pops as usize).checked_sub(1).map_or(before_all, |last| self.trace.expansions[last])
    }

    fn cell_of(&self, node: u32) -> usize {
        (node / self.trace.states_per_cell) as usize
    }

    fn cell_of_event(&self, event: TraceEvent) -> usize {
        match event {
            TraceEvent::Expanded { node, .. } | TraceEvent::Relaxed { node, .. } => self.cell_of(node),
        }
    }

    fn step_forward(&mut self) {
        let event = self.trace.events[self.replaced.len()];
        let place = self.cell_of_event(event);
        let old = self.cells[place];
        self.replaced.push(old);
        self.cells[place] = match event {
            TraceEvent::Expanded { g, .. } => {
                // Searches from both ends start at cells that were never generated.
                let parent = if old.mark == CellMark::Unreached { place as u32 } else { old.parent };
                self.position += 1;
                CellNote {
                    mark: CellMark::Expanded,
                    g,
                    parent,
                    order: self.position,
                    expansions: old.expansions + 1,
                }
            }
            TraceEvent::Relaxed { g, parent, .. } => {
                let parent = self.cell_of(parent) as u32;
                CellNote { mark: CellMark::Open, g, parent, order: self.position, expansions: old.expansions }
            }
        };
    }

    fn step_back(&mut self) {
        let Some(old) = self.replaced.pop() else { return };
        let event = self.trace.events[self.replaced.len()];
        let place = self.cell_of_event(event);
        self.cells[place] = old;
        self.position -= u32::from(matches!(event, TraceEvent::Expanded { .. }));
    }

    /// State of the cell with this row-major index.
    pub fn mark(&self, cell: usize) -> CellMark {
        self.cells[cell].mark
    }

    /// The last expansion that touched a cell, from 1, if any did.
    pub fn order(&self, cell: usize) -> Option<u32> {
        let note = self.cells[cell];
        (note.mark != CellMark::Unreached).then_some(note.order)
    }

    /// The cell expanded last.
    pub fn current(&self) -> Option<Cell> {
        let first = self.counters_after(self.position.checked_sub(1)?).event_count as usize;
        self.trace.events.get(first).map(|event| self.size.cell(self.cell_of_event(*event)))
    }

    /// The search state of the cell with this row-major index, once generated.
    pub fn cell_state(&self, cell: usize) -> Option<CellState> {
        let note = self.cells[cell];
        let h = self.trace.heuristic.estimate(cell as u32 * self.trace.states_per_cell);
        (note.mark != CellMark::Unreached).then(|| CellState {
            mark: note.mark,
            g: note.g,
            h,
            f: self.trace.rank.map(|rank| rank.f_value(note.g, h)),
            parent: self.size.cell(note.parent as usize),
            order: note.order,
            times: note.expansions,
        })
    }

    /// A generated cell and its chain of parents, back to the start. Where cells have several nodes, or two searches
    /// meet, the state of a cell is that of the node touched last, and the chain ends where it would form a loop.
    pub fn parent_chain(&self, cell: usize) -> Vec<Cell> {
        let mut chain = Vec::new();
        let mut seen = BTreeSet::new();
        let mut here = cell;
        while self.cells[here].mark != CellMark::Unreached && seen.insert(here) {
            chain.push(self.size.cell(here));
            here = self.cells[here].parent as usize;
        }
        chain
    }

    /// The path found, once the position is at the end.
    pub fn path(&self) -> Option<Vec<Cell>> {
        let path = self.trace.path.as_ref().filter(|_| self.is_done())?;
        Some(path.iter().map(|cell| self.size.cell(*cell as usize)).collect())
    }

    /// Counters up to the current position.
    pub fn counts(&self) -> SearchCounts {
        let pop = self.counters_after(self.position);
        let generated = pop.event_count - self.position;
        // Entries that were inserted and are not in the frontier any more were removed.
        let inserted = generated + 1;
        let removed = inserted.saturating_sub(pop.open);
        SearchCounts {
            expanded: self.position,
            generated,
            reopened: pop.reopened,
            open: pop.open,
            open_max: pop.open_max,
            inserted,
            removed,
            skipped: removed.saturating_sub(self.position),
        }
    }

    /// The last expansion in numbers.
    pub fn step_words(&self) -> String {
        let Some(here) = self.current() else {
            return format!("Before the first: only ({}, {}) is open.", self.start.x, self.start.y);
        };
        let (from, to) = (self.counters_after(self.position - 1), self.counters_after(self.position));
        let Some(TraceEvent::Expanded { node, g, f }) =
            self.trace.events.get(from.event_count as usize).copied()
        else {
            return String::new();
        };
        let rank = rank_words(self.trace.rank, g, self.trace.heuristic.estimate(node), f);
        let relaxed = to.event_count - from.event_count - 1;
        let again = match to.reopened - from.reopened {
            0 => String::new(),
            again => format!(", {again} of them reopened"),
        };
        let mut text = format!(
            "{}: ({}, {}) {rank}; relaxed {relaxed}{again}; {} open",
            self.position, here.x, here.y, to.open
        );
        if self.is_done() {
            text.push_str(&self.end_words());
        }
        text
    }

    /// How the run ended, in words.
    fn end_words(&self) -> String {
        let at_goal = self.current() == Some(self.goal);
        match (&self.trace.path, self.trace.cost) {
            (Some(path), Some(cost)) if at_goal => {
                format!("; the goal, {} cells, {} steps", path.len(), steps_words(cost))
            }
            (Some(path), Some(cost)) => {
                format!("; a path of {} cells, {} steps", path.len(), steps_words(cost))
            }
            _ if self.trace.is_cut => "; the recording ends here".to_owned(),
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
