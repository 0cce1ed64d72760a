//! Records what units were ordered to do before the player changed it, and restores that.
//!
//! Changes of orders, stops and stacks are acts of the journal like edits of the land, but are undone separately: to
//! make a spy resume spying, the player should not have to remove the latest bridge. What has happened since stays:
//! layers below the change remain as they are now, and orders carried out since are not given again. What does not live
//! here: how orders and stacks are changed (`commands`, `order_edits`, `stack_edits`).

use crate::sim::commands::orders;
use crate::sim::{Game, counted};
use crate::world::{
    Behaviour, Change, Changed, CommandOutcome, PreviousOrders, Rejection, Unit, UnitId, World,
};

/// The orders of a unit before a change.
struct OrderState {
    unit: UnitId,
    stack: Vec<Behaviour>,
    orders: Vec<crate::world::Order>,
    ordered: bool,
}

/// Carries out a change of the orders of some units, and records what they were before.
pub(super) fn change_orders(
    game: &mut Game,
    units: &[UnitId],
    change: impl FnOnce(&mut Game) -> Result<CommandOutcome, Rejection>,
) -> Result<CommandOutcome, Rejection> {
    let indices = orders::own_indices(&game.world, units)?;
    let before: Vec<OrderState> =
        indices.iter().map(|index| order_state(&game.world.units[*index])).collect();
    let outcome = change(game)?;
    let records = before.into_iter().filter_map(|before| order_changes_since(&game.world, before));
    let changes =
        records.map(|record| Change { what: Changed::Ordered(Box::new(record)), paid: 0 }).collect();
    game.world.journal.add_order_changes(changes);
    Ok(outcome)
}

/// The record of a change; `None` if nothing has changed, or for the possessed unit, whose actions cannot be
/// undone.
fn order_changes_since(world: &World, before: OrderState) -> Option<PreviousOrders> {
    let unit = world.unit(before.unit)?;
    if before.stack == unit.stack && before.orders.iter().eq(&unit.orders) {
        return None;
    }
    if before.stack.iter().chain(&unit.stack).any(|behaviour| matches!(behaviour, Behaviour::Possessed)) {
        return None;
    }
    let common = before.stack.iter().zip(&unit.stack).take_while(|(before, now)| before == now).count();
    Some(PreviousOrders {
        unit: before.unit,
        below: common as u8,
        above: before.stack[common..].to_vec(),
        height: unit.stack.len() as u8,
        orders: before.orders,
        waiting: unit.orders.iter().cloned().collect(),
        ordered: before.ordered,
    })
}

/// Undoes the last change of orders of each of these units; where that no longer stands, removes the last waiting
/// order.
pub(super) fn undo_orders(world: &mut World, units: &[UnitId]) -> Result<CommandOutcome, Rejection> {
    let indices = orders::own_indices(world, units)?;
    let (mut restored, mut removed_count) = (Vec::new(), 0);
    for index in indices {
        let id = world.units[index].id;
        let record = world.journal.last_orders(id).cloned();
        let unit = &mut world.units[index];
        if record.is_some_and(|record| restore_orders(unit, record)) {
            restored.push(index);
        } else if unit.orders.pop_back().is_some() {
            removed_count += 1;
        } else {
            // A refused command changes nothing, including the journal.
            continue;
        }
        world.journal.forget_orders(id);
    }
    let words = match (restored.as_slice(), removed_count) {
        ([], 0) => return Err(Rejection::NothingToUndo),
        ([], removed_count) => format!("{} taken back", counted(removed_count, "order")),
        ([one], 0) => format!("{}: as before the last change", world.units[*one].name),
        (many, 0) => format!("{}: as before the last change", counted(many.len(), "unit")),
        (many, removed_count) => {
            let (units, orders) = (counted(many.len(), "unit"), counted(removed_count, "order"));
            format!("{units}: as before the last change; {orders} of others taken back")
        }
    };
    Ok(CommandOutcome::text(words))
}

fn order_state(unit: &Unit) -> OrderState {
    let orders = unit.orders.iter().cloned().collect();
    OrderState { unit: unit.id, stack: unit.stack.clone(), orders, ordered: unit.ordered }
}

/// Restores a unit's previous orders if the change still stands.
fn restore_orders(unit: &mut Unit, record: PreviousOrders) -> bool {
    // The number of orders waiting after the change that were started since.
    let Some(started) = record.waiting.len().checked_sub(unit.orders.len()) else { return false };
    let is_possessed = unit.stack.iter().any(|behaviour| matches!(behaviour, Behaviour::Possessed));
    if !record.waiting[started..].iter().eq(&unit.orders) || is_possessed {
        return false;
    }
    if record.above.is_empty() && record.height <= record.below {
        restore_waiting_orders(unit, record, started)
    } else {
        restore_stack(unit, record, started)
    }
}

/// Only waiting orders were changed: those started since must have been the same before.
fn restore_waiting_orders(unit: &mut Unit, record: PreviousOrders, started: usize) -> bool {
    let stands = record.orders.get(..started) == Some(&record.waiting[..started]);
    if stands {
        unit.orders = record.orders.into_iter().skip(started).collect();
    }
    stands
}

/// The stack was changed, too. If what lay below has ended by now, or more than the next order was started, the former
/// top can no longer be restored.
fn restore_stack(unit: &mut Unit, record: PreviousOrders, started: usize) -> bool {
    let below = usize::from(record.below).max(1);
    if unit.stack.len() < usize::from(record.height).max(below) || started > 1 {
        return false;
    }
    unit.stack.truncate(below);
    unit.stack.extend(record.above);
    unit.orders = record.orders.into();
    unit.ordered = record.ordered;
    unit.drop_path();
    true
}
