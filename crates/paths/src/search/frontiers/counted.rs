//! The operations that a search asks of its sets, counted: around any frontier, and around any labels.

use super::super::{Key, Label, LabelTable, Queue};
use crate::graph::{Cost, NodeId};
use std::cell::Cell;
use std::collections::HashMap;

/// How often each operation was asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Operations {
    /// A node came in that was not there.
    pub inserts: u64,
    /// The best was taken out.
    pub removals: u64,
    /// It was asked whether a node is there. Frontiers are never asked here: labels say it.
    pub lookups: u64,
    /// A node that was there came in again, more cheaply.
    pub moves: u64,
    /// Most entries at once, stale ones included.
    pub peak: u64,
}

/// Any frontier, or any labels, with their operations counted.
#[derive(Clone, Debug, Default)]
pub struct Counted<T> {
    inner: T,
    done: Operations,
    lookups: Cell<u64>,
    /// Entries of each node that waits in a frontier.
    waiting: HashMap<NodeId, u32>,
}

impl<T> Counted<T> {
    /// Counts from now on.
    pub fn new(inner: T) -> Self {
        Self { inner, done: Operations::default(), lookups: Cell::new(0), waiting: HashMap::new() }
    }

    /// What was counted since it was cleared.
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
