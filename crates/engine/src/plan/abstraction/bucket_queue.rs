//! The frontier of the abstraction's searches: sixty-four buckets, each for a range of f.
//!
//! The idea: the f of open nodes differ by no more than the longest edges, so a ring of few buckets holds them, one bit
//! per bucket says which of them are not empty, and a push appends to a bucket. A pop scans the first bucket for the
//! least; buckets stay small if their width fits the edges. Entries too far ahead wait in a heap.
//! Promise: pops the least f, then the largest g, then the smallest node: the total order.
//! Cost: constant, plus a scan of one bucket.
//! Differs from the HOT queue (`search::frontiers`) in that no bucket becomes a heap. Not here: which width fits.

use crate::graph::Cost;
use crate::search::{FrontierKey, HeapFrontier, PriorityQueue};

const BUCKETS: Cost = 64;

/// Open nodes in buckets.
#[derive(Clone, Debug)]
pub(in crate::plan) struct BucketQueue {
    buckets: Vec<Vec<FrontierKey>>,
    /// A bit for each bucket that is not empty.
    filled: u64,
    /// Width of a bucket, as a power of two.
    bits: u32,
    /// Number of the first bucket that may hold entries, counted from f = 0.
    current: Cost,
    len: usize,
    overflow: HeapFrontier,
}

impl BucketQueue {
    /// An empty ring with buckets of this width, as a power of two.
    pub(in crate::plan) fn new(bits: u32) -> BucketQueue {
        BucketQueue {
            buckets: vec![Vec::new(); BUCKETS as usize],
            filled: 0,
            bits,
            current: 0,
            len: 0,
            overflow: HeapFrontier::default(),
        }
    }
}

impl PriorityQueue for BucketQueue {
    #[inline]
    fn push(&mut self, key: FrontierKey) {
        if self.len == 0 {
            self.current = key.f >> self.bits;
        }
        // An f below the first bucket belongs to it, where the least is searched for.
        let turn = (key.f >> self.bits).max(self.current);
        if turn - self.current >= BUCKETS {
            self.overflow.push(key);
        } else {
            let pile = turn % BUCKETS;
            self.buckets[pile as usize].push(key);
            self.filled |= 1 << pile;
        }
        self.len += 1;
    }

    #[inline]
    fn pop(&mut self) -> Option<FrontierKey> {
        while self.filled == 0
            || self.overflow.peek().is_some_and(|key| key.f >> self.bits < self.current + BUCKETS)
        {
            // Buckets are free for entries from the overflow, which move there.
            let key = self.overflow.pop()?;
            if self.filled == 0 {
                self.current = key.f >> self.bits;
            }
            self.len -= 1;
            self.push(key);
        }
        self.current +=
            Cost::from(self.filled.rotate_right((self.current % BUCKETS) as u32).trailing_zeros());
        let place = self.current % BUCKETS;
        let pile = &mut self.buckets[place as usize];
        let mut best = 0;
        for other in 1..pile.len() {
            if pile[other] < pile[best] {
                best = other;
            }
        }
        let key = pile.swap_remove(best);
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
            self.buckets[left.trailing_zeros() as usize].clear();
            left &= left - 1;
        }
        self.overflow.clear();
        (self.filled, self.current, self.len) = (0, 0, 0);
    }
}
