//! The pairing heap (Fredman, Sedgewick, Sleator & Tarjan 1986): a tree of any shape. Two heaps are melded by making
//! the worse root a child of the better one; a pop melds the children of the root in pairs. Push O(1), pop O(log n)
//! amortized.

use super::super::{FrontierKey, PriorityQueue};

const NONE: u32 = u32::MAX;

#[derive(Clone, Copy, Debug)]
struct PairingNode {
    key: FrontierKey,
    child: u32,
    sibling: u32,
}

/// A pairing heap in one array, with the slots of removed nodes reused.
#[derive(Clone, Debug)]
pub struct PairingHeap {
    nodes: Vec<PairingNode>,
    free: Vec<u32>,
    root: u32,
}

impl Default for PairingHeap {
    fn default() -> Self {
        Self { nodes: Vec::new(), free: Vec::new(), root: NONE }
    }
}

impl PairingHeap {
    /// Makes the worse of two roots a child of the better one, which is returned.
    fn meld(&mut self, a: u32, b: u32) -> u32 {
        if a == NONE || b == NONE {
            return a.min(b);
        }
        let a_wins = self.nodes[a as usize].key <= self.nodes[b as usize].key;
        let (winner, loser) = if a_wins { (a, b) } else { (b, a) };
        self.nodes[loser as usize].sibling = self.nodes[winner as usize].child;
        self.nodes[winner as usize].child = loser;
        winner
    }

    /// Melds a list of siblings: in pairs from the left, then all pairs from the right.
    fn meld_siblings(&mut self, mut next: u32) -> u32 {
        let mut pairs = Vec::new();
        while next != NONE {
            let one = next;
            let other = std::mem::replace(&mut self.nodes[one as usize].sibling, NONE);
            next = if other == NONE {
                NONE
            } else {
                std::mem::replace(&mut self.nodes[other as usize].sibling, NONE)
            };
            pairs.push(self.meld(one, other));
        }
        pairs.into_iter().rev().fold(NONE, |heap, pair| self.meld(heap, pair))
    }
}

impl PriorityQueue for PairingHeap {
    fn push(&mut self, key: FrontierKey) {
        let node = PairingNode { key, child: NONE, sibling: NONE };
        let index = if let Some(index) = self.free.pop() {
            self.nodes[index as usize] = node;
            index
        } else {
            self.nodes.push(node);
            self.nodes.len() as u32 - 1
        };
        self.root = self.meld(self.root, index);
    }
    fn pop(&mut self) -> Option<FrontierKey> {
        let best = *self.nodes.get(self.root as usize)?;
        self.free.push(self.root);
        self.root = self.meld_siblings(best.child);
        Some(best.key)
    }
    fn len(&self) -> usize {
        self.nodes.len() - self.free.len()
    }
    fn clear(&mut self) {
        *self = Self::default();
    }
}
