//! Edits of orders already given, including the current one. A stop is identified by its index and its place.

use crate::grid::Cell;
use crate::mind;
use crate::sim::Game;
use crate::sim::commands::orders;
use crate::world::{
    Behaviour, CommandOutcome, Edit, ORDERS_MAX, Order, Part, Patrol, Queue, Rejection, Stop, Unit, UnitId,
    UnitIx, World,
};

/// Edits one stop of a unit's orders.
pub(super) fn edit_orders(
    game: &mut Game,
    id: UnitId,
    at: u16,
    place: Option<Cell>,
    edit: &Edit,
) -> Result<CommandOutcome, Rejection> {
    let index = orders::own_indices(&game.world, &[id])?[0];
    check_edit(&game.world, edit)?;
    let stops = game.world.units[index].stops();
    let found = find_stop(&stops, usize::from(at), place);
    let name = game.world.units[index].name.clone();
    let number = found.map_or(stops.len(), |(number, _)| number) + 1;
    let outcome = |what: String| Ok(CommandOutcome::text(format!("{name}: {what}")));
    match (edit, found) {
        (Edit::Insert(order), found) => {
            if stops.len() >= ORDERS_MAX || game.world.units[index].orders.len() >= ORDERS_MAX {
                return Err(Rejection::TooMany(ORDERS_MAX));
            }
            match found {
                Some((_, stop)) => insert_order(&mut game.world.units[index], stop, order),
                None if usize::from(at) < stops.len() => return Err(Rejection::NoSuchStop),
                None => {
                    let orders = std::slice::from_ref(order);
                    orders::check_can_begin(game, index, orders, Queue::Append).map_err(Rejection::Cannot)?;
                    orders::enqueue(&mut game.world, index, orders, Queue::Append);
                }
            }
            outcome(format!("put in as stop {number}"))
        }
        (_, None) => Err(Rejection::NoSuchStop),
        (Edit::Remove, Some((_, stop))) => {
            remove_stop(&mut game.world.units[index], stop);
            outcome(format!("stop {number} is taken out"))
        }
        (Edit::MoveTo(cell), Some((_, stop))) => {
            move_stop(game, index, stop, *cell)?;
            outcome(format!("stop {number} is moved"))
        }
    }
}

fn check_edit(world: &World, edit: &Edit) -> Result<(), Rejection> {
    match edit {
        Edit::Remove => Ok(()),
        Edit::MoveTo(cell) if world.size().contains(*cell) => Ok(()),
        Edit::MoveTo(cell) => Err(Rejection::OffTheLand(*cell)),
        Edit::Insert(order) => orders::check_orders(world, std::slice::from_ref(order)),
    }
}

fn move_stop(game: &mut Game, index: UnitIx, stop: Stop, to: Cell) -> Result<(), Rejection> {
    let unit = &game.world.units[index];
    match stop.part {
        Part::Waiting(i) => {
            let order = game.world.units[index].orders.get_mut(i).ok_or(Rejection::NoSuchStop)?;
            *order = moved_order(order, stop.point, to)?;
            Ok(())
        }
        Part::UnderWay => {
            let order = unit.under_way().map(|now| now.rules().order()).ok_or(Rejection::NoSuchStop)?;
            let order = moved_order(&order, stop.point, to)?;
            let mut behaviour =
                mind::behaviour_for(game.places(), unit, &order).map_err(|_| Rejection::NotMovable)?;
            if let (
                Behaviour::Patrol(Patrol { next, .. }),
                Some(Behaviour::Patrol(Patrol { next: was, .. })),
            ) = (&mut behaviour, unit.under_way())
            {
                *next = *was;
            }
            restart_as(&mut game.world.units[index], behaviour);
            Ok(())
        }
    }
}

/// The stop with this index, or the nearest before it at the same place, since stops only ever disappear at the front.
fn find_stop(stops: &[Stop], at: usize, place: Option<Cell>) -> Option<(usize, Stop)> {
    let last = at.min(stops.len().checked_sub(1)?);
    let is_end = at >= stops.len() && place.is_none();
    (0..=last).rev().find(|i| stops[*i].place == place && !is_end).map(|i| (i, stops[i]))
}

/// Restarts the current order as this behaviour.
fn restart_as(unit: &mut Unit, behaviour: Behaviour) {
    unit.stack.truncate(1);
    unit.drop_path();
    unit.stack.push(behaviour);
}

fn remove_stop(unit: &mut Unit, stop: Stop) {
    match stop.part {
        Part::Waiting(i) => match unit.orders.get_mut(i) {
            Some(Order::Patrol(points)) if points.len() > 1 => {
                points.remove(stop.point);
            }
            _ => {
                unit.orders.remove(i);
            }
        },
        Part::UnderWay => match unit.under_way().cloned() {
            Some(Behaviour::Patrol(Patrol { mut points, next })) if points.len() > 1 => {
                points.remove(stop.point);
                let next = if stop.point < usize::from(next) { next - 1 } else { next };
                let next = next % points.len() as u16;
                restart_as(unit, Behaviour::Patrol(Patrol { points, next }));
            }
            _ => {
                unit.stack.truncate(1);
                unit.drop_path();
            }
        },
    }
}

/// Inserts an order before a stop; a place before a patrol's point becomes a point of that patrol.
fn insert_order(unit: &mut Unit, stop: Stop, order: &Order) {
    match stop.part {
        Part::Waiting(i) => match (unit.orders.get_mut(i), order) {
            (Some(Order::Patrol(points)), Order::Go(cell)) if stop.point > 0 => {
                points.insert(stop.point, *cell);
            }
            _ => unit.orders.insert(i, order.clone()),
        },
        Part::UnderWay => match (unit.under_way().cloned(), order) {
            (Some(Behaviour::Patrol(Patrol { mut points, next })), Order::Go(cell)) => {
                points.insert(stop.point, *cell);
                let next = if stop.point < usize::from(next) { next + 1 } else { next };
                restart_as(unit, Behaviour::Patrol(Patrol { points, next }));
            }
            (behaviour, _) => {
                unit.orders.extend(behaviour.as_ref().map(|now| now.rules().order()));
                // The interrupted order waits again, after the new one and before all others.
                let shift = usize::from(behaviour.is_some());
                unit.orders.rotate_right(shift);
                unit.orders.push_front(order.clone());
                unit.stack.truncate(1);
                unit.drop_path();
            }
        },
    }
}

/// The order with one of its places elsewhere.
fn moved_order(order: &Order, point: usize, to: Cell) -> Result<Order, Rejection> {
    let otherwise = if order.places().is_empty() { Rejection::NotMovable } else { Rejection::NoSuchStop };
    order.moved(point, to).ok_or(otherwise)
}
