//! The frontier of this room's searches: sixty-four piles, each for a range of f.
//!
//! The idea: of what waits, f differs by no more than the longest edges, so a ring of few piles holds it, one bit says
//! which of them are not empty, and putting something in is pushing it onto a pile. Of the first pile the least is looked
//! for when it is taken; piles stay small where their width fits the edges. Entries too far ahead wait in a heap.
//! Promise: what is taken is the least f, then the largest g, then the smallest node: the total order. Cost: constant,
//! and a look at each of a pile. Differs from the HOT queue (`search::frontiers`) in that no pile becomes a heap.
//! What does not live here: which width fits.

use crate::graph::Cost;
use crate::search::{Frontier, Key, Queue};

const PILES: Cost = 64;

/// What waits, in piles.
#[derive(Clone, Debug)]
pub(super) struct BucketQueue {
    piles: Vec<Vec<Key>>,
    /// A bit for each pile that is not empty.
    filled: u64,
    /// Width of a pile, as a power of two.
    bits: u32,
    /// Number of the first pile that may hold something, counted from f = 0.
    turn: Cost,
    len: usize,
    far: Frontier,
}

impl BucketQueue {
    /// An empty ring whose piles are so wide, as a power of two.
    pub fn new(bits: u32) -> BucketQueue {
        BucketQueue {
            piles: vec![Vec::new(); PILES as usize],
            filled: 0,
            bits,
            turn: 0,
            len: 0,
            far: Frontier::default(),
        }
    }
}

impl Queue for BucketQueue {
    #[inline]
    fn push(&mut self, key: Key) {
        if self.len == 0 {
            self.turn = key.f >> self.bits;
        }
        // What comes too late belongs to the first pile, where the least is looked for.
        let turn = (key.f >> self.bits).max(self.turn);
        if turn - self.turn >= PILES {
            self.far.push(key);
        } else {
            let pile = turn % PILES;
            self.piles[pile as usize].push(key);
            self.filled |= 1 << pile;
        }
        self.len += 1;
    }

    #[inline]
    fn pop(&mut self) -> Option<Key> {
        while self.filled == 0 || self.far.peek().is_some_and(|key| key.f >> self.bits < self.turn + PILES) {
            // Piles are free for what was too far ahead, which is moved there.
            let key = self.far.pop()?;
            if self.filled == 0 {
                self.turn = key.f >> self.bits;
            }
            self.len -= 1;
            self.push(key);
        }
        self.turn += Cost::from(self.filled.rotate_right((self.turn % PILES) as u32).trailing_zeros());
        let place = self.turn % PILES;
        let pile = &mut self.piles[place as usize];
        let mut least = 0;
        for other in 1..pile.len() {
            if pile[other] < pile[least] {
                least = other;
            }
        }
        let key = pile.swap_remove(least);
        self.filled &= !(u64::from(pile.is_empty()) << place);
        self.len -= 1;
        Some(key)
    }

    fn len(&self) -> usize {
        self.len
    }

    fn clear(&mut self) {
        let mut left = self.filled;
        while left != 0 {
            self.piles[left.trailing_zeros() as usize].clear();
            left &= left - 1;
        }
        self.far.clear();
        (self.filled, self.turn, self.len) = (0, 0, 0);
    }
}
