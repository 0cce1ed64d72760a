//! Searches as they are shown: those that run as they stand, and the last that have ended.
//!
//! How fast an ended one is played again is the screen's business.

use super::View;
use super::words::{capital, counted};
use crate::plan::Trace;
use crate::sim::Game;
use crate::world::{Asker, LiveSearch, Target, UnitId};
use std::sync::Arc;

/// Searches of each sort that the screen is offered, at most.
const OFFERED: usize = 3;
/// An ended search that has looked at fewer cells is only offered of the selected unit: there is little to see.
const WORTH_SEEING: u32 = 12;

/// A search that can be shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Thought {
    /// Its number, in the order of asking.
    pub id: u64,
    /// Who thinks; `None` for a people that measures a way.
    pub unit: Option<UnitId>,
    /// Index of the people.
    pub people: u8,
    /// Whether it still runs.
    pub running: bool,
    /// `Ada plans 41 steps to Mill: 612 cells looked at, 37 at the edge`.
    pub words: String,
    /// How it went, or how far it has come.
    pub trace: Arc<Trace>,
}

/// Running searches first, then ended ones; of each the selected unit's first, then the newest. Nothing while nobody
/// watches.
pub(super) fn thoughts(game: &Game, view: &View) -> Vec<Thought> {
    if !view.thinking {
        return Vec::new();
    }
    let size = game.world.size();
    let leader = view.selected.first().copied().map(Asker::Unit);
    // What other peoples think is theirs alone, unless the whole land is shown.
    let shown = |live: &LiveSearch| view.reveal || live.request.people == 0;
    let mut running: Vec<&LiveSearch> = game.world.plans.live.iter().filter(|live| shown(live)).collect();
    running.sort_by_key(|live| (Some(live.request.asker) != leader, std::cmp::Reverse(live.request.id)));
    let running = running
        .into_iter()
        .take(OFFERED)
        .map(|live| thought(game, live, Arc::new(Trace::of(live, size, Vec::new())), None));
    let is_leaders = |live: &LiveSearch| Some(live.request.asker) == leader;
    let worth = |live: &LiveSearch| live.search.expansions() >= WORTH_SEEING || is_leaders(live);
    let ended = game.derived.thoughts.latest();
    let mut ended: Vec<_> = ended.filter(|thought| shown(&thought.live) && worth(&thought.live)).collect();
    ended.sort_by_key(|thought| !is_leaders(&thought.live));
    let ended = ended
        .into_iter()
        .take(OFFERED)
        .map(|thought| self::thought(game, &thought.live, thought.trace(size), Some(thought.answer.reaches)));
    running.chain(ended).collect()
}

/// `3 wait, 12 search; told 140, mended 31, worked out 12 parts`: nothing while nobody watches.
pub(super) fn planner_words(game: &Game, view: &View) -> String {
    if !view.thinking {
        return String::new();
    }
    let (plans, tally) = (&game.world.plans, &game.world.tally);
    format!(
        "{} wait, {} search; so far {} asked, {} again; {} told of a change, {} mended near by; {} worked out",
        plans.waiting.len(),
        plans.live.len(),
        counted(tally.requests as usize, "way"),
        tally.replans,
        tally.notices,
        tally.splices,
        counted(tally.parts as usize, "far part"),
    )
}

fn thought(game: &Game, live: &LiveSearch, trace: Arc<Trace>, ended: Option<bool>) -> Thought {
    let request = &live.request;
    let unit = if let Asker::Unit(unit) = request.asker { Some(unit) } else { None };
    Thought {
        id: request.id,
        unit,
        people: request.people,
        running: ended.is_none(),
        words: words(game, live, &trace, ended),
        trace,
    }
}

/// Who thinks about what, and how much of the land it took.
fn words(game: &Game, live: &LiveSearch, trace: &Trace, ended: Option<bool>) -> String {
    let world = &game.world;
    let request = &live.request;
    let who = match request.asker {
        Asker::Unit(id) => {
            world.unit(id).map_or("Somebody who is gone", |unit| unit.name.as_str()).to_owned()
        }
        Asker::Survey(..) | Asker::Ambition => capital(&world.peoples[usize::from(request.people)].name),
    };
    let from = match request.asker {
        Asker::Survey(from, _) => format!(" from {}", world.town(from).name),
        Asker::Unit(_) | Asker::Ambition => String::new(),
    };
    let place = match &request.target {
        Target::Cell(goal) => game.place_name(*goal),
        Target::Border { .. } => "the border of the known".to_owned(),
    };
    let steps = counted(trace.way.len().saturating_sub(1), "step");
    let does = match ended {
        None => format!("{who} looks for a way{from} to {place}"),
        Some(true) => format!("{who} plans {steps}{from} to {place}"),
        Some(false) => format!("{who} finds no way{from} to {place}"),
    };
    format!("{does}: {} looked at, {} at the edge", counted(trace.closed as usize, "cell"), trace.edge())
}
