//! Searches for display: running ones in their current state, and the last finished ones.
//!
//! The speed of replaying a finished one is up to the screen.

use super::words::{capitalized, counted};
use super::{SearchView, Viewport};
use crate::plan::SearchOrder;
use crate::sim::{self, Game};
use crate::world::{LiveSearch, PeopleIx, Requester, Target};
use std::sync::Arc;

/// Most running and most finished searches per scene.
const SEARCHES_MAX: usize = 3;
/// Finished searches with fewer expansions are only shown for the selected unit.
const EXPANSIONS_MIN: u32 = 12;

/// Running searches, then finished ones; the selected unit's first, then newest first. Empty unless the view asks.
pub(super) fn search_views(game: &Game, view: &Viewport) -> Vec<SearchView> {
    if !view.shows_searches {
        return Vec::new();
    }
    let size = game.world.size();
    let leader = view.selected.first().copied().map(Requester::Unit);
    // Searches of other peoples are hidden unless everything is revealed.
    let shown = |live: &LiveSearch| view.reveal || live.request.people == PeopleIx::PLAYER;
    let mut running: Vec<&LiveSearch> = game.world.plans.live.iter().filter(|live| shown(live)).collect();
    running.sort_by_key(|live| (Some(live.request.requester) != leader, std::cmp::Reverse(live.request.id)));
    let running = running
        .into_iter()
        .take(SEARCHES_MAX)
        .map(|live| search_view(game, live, Arc::new(SearchOrder::of(live, size, Vec::new())), None));
    let is_leaders = |live: &LiveSearch| Some(live.request.requester) == leader;
    let is_worth_seeing = |live: &LiveSearch| live.search.expansions() >= EXPANSIONS_MIN || is_leaders(live);
    let ended = game.derived.search_overlay.latest();
    let mut ended: Vec<_> =
        ended.filter(|thought| shown(&thought.live) && is_worth_seeing(&thought.live)).collect();
    ended.sort_by_key(|thought| !is_leaders(&thought.live));
    let ended = ended.into_iter().take(SEARCHES_MAX).map(|thought| {
        self::search_view(game, &thought.live, thought.trace(size), Some(thought.answer.found.reaches))
    });
    running.chain(ended).collect()
}

/// The planner's queue and counters in words; empty unless the view asks for searches.
pub(super) fn planner_words(game: &Game, view: &Viewport) -> String {
    if !view.shows_searches {
        return String::new();
    }
    let (plans, tally) = (&game.world.plans, &game.world.tally);
    format!(
        "{} waiting, {} running; so far {}, {} replans, {} notified of changes, {} repaired locally, {} refined",
        plans.waiting.len(),
        plans.live.len(),
        counted(tally.requests as usize, "request"),
        tally.replans,
        tally.notices,
        tally.splices,
        counted(tally.parts as usize, "segment"),
    )
}

fn search_view(game: &Game, live: &LiveSearch, trace: Arc<SearchOrder>, ended: Option<bool>) -> SearchView {
    let request = &live.request;
    let unit = if let Requester::Unit(unit) = request.requester { Some(unit) } else { None };
    SearchView {
        id: request.id,
        unit,
        people: request.people,
        is_running: ended.is_none(),
        words: search_words(game, live, &trace, ended),
        trace,
    }
}

/// Who plans what, and how many cells that took.
fn search_words(game: &Game, live: &LiveSearch, trace: &SearchOrder, ended: Option<bool>) -> String {
    let world = &game.world;
    let request = &live.request;
    let who = match request.requester {
        Requester::Unit(id) => {
            world.unit(id).map_or("A unit that is gone", |unit| unit.name.as_str()).to_owned()
        }
        Requester::Survey(..) | Requester::Objective => capitalized(&world.peoples[request.people].name),
    };
    let from = match request.requester {
        Requester::Survey(from, _) => format!(" from {}", world.town(from).name),
        Requester::Unit(_) | Requester::Objective => String::new(),
    };
    let place = match &request.target {
        Target::Cell(goal) => sim::place_name(game, *goal),
        Target::Border { .. } => "unknown land".to_owned(),
    };
    let steps = counted(trace.path.len().saturating_sub(1), "step");
    let does = match ended {
        None => format!("{who} searches for a path{from} to {place}"),
        Some(true) => format!("{who} plans {steps}{from} to {place}"),
        Some(false) => format!("{who} finds no path{from} to {place}"),
    };
    format!("{does}: {} expanded, {} open", counted(trace.expanded as usize, "cell"), trace.frontier_len())
}
