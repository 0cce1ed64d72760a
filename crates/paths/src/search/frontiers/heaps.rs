//! A heap with more than two children per entry, and a heap with an unsorted pile of bad entries.

use super::super::{FrontierKey, HeapFrontier, PriorityQueue};
use crate::graph::Cost;

/// A heap with `D` children per entry (Johnson 1975): a push climbs fewer levels, a pop compares more at each.
#[derive(Clone, Debug, Default)]
pub struct DaryHeap<const D: usize>(Vec<FrontierKey>);

impl<const D: usize> DaryHeap<D> {
    fn sink(&mut self, mut index: usize) {
        loop {
            let first = index * D + 1;
            let children = first..(first + D).min(self.0.len());
            let Some(best) = children.min_by_key(|child| self.0[*child]) else { return };
            if self.0[index] <= self.0[best] {
                return;
            }
            self.0.swap(index, best);
            index = best;
        }
    }
}

impl<const D: usize> PriorityQueue for DaryHeap<D> {
    fn push(&mut self, key: FrontierKey) {
        let mut index = self.0.len();
        self.0.push(key);
        while index > 0 && self.0[(index - 1) / D] > self.0[index] {
            self.0.swap((index - 1) / D, index);
            index = (index - 1) / D;
        }
    }
    fn pop(&mut self) -> Option<FrontierKey> {
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

/// Good entries in a heap, bad ones in an unsorted pile that is scanned only when the heap is empty: most of them never
/// are. An entry is good if its f is below the bar, which is raised to the best f of the pile plus `stride`.
#[derive(Clone, Debug)]
pub struct TwoLevel {
    good: HeapFrontier,
    pile: Vec<FrontierKey>,
    good_below: Cost,
    stride: Cost,
}

impl TwoLevel {
    /// An empty frontier whose bar rises by at least `stride` milli-steps at a time.
    pub fn new(stride: Cost) -> Self {
        Self { good: HeapFrontier::default(), pile: Vec::new(), good_below: 0, stride }
    }
}

impl PriorityQueue for TwoLevel {
    fn push(&mut self, key: FrontierKey) {
        if key.f < self.good_below {
            self.good.push(key);
        } else {
            self.pile.push(key);
        }
    }
    fn pop(&mut self) -> Option<FrontierKey> {
        if self.good.is_empty() {
            let best = self.pile.iter().map(|key| key.f).min()?;
            self.good_below = best.saturating_add(self.stride);
            let good = &mut self.good;
            let bar = self.good_below;
            // The largest possible f is below no bar, so equality with the best counts, too.
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
        self.good_below = 0;
    }
}
