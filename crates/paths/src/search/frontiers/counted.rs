//! Counts the operations of a search on its sets: wraps any frontier, and any label table.

use super::super::{FrontierKey, Label, LabelTable, PriorityQueue};
use crate::graph::{Cost, NodeId};
use std::cell::Cell;
use std::collections::HashMap;

/// How often each operation was called.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
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
    counts: Operations,
    lookups: Cell<u64>,
    /// Number of entries of each open node in a frontier.
    entries_of: HashMap<NodeId, u32>,
}

impl<T> Counted<T> {
    /// Starts counting.
    pub fn new(inner: T) -> Self {
        Self { inner, counts: Operations::default(), lookups: Cell::new(0), entries_of: HashMap::new() }
    }

    /// The counts since the last clear.
    pub fn operations(&self) -> Operations {
        Operations { lookups: self.lookups.get(), ..self.counts }
    }

    fn count_insert(&mut self, is_new: bool) {
        self.counts.inserts += u64::from(is_new);
        self.counts.moves += u64::from(!is_new);
    }

    fn reset(&mut self) {
        self.counts = Operations::default();
        self.lookups.set(0);
        self.entries_of.clear();
    }
}

impl<F: PriorityQueue> PriorityQueue for Counted<F> {
    fn push(&mut self, key: FrontierKey) {
        let entries = self.entries_of.entry(key.node).or_default();
        *entries += 1;
        let is_new = *entries == 1;
        self.count_insert(is_new);
        self.inner.push(key);
        self.counts.peak = self.counts.peak.max(self.inner.len() as u64);
    }
    fn pop(&mut self) -> Option<FrontierKey> {
        let key = self.inner.pop()?;
        self.counts.removals += 1;
        if let Some(entries) = self.entries_of.get_mut(&key.node) {
            *entries = entries.saturating_sub(1);
        }
        Some(key)
    }
    fn len(&self) -> usize {
        self.inner.len()
    }
    fn clear(&mut self) {
        self.inner.clear();
        self.reset();
    }
}

impl<L: LabelTable> LabelTable for Counted<L> {
    fn node_count(&self) -> u32 {
        self.inner.node_count()
    }
    fn get(&self, node: NodeId) -> Option<Label> {
        self.lookups.set(self.lookups.get() + 1);
        self.inner.get(node)
    }
    fn relax(&mut self, node: NodeId, g: Cost, parent: NodeId) {
        let before = self.inner.label_count();
        self.inner.relax(node, g, parent);
        self.count_insert(self.inner.label_count() > before);
        self.counts.peak = self.counts.peak.max(u64::from(self.inner.label_count()));
    }
    fn close(&mut self, node: NodeId) {
        self.inner.close(node);
    }
    fn label_count(&self) -> u32 {
        self.inner.label_count()
    }
    fn clear(&mut self) {
        self.inner.clear();
        self.reset();
    }
}
