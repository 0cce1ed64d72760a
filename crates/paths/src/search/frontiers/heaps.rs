//! A heap with more than two children an entry, and a heap that keeps what looks bad in a pile beside it.

use super::super::{Frontier, Key, Queue};
use crate::graph::Cost;

/// A heap of `D` children an entry (Johnson 1975): inserting climbs fewer levels, removing compares more at each.
#[derive(Clone, Debug, Default)]
pub struct DaryHeap<const D: usize>(Vec<Key>);

impl<const D: usize> DaryHeap<D> {
    fn sink(&mut self, mut place: usize) {
        loop {
            let first = place * D + 1;
            let children = first..(first + D).min(self.0.len());
            let Some(best) = children.min_by_key(|child| self.0[*child]) else { return };
            if self.0[place] <= self.0[best] {
                return;
            }
            self.0.swap(place, best);
            place = best;
        }
    }
}

impl<const D: usize> Queue for DaryHeap<D> {
    fn push(&mut self, key: Key) {
        let mut place = self.0.len();
        self.0.push(key);
        while place > 0 && self.0[(place - 1) / D] > self.0[place] {
            self.0.swap((place - 1) / D, place);
            place = (place - 1) / D;
        }
    }
    fn pop(&mut self) -> Option<Key> {
        let best = *self.0.first()?;
        self.0.swap_remove(0);
        self.sink(0);
        Some(best)
    }
    fn len(&self) -> usize {
        self.0.len()
    }
    fn clear(&mut self) {
        self.0.clear();
    }
}

/// Good entries in a heap, bad ones in an unsorted pile that is looked at only when the heap is empty: most of them
/// never are. What counts as good is an f below the bar; the bar is raised by `stride` above the best of the pile.
#[derive(Clone, Debug)]
pub struct TwoLevel {
    good: Frontier,
    pile: Vec<Key>,
    bar: Cost,
    stride: Cost,
}

impl TwoLevel {
    /// An empty frontier whose bar rises by at least `stride` milli-steps at a time.
    pub fn new(stride: Cost) -> Self {
        Self { good: Frontier::default(), pile: Vec::new(), bar: 0, stride }
    }
}

impl Queue for TwoLevel {
    fn push(&mut self, key: Key) {
        if key.f < self.bar {
            self.good.push(key);
        } else {
            self.pile.push(key);
        }
    }
    fn pop(&mut self) -> Option<Key> {
        if self.good.is_empty() {
            let best = self.pile.iter().map(|key| key.f).min()?;
            self.bar = best.saturating_add(self.stride);
            let good = &mut self.good;
            let bar = self.bar;
            // An f at the very end of the numbers stays below no bar, so equality with the best counts, too.
            self.pile.retain(|key| {
                let is_good = key.f < bar || key.f == best;
                if is_good {
                    good.push(*key);
                }
                !is_good
            });
        }
        self.good.pop()
    }
    fn len(&self) -> usize {
        self.good.len() + self.pile.len()
    }
    fn clear(&mut self) {
        self.good.clear();
        self.pile.clear();
        self.bar = 0;
    }
}
