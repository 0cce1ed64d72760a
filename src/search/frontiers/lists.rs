//! Frontiers of a few lines: an unsorted list and a sorted array. Right for tiny frontiers, slow for large ones.

use super::super::{Key, Queue};

/// A list in no order: insert O(1), remove the best O(n).
#[derive(Clone, Debug, Default)]
pub struct Unsorted(Vec<Key>);

impl Queue for Unsorted {
    fn push(&mut self, key: Key) {
        self.0.push(key);
    }
    fn pop(&mut self) -> Option<Key> {
        let best = (0..self.0.len()).min_by_key(|i| self.0[*i])?;
        Some(self.0.swap_remove(best))
    }
    fn len(&self) -> usize {
        self.0.len()
    }
    fn clear(&mut self) {
        self.0.clear();
    }
}

/// A sorted array with the best at the end: insert O(n), remove the best O(1).
#[derive(Clone, Debug, Default)]
pub struct Sorted(Vec<Key>);

impl Queue for Sorted {
    fn push(&mut self, key: Key) {
        let place = self.0.partition_point(|other| *other > key);
        self.0.insert(place, key);
    }
    fn pop(&mut self) -> Option<Key> {
        self.0.pop()
    }
    fn len(&self) -> usize {
        self.0.len()
    }
    fn clear(&mut self) {
        self.0.clear();
    }
}

/// Any frontier, with its operations counted.
#[derive(Clone, Debug, Default)]
pub struct Counted<F> {
    inner: F,
    /// Entries added.
    pub pushes: u64,
    /// Entries removed as the best.
    pub pops: u64,
    /// Most entries at once.
    pub peak: usize,
}

impl<F: Queue> Counted<F> {
    /// Counts from now on.
    pub fn new(inner: F) -> Self {
        Self { inner, pushes: 0, pops: 0, peak: 0 }
    }
}

impl<F: Queue> Queue for Counted<F> {
    fn push(&mut self, key: Key) {
        self.pushes += 1;
        self.inner.push(key);
        self.peak = self.peak.max(self.inner.len());
    }
    fn pop(&mut self) -> Option<Key> {
        let key = self.inner.pop();
        self.pops += u64::from(key.is_some());
        key
    }
    fn len(&self) -> usize {
        self.inner.len()
    }
    fn clear(&mut self) {
        self.inner.clear();
        (self.pushes, self.pops, self.peak) = (0, 0, 0);
    }
}
