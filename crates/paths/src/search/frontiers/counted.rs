//! Counts the operations of a search on its sets: wraps any frontier, and any label table.

use super::super::{Key, Label, LabelTable, Queue};
use crate::graph::{Cost, NodeId};
use std::cell::Cell;
use std::collections::HashMap;

/// How often each operation was called.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Operations {
    /// A new node was added.
    pub inserts: u64,
    /// The best entry was removed.
    pub removals: u64,
    /// A label was looked up. Frontiers are never searched here: labels have that information.
    pub lookups: u64,
    /// A node was added again, at a lower cost.
    pub moves: u64,
    /// The largest number of entries, stale ones included.
    pub peak: u64,
}

/// A frontier or label table that counts its operations.
#[derive(Clone, Debug, Default)]
pub struct Counted<T> {
    inner: T,
    done: Operations,
    lookups: Cell<u64>,
    /// Number of entries of each open node in a frontier.
    waiting: HashMap<NodeId, u32>,
}

impl<T> Counted<T> {
    /// Starts counting.
    pub fn new(inner: T) -> Self {
        Self { inner, done: Operations::default(), lookups: Cell::new(0), waiting: HashMap::new() }
    }

    /// The counts since the last clear.
    pub fn operations(&self) -> Operations {
        Operations { lookups: self.lookups.get(), ..self.done }
    }

    fn count_in(&mut self, is_new: bool) {
        self.done.inserts += u64::from(is_new);
        self.done.moves += u64::from(!is_new);
    }

    fn forget(&mut self) {
        self.done = Operations::default();
        self.lookups.set(0);
        self.waiting.clear();
    }
}

impl<F: Queue> Queue for Counted<F> {
    fn push(&mut self, key: Key) {
        let entries = self.waiting.entry(key.node).or_default();
        *entries += 1;
        let is_new = *entries == 1;
        self.count_in(is_new);
        self.inner.push(key);
        self.done.peak = self.done.peak.max(self.inner.len() as u64);
    }
    fn pop(&mut self) -> Option<Key> {
        let key = self.inner.pop()?;
        self.done.removals += 1;
        if let Some(entries) = self.waiting.get_mut(&key.node) {
            *entries = entries.saturating_sub(1);
        }
        Some(key)
    }
    fn len(&self) -> usize {
        self.inner.len()
    }
    fn clear(&mut self) {
        self.inner.clear();
        self.forget();
    }
}

impl<L: LabelTable> LabelTable for Counted<L> {
    fn nodes(&self) -> u32 {
        self.inner.nodes()
    }
    fn get(&self, node: NodeId) -> Option<Label> {
        self.lookups.set(self.lookups.get() + 1);
        self.inner.get(node)
    }
    fn set(&mut self, node: NodeId, g: Cost, parent: NodeId) {
        let before = self.inner.reached();
        self.inner.set(node, g, parent);
        self.count_in(self.inner.reached() > before);
        self.done.peak = self.done.peak.max(u64::from(self.inner.reached()));
    }
    fn close(&mut self, node: NodeId) {
        self.inner.close(node);
    }
    fn reached(&self) -> u32 {
        self.inner.reached()
    }
    fn clear(&mut self) {
        self.inner.clear();
        self.forget();
    }
}
