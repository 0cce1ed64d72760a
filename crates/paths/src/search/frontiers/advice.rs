//! Which frontier for how many entries: a rule of thumb, to use after counting and not before.
//!
//! The order of growth decides only where sizes are large enough. If a step costs 10,000 · log₂ n in one frontier and 2
//! · n in another, the second is 150 times cheaper at 256 entries, and the first is better from 81,580 on. (The page
//! with this example says 200,000, which is too careful: at that size the first has long won.)

use super::super::FrontierKind;

/// Up to this many entries an unordered list is enough.
const TINY_ENTRIES_MAX: u64 = 16;
/// From this many entries on something better than a heap pays.
const LARGE_ENTRIES_MIN: u64 = 10_000;

impl FrontierKind {
    /// The simplest frontier that is fast enough for searches with at most `peak` open entries at once.
    pub fn for_peak(peak: u64) -> FrontierKind {
        if peak <= TINY_ENTRIES_MAX {
            FrontierKind::Unsorted
        } else if peak < LARGE_ENTRIES_MIN {
            FrontierKind::BinaryHeap
        } else {
            FrontierKind::Buckets
        }
    }
}
