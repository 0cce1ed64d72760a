//! A position in a recorded run: the search state of each cell after so many expansions. Moving forward or back costs
//! time
//! in proportion to the distance moved. How a run is recorded does not live here (`trace`).

use super::trace::{Pop, Trace, TraceEvent};
use crate::graph::Cost;
use crate::grid::{Cell, Size};
use crate::search::{Heuristic, Rank};
use std::collections::BTreeSet;

/// State of a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Mark {
    /// Not generated.
    #[default]
    Unseen,
    /// Generated and open: in the frontier.
    Waiting,
    /// Expanded.
    Expanded,
}

/// Search state of a cell. It is small, as there is one per cell.
#[derive(Clone, Copy, Debug, Default)]
struct Note {
    mark: Mark,
    g: Cost,
    /// Row-major index of the parent cell.
    parent: u32,
    /// The last expansion that touched it, from 1.
    order: u32,
    /// Number of expansions.
    times: u32,
}

/// The search state of one cell, for display.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CellState {
    /// Its state.
    pub mark: Mark,
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
pub struct Counts {
    /// Expansions.
    pub expanded: u32,
    /// Nodes generated, or relaxed to a lower cost.
    pub generated: u32,
    /// Expanded nodes that were relaxed to a lower cost.
    pub reopened: u32,
    /// Entries in the frontier.
    pub waiting: u32,
    /// Largest number of entries in the frontier.
    pub peak: u32,
    /// Entries inserted into the frontier, including the start.
    pub inserted: u32,
    /// Entries removed from the frontier, or moved within it.
    pub removed: u32,
    /// Removed entries that were outdated and skipped.
    pub stale: u32,
}

/// A recorded run and a position in it.
#[derive(Clone, Debug)]
pub struct Playback {
    trace: Trace,
    size: Size,
    start: Cell,
    goal: Cell,
    notes: Vec<Note>,
    /// For each event up to here, the note that it replaced, to go back.
    before: Vec<Note>,
    at: u32,
}

impl Playback {
    /// A run on a map of this size between these ends, before its first expansion.
    pub fn new(trace: Trace, size: Size, (start, goal): (Cell, Cell)) -> Playback {
        let mut playback = Playback {
            trace,
            size,
            start,
            goal,
            notes: vec![Note::default(); size.area()],
            before: Vec::new(),
            at: 0,
        };
        let start = size.index(start);
        playback.notes[start] = Note { mark: Mark::Waiting, parent: start as u32, ..Note::default() };
        playback
    }

    /// The run.
    pub fn trace(&self) -> &Trace {
        &self.trace
    }

    /// Total number of expansions.
    pub fn pops(&self) -> u32 {
        self.trace.pops.len() as u32
    }

    /// The current position, in expansions.
    pub fn at(&self) -> u32 {
        self.at
    }

    /// Whether the position is at the end.
    pub fn is_done(&self) -> bool {
        self.at == self.pops()
    }

    /// Moves to just after this many expansions, at most to the end.
    pub fn seek(&mut self, pops: u32) {
        let pops = pops.min(self.pops());
        let end = self.pop_at(pops).end as usize;
        while self.before.len() < end {
            self.advance();
        }
        while self.before.len() > end {
            self.retreat();
        }
        self.at = pops;
    }

    /// The counters after so many expansions.
    fn pop_at(&self, pops: u32) -> Pop {
        let before_all = Pop { end: 0, waiting: 1, peak: 1, reopened: 0 };
        (pops as usize).checked_sub(1).map_or(before_all, |last| self.trace.pops[last])
    }

    fn cell_of(&self, node: u32) -> usize {
        (node / self.trace.states) as usize
    }

    fn place_of(&self, event: TraceEvent) -> usize {
        match event {
            TraceEvent::Expanded { node, .. } | TraceEvent::Reached { node, .. } => self.cell_of(node),
        }
    }

    fn advance(&mut self) {
        let event = self.trace.events[self.before.len()];
        let place = self.place_of(event);
        let old = self.notes[place];
        self.before.push(old);
        self.notes[place] = match event {
            TraceEvent::Expanded { g, .. } => {
                // Searches from both ends start at cells that were never generated.
                let parent = if old.mark == Mark::Unseen { place as u32 } else { old.parent };
                self.at += 1;
                Note { mark: Mark::Expanded, g, parent, order: self.at, times: old.times + 1 }
            }
            TraceEvent::Reached { g, parent, .. } => {
                let parent = self.cell_of(parent) as u32;
                Note { mark: Mark::Waiting, g, parent, order: self.at, times: old.times }
            }
        };
    }

