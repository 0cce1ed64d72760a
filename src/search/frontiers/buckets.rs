//! Bucket queues (Dial 1969): an array of lists, one for each f, so that nothing is ever compared with much. And the
//! HOT queue (Cherkassky, Goldberg & Silverstein 1997): coarse buckets, of which only the first is a heap.
//!
//! Both rest on this: what waits in A* has an f near the smallest one, by no more than the dearest step and the
//! largest change of the estimate along it. What is farther off waits in a heap beside the buckets.

use super::super::{Frontier, Key, Queue};
use std::collections::BTreeMap;

/// Fewest and most buckets, as powers of two.
const BITS: std::ops::RangeInclusive<u32> = 12..=17;

/// Nothing follows.
const END: u32 = u32::MAX;

/// One entry of a bucket's list.
#[derive(Clone, Copy, Debug)]
struct Link {
    g: u32,
    node: u32,
    next: u32,
}

/// A ring of buckets, one an f, with a bit for each that is not empty. Within a bucket the newest goes first: not
/// the total order, but as fast as a frontier can be, and the costs found are the same.
#[derive(Clone, Debug)]
pub struct Buckets {
    /// First link of each bucket's list.
    heads: Vec<u32>,
    links: Vec<Link>,
    /// First of the links that are free again.
    free: u32,
    /// A bit for each bucket that is not empty.
    filled: Vec<u64>,
    /// Smallest f that can be in the ring.
    floor: u32,
    in_ring: usize,
    /// What the ring has no room for.
    far: Frontier,
}

impl Buckets {
    /// An empty frontier for steps of at most this cost, in milli-steps: along a step f rises by twice that at most.
    pub fn for_steps(dearest: u32) -> Self {
        let bits = dearest.saturating_mul(2).max(1).ilog2() + 1;
        let count = 1 << bits.clamp(*BITS.start(), *BITS.end());
        Self {
            heads: vec![END; count],
            links: Vec::new(),
            free: END,
            filled: vec![0; count / 64],
            floor: 0,
            in_ring: 0,
            far: Frontier::default(),
        }
    }

    fn bucket_of(&self, f: u32) -> usize {
        f as usize & (self.heads.len() - 1)
    }

    /// The first bucket that is not empty, at or after the floor; the ring must not be empty.
    fn first(&self) -> usize {
        let from = self.bucket_of(self.floor);
        let head = self.filled[from / 64] & (u64::MAX << (from % 64));
        if head != 0 {
            return from / 64 * 64 + head.trailing_zeros() as usize;
        }
        let mut word = from / 64;
        loop {
            word = (word + 1) & (self.filled.len() - 1);
            if self.filled[word] != 0 {
                return word * 64 + self.filled[word].trailing_zeros() as usize;
            }
        }
    }

    fn link(&mut self, link: Link) -> u32 {
        if self.free == END {
            self.links.push(link);
            return self.links.len() as u32 - 1;
        }
        let place = self.free;
        self.free = self.links[place as usize].next;
        self.links[place as usize] = link;
        place
    }
}

impl Queue for Buckets {
    #[inline]
    fn push(&mut self, key: Key) {
        if self.in_ring == 0 && self.far.is_empty() {
            self.floor = key.f;
        }
        if key.f < self.floor || (key.f - self.floor) as usize >= self.heads.len() {
            return self.far.push(key);
        }
        let bucket = self.bucket_of(key.f);
        let next = self.heads[bucket];
        self.heads[bucket] = self.link(Link { g: key.g, node: key.node, next });
        self.filled[bucket / 64] |= 1 << (bucket % 64);
        self.in_ring += 1;
    }

    #[inline]
    fn pop(&mut self) -> Option<Key> {
        if self.in_ring == 0 {
            let key = self.far.pop()?;
            self.floor = key.f;
            return Some(key);
        }
        let bucket = self.first();
        let f = self.floor + self.bucket_of((bucket as u32).wrapping_sub(self.floor)) as u32;
        if self.far.peek().is_some_and(|key| key.f < f) {
            return self.far.pop();
        }
        self.floor = f;
        let place = self.heads[bucket];
        let Link { g, node, next } = self.links[place as usize];
        self.links[place as usize].next = self.free;
        (self.free, self.heads[bucket]) = (place, next);
        if next == END {
            self.filled[bucket / 64] &= !(1 << (bucket % 64));
        }
        self.in_ring -= 1;
        Some(Key { f, g, node })
    }

    fn len(&self) -> usize {
        self.in_ring + self.far.len()
    }

    fn clear(&mut self) {
        for (word, bits) in self.filled.iter_mut().enumerate() {
            while *bits != 0 {
                self.heads[word * 64 + bits.trailing_zeros() as usize] = END;
                *bits &= *bits - 1;
            }
        }
        self.links.clear();
        (self.free, self.in_ring) = (END, 0);
        self.far.clear();
    }
}

/// Coarse buckets of `width` milli-steps each; the first that is not empty is a heap, the others are piles that
/// become heaps when their turn comes. Pops in the total order.
#[derive(Clone, Debug)]
pub struct HotQueue {
    hot: Frontier,
    /// Everything with an f below this is in the heap.
    bar: u32,
    piles: BTreeMap<u32, Vec<Key>>,
    width: u32,
    len: usize,
}

impl HotQueue {
    /// An empty queue with buckets of this many milli-steps (at least 1).
    pub fn new(width: u32) -> Self {
        Self { hot: Frontier::default(), bar: 0, piles: BTreeMap::new(), width: width.max(1), len: 0 }
    }
}

impl Queue for HotQueue {
    fn push(&mut self, key: Key) {
        self.len += 1;
        if key.f < self.bar {
            self.hot.push(key);
        } else {
            self.piles.entry(key.f / self.width).or_default().push(key);
        }
    }
    fn pop(&mut self) -> Option<Key> {
        if self.hot.is_empty() {
            let (bucket, pile) = self.piles.pop_first()?;
            self.bar = (bucket + 1).saturating_mul(self.width);
            for key in pile {
                self.hot.push(key);
            }
        }
        self.len -= 1;
        self.hot.pop()
    }
    fn len(&self) -> usize {
        self.len
    }
    fn clear(&mut self) {
        self.hot.clear();
        self.piles.clear();
        (self.bar, self.len) = (0, 0);
    }
}
