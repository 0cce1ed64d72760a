//! A cache for estimates that are expensive to compute: searches ask again for a node whenever they find a cheaper path
//! to it. It counts requests, since only measuring shows whether it pays.
//!
//! In a maze no estimate is worth much, and a search without one may finish earlier than one with it.

use super::{Goal, Heuristic};
use crate::graph::{Cost, NodeId};
use std::cell::Cell;

/// An estimate behind a cache of eight bytes per node.
#[derive(Clone, Debug)]
pub struct Cached<T> {
    inner: T,
    /// The estimate of each node plus one, or 0 if it is not cached.
    known: Vec<Cell<Cost>>,
    asked: Cell<u64>,
    worked_out: Cell<u64>,
}

impl<T> Cached<T> {
    /// An empty cache for a graph of this many nodes. It is valid for one goal.
    pub fn new(inner: T, nodes: u32) -> Self {
        let known = vec![Cell::new(0); nodes as usize];
        Self { inner, known, asked: Cell::new(0), worked_out: Cell::new(0) }
    }

    /// How often an estimate was requested, and how often it was computed.
    pub fn counts(&self) -> (u64, u64) {
        (self.asked.get(), self.worked_out.get())
    }
}

impl<T: Heuristic> Heuristic for Cached<T> {
    fn estimate(&self, node: NodeId) -> Cost {
        self.asked.set(self.asked.get() + 1);
        let known = &self.known[node as usize];
        if known.get() == 0 {
            self.worked_out.set(self.worked_out.get() + 1);
            known.set(self.inner.estimate(node) + 1);
        }
        known.get() - 1
    }
}

impl<T: Goal> Goal for Cached<T> {
    fn contains(&self, node: NodeId) -> bool {
        self.inner.contains(node)
    }
}
