//! An estimate that remembers what it said, for estimates that are dear to work out; and that counts, since whether it
//! pays is a matter of measuring. Searches ask again for a node whenever they reach it more cheaply.
//!
//! In a maze no estimate is worth much, and a search without one may be done before one with it.

use super::{Goal, Heuristic};
use crate::graph::{Cost, NodeId};
use std::cell::Cell;

/// An estimate behind a memory of eight bytes a node.
#[derive(Clone, Debug)]
pub struct Cached<T> {
    inner: T,
    /// One more than the estimate of each node, or 0.
    known: Vec<Cell<Cost>>,
    asked: Cell<u64>,
    worked_out: Cell<u64>,
}

impl<T> Cached<T> {
    /// A memory for a graph of so many nodes. It holds for one goal.
    pub fn new(inner: T, nodes: u32) -> Self {
        let known = vec![Cell::new(0); nodes as usize];
        Self { inner, known, asked: Cell::new(0), worked_out: Cell::new(0) }
    }

    /// How often an estimate was asked for, and how often it was worked out.
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
