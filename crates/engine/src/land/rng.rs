//! Random streams that stay the same for good: a named generator, with our own range and shuffle, so that no
//! upgrade of a dependency can change a replay.

use rand::Rng;
use rand_pcg::{Pcg64, rand_core::SeedableRng};
use serde::{Deserialize, Serialize};

/// A saved stream of random numbers (PCG 64, O'Neill 2014).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SimRng(Pcg64);

impl SimRng {
    /// The stream number `stream` of this seed.
    pub fn new(seed: u64, stream: u64) -> Self {
        Self(Pcg64::seed_from_u64(mix(&[seed, stream])))
    }

    /// A number from 0 to `bound - 1`; `bound` must not be 0.
    pub fn below(&mut self, bound: u32) -> u32 {
        debug_assert!(bound > 0);
        ((u64::from(self.0.next_u64() as u32) * u64::from(bound)) >> 32) as u32
    }

    /// One of the items, or `None` of an empty slice.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        if items.is_empty() { None } else { items.get(self.below(items.len() as u32) as usize) }
    }
}

/// A hash of some numbers (splitmix64's finaliser, chained): randomness without a stream, for parallel phases
/// and for anything that must not depend on order.
pub fn mix(parts: &[u64]) -> u64 {
    parts.iter().fold(0x9e37_79b9_7f4a_7c15, |state, part| {
        let mut z = state ^ part.wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    })
}
