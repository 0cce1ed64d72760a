//! Commands: each is validated first and then carried out as a whole. Nothing else can change the world from outside.

use super::{Game, counted};
use crate::world::{Command, ORDERS_MAX, Order, Queue, Rejection, UnitId};

/// Units in one command, at most.
pub const UNITS_MAX: usize = 4096;

/// The result of a command, in one line for the player.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CommandOutcome {
    /// The line.
    pub text: String,
}

impl Game {
    /// Carries out a command, between two ticks.
    ///
    /// # Errors
    /// Why it was refused; nothing has changed then.
    pub fn apply(&mut self, command: &Command) -> Result<CommandOutcome, Rejection> {
        let outcome = self.run_command(command);
        self.apply_learned_changes();
        outcome
    }

    fn run_command(&mut self, command: &Command) -> Result<CommandOutcome, Rejection> {
        self.check_tools_allowed(command)?;
        match command {
            Command::TakeAction(action) => self.start_action(*action),
            Command::NextLife => self.start_next_life(),
            _ if self.world.wander.is_some() => Err(Rejection::WandererOnly),
            Command::Possess(unit) => self.possess(*unit),
            Command::Release => self.end_possession(),
            Command::Orders { units, orders, queue } => {
                self.change_orders(units, |game| game.give_orders(units, orders, *queue))
            }
            Command::UndoOrders { units } => self.undo_orders(units),
            Command::EditLand { stroke, brush, cells } => self.edit_land(*stroke, *brush, cells),
            Command::Spawn { kind, cell } => self.spawn(*kind, *cell),
            Command::Remove { cells } => self.remove(cells),
            Command::Undo => self.undo(),
            Command::SkipObjective => self.skip_objective(),
            Command::FreeBuild(free) => Ok(self.set_free_build(*free)),
            Command::EditOrders { unit, at, place, edit } => {
                self.change_orders(&[*unit], |game| game.edit_orders(*unit, *at, *place, edit))
            }
            Command::EditStack { unit, height, edit } => {
                self.change_orders(&[*unit], |game| game.edit_stack(*unit, *height, edit))
            }
            Command::Rally { town, orders } => self.set_rally(*town, orders),
        }
    }

    pub(super) fn own_indices(&self, units: &[UnitId]) -> Result<Vec<usize>, Rejection> {
        if units.len() > UNITS_MAX {
            return Err(Rejection::TooMany(UNITS_MAX));
        }
        let alive = units.iter().filter_map(|id| self.world.unit_index(*id));
        let mut mine: Vec<usize> = alive.filter(|index| self.world.units[*index].people == 0).collect();
        mine.sort_unstable();
        mine.dedup();
        if mine.is_empty() { Err(Rejection::NoUnits) } else { Ok(mine) }
    }

    fn give_orders(
        &mut self,
        units: &[UnitId],
        orders: &[Order],
        queue: Queue,
    ) -> Result<CommandOutcome, Rejection> {
        let indices = self.own_indices(units)?;
        self.check_orders(orders)?;
        let longest = indices.iter().map(|index| self.world.units[*index].orders.len()).max().unwrap_or(0);
        let waiting = if queue == Queue::Append { longest } else { 0 };
        if waiting + orders.len() > ORDERS_MAX {
            return Err(Rejection::TooMany(ORDERS_MAX));
        }
        self.check_coin(indices[0], orders, queue)?;
        for (index, orders) in indices.iter().zip(self.orders_per_unit(&indices, orders)) {
            self.enqueue(*index, &orders, queue);
        }
        let who = match indices.as_slice() {
            [one] => self.world.units[*one].name.clone(),
            many => counted(many.len(), "unit"),
        };
        let what = if orders.len() == 1 { "an order".to_owned() } else { format!("{} orders", orders.len()) };
        Ok(CommandOutcome { text: format!("{who}: {what} taken") })
    }

    /// Checks that every order names places on the land.
    pub(super) fn check_orders(&self, orders: &[Order]) -> Result<(), Rejection> {
        let Some(order) = orders.iter().find(|order| !self.world.is_sound_order(order)) else {
            return Ok(());
        };
        let outside = order.places().into_iter().find(|cell| !self.world.size().contains(*cell));
        Err(outside.map_or(Rejection::TooMany(ORDERS_MAX), Rejection::OffTheLand))
    }

    /// Checks that there is coin for the first road that these orders would build, as planned from here.
    fn check_coin(&self, index: usize, orders: &[Order], queue: Queue) -> Result<(), Rejection> {
        let Some(road_at) = orders.iter().position(|order| matches!(order, Order::Connect(_))) else {
            return Ok(());
        };
        let unit = &self.world.units[index];
        let last_stop =
            unit.stops().iter().rev().find_map(|stop| stop.place).filter(|_| queue == Queue::Append);
        let before = orders[..road_at].iter().rev().find_map(|order| order.places().last().copied());
        let from = before.or(last_stop).unwrap_or(unit.path_start());
        let goal = orders[road_at].places()[0];
        let cost = crate::plan::road_plan(&self.world, unit.people, unit.kind, from, goal).coin();
        self.check_can_pay(cost)
    }

    pub(super) fn enqueue(&mut self, index: usize, orders: &[Order], queue: Queue) {
        let unit = &mut self.world.units[index];
        if queue == Queue::Replace {
            // Everything above the livelihood at the bottom is dropped.
            unit.stack.truncate(1);
            unit.drop_path();
            unit.ordered = false;
            unit.orders.clear();
        } else if !unit.ordered && unit.orders.is_empty() {
            unit.stack.truncate(1);
            unit.drop_path();
        }
        unit.orders.extend(orders.iter().cloned());
    }
}
