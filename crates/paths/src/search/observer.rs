//! Whoever watches a search. Searches tell what they do as they do it, and know nothing of who listens.

use crate::graph::{Cost, NodeId};

/// Somebody who watches a search. Every method defaults to nothing, so an unwatched search pays nothing.
pub trait Observer {
    /// A node was taken out of the frontier.
    fn expanded(&mut self, _node: NodeId, _g: Cost, _f: Cost) {}
    /// A node was reached more cheaply than before, through the node expanded last.
    fn reached(&mut self, _node: NodeId, _g: Cost) {}
    /// A node was reached more cheaply than before, through a node that need not be the one expanded last.
    fn reached_through(&mut self, node: NodeId, g: Cost, _parent: NodeId) {
        self.reached(node, g);
    }
    /// This is how many entries wait after an expansion, stale ones included.
    fn waiting(&mut self, _entries: usize) {}
}

/// The observer that looks away.
pub struct Watch;
impl Observer for Watch {}

/// The observer that counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Nodes taken out of the frontier.
    pub expanded: u64,
    /// Times that a node was reached more cheaply than before.
    pub generated: u64,
    /// Most entries that waited at once.
    pub frontier_peak: u64,
}

impl Observer for Tally {
    fn expanded(&mut self, _node: NodeId, _g: Cost, _f: Cost) {
        self.expanded += 1;
    }
    fn reached(&mut self, _node: NodeId, _g: Cost) {
        self.generated += 1;
    }
    fn waiting(&mut self, entries: usize) {
        self.frontier_peak = self.frontier_peak.max(entries as u64);
    }
}

/// What one expansion came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// There is more to expand.
    Working,
    /// This goal node was reached at its final cost.
    Found(NodeId),
    /// Everything reachable was expanded, or a limit of the search was met, without a goal.
    Exhausted,
}
