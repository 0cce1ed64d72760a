//! Radix heap (Ahuja, Mehlhorn, Orlin & Tarjan 1990): piles by how many low bits of f differ from the last f that was
//! taken out.
//!
//! What waits is never better than what was taken out last. So an entry belongs to the pile of the highest bit in which
//! its f differs from that one; only when the lowest pile is used up is the next one dealt out over the piles below it.
//! An entry only ever moves down, at most once a bit, and all work is on the ends of arrays: small, and kind to caches
//! where f is spread widely, as with the long steps of jump points. An f below the last one counts as that one.

use super::super::{Key, Queue};

/// Piles: none of 32 bits differs, or the highest that does is one of them.
const PILES: usize = 33;

/// A radix heap. The newest of equal f goes first.
#[derive(Clone, Debug)]
pub struct RadixHeap {
    piles: [Vec<Key>; PILES],
    /// A bit for each pile that is not empty.
    filled: u64,
    /// The f that was taken out last.
    last: u32,
    len: usize,
}

impl Default for RadixHeap {
    fn default() -> Self {
        Self { piles: [const { Vec::new() }; PILES], filled: 0, last: 0, len: 0 }
    }
}

impl RadixHeap {
    #[inline]
    fn put(&mut self, key: Key) {
        let pile = (u32::BITS - (key.f.max(self.last) ^ self.last).leading_zeros()) as usize;
        self.piles[pile].push(key);
        self.filled |= 1 << pile;
    }

    /// Deals out the lowest pile: its smallest f becomes the last one.
    fn deal(&mut self, lowest: usize) {
        let mut pile = std::mem::take(&mut self.piles[lowest]);
        self.filled &= !(1 << lowest);
        self.last = pile.iter().map(|key| key.f).min().unwrap_or(self.last);
        for key in pile.drain(..) {
            self.put(key);
        }
        self.piles[lowest] = pile;
    }
}

impl Queue for RadixHeap {
    #[inline]
    fn push(&mut self, key: Key) {
        self.len += 1;
        self.put(key);
    }
    #[inline]
    fn pop(&mut self) -> Option<Key> {
        if self.filled & 1 == 0 {
            if self.filled == 0 {
                return None;
            }
            self.deal(self.filled.trailing_zeros() as usize);
        }
        let key = self.piles[0].pop()?;
        self.filled &= !u64::from(self.piles[0].is_empty());
        self.len -= 1;
        Some(key)
    }
    fn len(&self) -> usize {
        self.len
    }
    fn clear(&mut self) {
        while self.filled != 0 {
            self.piles[self.filled.trailing_zeros() as usize].clear();
            self.filled &= self.filled - 1;
        }
        (self.last, self.len) = (0, 0);
    }
}
