//! Commands: validated first, then carried out whole. Nothing else can bend the world.

use super::Game;
use crate::world::{Command, ORDERS_MAX, Order, Queue, Rejection, UnitId};
use std::collections::VecDeque;

/// Units in one command, at most.
const UNITS_MAX: usize = 4096;

/// What a command did, in one line for the player.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Outcome {
    /// The line.
    pub words: String,
}

impl Game {
    /// Carries out a command, between two ticks.
    ///
    /// # Errors
    /// Why it was refused; nothing has changed then.
    pub fn apply(&mut self, command: &Command) -> Result<Outcome, Rejection> {
        match command {
            Command::Orders { units, orders, queue } => self.give_orders(units, orders, *queue),
            Command::Unqueue { units } => self.unqueue(units),
            Command::Bend { stroke, brush, cells } => self.bend(*stroke, *brush, cells),
            Command::Spawn { kind, cell } => self.spawn(*kind, *cell),
            Command::Remove { cells } => self.remove(cells),
            Command::Undo => self.undo(),
            Command::NextAmbition => self.next_ambition(),
            Command::FreeBuild(free) => Ok(self.build_free(*free)),
        }
    }

    fn mine(&self, units: &[UnitId]) -> Result<Vec<usize>, Rejection> {
        if units.len() > UNITS_MAX {
            return Err(Rejection::TooMany(UNITS_MAX));
        }
        let alive = units.iter().filter_map(|id| self.world.unit_index(*id));
        let mut mine: Vec<usize> = alive.filter(|index| self.world.units[*index].people == 0).collect();
        mine.sort_unstable();
        mine.dedup();
        if mine.is_empty() { Err(Rejection::NobodyToOrder) } else { Ok(mine) }
    }

    fn give_orders(
        &mut self,
        units: &[UnitId],
        orders: &[Order],
        queue: Queue,
    ) -> Result<Outcome, Rejection> {
        let mine = self.mine(units)?;
        if let Some(order) = orders.iter().find(|order| !self.world.is_sound_order(order)) {
            return Err(match order {
                Order::Go(cell) | Order::Settle(cell) => Rejection::OffTheLand(*cell),
                Order::Patrol(points) => {
                    let off = points.iter().find(|cell| !self.world.size().contains(**cell));
                    off.map_or(Rejection::TooMany(ORDERS_MAX), |cell| Rejection::OffTheLand(*cell))
                }
                _ => Rejection::NobodyToOrder,
            });
        }
        let longest = mine.iter().map(|index| self.world.units[*index].orders.len()).max().unwrap_or(0);
        let waiting = if queue == Queue::Append { longest } else { 0 };
        if waiting + orders.len() > ORDERS_MAX {
            return Err(Rejection::TooMany(ORDERS_MAX));
        }
        for index in &mine {
            self.enqueue(*index, orders, queue);
        }
        let who = match mine.as_slice() {
            [one] => self.world.units[*one].name.clone(),
            many => format!("{} walkers", many.len()),
        };
        let what = if orders.len() == 1 { "an order".to_owned() } else { format!("{} orders", orders.len()) };
        Ok(Outcome { words: format!("{who}: {what} taken") })
    }

    fn enqueue(&mut self, index: usize, orders: &[Order], queue: Queue) {
        let unit = &mut self.world.units[index];
        if queue == Queue::Replace {
            // Whatever was going on is forgotten, the livelihood at the bottom is not.
            unit.stack.truncate(1);
            unit.path = None;
            unit.awaiting = None;
            unit.blocked = None;
            unit.setbacks = 0;
            unit.ordered = false;
            unit.orders.clear();
        } else if !unit.ordered && unit.orders.is_empty() {
            unit.stack.truncate(1);
            unit.path = None;
            unit.awaiting = None;
        }
        let more: VecDeque<Order> = orders.iter().cloned().collect();
        unit.orders.extend(more);
    }

    fn unqueue(&mut self, units: &[UnitId]) -> Result<Outcome, Rejection> {
        let mine = self.mine(units)?;
        let taken = mine.iter().filter(|index| self.world.units[**index].orders.pop_back().is_some()).count();
        Ok(Outcome { words: format!("{taken} orders taken back") })
    }
}
