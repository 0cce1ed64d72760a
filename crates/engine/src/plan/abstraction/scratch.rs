//! The memory of searches in an abstraction, used again by the next one.

use super::bucket_queue::BucketQueue;
use super::supposed_pages::SupposedPages;
use super::window::WindowSearch;
use crate::grid::Cell;
use crate::search::{LabelTable, Search, StampedLabels};
use std::collections::BTreeMap;

/// Reusable memory for searches: one per thread.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    entrance_search: Option<Search<BucketQueue, StampedLabels>>,
    pub(super) window_search: WindowSearch,
    pub(super) supposed_pages: SupposedPages,
    /// Paths that were the cheapest between their ends at supposed prices.
    pub(super) known_paths: BTreeMap<(Cell, Cell), Vec<Cell>>,
    pub(super) expansions: u64,
}

/// Width of a bucket of the frontier in a search from entrance to entrance, as a power of two.
const ENTRANCE_BUCKET_BITS: u32 = 12;

impl Scratch {
    /// Number of expansions with it so far, entrances and cells.
    pub fn expansions(&self) -> u64 {
        self.expansions
    }

    /// The search from entrance to entrance.
    pub(super) fn entrance_search(&mut self, nodes: u32) -> &mut Search<BucketQueue, StampedLabels> {
        let fits = self.entrance_search.as_ref().is_some_and(|search| search.labels().node_count() == nodes);
        if !fits {
            self.entrance_search = None;
        }
        self.entrance_search.get_or_insert_with(|| {
            Search::from_parts(BucketQueue::new(ENTRANCE_BUCKET_BITS), StampedLabels::new(nodes))
        })
    }
}
