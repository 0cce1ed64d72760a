//! Observers of a search: a search reports what it does, and knows nothing of the observer.

use crate::graph::{Cost, NodeId};

/// An observer of a search. Every method does nothing by default, so that a search without an observer pays nothing.
pub trait Observer {
    /// A node was expanded, at cost `g` and with rank `f`, in milli-steps.
    fn expanded(&mut self, _node: NodeId, _g: Cost, _f: Cost) {}
    /// A node was generated, or a cheaper path to it was found, from the node expanded last.
    fn generated(&mut self, _node: NodeId, _g: Cost) {}
    /// The same from a `parent` that need not be the node expanded last.
    fn generated_from(&mut self, node: NodeId, g: Cost, _parent: NodeId) {
        self.generated(node, g);
    }
    /// Length of the frontier after an expansion, stale entries included.
    fn frontier_len(&mut self, _entries: usize) {}
}

/// The observer that does nothing.
pub struct NoObserver;
impl Observer for NoObserver {}

/// The observer that counts the work.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Tally {
    /// Number of expansions.
    pub expanded: u64,
    /// How often a node was generated or a cheaper path to it was found.
    pub generated: u64,
    /// The largest length of the frontier, stale entries included.
    pub frontier_peak: u64,
}

impl Observer for Tally {
    fn expanded(&mut self, _node: NodeId, _g: Cost, _f: Cost) {
        self.expanded += 1;
    }
    fn generated(&mut self, _node: NodeId, _g: Cost) {
        self.generated += 1;
    }
    fn frontier_len(&mut self, entries: usize) {
        self.frontier_peak = self.frontier_peak.max(entries as u64);
    }
}

/// The result of one expansion.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// There is more to expand.
    Working,
    /// This goal node was expanded, at its final cost.
    Found(NodeId),
    /// Every node that can be reached was expanded, or a limit of the search was met, without finding a goal.
    Exhausted,
}

impl Step {
    /// The same, but found at this node: for a search over the nodes of something else.
    pub(super) fn at(self, goal: NodeId) -> Step {
        if let Step::Found(_) = self { Step::Found(goal) } else { self }
    }
}
