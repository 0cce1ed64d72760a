//! Frontiers of a few lines: an unsorted list and a sorted array. Good for tiny frontiers, slow for large ones.

use super::super::{FrontierKey, PriorityQueue};

/// An unordered list: push O(1), pop O(n).
#[derive(Clone, Debug, Default)]
pub struct UnsortedList(Vec<FrontierKey>);

impl PriorityQueue for UnsortedList {
    fn push(&mut self, key: FrontierKey) {
        self.0.push(key);
    }
    fn pop(&mut self) -> Option<FrontierKey> {
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
pub struct SortedArray(Vec<FrontierKey>);

impl PriorityQueue for SortedArray {
    fn push(&mut self, key: FrontierKey) {
        let place = self.0.partition_point(|other| *other > key);
        self.0.insert(place, key);
    }
    fn pop(&mut self) -> Option<FrontierKey> {
        self.0.pop()
    }
    fn len(&self) -> usize {
        self.0.len()
    }
    fn clear(&mut self) {
        self.0.clear();
    }
}
