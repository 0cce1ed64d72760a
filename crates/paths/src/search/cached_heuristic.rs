//! A cache for estimates that are expensive to compute: searches ask again for a node whenever they find a cheaper path
//! to it. It counts requests, since only measuring shows whether it pays.
//!
//! In a maze no estimate is worth much, and a search without one may finish earlier than one with it.

use super::{Goal, Heuristic};
use crate::graph::{Cost, NodeId};
use std::cell::Cell;

/// An estimate behind a cache of eight bytes per node.
#[derive(Clone, Debug)]
pub struct CachedHeuristic<T> {
    inner: T,
    /// The estimate of each node plus one, or 0 if it is not cached.
    cache: Vec<Cell<Cost>>,
    requests: Cell<u64>,
    computations: Cell<u64>,
}

impl<T> CachedHeuristic<T> {
    /// An empty cache for a graph of this many nodes. It is valid for one goal.
    pub fn new(inner: T, nodes: u32) -> Self {
        let cache = vec![Cell::new(0); nodes as usize];
        Self { inner, cache, requests: Cell::new(0), computations: Cell::new(0) }
    }

    /// How often an estimate was requested, and how often it was computed.
    pub fn counts(&self) -> (u64, u64) {
        (self.requests.get(), self.computations.get())
    }
}

impl<T: Heuristic> Heuristic for CachedHeuristic<T> {
    fn estimate(&self, node: NodeId) -> Cost {
        self.requests.set(self.requests.get() + 1);
        let known = &self.cache[node as usize];
        if known.get() == 0 {
            self.computations.set(self.computations.get() + 1);
            known.set(self.inner.estimate(node) + 1);
        }
        known.get() - 1
    }
}

impl<T: Goal> Goal for CachedHeuristic<T> {
    fn contains(&self, node: NodeId) -> bool {
        self.inner.contains(node)
    }
}
