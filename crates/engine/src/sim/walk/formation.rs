//! Groups with one goal. One long path is shared, with individual ends, and along its middle the units walk side by side.
//! A unit whose own cell is taken counts as arrived near it. Not here: the cells around the goal (`sim::room`).

use crate::graph::{Cost, CostModel, NodeId};
use crate::grid::{Cell, Dir8};
use crate::plan;
use crate::plan::BelievedPrices;
use crate::sim::{Game, behave};
use crate::world::{Behaviour, Path, Patrol, PlannedBy, Travel, TripPurpose, Unit, UnitId, UnitIx, World};

/// Steps at either end of a group's path that each unit plans by itself.
const END_STEPS: usize = 10;
/// The highest price of a shared path, in percent of the leader's, not counting the way to the leader's position.
const SHARED_PRICE_PERCENT: i64 = 110;
/// Steps from one waypoint of a column to the next.
const STRIDE_STEPS: usize = 5;
/// Columns to either side of a shared path, at most.
const COLUMNS_MAX: i32 = 8;
/// How near to each other the units of a group are, and their goals, in steps.
const GROUP_RADIUS_STEPS: u16 = 12;
/// The highest price of such an end, in milli-steps.
const END_PRICE_MAX: Cost = 60_000;
/// Ticks that a unit waits before its taken goal until it counts as arrived.
const ARRIVE_AFTER_TICKS: u64 = 30;
/// Ticks after which it counts as arrived even at the end of a line of standing units.
const ARRIVE_IN_LINE_AFTER_TICKS: u64 = 120;
/// How near counts as arrived at most, in steps.
const ARRIVE_RADIUS_MAX_STEPS: u16 = 12;

/// When an ordered unit has found its path, units beside it that were ordered to about the same place and still
/// wait take over its middle. A group then needs one long search, and two short ones for each member.
pub(super) fn share_path(game: &mut Game, leader: UnitIx, cells: &[Cell]) {
    let Some(goal) = cells.last().copied().filter(|_| cells.len() > 3 * END_STEPS) else { return };
    if !game.world.units[leader].ordered {
        return;
    }
    let around: Vec<Cell> = game.world.size().square(cells[0], GROUP_RADIUS_STEPS).collect();
    for cell in around {
        let holder = game.derived.holder(cell).and_then(|id| game.world.unit_index(id));
        let Some(fellow) = holder.filter(|index| is_group_member(&game.world, *index, leader, goal)) else {
            continue;
        };
        let Some((path, cells)) = path_beside(game, fellow, cells) else { continue };
        let id = game.world.units[fellow].id;
        game.world.plans.cancel(id);
        game.world.units[fellow].request = None;
        game.derived.set_path(&mut game.world, fellow, path, &cells);
    }
}

/// Whether a unit waits for a path to about the same place as the leader of a group.
fn is_group_member(world: &World, index: UnitIx, leader: UnitIx, goal: Cell) -> bool {
    let (unit, leader) = (&world.units[index], &world.units[leader]);
    let Some(trip) = unit.travel() else { return false };
    unit.ordered
        && unit.request.is_some()
        && unit.path.is_none()
        && (unit.people, unit.kind) == (leader.people, leader.kind)
        && trip.goal.chebyshev(goal) <= u32::from(GROUP_RADIUS_STEPS)
}

/// A path along the middle of another's path, from where a unit is to its goal: in a column of its own where the
/// ground allows it, otherwise over the same cells.
fn path_beside(game: &Game, index: UnitIx, cells: &[Cell]) -> Option<(Path, Vec<Cell>)> {
    let (unit, size) = (&game.world.units[index], game.world.size());
    let goal = unit.travel()?.goal;
    let believes = game.believes(unit.people, unit.kind, &[]);
    let middle = &cells[END_STEPS..cells.len() - END_STEPS];
    let leader = plan::path_terms(&believes, size, cells)?.0.total();
    let behind = i64::from(unit.path_start().octile(cells[0]));
    let along = |places: &[Cell]| {
        let mut path =
            plan::detour(&believes, size, unit.path_start(), *places.first()?, &[], END_PRICE_MAX)?;
        for to in places[1..].iter().chain([&goal]) {
            let two = [*path.last()?, *to];
            let is_step = two[0].dir_to(two[1]).is_some() && plan::is_walkable(&believes, size, &two);
            let leg = || plan::detour(&believes, size, two[0], two[1], &[], END_PRICE_MAX);
            path.extend_from_slice(&if is_step { two.to_vec() } else { leg()? }[1..]);
        }
        let cells = path;
        let found = (PlannedBy::Group, game.world.tick);
        let path = plan::path_along(&game.believes_of(unit), size, &cells, true, found)?;
        // A unit that would make a long detour only happens to have a nearby goal and does not belong to the group.
        (path.price as i64 - behind <= leader * SHARED_PRICE_PERCENT / 100).then_some((path, cells))
    };
    let column = column_offset(middle, cells[0], unit.path_start());
    let places = column.and_then(|column| column_waypoints(game, &believes, middle, column));
    places.and_then(|places| along(&places)).or_else(|| along(middle))
}

