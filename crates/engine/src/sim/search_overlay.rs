//! Searches that have ended, kept for as long as somebody watches: only for show. Nothing in the game reads them, they
//! are not saved, and while nobody watches nothing is kept.

use super::Game;
use crate::grid::Size;
use crate::plan::{self, Served, Trace};
use crate::world::{Asker, LiveSearch, Request, Target, Tried, UnitId};
use std::sync::{Arc, OnceLock};

/// Searches that are kept, at most: the last of each asker.
const KEPT: usize = 256;
/// Labels of kept searches in all, at most (a label is 12 bytes).
const LABELS_KEPT: u32 = 1_000_000;

/// Answers without a search of their own that are searched for in a tick for show, at most.
const SHOWN_A_TICK: usize = 8;

/// A search that has ended.
#[derive(Clone, Debug)]
pub struct Thought {
    /// The search, and what was asked of it.
    pub live: LiveSearch,
    /// What it came to.
    pub answer: Served,
    trace: OnceLock<Arc<Trace>>,
}

impl Thought {
    /// How it went, read back from its labels when somebody first asks.
    pub fn trace(&self, size: Size) -> Arc<Trace> {
        let read = || Arc::new(Trace::of(&self.live, size, self.answer.cells.clone()));
        Arc::clone(self.trace.get_or_init(read))
    }
}

/// What is kept, for whom.
#[derive(Clone, Debug, Default)]
pub struct Thoughts {
    watched: bool,
    favourite: Option<UnitId>,
    /// Oldest first.
    ended: Vec<Thought>,
    labels: u32,
}

impl Thoughts {
    /// Keeps a search that has ended, in place of its asker's last one. Without anybody who watches, it lets all go.
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

    /// The kept searches, the latest first.
    pub fn latest(&self) -> impl Iterator<Item = &Thought> {
        self.ended.iter().rev()
    }
}

impl Game {
    /// Somebody begins or ceases to watch; the last search of the favourite is never let go for others'. If none of
    /// its searches was kept, the way that it follows is searched anew, so that there is something to see.
    pub fn watch_thoughts(&mut self, watched: bool, favourite: Option<UnitId>) {
        let thoughts = &mut self.derived.thoughts;
        (thoughts.watched, thoughts.favourite) = (watched, favourite);
        let unseen = favourite.filter(|unit| watched && thoughts.of(*unit).is_none());
        let Some(request) = unseen.and_then(|unit| self.way_anew(unit)) else { return };
        if let (live, Some(answer)) = plan::ponder(&self.world, self.derived.tools(), request) {
            self.derived.thoughts.keep(live, &answer);
        }
    }

    /// What was answered without a search of its own is searched for after all while somebody watches, so that there is
    /// something to see.
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

    /// The request that a unit would make for the way that it follows.
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
