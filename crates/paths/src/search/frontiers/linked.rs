//! A sorted linked list and a balanced tree.

use super::super::{Key, Queue};
use std::collections::BTreeSet;

const END: u32 = u32::MAX;

/// A sorted linked list: push O(n) to find the position, pop O(1), and no entry is ever moved.
#[derive(Clone, Debug)]
pub struct LinkedList {
    /// Each entry with the index of the next one.
    links: Vec<(Key, u32)>,
    first: u32,
    /// Head of the list of free indices.
    free: u32,
    len: usize,
    /// Number of entries passed while searching for a position.
    pub passed: u64,
}

impl Default for LinkedList {
    fn default() -> Self {
        Self { links: Vec::new(), first: END, free: END, len: 0, passed: 0 }
    }
}

impl LinkedList {
    fn link(&mut self, key: Key, next: u32) -> u32 {
        if self.free == END {
            self.links.push((key, next));
            return self.links.len() as u32 - 1;
        }
        let index = self.free;
        self.free = self.links[index as usize].1;
        self.links[index as usize] = (key, next);
        index
    }
}

impl Queue for LinkedList {
    fn push(&mut self, key: Key) {
        let (mut before, mut next) = (END, self.first);
        while next != END && self.links[next as usize].0 < key {
            (before, next) = (next, self.links[next as usize].1);
            self.passed += 1;
        }
        let index = self.link(key, next);
        if before == END {
            self.first = index;
        } else {
            self.links[before as usize].1 = index;
        }
        self.len += 1;
    }
    fn pop(&mut self) -> Option<Key> {
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
    entries: BTreeSet<(Key, u64)>,
    pushes: u64,
}

impl Queue for BalancedTree {
    fn push(&mut self, key: Key) {
        self.pushes += 1;
        self.entries.insert((key, self.pushes));
    }
    fn pop(&mut self) -> Option<Key> {
        self.entries.pop_first().map(|(key, _)| key)
    }
    fn len(&self) -> usize {
        self.entries.len()
    }
    fn clear(&mut self) {
        *self = Self::default();
    }
}
