//! A binary heap that knows where each node lies in it, so that a cheaper way moves the entry instead of adding
//! another one: textbook Dijkstra's decrease-key. Never a stale entry, at the price of an index entry a node.

use super::super::{Key, Queue};

const ABSENT: u32 = u32::MAX;

/// A heap of at most one entry a node.
#[derive(Clone, Debug)]
pub struct IndexedHeap {
    heap: Vec<Key>,
    /// Place of each node in the heap.
    places: Vec<u32>,
    /// Times that an entry was moved instead of added.
    pub moved: u64,
}

impl IndexedHeap {
    /// An empty heap over a graph of so many nodes; it grows where it is given larger ones.
    pub fn new(nodes: u32) -> Self {
        Self { heap: Vec::new(), places: vec![ABSENT; nodes as usize], moved: 0 }
    }

    fn put(&mut self, place: usize, key: Key) {
        self.heap[place] = key;
        self.places[key.node as usize] = place as u32;
    }

    fn rise(&mut self, mut place: usize, key: Key) {
        while place > 0 && self.heap[(place - 1) / 2] > key {
            self.put(place, self.heap[(place - 1) / 2]);
            place = (place - 1) / 2;
        }
        self.put(place, key);
    }

    fn sink(&mut self, mut place: usize, key: Key) {
        loop {
            let first = 2 * place + 1;
            let best = (first..(first + 2).min(self.heap.len())).min_by_key(|child| self.heap[*child]);
            match best.filter(|best| self.heap[*best] < key) {
                Some(best) => self.put(place, self.heap[best]),
                None => return self.put(place, key),
            }
            place = best.unwrap_or(place);
        }
    }
}

impl Queue for IndexedHeap {
    fn push(&mut self, key: Key) {
        let node = key.node as usize;
        if node >= self.places.len() {
            self.places.resize(node + 1, ABSENT);
        }
        let place = self.places[node];
        if place == ABSENT {
            self.heap.push(key);
            self.rise(self.heap.len() - 1, key);
        } else if key < self.heap[place as usize] {
            self.moved += 1;
            self.rise(place as usize, key);
        } else {
            // Under a strange estimate a cheaper way may rank lower; it replaces the dearer one all the same.
            self.moved += 1;
            self.sink(place as usize, key);
        }
    }
    fn pop(&mut self) -> Option<Key> {
        let best = *self.heap.first()?;
        self.places[best.node as usize] = ABSENT;
        let last = self.heap.pop()?;
        if !self.heap.is_empty() {
            self.sink(0, last);
        }
        Some(best)
    }
    fn len(&self) -> usize {
        self.heap.len()
    }
    fn clear(&mut self) {
        for key in self.heap.drain(..) {
            self.places[key.node as usize] = ABSENT;
        }
        self.moved = 0;
    }
}
