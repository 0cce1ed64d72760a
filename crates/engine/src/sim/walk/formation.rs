//! Groups with one goal: every unit gets a cell of its own around the goal. One long path is shared, with individual
//! ends, and along its middle the units walk side by side. A unit whose own cell is taken counts as arrived near it.
//! Also the rally of a settlement: the first orders of the units that it hires.

use crate::graph::{Corner, Cost, CostModel, Graph, Grid8, NodeId, Visit};
use crate::grid::{Cell, Dir8};
use crate::plan;
use crate::plan::BelievedPrices;
use crate::sim::Game;
use crate::sim::behave::stack;
use crate::sim::walk::{occupancy, paths, requests};
use crate::world::{
    Behaviour, Order, Path, Patrol, TownIx, Travel, TripPurpose, Unit, UnitId, UnitIx, World,
};
use std::collections::BTreeSet;

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
/// Cells that are examined for each place of a group, at most.
const EXAMINED_PER_PLACE_MAX: usize = 12;

/// The orders of each of these units: at each place of a group's orders, every unit gets a cell of its own.
pub(in crate::sim) fn orders_per_unit(game: &Game, indices: &[UnitIx], orders: &[Order]) -> Vec<Vec<Order>> {
    if indices.len() < 2 {
        return vec![orders.to_vec(); indices.len()];
    }
    let mut slots: Option<Vec<usize>> = None;
    let mut each = vec![Vec::with_capacity(orders.len()); indices.len()];
    for order in orders {
        let spread: Vec<Vec<Cell>> = match order {
            Order::Go(_) | Order::Patrol(_) => {
                order.places().iter().map(|goal| cells_around_goal(game, indices, *goal)).collect()
            }
            _ => Vec::new(),
        };
        let Some(first) = spread.first() else {
            for orders in &mut each {
                orders.push(order.clone());
            }
            continue;
        };
        // The unit nearest to a place gets it, and keeps its slot in the group at every stop.
        let slots = slots.get_or_insert_with(|| nearest_slots(&game.world, indices, first));
        for (orders, slot) in each.iter_mut().zip(slots) {
            let cells: Vec<Cell> = spread.iter().map(|places| places[*slot]).collect();
            orders.push(match order {
                Order::Patrol(_) => Order::Patrol(cells),
                _ => Order::Go(cells[0]),
            });
        }
    }
    each
}

/// For each unit the index of its place.
fn nearest_slots(world: &World, indices: &[UnitIx], places: &[Cell]) -> Vec<usize> {
    let mut slots = vec![0; indices.len()];
    let mut unplaced: Vec<usize> = (0..indices.len()).collect();
    for (slot, place) in places.iter().enumerate() {
        let distance = |i: &usize| world.units[indices[*i]].cell.octile(*place);
        let nearest = (0..unplaced.len()).min_by_key(|k| (distance(&unplaced[*k]), unplaced[*k]));
        if let Some(k) = nearest {
            slots[unplaced.remove(k)] = slot;
        }
    }
    slots
}

/// As many distinct cells around a goal as there are units, nearest first. The cells are reachable from the goal as
/// far as is known, and no other unit is seen standing on them. A settlement or camp has room for all.
fn cells_around_goal(game: &Game, indices: &[UnitIx], goal: Cell) -> Vec<Cell> {
    let size = game.world.size();
    let unit = &game.world.units[indices[0]];
    let believes = game.believes(unit.people, unit.kind, &[]);
    let belief = &game.world.peoples[unit.people].belief;
    let is_known_haven = |cell: Cell| belief.is_known(cell) && game.derived.haven[cell];
    if is_known_haven(goal) {
        return vec![goal; indices.len()];
    }
    let graph = Grid8 { size, cost: &believes, corner: Corner::BothFree };
    let visible = &game.derived.visible[unit.people];
    let is_taken = |cell: Cell| {
        let holder = game.derived.holder(cell).filter(|_| visible[cell] > 0);
        let other = holder.and_then(|id| game.world.unit_index(id));
        other.is_some_and(|i| indices.binary_search(&i).is_err() && game.world.units[i].next.is_none())
    };
    let mut queue = vec![size.index(goal) as NodeId];
    let mut seen: BTreeSet<NodeId> = queue.iter().copied().collect();
    let mut places = Vec::new();
    let mut next = 0;
    while next < queue.len()
        && next < indices.len() * EXAMINED_PER_PLACE_MAX + 64
        && places.len() < indices.len()
    {
        let node = queue[next];
        let cell = size.cell(node as usize);
        if !is_known_haven(cell) && !is_taken(cell) {
            places.push(cell);
        }
        graph.successors(Visit { node, parent: node }, &mut |to, _| {
            if seen.insert(to) {
                queue.push(to);
            }
        });
        next += 1;
    }
    places.resize(indices.len(), goal);
    places
}

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
        requests::cancel_requests(&mut game.world, id);
        game.world.units[fellow].request = None;
        paths::set_path(game, fellow, path, &cells);
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
        let (path, cells) = paths::path_along(game, index, path, true)?;
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
    let is_goal_taken = is_blocker(occupancy::other_holder(game, index, goal));
    if !is_goal_taken && (waited < ARRIVE_IN_LINE_AFTER_TICKS || !is_blocker(Some(holder))) {
        return false;
    }
    let around = game.world.size().square(goal, ARRIVE_RADIUS_MAX_STEPS);
    let others = around.filter_map(|cell| game.world.unit(occupancy::other_holder(game, index, cell)?));
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
    stack::pop_behaviour(game, index);
    if let Some(Behaviour::Patrol(Patrol { points, next })) = game.world.units[index].stack.last_mut() {
        *next = (*next + 1) % points.len() as u16;
    }
}

/// Gives a newly hired unit the rally orders of its settlement, with a free cell near the flag as goal.
pub(in crate::sim) fn give_rally_orders(game: &mut Game, index: UnitIx, id: TownIx) {
    let orders = game.world.town(id).rally.clone();
    let placed = orders.into_iter().map(|order| match order {
        Order::Go(goal) => Order::Go(cells_around_goal(game, &[index], goal)[0]),
        other => other,
    });
    game.world.units[index].orders = placed.collect();
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
