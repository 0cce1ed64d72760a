//! A heap whose rule among equal f can be chosen, to see what ties do. The default of the house is
//! [`Ties::LargerG`]; all rules give the same cost and other expansions.

use super::super::{Key, Queue};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Which of several entries of equal f goes first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ties {
    /// The one with the larger g, then the smaller node: nearest to the goal by the estimate.
    LargerG,
    /// The one with the smaller g, then the smaller node: the worst rule, which widens the search.
    SmallerG,
    /// The smaller node.
    SmallerNode,
    /// The newest.
    LastIn,
    /// The oldest.
    FirstIn,
}

/// f, what the rule adds, and the node; then the key itself.
type Ranked = ((u32, u64, u32), Key);

/// A binary heap under a tie rule.
#[derive(Clone, Debug)]
pub struct Tied {
    ties: Ties,
    heap: BinaryHeap<Reverse<Ranked>>,
    pushes: u64,
}

impl Tied {
    /// An empty heap under this rule.
    pub fn new(ties: Ties) -> Self {
        Self { ties, heap: BinaryHeap::new(), pushes: 0 }
    }
}

impl Queue for Tied {
    fn push(&mut self, key: Key) {
        self.pushes += 1;
        let second = match self.ties {
            Ties::LargerG => u64::from(u32::MAX - key.g),
            Ties::SmallerG => u64::from(key.g),
            Ties::SmallerNode => 0,
            Ties::LastIn => u64::MAX - self.pushes,
            Ties::FirstIn => self.pushes,
        };
        self.heap.push(Reverse(((key.f, second, key.node), key)));
    }
    fn pop(&mut self) -> Option<Key> {
        self.heap.pop().map(|Reverse((_, key))| key)
    }
    fn len(&self) -> usize {
        self.heap.len()
    }
    fn clear(&mut self) {
        self.heap.clear();
        self.pushes = 0;
    }
}
