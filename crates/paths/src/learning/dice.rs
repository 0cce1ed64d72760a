//! Chance that can be repeated: the splitmix64 sequence of a seed.

/// A sequence of pseudo-random numbers.
#[derive(Clone, Debug)]
pub struct Dice(u64);

impl Dice {
    /// The sequence of this seed.
    pub fn new(seed: u64) -> Dice {
        Dice(seed)
    }

    /// A number from 0 to `bound` − 1; 0 if `bound` is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ mixed >> 31) % bound.max(1) as u64) as usize
    }

    /// Whether something happens whose chance is this many percent.
    pub fn is_lucky(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }
}
