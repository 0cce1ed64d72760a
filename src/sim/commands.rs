//! Commands: validated first, then carried out whole. Nothing else can bend the world.

use super::Game;
use super::derived::Reading;
use super::passages::Passages;
use crate::grid::Cell;
use crate::land::Surface;
use crate::world::{Command, ORDERS_MAX, Order, Queue, Rejection, Subject, Tier, UnitId};
use std::collections::VecDeque;

/// Units in one command, at most.
const UNITS_MAX: usize = 4096;
/// Cells bent by one command, at most.
const CELLS_MAX: usize = 4096;

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
            Command::Wall { cells, build } => self.wall(cells, *build),
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

    /// Builds or takes down walls; those who see it and whose way it bars plan anew at once, others when they
    /// come upon it.
    fn wall(&mut self, cells: &[Cell], build: bool) -> Result<Outcome, Rejection> {
        if cells.len() > CELLS_MAX {
            return Err(Rejection::TooMany(CELLS_MAX));
        }
        if let Some(off) = cells.iter().find(|cell| !self.world.size().contains(**cell)) {
            return Err(Rejection::OffTheLand(*off));
        }
        let chosen: Vec<Cell> = cells.iter().copied().filter(|cell| self.can_bend(*cell, build)).collect();
        if chosen.is_empty() {
            return Err(Rejection::NothingToBuild);
        }
        let place = self.whereabouts(chosen[0]);
        let what = if build { "wall" } else { "gap in the wall" };
        self.remember_act(&chosen, &format!("{what} {place}"));
        for cell in &chosen {
            self.bend(*cell, build);
        }
        self.derived.passages = Passages::of(&self.world.land);
        for watcher in self.derived.watchers_near(&chosen) {
            self.look(watcher);
        }
        let seen: Vec<Cell> =
            chosen.iter().copied().filter(|cell| self.derived.visible[0][*cell] > 0).collect();
        self.derived.bent.clear();
        self.derived.reading = Reading::default();
        let concerned = if build { self.notify(0, &seen) } else { 0 };
        self.derived.reading.waiting = concerned;
        let verb = if build { "A wall rises" } else { "A wall is taken down" };
        let news =
            if seen.is_empty() { "nobody sees it yet".to_owned() } else { format!("{concerned} plan anew") };
        self.note_about(Subject::You, 7, chosen[0], format!("{verb} {place}: {news}"));
        Ok(Outcome { words: format!("{verb} {place}: {news}") })
    }

    fn can_bend(&self, cell: Cell, build: bool) -> bool {
        let surface = self.world.land.surface[cell];
        let free = !self.derived.haven[cell] && self.derived.holder(cell).is_none();
        if build { free && surface != Surface::Wall } else { surface == Surface::Wall }
    }

    fn bend(&mut self, cell: Cell, build: bool) {
        let index = self.world.size().index(cell) as u32;
        let ground = &mut self.world.ground;
        if build {
            ground.under_walls.insert(index, self.world.land.surface[cell]);
            self.world.land.surface[cell] = Surface::Wall;
            ground.wear[cell] = 0;
            let before = std::mem::take(&mut ground.tier[cell]);
            self.derived.count_road(before, Tier::None);
        } else {
            let under = ground.under_walls.remove(&index).unwrap_or(Surface::Grass);
            self.world.land.surface[cell] = under;
        }
    }
}
