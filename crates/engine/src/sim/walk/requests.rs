//! Path requests: what units ask the planner for.

use crate::grid::{Cell, distinct};
use crate::plan;
use crate::sim::Game;
use crate::world::{
    Behaviour, PathRequest, PeopleIx, Requester, Rung, Target, Unit, UnitId, UnitIx, add_to_count,
};

/// How far around a unit others count as obstacles when planning, in steps.
const CROWD_RADIUS_STEPS: u16 = 6;
/// The usual number of obstacles in a crowd, for preallocation.
const CROWD_CAPACITY: usize = 64;
/// Cells that a walking unit will soon use, which others try to avoid when planning.
const CLAIMED_STEPS: usize = 4;

/// Queues a path request of a unit.
pub(super) fn request_path(game: &mut Game, index: UnitIx, target: Target) {
    let unit = &game.world.units[index];
    let from = unit.path_start();
    let request = PathRequest {
        id: 0,
        requester: Requester::Unit(unit.id),
        urgent: unit.ordered || game.world.is_possessed(game.world.units[index].id),
        people: unit.people,
        kind: unit.kind,
        from,
        crowd: claimed_cells_around(game, from, &target, unit),
        hunger: unit.hunger(),
        target,
        requested: game.world.tick,
        rung: Rung::default(),
    };
    let id = plan::submit(&mut game.world.plans, request);
    add_to_count(&mut game.world.tally.requests, 1);
    let unit = &mut game.world.units[index];
    unit.request = Some(id);
    unit.requested = game.world.tick;
}

/// Cells held by others nearby, as far as the people sees them.
pub(super) fn crowd_around(game: &Game, centre: Cell, own_id: UnitId, people: PeopleIx) -> Vec<Cell> {
    let visible = &game.derived.visible[people];
    let near = game.world.size().square(centre, CROWD_RADIUS_STEPS);
    let mut crowd = Vec::with_capacity(CROWD_CAPACITY);
    crowd
        .extend(near.filter(|cell| visible[*cell] > 0 && game.derived.other_holder(*cell, own_id).is_some()));
    crowd
}

/// Cells that others nearby claim: those they hold and, for walking units of the same people, the next few of their
/// paths. If the goal is known, only cells towards it count.
fn claimed_cells_around(game: &Game, centre: Cell, target: &Target, unit: &Unit) -> Vec<Cell> {
    let size = game.world.size();
    let is_ahead = |cell: Cell| match target {
        Target::Cell(goal) => cell.octile(*goal) < centre.octile(*goal),
        Target::Border { .. } => true,
    };
    let mut claims = crowd_around(game, centre, unit.id, unit.people);
    claims.retain(|cell| is_ahead(*cell));
    for held in 0..claims.len() {
        let holder = game.derived.holder(claims[held]).and_then(|id| game.world.unit(id));
        let fellow = holder.filter(|other| other.people == unit.people);
        let next_cells = fellow.iter().flat_map(|unit| unit.cells_ahead(size).take(CLAIMED_STEPS));
        let near = next_cells
            .filter(|cell| is_ahead(*cell) && cell.chebyshev(centre) <= u32::from(CROWD_RADIUS_STEPS));
        claims.extend(near.collect::<Vec<Cell>>());
    }
    distinct(claims)
}

/// Drops a unit's path because it is no longer walkable, and requests another.
pub(super) fn replan(game: &mut Game, index: UnitIx) {
    add_to_count(&mut game.world.tally.replans, 1);
    let unit = &mut game.world.units[index];
    unit.path = None;
    unit.request = None;
    if let Some(Behaviour::Explore(explore)) = unit.stack.last_mut() {
        explore.target = None;
    }
    if let Some(trip) = unit.travel() {
        request_path(game, index, Target::Cell(trip.goal));
    }
}
