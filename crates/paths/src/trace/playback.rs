//! A position in a trace: the search state of each cell after so many expansions. Moving forward or back costs time in
//! proportion to the distance moved. How a search is recorded does not live here.

use super::{Expansion, Trace, TraceEvent};
use crate::graph::{Cost, NodeId};
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

/// Search state of a cell. Where cells have several nodes it is that of the node touched last. It is small, as there is
/// one per cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct CellState {
    /// Its state.
    pub mark: CellMark,
    /// Cost of the best known path from the start, in milli-steps.
    pub g: Cost,
    /// The previous cell on that path, as a row-major index; itself where a search starts.
    pub parent: u32,
    /// The last expansion that touched it, from 1; 0 at the start.
    pub order: u32,
    /// Number of times it was expanded.
    pub expansions: u32,
}

/// Counters up to the current position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
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

/// A trace, or whatever has one, and a position in it.
#[derive(Clone, Debug)]
pub struct Playback<T = Trace> {
    recording: T,
    cells: Vec<CellState>,
    /// For each event up to here, the state that it replaced, to go back.
    replaced: Vec<CellState>,
    position: u32,
}

impl<T: AsRef<Trace>> Playback<T> {
    /// A position before the first expansion of a search that starts at the cell `start`, on a map of `cell_count` cells.
    /// `recording` is a [`Trace`], a reference to one, or a type of your own that has one.
    ///
    /// # Panics
    /// If the start or a node of the trace is not on the map.
    pub fn new(recording: T, start: u32, cell_count: usize) -> Self {
        let trace = recording.as_ref();
        let largest = trace.cell_of(trace.largest_node).max(start as usize);
        assert!(largest < cell_count, "cell {largest} is not on a map of {cell_count} cells");
        let mut cells = vec![CellState::default(); cell_count];
        cells[start as usize] = CellState { mark: CellMark::Open, parent: start, ..CellState::default() };
        Playback { recording, cells, replaced: Vec::new(), position: 0 }
    }

    /// What was recorded.
    pub fn recording(&self) -> &T {
        &self.recording
    }

    fn trace(&self) -> &Trace {
        self.recording.as_ref()
    }

    /// Total number of expansions.
    pub fn expansion_count(&self) -> u32 {
        self.trace().expansion_count()
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
    pub fn seek(&mut self, expansions: u32) {
        let expansions = expansions.min(self.expansion_count());
        let end = self.trace().counters_after(expansions).event_count as usize;
        while self.replaced.len() < end {
            self.step_forward();
        }
        while self.replaced.len() > end {
            self.step_back();
        }
        self.position = expansions;
    }

    fn cell_of_event(&self, event: TraceEvent) -> usize {
        match event {
            TraceEvent::Expanded { node, .. } | TraceEvent::Relaxed { node, .. } => {
                self.trace().cell_of(node)
            }
        }
    }

    fn step_forward(&mut self) {
        let event = self.trace().events[self.replaced.len()];
        let cell = self.cell_of_event(event);
        let old = self.cells[cell];
        self.replaced.push(old);
        self.cells[cell] = match event {
            TraceEvent::Expanded { g, .. } => {
                // Searches from both ends start at cells that were never generated.
                let parent = if old.mark == CellMark::Unreached { cell as u32 } else { old.parent };
                self.position += 1;
                CellState {
                    mark: CellMark::Expanded,
                    g,
                    parent,
                    order: self.position,
                    expansions: old.expansions + 1,
                }
            }
            TraceEvent::Relaxed { g, parent, .. } => {
                let parent = self.trace().cell_of(parent) as u32;
                CellState { mark: CellMark::Open, g, parent, order: self.position, ..old }
            }
        };
    }

    fn step_back(&mut self) {
        let Some(old) = self.replaced.pop() else { return };
        let event = self.trace().events[self.replaced.len()];
        let cell = self.cell_of_event(event);
        self.cells[cell] = old;
        self.position -= u32::from(matches!(event, TraceEvent::Expanded { .. }));
    }

    /// State of the cell with this row-major index.
    pub fn mark(&self, cell: usize) -> CellMark {
        self.cells[cell].mark
    }

    /// The search state of the cell with this row-major index, once generated.
    pub fn cell_state(&self, cell: usize) -> Option<CellState> {
        Some(self.cells[cell]).filter(|state| state.mark != CellMark::Unreached)
    }

    /// The last expansion up to the current position.
    pub fn last_expansion(&self) -> Option<Expansion> {
        let trace = self.trace();
        let before = trace.counters_after(self.position.checked_sub(1)?);
        let after = trace.counters_after(self.position);
        let TraceEvent::Expanded { node, g, f } = trace.events[before.event_count as usize] else {
            return None;
        };
        Some(Expansion {
            node,
            g,
            f,
            relaxed: after.event_count - before.event_count - 1,
            reopened: after.reopened - before.reopened,
            open: after.open,
        })
    }

    /// A generated cell and its chain of parents, back to where the search started. Where cells have several nodes, or
    /// two searches meet, the chain ends where it would form a loop.
    pub fn parent_chain(&self, cell: usize) -> Vec<NodeId> {
        let mut chain = Vec::new();
        let mut seen = BTreeSet::new();
        let mut here = cell;
        while self.cells[here].mark != CellMark::Unreached && seen.insert(here) {
            chain.push(here as u32);
            here = self.cells[here].parent as usize;
        }
        chain
    }

    /// Counters up to the current position.
    pub fn counts(&self) -> SearchCounts {
        self.counts_after(self.position)
    }

    /// Counters up to this many expansions, at most all of them.
    pub fn counts_after(&self, expansions: u32) -> SearchCounts {
        let position = expansions.min(self.expansion_count());
        let after = self.trace().counters_after(position);
        let generated = after.event_count - position;
        // Entries that were inserted and are not in the frontier any more were removed.
        let inserted = generated + 1;
        let removed = inserted.saturating_sub(after.open);
        SearchCounts {
            expanded: position,
            generated,
            reopened: after.reopened,
            open: after.open,
            open_max: after.open_max,
            inserted,
            removed,
            skipped: removed.saturating_sub(position),
        }
    }
}
