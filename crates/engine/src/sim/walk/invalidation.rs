//! Path invalidation: a unit watches the chunks that its path crosses, and is notified when a cell there becomes
//! blocked, as far as its people knows.
//!
//! Notices are batched: however many cells change in a tick, a unit is notified once. A notified unit repairs its
//! path locally or requests a new one; all others do no work.

use crate::graph::{Cost, CostModel, NodeId};
use crate::grid::Cell;
use crate::plan;
use crate::plan::{Planner, PriceTables};
use crate::sim::Game;
use crate::sim::derived::PathWatches;
use crate::sim::walk::{affected_units, reasons};
use crate::world::{DirtyChunks, PeopleIx, Route, UnitIx, add_to_count};

/// Steps ahead within which a blocked path is repaired by a splice; farther ahead it is replanned.
const SPLICE_AHEAD_STEPS: usize = 24;
/// If the path is blocked within this many steps, the unit stops until it has another; otherwise it walks on meanwhile.
const STOP_WITHIN_STEPS: usize = 12;
/// Steps beyond the first blocked one within which a splice must rejoin the path.
const REJOIN_WITHIN_STEPS: usize = 12;
/// How much more a splice may cost than what it replaces, in milli-steps. Beyond that, a different path may be better,
/// so it is replanned.
const SPLICE_EXTRA_PRICE: u32 = 6000;

/// Whether a route that starts at a cell crosses a blocked border, or leads to an unreachable goal.
pub(super) fn is_route_blocked(planner: &Planner, from: Cell, route: &Route) -> bool {
    let is_blocked = |cell: Cell| planner.believes.is_blocked(planner.size().index(cell) as NodeId);
    let cells = route.crossings().filter_map(|crossing| crossing.cells(planner.size()));
    cells.into_iter().any(|(a, b)| is_blocked(a) || is_blocked(b)) || !planner.is_connected(from, route.goal)
}

/// Applies what the peoples have learned since the last call: invalidates derived state, restarts searches through
/// regions that are now blocked, and notifies the units whose paths cross them.
pub(in crate::sim) fn apply_learned_changes(game: &mut Game) {
    game.derived.abstractions.trim();
    follow_outfit(game);
    for people in game.world.peoples.indices() {
        let belief = &mut game.world.peoples[people].belief;
        belief.update_tower_views(&game.world.land.height);
        let touched = belief.drain_dirty();
        if touched.is_empty() {
            continue;
        }
        game.derived.abstractions.invalidate(people, &touched);
        invalidate_fields(game, people, &touched);
        let regions: Vec<u32> =
            touched.chunks.iter().filter(|(_, opened)| *opened).map(|(chunk, _)| *chunk).collect();
        if !regions.is_empty() {
            plan::restart_blocked(&mut game.world, game.derived.tools(), people, &regions);
            notify_units(game, people, &regions);
        }
    }
}

/// Prices the wanderer's way anew if it wears something else than before.
fn follow_outfit(game: &mut Game) {
    let (outfit, tables) = (game.world.outfit(), &game.derived.tables);
    if tables.outfit() != outfit {
        game.derived.tables = PriceTables::for_season(tables.season()).with_outfit(outfit);
        game.world.peoples[PeopleIx::PLAYER].belief.mark_all_dirty();
    }
}

/// Updates a people's flow fields after changes.
fn invalidate_fields(game: &mut Game, people: PeopleIx, touched: &DirtyChunks) {
    let fields = &mut game.derived.fields;
    if touched.all {
        fields.forget(people);
    } else if !fields.is_empty() {
        let size = game.world.size();
        let cells: Vec<Cell> =
            touched.chunks.iter().flat_map(|(chunk, _)| plan::cells_of_chunk(*chunk, size)).collect();
        fields.mark_changed(people, &cells);
    }
}

/// Notifies the units of a people whose paths cross these regions.
fn notify_units(game: &mut Game, people: PeopleIx, regions: &[u32]) {
    for id in game.derived.path_watches.watchers(regions) {
        let Some(index) = game.world.unit_index(id) else {
            game.derived.path_watches.forget(id);
            continue;
        };
        // A watched region may already be behind the unit. It must not count: after loading, it would not be
        // watched.
        let unit = &game.world.units[index];
        if unit.people == people && PathWatches::crosses(unit, game.world.size(), regions) {
            handle_notice(game, index);
        }
    }
}

/// Handles a notice: a path that is no longer walkable is repaired or replanned.
fn handle_notice(game: &mut Game, index: UnitIx) {
    let unit = &game.world.units[index];
    let Some(path) = &unit.path else { return };
    let planner = game.planner(unit.people, unit.kind, &[]);
    let size = game.world.size();
    let cells = unit.remaining_path(size);
    let blocked_at =
        (1..cells.len()).find(|i| !plan::is_walkable(&planner.believes, size, &cells[i - 1..=*i]));
    let is_route_blocked =
        || path.route.as_ref().is_some_and(|route| is_route_blocked(&planner, cells[0], route));
    if blocked_at.is_none() && !is_route_blocked() {
        return;
    }
    add_to_count(&mut game.world.tally.notices, 1);
    if let Some(at) = blocked_at {
        reasons::note_blocked_path(game, index, cells[at]);
    }
    if !blocked_at.is_some_and(|at| splice_detour(game, index, at)) {
        affected_units::request_again(game, index, &cells[..cells.len().min(STOP_WITHIN_STEPS)]);
    }
}

/// Repairs a path that is no longer walkable; false if it has to be replanned.
pub(super) fn repair_path(game: &mut Game, index: UnitIx) -> bool {
    let unit = &game.world.units[index];
    let believes = game.believes(unit.people, unit.kind, &[]);
    let size = game.world.size();
    let cells = unit.remaining_path(size);
    let blocked_at = (1..cells.len()).find(|i| !plan::is_walkable(&believes, size, &cells[i - 1..=*i]));
    blocked_at.is_some_and(|at| splice_detour(game, index, at))
}

/// Repairs the path around the obstacle at step `at`, rejoining it a few steps later. False if there is no detour
/// nearby, or if it costs so much that another path may be better: the guard against bad splices.
fn splice_detour(game: &mut Game, index: UnitIx, at: usize) -> bool {
    if at > SPLICE_AHEAD_STEPS {
        return false;
    }
    let size = game.world.size();
    let unit = &game.world.units[index];
    let believes = game.believes(unit.people, unit.kind, &[]);
    let cells = unit.remaining_path(size);
    // Rejoin at the farthest possible cell: a splice that rejoins sooner may include a part that has itself become
    // a detour.
    let is_open = |i: &usize| !believes.is_blocked(size.index(cells[*i]) as NodeId);
    let Some(back) = (at..cells.len().min(at + REJOIN_WITHIN_STEPS)).rev().find(is_open) else {
        return false;
    };
    let Some(path) = &unit.path else { return false };
    let replaced = path.price * back as Cost / Cost::from(path.length.max(1));
    let price_max = replaced + Cost::from(SPLICE_EXTRA_PRICE);
    let Some(detour) = plan::detour(&believes, size, cells[0], cells[back], &[], price_max) else {
        return false;
    };
    let splice = plan::to_steps(&detour);
    let Some(path) = &mut game.world.units[index].path else { return false };
    path.length = (path.length + splice.len() as u32).saturating_sub(back as u32);
    path.steps.replace(back, &splice);
    add_to_count(&mut game.world.tally.splices, 1);
    game.derived.path_watches.watch(&game.world.units[index], size);
    true
}
