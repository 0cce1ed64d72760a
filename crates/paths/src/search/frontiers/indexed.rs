//! A binary heap that knows the position of each node, so that a cheaper path moves the entry instead of adding another
//! one: textbook Dijkstra with decrease-key. There are no stale entries, at the price of an index entry per node.

use super::super::{FrontierKey, PriorityQueue};

const ABSENT: u32 = u32::MAX;

/// A heap with at most one entry per node.
#[derive(Clone, Debug)]
pub struct IndexedHeap {
    heap: Vec<FrontierKey>,
    /// Position of each node in the heap.
    index_of: Vec<u32>,
    moves: u64,
}

impl IndexedHeap {
    /// An empty heap for a graph of this many nodes; it grows for larger node ids.
    pub fn new(nodes: u32) -> Self {
        Self { heap: Vec::new(), index_of: vec![ABSENT; nodes as usize], moves: 0 }
    }

    /// How often an entry was moved instead of added.
    pub fn moves(&self) -> u64 {
        self.moves
    }

    fn put(&mut self, index: usize, key: FrontierKey) {
        self.heap[index] = key;
        self.index_of[key.node as usize] = index as u32;
    }

    fn sift_up(&mut self, mut index: usize, key: FrontierKey) {
        while index > 0 && self.heap[(index - 1) / 2] > key {
            self.put(index, self.heap[(index - 1) / 2]);
            index = (index - 1) / 2;
        }
        self.put(index, key);
    }

    fn sift_down(&mut self, mut index: usize, key: FrontierKey) {
        loop {
            let first = 2 * index + 1;
            let best = (first..(first + 2).min(self.heap.len())).min_by_key(|child| self.heap[*child]);
            match best.filter(|best| self.heap[*best] < key) {
                Some(best) => self.put(index, self.heap[best]),
                None => return self.put(index, key),
            }
            index = best.unwrap_or(index);
        }
    }
}

impl PriorityQueue for IndexedHeap {
    fn push(&mut self, key: FrontierKey) {
        let node = key.node as usize;
        if node >= self.index_of.len() {
            self.index_of.resize(node + 1, ABSENT);
        }
        let index = self.index_of[node];
        if index == ABSENT {
            self.heap.push(key);
            self.sift_up(self.heap.len() - 1, key);
        } else if key < self.heap[index as usize] {
            self.moves += 1;
            self.sift_up(index as usize, key);
        } else {
            // Under an inconsistent estimate a cheaper path may rank lower; it replaces the dearer one all the same.
            self.moves += 1;
            self.sift_down(index as usize, key);
        }
    }
    fn pop(&mut self) -> Option<FrontierKey> {
        let best = *self.heap.first()?;
        self.index_of[best.node as usize] = ABSENT;
        let last = self.heap.pop()?;
        if !self.heap.is_empty() {
            self.sift_down(0, last);
        }
        Some(best)
    }
    fn len(&self) -> usize {
        self.heap.len()
    }
    fn clear(&mut self) {
        for key in self.heap.drain(..) {
            self.index_of[key.node as usize] = ABSENT;
        }
        self.moves = 0;
    }
}
