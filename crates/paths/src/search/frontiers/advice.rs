//! Which frontier for how many entries: a rule of thumb, to be used after counting and not before.
//!
//! The order of growth decides only where sizes are large enough. If a step costs 10,000 · log₂ n in one frontier and
//! 2 · n in another, the second is 150 times cheaper at 256 entries, and the first is the better one from 81,580 on.
//! (The page that this example is from says 200,000, which is too careful: at that size the first has long won.)

use super::super::FrontierKind;

/// Up to so many entries a list without order does.
const TINY: u64 = 16;
/// From so many entries on it pays to think of something better than a heap.
const LARGE: u64 = 10_000;

impl FrontierKind {
    /// The simplest frontier that does for searches in which at most `peak` entries wait at once.
    pub fn for_peak(peak: u64) -> FrontierKind {
        if peak <= TINY {
            FrontierKind::Unsorted
        } else if peak < LARGE {
            FrontierKind::BinaryHeap
        } else {
            FrontierKind::Buckets
        }
    }
}
