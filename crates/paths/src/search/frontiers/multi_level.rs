//! Multi-level buckets (Denardo & Fox 1979): f as a number of eleven digits from 0 to 63, and a bucket for each value
//! of each digit.
//!
//! No entry is better than the last one that was popped. So an entry belongs to the highest digit in which its f
//! differs from that one, and to the bucket of its own digit there. The best entries are in the lowest bucket of the
//! lowest digit; if that is a bucket of a higher digit, it is redistributed over the digits below. An entry only ever
//! moves down, and nothing is compared, however widely f is spread: made for the long steps between jump points, for
//! which plain buckets would have to be as many as the longest of them has milli-steps. An f below the last one counts
//! as equal to it.

use super::super::{FrontierKey, PriorityQueue};
use crate::graph::Cost;

/// Bits per digit: the buckets of a digit fill a word.
const DIGIT_BITS: u32 = 6;
/// Digits of 64 bits.
const DIGITS: usize = 11;
const BASE: usize = 1 << DIGIT_BITS;

/// Multi-level buckets. Among equal f the newest goes first, approximately.
#[derive(Clone, Debug)]
pub struct MultiLevelBuckets {
    buckets: Vec<Vec<FrontierKey>>,
    /// For each digit, a bit for each bucket that is not empty.
    filled: [u64; DIGITS],
    /// The f that was popped last.
    last: Cost,
    len: usize,
}

impl Default for MultiLevelBuckets {
    fn default() -> Self {
        Self { buckets: vec![Vec::new(); DIGITS * BASE], filled: [0; DIGITS], last: 0, len: 0 }
    }
}

impl MultiLevelBuckets {
    #[inline]
    fn insert(&mut self, key: FrontierKey) {
        let f = key.f.max(self.last);
        let digit = ((f ^ self.last) | 1).ilog2() / DIGIT_BITS;
        let value = (f >> (digit * DIGIT_BITS)) as usize % BASE;
        self.filled[digit as usize] |= 1 << value;
        self.buckets[digit as usize * BASE + value].push(key);
    }

    /// Redistributes a bucket over the digits below: its smallest f becomes the last one.
    fn redistribute(&mut self, bucket: usize) {
        let mut entries = std::mem::take(&mut self.buckets[bucket]);
        self.filled[bucket / BASE] &= !(1 << (bucket % BASE));
        self.last = entries.iter().map(|key| key.f).min().unwrap_or(self.last);
        for key in entries.drain(..) {
            self.insert(key);
        }
        self.buckets[bucket] = entries;
    }
}

impl PriorityQueue for MultiLevelBuckets {
    #[inline]
    fn push(&mut self, key: FrontierKey) {
        self.len += 1;
        self.insert(key);
    }
    #[inline]
    fn pop(&mut self) -> Option<FrontierKey> {
        loop {
            let digit = self.filled.iter().position(|filled| *filled != 0)?;
            let value = self.filled[digit].trailing_zeros() as usize;
            let bucket = &mut self.buckets[digit * BASE + value];
            // A single entry is the best of its bucket without redistribution.
            if digit == 0 || bucket.len() == 1 {
                let key = bucket.pop()?;
                self.filled[digit] &= !(u64::from(bucket.is_empty()) << value);
                self.last = self.last.max(key.f);
                self.len -= 1;
                return Some(key);
            }
            self.redistribute(digit * BASE + value);
        }
    }
    fn len(&self) -> usize {
        self.len
    }
    fn clear(&mut self) {
        for digit in 0..DIGITS {
            while self.filled[digit] != 0 {
                self.buckets[digit * BASE + self.filled[digit].trailing_zeros() as usize].clear();
                self.filled[digit] &= self.filled[digit] - 1;
            }
        }
        (self.last, self.len) = (0, 0);
    }
}
