//! Finished searches, recorded while the search overlay is shown. The game never reads them and they are not saved;
//! while the overlay is off, nothing is recorded.

use crate::grid::Size;
use crate::plan;
use crate::plan::{PlannerTools, SearchOrder, Served};
use crate::world::{LiveSearch, Requester, UnitId, World};
use std::sync::{Arc, OnceLock};

/// Recorded searches, at most: the last of each requester.
const SEARCHES_MAX: usize = 256;
/// Requests answered without a search of their own that are searched again per tick, at most.
const SEARCHED_AGAIN_MAX: usize = 8;
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
        let build = || Arc::new(SearchOrder::of(&self.live, size, self.answer.found.cells.clone()));
        Arc::clone(self.trace.get_or_init(build))
    }
}

/// The recorded searches.
#[derive(Clone, Debug, Default)]
pub struct SearchOverlay {
    is_recording: bool,
    favourite: Option<UnitId>,
    /// Oldest first.
    finished: Vec<RecordedSearch>,
    labels: u32,
}

impl SearchOverlay {
    /// Turns recording on or off. The last search of the favourite is never dropped for others.
    pub(in crate::sim) fn set_recording(&mut self, is_recording: bool, favourite: Option<UnitId>) {
        (self.is_recording, self.favourite) = (is_recording, favourite);
    }

    /// While recording, searches again what was answered without a search of its own, so that there is something to
    /// show.
    pub(in crate::sim) fn search_again(&mut self, world: &World, tools: PlannerTools, served: &[Served]) {
        if !self.is_recording {
            return;
        }
        let whole = served.iter().filter(|answer| answer.found.reaches && answer.found.route.is_none());
        for answer in whole.take(SEARCHED_AGAIN_MAX) {
            let is_kept = self.latest().any(|other| other.live.request.id == answer.request.id);
            if !is_kept && let (live, Some(_)) = plan::search_now(world, tools, answer.request.clone()) {
                self.record(live, answer);
            }
        }
    }

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
