//! Orders to units: what makes them sound, what they cost, and how they are queued.

use crate::grid::distinct;
use crate::mind;
use crate::sim::commands::{group_orders, treasury};
use crate::sim::{Game, counted};
use crate::world::{
    CommandOutcome, ORDERS_MAX, Order, OrderProblem, PeopleIx, Queue, Rejection, TownIx, TownKind, Unit,
    UnitId, UnitIx, World,
};

/// Units in one command, at most.
pub const UNITS_MAX: usize = 4096;

/// Sets the first orders of the units that a settlement hires.
pub(super) fn set_rally(
    world: &mut World,
    id: TownIx,
    orders: &[Order],
) -> Result<CommandOutcome, Rejection> {
    let town = world.towns.get(id);
    let Some(town) = town.filter(|town| town.people == PeopleIx::PLAYER && town.kind != TownKind::Ruin)
    else {
        return Err(Rejection::NoSuchTown);
    };
    if orders.len() > ORDERS_MAX {
        return Err(Rejection::TooMany(ORDERS_MAX));
    }
    check_orders(world, orders)?;
    let words = match orders.len() {
        0 => format!("{}: new units go about their trade again", town.name),
        _ => format!("{}: new units rally first", town.name),
    };
    world.towns[id].rally = orders.to_vec();
    Ok(CommandOutcome::text(words))
}

pub(super) fn own_indices(world: &World, units: &[UnitId]) -> Result<Vec<UnitIx>, Rejection> {
    if units.len() > UNITS_MAX {
        return Err(Rejection::TooMany(UNITS_MAX));
    }
    let alive = units.iter().filter_map(|id| world.unit_index(*id));
    let mine: Vec<UnitIx> = distinct(alive.filter(|index| world.units[*index].people == PeopleIx::PLAYER));
    if mine.is_empty() { Err(Rejection::NoUnits) } else { Ok(mine) }
}

pub(super) fn give_orders(
    game: &mut Game,
    units: &[UnitId],
    orders: &[Order],
    queue: Queue,
) -> Result<CommandOutcome, Rejection> {
    let indices = own_indices(&game.world, units)?;
    check_orders(&game.world, orders)?;
    let longest = indices.iter().map(|index| game.world.units[*index].orders.len()).max().unwrap_or(0);
    let waiting = if queue == Queue::Append { longest } else { 0 };
    if waiting + orders.len() > ORDERS_MAX {
        return Err(Rejection::TooMany(ORDERS_MAX));
    }
    check_coin(&game.world, indices[0], orders, queue)?;
    // Those of a group that can begin do; only if none can, the command is refused.
    let (mut taken, mut refused) = (Vec::new(), Vec::new());
    for (index, orders) in indices.iter().zip(group_orders::orders_per_unit(game, &indices, orders)) {
        match check_can_begin(game, *index, &orders, queue) {
            Ok(()) => taken.push((*index, orders)),
            Err(problem) => refused.push(problem),
        }
    }
    if let ([], [problem, ..]) = (&taken[..], &refused[..]) {
        return Err(Rejection::Cannot(*problem));
    }
    let who = match &taken[..] {
        [(one, _)] => game.world.units[*one].name.clone(),
        many => counted(many.len(), "unit"),
    };
    for (index, orders) in taken {
        enqueue(&mut game.world, index, &orders, queue);
    }
    let what = if orders.len() == 1 { "an order".to_owned() } else { format!("{} orders", orders.len()) };
    let others = refused.first().map_or_else(String::new, |problem| {
        format!("; {} cannot: {}", counted(refused.len(), "unit"), problem.description())
    });
    Ok(CommandOutcome::text(format!("{who}: {what} taken{others}")))
}

/// Checks that a unit can carry out the first of these orders, if it would begin it at once.
pub(super) fn check_can_begin(
    game: &Game,
    index: UnitIx,
    orders: &[Order],
    queue: Queue,
) -> Result<(), OrderProblem> {
    let unit = &game.world.units[index];
    match orders.first() {
        Some(order) if begins_at_once(unit, queue) => {
            mind::behaviour_for(game.places(), unit, order).map(|_| ())
        }
        _ => Ok(()),
    }
}

/// Whether a unit drops what it does for new orders: for those in place of its own, or if it has none.
fn begins_at_once(unit: &Unit, queue: Queue) -> bool {
    queue == Queue::Replace || (!unit.ordered && unit.orders.is_empty())
}

/// Checks that every order names places on the land.
pub(super) fn check_orders(world: &World, orders: &[Order]) -> Result<(), Rejection> {
    let Some(order) = orders.iter().find(|order| !world.is_sound_order(order)) else {
        return Ok(());
    };
    let outside = order.cells().iter().find(|cell| !world.size().contains(**cell));
    Err(outside.map_or(Rejection::TooMany(ORDERS_MAX), |cell| Rejection::OffTheLand(*cell)))
}

/// Checks that there is coin for the first road that these orders would build, as planned from here.
fn check_coin(world: &World, index: UnitIx, orders: &[Order], queue: Queue) -> Result<(), Rejection> {
    let Some(road_at) = orders.iter().position(|order| matches!(order, Order::Connect(_))) else {
        return Ok(());
    };
    let unit = &world.units[index];
    let last_stop = unit.stops().iter().rev().find_map(|stop| stop.place).filter(|_| queue == Queue::Append);
    let before = orders[..road_at].iter().rev().find_map(|order| order.places().last().copied());
    let from = before.or(last_stop).unwrap_or(unit.path_start());
    let goal = orders[road_at].places()[0];
    let cost = crate::plan::road_plan(world, unit.people, unit.kind, from, goal).coin();
    treasury::check_can_pay(world, cost)
}

pub(super) fn enqueue(world: &mut World, index: UnitIx, orders: &[Order], queue: Queue) {
    let unit = &mut world.units[index];
    if begins_at_once(unit, queue) {
        // Everything above the livelihood at the bottom is dropped.
        unit.stack.truncate(1);
        unit.drop_path();
        unit.ordered = false;
        unit.orders.clear();
    }
    unit.orders.extend(orders.iter().cloned());
}
