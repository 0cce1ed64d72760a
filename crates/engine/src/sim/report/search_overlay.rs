//! Finished searches, recorded while the search overlay is shown. The game never reads them and they are not saved;
//! while the overlay is off, nothing is recorded.

use crate::grid::Size;
use crate::plan::{SearchOrder, Served};
use crate::world::{LiveSearch, Requester, UnitId};
use std::sync::{Arc, OnceLock};

/// Recorded searches, at most: the last of each requester.
const SEARCHES_MAX: usize = 256;
/// Labels of all recorded searches, at most (a label takes 12 bytes).
const LABELS_MAX: u32 = 1_000_000;

/// A finished search.
#[derive(Clone, Debug)]
pub struct RecordedSearch {
    /// The search and its request.
    pub live: LiveSearch,
    /// Its result.
    pub answer: Served,
    trace: OnceLock<Arc<SearchOrder>>,
}

impl RecordedSearch {
    /// The search's trace, reconstructed from its labels on first use.
    pub fn trace(&self, size: Size) -> Arc<SearchOrder> {
        let build = || Arc::new(SearchOrder::of(&self.live, size, self.answer.cells.clone()));
        Arc::clone(self.trace.get_or_init(build))
    }
}

/// The recorded searches.
#[derive(Clone, Debug, Default)]
pub struct SearchOverlay {
    pub(super) is_recording: bool,
    pub(super) favourite: Option<UnitId>,
    /// Oldest first.
    finished: Vec<RecordedSearch>,
    labels: u32,
}

impl SearchOverlay {
    /// Records a finished search in place of its requester's last one. While the overlay is off, it drops all records.
    pub(in crate::sim) fn record(&mut self, live: LiveSearch, answer: &Served) {
        if !self.is_recording {
            self.finished.clear();
            self.labels = 0;
            return;
        }
        if let Some(last) =
            self.finished.iter().position(|other| other.live.request.requester == live.request.requester)
        {
            self.drop_search(last);
        }
        self.labels += live.search.labels().label_count();
        self.finished.push(RecordedSearch { live, answer: answer.clone(), trace: OnceLock::new() });
        while self.finished.len() > SEARCHES_MAX || self.labels > LABELS_MAX {
            let favourite = self.favourite.map(Requester::Unit);
            let is_spared = |other: &RecordedSearch| Some(other.live.request.requester) == favourite;
            let Some(oldest) = self.finished.iter().position(|other| !is_spared(other)) else { break };
            self.drop_search(oldest);
        }
    }

    fn drop_search(&mut self, index: usize) {
        self.labels -= self.finished.remove(index).live.search.labels().label_count();
    }

    /// The last search of a unit.
    pub fn of(&self, unit: UnitId) -> Option<&RecordedSearch> {
        self.finished.iter().rev().find(|thought| thought.live.request.requester == Requester::Unit(unit))
    }

    /// The recorded searches, the latest first.
    pub fn latest(&self) -> impl Iterator<Item = &RecordedSearch> {
        self.finished.iter().rev()
    }
}
