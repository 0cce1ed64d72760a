//! A place in a recorded run: what was known of each cell after so many expansions. It moves forward and back, at a cost
//! that grows with how far it moves and not with where it is.

use super::trace::{Pop, Trace, TraceEvent};
use crate::graph::Cost;
use crate::grid::{Cell, Size};
use crate::search::{Heuristic, Rank};
use std::collections::BTreeSet;

/// What has become of a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Mark {
    /// Nothing.
    #[default]
    Unseen,
    /// It was reached and waits in the frontier.
    Waiting,
    /// It was expanded.
    Expanded,
}

/// What is known of a cell, kept small: there is one a cell.
#[derive(Clone, Copy, Debug, Default)]
struct Note {
    mark: Mark,
    g: Cost,
    /// Row-major index of the cell before it.
    parent: u32,
    /// The expansion that touched it last, from 1.
    order: u32,
    /// Times expanded.
    times: u32,
}

/// The search state of one cell: what a label, a frontier entry and an estimate say together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CellState {
    /// What has become of it.
    pub mark: Mark,
    /// Cost of the best known way from where the search began, in milli-steps.
    pub g: Cost,
    /// Estimated cost to the goal, in milli-steps.
    pub h: Cost,
    /// Rank, in milli-steps, where the row is the best-first loop.
    pub f: Option<Cost>,
    /// The cell before it on that way; itself where the search began.
    pub parent: Cell,
    /// The expansion in which it was touched last, from 1; 0 where the search began.
    pub order: u32,
    /// Times that it was expanded.
    pub times: u32,
}

/// Counts so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Expansions.
    pub expanded: u32,
    /// Times that a node was reached more cheaply than before.
    pub generated: u32,
    /// Times that an expanded node was reached more cheaply.
    pub reopened: u32,
    /// Entries that wait.
    pub waiting: u32,
    /// Most that ever waited.
    pub peak: u32,
    /// Entries put into the frontier, the first included.
    pub inserted: u32,
    /// Entries taken out of it, or moved in it.
    pub removed: u32,
    /// Those of them that were overtaken and skipped.
    pub stale: u32,
}

/// A recorded run and a place in it.
#[derive(Clone, Debug)]
pub struct Playback {
    trace: Trace,
    size: Size,
    start: Cell,
    goal: Cell,
    notes: Vec<Note>,
    /// What the notes were before each event up to here, to go back.
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

    /// Expansions in all.
    pub fn pops(&self) -> u32 {
        self.trace.pops.len() as u32
    }

    /// Expansions so far.
    pub fn at(&self) -> u32 {
        self.at
    }

    /// Whether the run has ended.
    pub fn is_done(&self) -> bool {
        self.at == self.pops()
    }

    /// Goes to just after this many expansions, at most to the end.
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

    /// What was true after so many expansions.
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
        // Expansions are in order, so the one under way is the first that ends beyond this event.
        self.notes[place] = match event {
            TraceEvent::Expanded { g, .. } => {
                // Searches from both ends begin at cells that nothing has reached.
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

    /// What has become of the cell of this row-major index.
    pub fn mark(&self, cell: usize) -> Mark {
        self.notes[cell].mark
    }

    /// The expansion that touched a cell last, from 1, if any did.
    pub fn order(&self, cell: usize) -> Option<u32> {
        let note = self.notes[cell];
        (note.mark != Mark::Unseen).then_some(note.order)
    }

    /// The cell expanded last.
    pub fn current(&self) -> Option<Cell> {
        let first = self.pop_at(self.at.checked_sub(1)?).end as usize;
        self.trace.events.get(first).map(|event| self.size.cell(self.place_of(*event)))
    }

    /// The search state of the cell of this row-major index, once it was reached.
    pub fn sheet(&self, cell: usize) -> Option<CellState> {
        let note = self.notes[cell];
        let h = self.trace.aim.estimate(cell as u32 * self.trace.states);
        (note.mark != Mark::Unseen).then(|| CellState {
            mark: note.mark,
            g: note.g,
            h,
            f: self.trace.rank.map(|rank| rank.of(note.g, h)),
            parent: self.size.cell(note.parent as usize),
            order: note.order,
            times: note.times,
        })
    }

    /// A reached cell and those before it, back to where the search began. Where cells have several nodes, or two
    /// searches meet, what is known of a cell is of the one that touched it last, and the chain ends where it would
    /// come back to itself.
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

    /// The way that was found, once the run has ended.
    pub fn way(&self) -> Option<Vec<Cell>> {
        let way = self.trace.way.as_ref().filter(|_| self.is_done())?;
        Some(way.iter().map(|cell| self.size.cell(*cell as usize)).collect())
    }

    /// Counts so far.
    pub fn counts(&self) -> Counts {
        let pop = self.pop_at(self.at);
        let generated = pop.end - self.at;
        // What was put in and does not wait any more was taken out.
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

    /// The expansion just made, in numbers.
    pub fn sentence(&self) -> String {
        let Some(here) = self.current() else {
            return format!("Before the first: ({}, {}) waits alone.", self.start.x, self.start.y);
        };
        let (from, to) = (self.pop_at(self.at - 1), self.pop_at(self.at));
        let Some(TraceEvent::Expanded { node, g, f }) = self.trace.events.get(from.end as usize).copied()
        else {
            return String::new();
        };
        let rank = ranked(self.trace.rank, g, self.trace.aim.estimate(node), f);
        let reached = to.end - from.end - 1;
        let again = match to.reopened - from.reopened {
            0 => String::new(),
            again => format!(", {again} of them again"),
        };
        let mut text = format!(
            "{}: ({}, {}) {rank}; reached {reached}{again}; {} wait",
            self.at, here.x, here.y, to.waiting
        );
        if self.is_done() {
            text.push_str(&self.ending());
        }
        text
    }

    /// How it ended.
    fn ending(&self) -> String {
        let at_goal = self.current() == Some(self.goal);
        match (&self.trace.way, self.trace.cost) {
            (Some(way), Some(cost)) if at_goal => {
                format!("; the goal, {} cells, {} steps", way.len(), steps(cost))
            }
            (Some(way), Some(cost)) => format!("; a way of {} cells, {} steps", way.len(), steps(cost)),
            _ if self.trace.is_cut => "; it goes on for longer than is recorded".to_owned(),
            _ => "; nothing waits: no way".to_owned(),
        }
    }
}

/// What a node's rank is made of.
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
