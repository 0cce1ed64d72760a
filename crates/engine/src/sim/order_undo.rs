//! What units were told to do before the player changed it, and bringing that back.
//!
//! Orders, changed stops and changed stacks are acts of the journal like those on the land, but are taken back by
//! themselves: whoever wants his spy to go on spying does not want the bridge gone. What happened since stays: layers
//! that lie below what was changed are as they are by now, and orders that were carried out since are not given again.
//! What does not live here: how orders and stacks are changed (`commands`, `edits`, `stacks`).

use super::{CommandOutcome, Game, counted};
use crate::world::{Behaviour, Change, Changed, PreviousOrders, Rejection, Unit, UnitId};

/// What somebody is told to do now.
struct Before {
    unit: UnitId,
    stack: Vec<Behaviour>,
    orders: Vec<crate::world::Order>,
    ordered: bool,
}

impl Game {
    /// Carries out a change of what some units are told, and notes what they were told before.
    pub(super) fn tell_them(
        &mut self,
        units: &[UnitId],
        change: impl FnOnce(&mut Game) -> Result<CommandOutcome, Rejection>,
    ) -> Result<CommandOutcome, Rejection> {
        let mine = self.mine(units)?;
        let before: Vec<Before> = mine.iter().map(|index| before(&self.world.units[*index])).collect();
        let outcome = change(self)?;
        let told = before.into_iter().filter_map(|before| self.told_since(before));
        let changes = told.map(|told| Change { what: Changed::Told(Box::new(told)), paid: 0 }).collect();
        self.world.journal.add_told(changes);
        Ok(outcome)
    }

    /// What has changed; `None` if nothing has, or of somebody who is lived: his deeds are his own.
    fn told_since(&self, before: Before) -> Option<PreviousOrders> {
        let unit = self.world.unit(before.unit)?;
        if before.stack == unit.stack && before.orders.iter().eq(&unit.orders) {
            return None;
        }
        if before.stack.iter().chain(&unit.stack).any(|behaviour| matches!(behaviour, Behaviour::Lived)) {
            return None;
        }
        let alike = before.stack.iter().zip(&unit.stack).take_while(|(was, is)| was == is).count();
        Some(PreviousOrders {
            unit: before.unit,
            below: alike as u8,
            above: before.stack[alike..].to_vec(),
            height: unit.stack.len() as u8,
            orders: before.orders,
            waiting: unit.orders.iter().cloned().collect(),
            ordered: before.ordered,
        })
    }

    /// Takes back, for each of these units, what it was told last; where that does not stand any more, the last order
    /// that waits.
    pub(super) fn unqueue(&mut self, units: &[UnitId]) -> Result<CommandOutcome, Rejection> {
        let mine = self.mine(units)?;
        let (mut back, mut taken) = (Vec::new(), 0);
        for index in mine {
            let id = self.world.units[index].id;
            let told = self.world.journal.last_told(id).cloned();
            let unit = &mut self.world.units[index];
            if told.is_some_and(|told| bring_back(unit, told)) {
                back.push(index);
            } else if unit.orders.pop_back().is_some() {
                taken += 1;
            } else {
                // A refusal changes nothing, the journal included.
                continue;
            }
            self.world.journal.forget_told(id);
        }
        let words = match (back.as_slice(), taken) {
            ([], 0) => return Err(Rejection::NothingToUndo),
            ([], taken) => format!("{} taken back", counted(taken, "order")),
            ([one], 0) => format!("{}: as before the last change", self.world.units[*one].name),
            (many, 0) => format!("{}: as before the last change", counted(many.len(), "walker")),
            (many, taken) => {
                let (who, orders) = (counted(many.len(), "walker"), counted(taken, "order"));
                format!("{who}: as before the last change; {orders} of others taken back")
            }
        };
        Ok(CommandOutcome { words })
    }
}

fn before(unit: &Unit) -> Before {
    let orders = unit.orders.iter().cloned().collect();
    Before { unit: unit.id, stack: unit.stack.clone(), orders, ordered: unit.ordered }
}

/// Has somebody do again what he was told before, if the change still stands.
fn bring_back(unit: &mut Unit, told: PreviousOrders) -> bool {
    // Of the orders that waited after the change, those that were begun since.
    let Some(begun) = told.waiting.len().checked_sub(unit.orders.len()) else { return false };
    let is_lived = unit.stack.iter().any(|behaviour| matches!(behaviour, Behaviour::Lived));
    if !told.waiting[begun..].iter().eq(&unit.orders) || is_lived {
        return false;
    }
    if told.above.is_empty() && told.height <= told.below {
        bring_back_orders(unit, told, begun)
    } else {
        bring_back_stack(unit, told, begun)
    }
}

/// Only what waits was changed: what was begun since must have been the same before.
fn bring_back_orders(unit: &mut Unit, told: PreviousOrders, begun: usize) -> bool {
    let stands = told.orders.get(..begun) == Some(&told.waiting[..begun]);
    if stands {
        unit.orders = told.orders.into_iter().skip(begun).collect();
    }
    stands
}

/// The stack was changed, too: if what lay below is done by now, or more was begun than what came next, then what was
/// on top of it is history.
fn bring_back_stack(unit: &mut Unit, told: PreviousOrders, begun: usize) -> bool {
    let below = usize::from(told.below).max(1);
    if unit.stack.len() < usize::from(told.height).max(below) || begun > 1 {
        return false;
    }
    unit.stack.truncate(below);
    unit.stack.extend(told.above);
    unit.orders = told.orders.into();
    unit.ordered = told.ordered;
    unit.forget_way();
    true
}
