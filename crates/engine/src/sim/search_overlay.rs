//! Finished searches, recorded while the search overlay is shown. The game never reads them and they are not saved;
//! while the overlay is off, nothing is recorded.

use super::Game;
use crate::grid::Size;
use crate::plan::{self, Served, Trace};
use crate::world::{Asker, LiveSearch, Request, Target, Tried, UnitId};
use std::sync::{Arc, OnceLock};

/// Recorded searches, at most: the last of each requester.
const KEPT: usize = 256;
/// Labels of all recorded searches, at most (a label takes 12 bytes).
const LABELS_KEPT: u32 = 1_000_000;

/// Requests answered without a search of their own that are searched again per tick for the overlay, at most.
const SHOWN_A_TICK: usize = 8;

/// A finished search.
#[derive(Clone, Debug)]
pub struct Thought {
    /// The search and its request.
    pub live: LiveSearch,
    /// Its result.
    pub answer: Served,
    trace: OnceLock<Arc<Trace>>,
}

impl Thought {
    /// The search's trace, reconstructed from its labels on first use.
    pub fn trace(&self, size: Size) -> Arc<Trace> {
        let build = || Arc::new(Trace::of(&self.live, size, self.answer.cells.clone()));
        Arc::clone(self.trace.get_or_init(build))
    }
}

/// The recorded searches.
#[derive(Clone, Debug, Default)]
pub struct Thoughts {
    watched: bool,
    favourite: Option<UnitId>,
    /// Oldest first.
    ended: Vec<Thought>,
    labels: u32,
}

impl Thoughts {
    /// Records a finished search in place of its requester's last one. While the overlay is off, it drops all records.
    pub(super) fn keep(&mut self, live: LiveSearch, answer: &Served) {
        if !self.watched {
            self.ended.clear();
            self.labels = 0;
            return;
        }
        if let Some(last) = self.ended.iter().position(|other| other.live.request.asker == live.request.asker)
        {
            self.forget(last);
        }
        self.labels += live.search.labels().reached();
        self.ended.push(Thought { live, answer: answer.clone(), trace: OnceLock::new() });
        while self.ended.len() > KEPT || self.labels > LABELS_KEPT {
            let favourite = self.favourite.map(Asker::Unit);
            let is_spared = |other: &Thought| Some(other.live.request.asker) == favourite;
            let Some(oldest) = self.ended.iter().position(|other| !is_spared(other)) else { break };
            self.forget(oldest);
        }
    }

    fn forget(&mut self, index: usize) {
        self.labels -= self.ended.remove(index).live.search.labels().reached();
    }

    /// The last search of a unit.
    pub fn of(&self, unit: UnitId) -> Option<&Thought> {
        self.ended.iter().rev().find(|thought| thought.live.request.asker == Asker::Unit(unit))
    }

    /// The recorded searches, the latest first.
    pub fn latest(&self) -> impl Iterator<Item = &Thought> {
        self.ended.iter().rev()
    }
}

impl Game {
    /// Turns recording on or off. The last search of the favourite is never dropped for others. If none of its searches
    /// is recorded, its current path is searched again, so that there is something to show.
    pub fn watch_thoughts(&mut self, is_recording: bool, favourite: Option<UnitId>) {
        let thoughts = &mut self.derived.thoughts;
        (thoughts.watched, thoughts.favourite) = (is_recording, favourite);
        let unrecorded = favourite.filter(|unit| is_recording && thoughts.of(*unit).is_none());
        let Some(request) = unrecorded.and_then(|unit| self.way_anew(unit)) else { return };
        if let (live, Some(answer)) = plan::ponder(&self.world, self.derived.tools(), request) {
            self.derived.thoughts.keep(live, &answer);
        }
    }

    /// While recording, searches again what was answered without a search of its own, so that there is something to
    /// show.
    pub(super) fn think_for_show(&mut self, served: &[Served]) {
        if !self.derived.thoughts.watched {
            return;
        }
        for answer in
            served.iter().filter(|answer| answer.reaches && answer.route.is_none()).take(SHOWN_A_TICK)
        {
            let is_kept =
                self.derived.thoughts.latest().any(|other| other.live.request.id == answer.request.id);
            if !is_kept
                && let (live, Some(_)) =
                    plan::ponder(&self.world, self.derived.tools(), answer.request.clone())
            {
                self.derived.thoughts.keep(live, answer);
            }
        }
    }

    /// The request that a unit would make for its current path.
    fn way_anew(&self, unit: UnitId) -> Option<Request> {
        let unit = self.world.unit(unit)?;
        let goal = unit.path.as_ref().filter(|path| !path.is_over())?.goal;
        Some(Request {
            id: 0,
            asker: Asker::Unit(unit.id),
            urgent: false,
            people: unit.people,
            kind: unit.kind,
            from: unit.way_start(),
            target: Target::Cell(goal),
            crowd: Vec::new(),
            hunger: unit.hunger(),
            asked: self.world.tick,
            tried: Tried::default(),
        })
    }
}