    fn retreat(&mut self) {
        let Some(old) = self.before.pop() else { return };
        let event = self.trace.events[self.before.len()];
        let place = self.place_of(event);
        self.notes[place] = old;
        self.at -= u32::from(matches!(event, TraceEvent::Expanded { .. }));
    }

    /// State of the cell with this row-major index.
    pub fn mark(&self, cell: usize) -> Mark {
        self.notes[cell].mark
    }

    /// The last expansion that touched a cell, from 1, if any did.
    pub fn order(&self, cell: usize) -> Option<u32> {
        let note = self.notes[cell];
        (note.mark != Mark::Unseen).then_some(note.order)
    }

    /// The cell expanded last.
    pub fn current(&self) -> Option<Cell> {
        let first = self.pop_at(self.at.checked_sub(1)?).end as usize;
        self.trace.events.get(first).map(|event| self.size.cell(self.place_of(*event)))
    }

    /// The search state of the cell with this row-major index, once generated.
    pub fn sheet(&self, cell: usize) -> Option<CellState> {
        let note = self.notes[cell];
        let h = self.trace.aim.estimate(cell as u32 * self.trace.states);
        (note.mark != Mark::Unseen).then(|| CellState {
            mark: note.mark,
            g: note.g,
            h,
            f: self.trace.rank.map(|rank| rank.f_value(note.g, h)),
            parent: self.size.cell(note.parent as usize),
            order: note.order,
            times: note.times,
        })
    }

    /// A generated cell and its chain of parents, back to the start. Where cells have several nodes, or two searches
    /// meet,
    /// the state of a cell is that of the node touched last, and the chain ends where it would form a loop.
    pub fn chain(&self, cell: usize) -> Vec<Cell> {
        let mut chain = Vec::new();
        let mut seen = BTreeSet::new();
        let mut here = cell;
        while self.notes[here].mark != Mark::Unseen && seen.insert(here) {
            chain.push(self.size.cell(here));
            here = self.notes[here].parent as usize;
        }
        chain
    }

    /// The path found, once the position is at the end.
    pub fn way(&self) -> Option<Vec<Cell>> {
        let path = self.trace.way.as_ref().filter(|_| self.is_done())?;
        Some(path.iter().map(|cell| self.size.cell(*cell as usize)).collect())
    }

    /// Counters up to the current position.
    pub fn counts(&self) -> Counts {
        let pop = self.pop_at(self.at);
        let generated = pop.end - self.at;
        // Entries that were inserted and are not in the frontier any more were removed.
        let inserted = generated + 1;
        let removed = inserted.saturating_sub(pop.waiting);
        Counts {
            expanded: self.at,
            generated,
            reopened: pop.reopened,
            waiting: pop.waiting,
            peak: pop.peak,
            inserted,
            removed,
            stale: removed.saturating_sub(self.at),
        }
    }

    /// The last expansion in numbers.
    pub fn sentence(&self) -> String {
        let Some(here) = self.current() else {
            return format!("Before the first: only ({}, {}) is open.", self.start.x, self.start.y);
        };
        let (from, to) = (self.pop_at(self.at - 1), self.pop_at(self.at));
        let Some(TraceEvent::Expanded { node, g, f }) = self.trace.events.get(from.end as usize).copied()
        else {
            return String::new();
        };
        let rank = ranked(self.trace.rank, g, self.trace.aim.estimate(node), f);
        let relaxed = to.end - from.end - 1;
        let again = match to.reopened - from.reopened {
            0 => String::new(),
            again => format!(", {again} of them reopened"),
        };
        let mut text = format!(
            "{}: ({}, {}) {rank}; relaxed {relaxed}{again}; {} open",
            self.at, here.x, here.y, to.waiting
        );
        if self.is_done() {
            text.push_str(&self.ending());
        }
        text
    }

    /// How the run ended, in words.
    fn ending(&self) -> String {
        let at_goal = self.current() == Some(self.goal);
        match (&self.trace.way, self.trace.cost) {
            (Some(path), Some(cost)) if at_goal => {
                format!("; the goal, {} cells, {} steps", path.len(), steps(cost))
            }
            (Some(path), Some(cost)) => format!("; a path of {} cells, {} steps", path.len(), steps(cost)),
            _ if self.trace.is_cut => "; the recording ends here".to_owned(),
            _ => "; nothing is open: no path".to_owned(),
        }
    }
}

/// The terms of a node's rank, in words.
fn ranked(rank: Option<Rank>, g: Cost, h: Cost, f: Cost) -> String {
    let [g, h, f] = [g, h, f].map(steps);
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
pub fn steps(milli: Cost) -> String {
    format!("{}.{:02}", milli / 1000, milli % 1000 / 10)
}
