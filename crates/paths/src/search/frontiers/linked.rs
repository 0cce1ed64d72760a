//! A sorted linked list and a balanced tree.

use super::super::{FrontierKey, PriorityQueue};
use std::collections::BTreeSet;

const NONE: u32 = u32::MAX;

/// A sorted linked list: push O(n) to find the position, pop O(1), and no entry is ever moved.
#[derive(Clone, Debug)]
pub struct LinkedList {
    /// Each entry with the index of the next one.
    links: Vec<(FrontierKey, u32)>,
    first: u32,
    /// Head of the list of free indices.
    free: u32,
    len: usize,
}

impl Default for LinkedList {
    fn default() -> Self {
        Self { links: Vec::new(), first: NONE, free: NONE, len: 0 }
    }
}

impl LinkedList {
    fn link(&mut self, key: FrontierKey, next: u32) -> u32 {
        if self.free == NONE {
            self.links.push((key, next));
            return self.links.len() as u32 - 1;
        }
        let index = self.free;
        self.free = self.links[index as usize].1;
        self.links[index as usize] = (key, next);
        index
    }
}

impl PriorityQueue for LinkedList {
    fn push(&mut self, key: FrontierKey) {
        let (mut before, mut next) = (NONE, self.first);
        while next != NONE && self.links[next as usize].0 < key {
            (before, next) = (next, self.links[next as usize].1);
        }
        let index = self.link(key, next);
        if before == NONE {
            self.first = index;
        } else {
            self.links[before as usize].1 = index;
        }
        self.len += 1;
    }
    fn pop(&mut self) -> Option<FrontierKey> {
        let index = self.first;
        let (key, next) = *self.links.get(index as usize)?;
        (self.first, self.links[index as usize].1, self.free) = (next, self.free, index);
        self.len -= 1;
        Some(key)
    }
    fn len(&self) -> usize {
        self.len
    }
    fn clear(&mut self) {
        *self = Self::default();
    }
}

/// A balanced search tree (Bayer 1972): every operation O(log n), and more of it than a heap needs.
#[derive(Clone, Debug, Default)]
pub struct BalancedTree {
    /// Entries with the number of their push, which tells equal ones apart.
    entries: BTreeSet<(FrontierKey, u64)>,
    pushes: u64,
}

impl PriorityQueue for BalancedTree {
    fn push(&mut self, key: FrontierKey) {
        self.pushes += 1;
        self.entries.insert((key, self.pushes));
    }
    fn pop(&mut self) -> Option<FrontierKey> {
        self.entries.pop_first().map(|(key, _)| key)
    }
    fn len(&self) -> usize {
        self.entries.len()
    }
    fn clear(&mut self) {
        *self = Self::default();
    }
}
