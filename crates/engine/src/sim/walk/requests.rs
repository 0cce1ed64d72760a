//! Path requests: what units and settlements ask the planner for.

use crate::grid::Cell;
use crate::plan;
use crate::sim::Game;
use crate::sim::behave::possessed;
use crate::world::{
    Behaviour, Kind, Nature, PathRequest, PeopleIx, Requester, Rung, Target, TownIx, Unit, UnitId, UnitIx,
    World, add_to_count,
};

/// Nearest markets from which routes to a new one are surveyed at once.
const SURVEYED_MAX: usize = 24;
/// How far around a unit others count as obstacles when planning, in steps.
const CROWD_RADIUS_STEPS: u16 = 6;
/// The usual number of obstacles in a crowd, for preallocation.
const CROWD_CAPACITY: usize = 64;
/// Cells that a walking unit will soon use, which others try to avoid when planning.
const CLAIMED_STEPS: usize = 4;

/// Makes a people survey routes between a market that is new to it and the nearest ones, both ways. Other routes
/// are learned in time.
pub(in crate::sim) fn survey_from(world: &mut World, people: PeopleIx, id: TownIx) {
    if world.people(people).nature != Nature::Settled || !world.trades_at(people, id) {
        return;
    }
    let cell = world.town(id).cell;
    let mut markets: Vec<TownIx> = world.markets_of(people).filter(|other| *other != id).collect();
    markets.sort_by_key(|other| (world.town(*other).cell.octile(cell), *other));
    for other in markets.into_iter().take(SURVEYED_MAX) {
        request_survey(world, people, id, other);
        request_survey(world, people, other, id);
    }
}

/// Queues a path request of a unit.
pub(in crate::sim) fn request_path(game: &mut Game, index: UnitIx, target: Target) {
    let unit = &game.world.units[index];
    let from = unit.path_start();
    let request = PathRequest {
        id: 0,
        requester: Requester::Unit(unit.id),
        urgent: unit.ordered || possessed::is_possessed(&game.world, index),
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
    crowd.extend(near.filter(|cell| visible[*cell] > 0 && game.derived.is_held_by_other(*cell, own_id)));
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
    claims.sort_unstable();
    claims.dedup();
    claims
}

/// Requests a survey of the route between two settlements for a people.
pub(in crate::sim) fn request_survey(world: &mut World, people: PeopleIx, from: TownIx, to: TownIx) {
    let request = PathRequest {
        id: 0,
        requester: Requester::Survey(from, to),
        urgent: false,
        people,
        kind: Kind::Porter,
        from: world.town(from).cell,
        target: Target::Cell(world.town(to).cell),
        crowd: Vec::new(),
        hunger: 0,
        requested: world.tick,
        rung: Rung::default(),
    };
    plan::submit(&mut world.plans, request);
    add_to_count(&mut world.tally.requests, 1);
}

/// Requests surveys of the routes between all markets that each people knows.
pub(in crate::sim) fn request_all_surveys(world: &mut World) {
    for people in world.peoples.indices() {
        if world.people(people).nature != Nature::Settled {
            continue;
        }
        let markets: Vec<TownIx> = world.markets_of(people).collect();
        for from in &markets {
            for to in markets.iter().filter(|to| *to != from) {
                request_survey(world, people, *from, *to);
            }
        }
    }
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

/// Cancels all path requests of a unit. Otherwise one drag of the mouse would fill the queue with obsolete ones.
pub(in crate::sim) fn cancel_requests(world: &mut World, id: UnitId) {
    let plans = &mut world.plans;
    plans.waiting.retain(|request| request.requester != Requester::Unit(id));
    plans.live.retain(|live| live.request.requester != Requester::Unit(id));
}