/// Waypoints of a column beside the middle of a path, [`STRIDE_STEPS`] steps apart: only where the path goes straight on,
/// and on the path itself where the ground beside it is blocked. Around bends, paths are searched from waypoint to
/// waypoint.
fn column_waypoints(
    game: &Game,
    believes: &BelievedPrices,
    middle: &[Cell],
    column: i32,
) -> Option<Vec<Cell>> {
    let size = game.world.size();
    let is_open =
        |cell: &Cell| !believes.is_blocked(size.index(*cell) as NodeId) && !game.derived.haven[*cell];
    let places = (STRIDE_STEPS..middle.len() - STRIDE_STEPS).step_by(STRIDE_STEPS).filter_map(|i| {
        let ahead = nearest_direction(middle[i], middle[i + STRIDE_STEPS])?;
        let (dx, dy) = ahead.rotated(2).offset();
        let beside = size.offset(middle[i], dx * column, dy * column).filter(is_open);
        (nearest_direction(middle[i - STRIDE_STEPS], middle[i])? == ahead)
            .then(|| beside.unwrap_or(middle[i]))
    });
    Some(places.collect::<Vec<Cell>>()).filter(|places| !places.is_empty())
}

/// Whether an ordered unit has come near enough to its goal: others stand on the goal or, for long, in the way, and
/// the goal is within a radius that grows with their number and with time.
pub(super) fn is_near_enough(game: &Game, index: UnitIx, holder: UnitId, waited: u64) -> bool {
    let unit = &game.world.units[index];
    let Some(Travel { goal, purpose: TripPurpose::Order | TripPurpose::Other }) = unit.travel() else {
        return false;
    };
    let has_stopped = |other: &Unit| other.next.is_none() && other.path.is_none();
    let is_blocker = |id: Option<UnitId>| id.and_then(|id| game.world.unit(id)).is_some_and(has_stopped);
    let is_exact = unit.stack.iter().any(|layer| layer.rules().needs_exact_goal());
    let is_far = unit.cell.chebyshev(goal) > 2 * u32::from(ARRIVE_RADIUS_MAX_STEPS) + 2;
    if is_exact || is_far || waited < ARRIVE_AFTER_TICKS {
        return false;
    }
    let is_goal_taken = is_blocker(game.derived.other_holder(goal, game.world.units[index].id));
    if !is_goal_taken && (waited < ARRIVE_IN_LINE_AFTER_TICKS || !is_blocker(Some(holder))) {
        return false;
    }
    let around = game.world.size().square(goal, ARRIVE_RADIUS_MAX_STEPS);
    let others = around
        .filter_map(|cell| game.world.unit(game.derived.other_holder(cell, game.world.units[index].id)?));
    let stopped_count = others.filter(|other| has_stopped(other)).count() as u32;
    // On open ground units stand around the goal, in a narrow passage one behind the other.
    let in_line = is_goal_taken
        && waited >= ARRIVE_IN_LINE_AFTER_TICKS
        && game.derived.passages.at(unit.cell).is_some();
    // Only arrived units make later ones content with less; a unit that waits for others on its way does not.
    let patience = if is_blocker(Some(holder)) { (waited / ARRIVE_IN_LINE_AFTER_TICKS) as u32 } else { 0 };
    let radius = if in_line { stopped_count } else { 1 + stopped_count.isqrt() + patience };
    unit.cell.chebyshev(goal) <= radius
}

/// Ends the trip near its goal; a patrol goes on to its next point.
pub(super) fn arrive_near(game: &mut Game, index: UnitIx) {
    behave::pop_behaviour(game, index);
    if let Some(Behaviour::Patrol(Patrol { points, next })) = game.world.units[index].stack.last_mut() {
        *next = (*next + 1) % points.len() as u16;
    }
}

/// How many columns to the right of the leader's direction a unit stands; `None` if that is zero or the path is short.
fn column_offset(middle: &[Cell], leader: Cell, here: Cell) -> Option<i32> {
    let (dx, dy) = nearest_direction(leader, *middle.get(STRIDE_STEPS)?)?.rotated(2).offset();
    let difference = |a: u16, b: u16| i32::from(a) - i32::from(b);
    let projection = difference(here.x, leader.x) * dx + difference(here.y, leader.y) * dy;
    let column = projection / (dx * dx + dy * dy);
    (column != 0 && middle.len() > 2 * STRIDE_STEPS).then(|| column.clamp(-COLUMNS_MAX, COLUMNS_MAX))
}

/// The nearest of the eight directions from one cell to another; `None` if they are the same.
fn nearest_direction(from: Cell, to: Cell) -> Option<Dir8> {
    let (dx, dy) = (i32::from(to.x) - i32::from(from.x), i32::from(to.y) - i32::from(from.y));
    let extent = dx.abs().max(dy.abs());
    let part = |d: i32| if 2 * d.abs() > extent { d.signum() } else { 0 };
    Dir8::ALL.into_iter().find(|dir| dir.offset() == (part(dx), part(dy)))
}
