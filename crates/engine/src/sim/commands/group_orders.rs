//! Orders to a group: at each place every unit gets a cell of its own.

use crate::grid::Cell;
use crate::sim::Game;
use crate::world::{Order, UnitIx, World};

/// The orders of each of these units: at each place of a group's orders, every unit gets a cell of its own.
pub(super) fn orders_per_unit(game: &Game, indices: &[UnitIx], orders: &[Order]) -> Vec<Vec<Order>> {
    if indices.len() < 2 {
        return vec![orders.to_vec(); indices.len()];
    }
    let mut slots: Option<Vec<usize>> = None;
    let mut each = vec![Vec::with_capacity(orders.len()); indices.len()];
    for order in orders {
        // Every other order is one that several units can have at the same place.
        let ends = if matches!(order, Order::Go(_) | Order::Patrol(_)) { order.places() } else { &[] };
        let spread: Vec<Vec<Cell>> = ends.iter().map(|goal| game.room_around(indices, *goal)).collect();
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
