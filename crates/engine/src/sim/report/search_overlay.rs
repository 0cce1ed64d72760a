//! Finished searches, recorded while the search overlay is shown. The game never reads them and they are not saved;
//! while the overlay is off, nothing is recorded.

use crate::grid::Size;
use crate::plan;
use crate::plan::{Served, Trace};
use crate::sim::Game;
use crate::world::{FailedMethod, LiveSearch, PathRequest, Requester, Target, UnitId, World};
use std::sync::{Arc, OnceLock};

impl Game {
    /// Turns recording on or off. The last search of the favourite is never dropped for others. If none of its searches
    /// is recorded, its current path is searched again, so that there is something to show.
    pub fn record_searches(&mut self, is_recording: bool, favourite: Option<UnitId>) {
        let thoughts = &mut self.derived.search_overlay;
        (thoughts.is_recording, thoughts.favourite) = (is_recording, favourite);
        let unrecorded = favourite.filter(|unit| is_recording && thoughts.of(*unit).is_none());
        let Some(request) = unrecorded.and_then(|unit| current_path_request(&self.world, unit)) else {
            return;
        };
        if let (live, Some(answer)) = plan::search_now(&self.world, self.derived.tools(), request) {
            self.derived.search_overlay.record(live, &answer);
        }
    }
}

/// Recorded searches, at most: the last of each requester.
const SEARCHES_MAX: usize = 256;

/// Labels of all recorded searches, at most (a label takes 12 bytes).
const LABELS_MAX: u32 = 1_000_000;

/// Requests answered without a search of their own that are searched again per tick for the overlay, at most.
const RESEARCHED_PER_TICK_MAX: usize = 8;

/// A finished search.
#[derive(Clone, Debug)]
pub struct RecordedSearch {
    /// The search and its request.
    pub live: LiveSearch,
    /// Its result.
    pub answer: Served,
    trace: OnceLock<Arc<Trace>>,
}

impl RecordedSearch {
    /// The search's trace, reconstructed from its labels on first use.
    pub fn trace(&self, size: Size) -> Arc<Trace> {
        let build = || Arc::new(Trace::of(&self.live, size, self.answer.cells.clone()));
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

/// While recording, searches again what was answered without a search of its own, so that there is something to
/// show.
pub(in crate::sim) fn search_for_overlay(game: &mut Game, served: &[Served]) {
    if !game.derived.search_overlay.is_recording {
        return;
    }
    for answer in
        served.iter().filter(|answer| answer.reaches && answer.route.is_none()).take(RESEARCHED_PER_TICK_MAX)
    {
        let is_kept =
            game.derived.search_overlay.latest().any(|other| other.live.request.id == answer.request.id);
        if !is_kept
            && let (live, Some(_)) =
                plan::search_now(&game.world, game.derived.tools(), answer.request.clone())
        {
            game.derived.search_overlay.record(live, answer);
        }
    }
}

/// The request that a unit would make for its current path.
fn current_path_request(world: &World, unit: UnitId) -> Option<PathRequest> {
    let unit = world.unit(unit)?;
    let goal = unit.path.as_ref().filter(|path| !path.is_over())?.goal;
    Some(PathRequest {
        id: 0,
        requester: Requester::Unit(unit.id),
        urgent: false,
        people: unit.people,
        kind: unit.kind,
        from: unit.path_start(),
        target: Target::Cell(goal),
        crowd: Vec::new(),
        hunger: unit.hunger(),
        requested: world.tick,
        failed: FailedMethod::default(),
    })
}
