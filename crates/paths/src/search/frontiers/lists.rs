//! Frontiers of a few lines: an unsorted list and a sorted array. Good for tiny frontiers, slow for large ones.

use super::super::{Key, Queue};

/// An unordered list: push O(1), pop O(n).
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

/// An array sorted with the best at the end: push O(n), pop O(1).
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
