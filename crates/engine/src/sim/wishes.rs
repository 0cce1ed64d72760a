//! Carries out the wishes of minds.

use super::Game;
use crate::mind::{self, NIGHT, Wish};
use crate::world::{Behaviour, Block, DAY, Errand, STACK_MAX, TownId, TownKind, UnitId};

/// Wishes of one unit in one tick, at most, so that no unit acts for ever.
const WISHES_MAX: usize = 6;

impl Game {
    /// Lets a unit that is not on a step decide and act.
    pub(super) fn follow_will(&mut self, index: usize) {
        for _ in 0..WISHES_MAX {
            self.take_order(index);
            let wish =
                self.gives_up(index).unwrap_or_else(|| mind::decide(self.places(), &self.world.units[index]));
            if !self.carry_out(index, wish) {
                return;
            }
        }
    }

    /// Carries out a wish; true if the unit may have another one this tick.
    fn carry_out(&mut self, index: usize, wish: Wish) -> bool {
        match wish {
            Wish::Keep => {
                if self.world.units[index].awaiting.is_some() {
                    self.wait_for(index, Block::Thinking);
                }
                false
            }
            Wish::Push(behaviour) => self.push(index, behaviour),
            Wish::Become(behaviour) => {
                let unit = &mut self.world.units[index];
                if let Some(top) = unit.stack.last_mut() {
                    *top = behaviour;
                }
                unit.path = None;
                true
            }
            Wish::Done => {
                self.pop(index);
                true
            }
            Wish::Fail(reason) => {
                self.fail(index, reason);
                false
            }
            Wish::Ask(target) => {
                self.ask(index, target);
                // A unit that already has a path walks on meanwhile.
                self.world.units[index].path.as_ref().is_some_and(|path| !path.steps.is_empty())
            }
            Wish::Walk => {
                if self.is_courteous(index) {
                    self.wait_for(index, Block::Courtesy);
                } else {
                    self.begin_step(index);
                }
                false
            }
            Wish::Grope(goal) => {
                if !self.grope(index, goal) {
                    self.wait_for(index, Block::Thinking);
                }
                false
            }
            Wish::Deal => self.deal(index),
            Wish::TurnIn => {
                let is_spent = self.world.units[index].fatigue >= mind::SPENT;
                self.turn_in(index)
                    || self.carry_out(index, if is_spent { Wish::LieDown } else { Wish::Walk })
            }
            Wish::LieDown => {
                self.lie_down(index);
                false
            }
            Wish::Work => {
                self.work(index);
                false
            }
            Wish::Found => {
                self.found_hamlet(index);
                true
            }
            other => self.carry_out_more(index, other),
        }
    }

    /// The rest of [`Game::carry_out`]: wishes outside daily life.
    fn carry_out_more(&mut self, index: usize, wish: Wish) -> bool {
        match wish {
            Wish::Deliver => {
                self.deliver_news(index);
                true
            }
            Wish::Lurk => self.choose_ambush(index),
            Wish::Eat => {
                self.eat_loot(index);
                true
            }
            Wish::Note(behaviour) => {
                if let Some(top) = self.world.units[index].stack.last_mut() {
                    *top = behaviour;
                }
                true
            }
            Wish::Take(cells) => self.take_own_way(index, cells),
            Wish::Report(words) => {
                self.report(index, &words);
                true
            }
            Wish::Gather => {
                self.gather(index);
                false
            }
            Wish::Store => {
                self.store(index);
                true
            }
            Wish::Roam(next) => {
                self.roam(index, next);
                false
            }
            _ => false,
        }
    }

    /// Follows a path that a mind has found by itself; true if it can be walked.
    fn take_own_way(&mut self, index: usize, cells: Vec<crate::grid::Cell>) -> bool {
        // An earlier request is obsolete.
        self.world.units[index].awaiting = None;
        if let Some((path, cells)) = self.path_along(index, cells, true) {
            self.take_way(index, path, &cells);
            return true;
        }
        self.world.units[index].path = None;
        self.wait_for(index, Block::NoWay);
        false
    }

    /// Ends a behaviour with a report.
    fn report(&mut self, index: usize, words: &str) {
        let unit = &self.world.units[index];
        let (cell, name) = (unit.cell, unit.name.clone());
        if unit.people == 0 {
            let place = self.whereabouts(cell);
            self.note(4, cell, format!("{name}, {place}, {words}"));
        }
        self.pop(index);
    }

    /// Records why a unit stands; if the reason is the same as before, since then.
    fn wait_for(&mut self, index: usize, why: Block) {
        let (unit, now) = (&mut self.world.units[index], self.world.tick);
        if unit.blocked.is_none_or(|(block, _)| block != why) {
            unit.blocked = Some((why, now));
        }
    }

    /// Pushes a behaviour; the current path is dropped, or saved if this is only for the night.
    pub(super) fn push(&mut self, index: usize, behaviour: Behaviour) -> bool {
        let unit = &mut self.world.units[index];
        if is_for_the_night(&behaviour) {
            unit.keep_way();
        }
        unit.path = None;
        unit.awaiting = None;
        if unit.stack.len() < STACK_MAX {
            unit.stack.push(behaviour);
            return true;
        }
        false
    }

    pub(super) fn pop(&mut self, index: usize) {
        let is_night_over = {
            let unit = &mut self.world.units[index];
            unit.path = None;
            unit.awaiting = None;
            unit.blocked = None;
            // A unit never loses its livelihood.
            let popped = if unit.stack.len() > 1 { unit.stack.pop() } else { None };
            matches!(popped, Some(Behaviour::Rest { .. }))
        };
        if is_night_over {
            self.world.units[index].fatigue = 0;
            self.heal(index);
        }
        self.take_up_kept_way(index);
    }

    /// Drops a behaviour that cannot be done, with a report.
    pub(super) fn fail(&mut self, index: usize, reason: &str) {
        if self.is_lived(index) {
            return self.fail_lived(index, reason);
        }
        let tick = self.world.tick;
        let unit = &self.world.units[index];
        let (cell, name) = (unit.cell, unit.name.clone());
        let goal = match unit.top() {
            Some(Behaviour::Travel { goal, .. }) => format!(" to {}", self.place_name(*goal)),
            _ => String::new(),
        };
        let errand = match unit.top() {
            Some(Behaviour::Travel { errand, .. }) => Some(*errand),
            _ => None,
        };
        let place = self.whereabouts(cell);
        let (weight, skips) = match (unit.ordered, unit.orders.len()) {
            (false, _) => (3, ""),
            (true, 0) => (6, ", and gives the order up"),
            (true, _) => (6, ", and goes on to the next stop"),
        };
        self.note(weight, cell, format!("{name}, {place}, {reason}{goal}{skips}"));
        if self.world.units[index].stack.len() > 1 {
            self.pop(index);
        }
        match errand {
            Some(Errand::Trade) => self.give_up_trip(index),
            Some(Errand::Settle) => self.give_up_settling(index),
            Some(Errand::Other) if self.world.units[index].stack.len() > 1 => self.pop(index),
            _ => {}
        }
        // A pause before the next attempt keeps hopeless wishes cheap and lets the player see the failed unit.
        let around = self.world.units[index].cell;
        self.push(index, Behaviour::Stay { around, until: tick + NIGHT / 2 });
        self.world.units[index].blocked = Some((Block::NoWay, tick));
    }

    /// Starts the next order when only the livelihood is left; after the last order, a day's stay.
    fn take_order(&mut self, index: usize) {
        if self.world.units[index].stack.len() > 1 {
            return;
        }
        let order = self.world.units[index].orders.pop_front();
        if let Some(order) = order {
            self.world.units[index].ordered = true;
            let unit = &self.world.units[index];
            match mind::behaviour_for(self.places(), unit, &order) {
                Ok(behaviour) => {
                    self.push(index, behaviour);
                }
                Err(reason) => {
                    let text = format!("{} cannot: {reason}", unit.name);
                    self.note(5, unit.cell, text);
                }
            }
        } else if self.world.units[index].ordered {
            self.end_orders(index);
        }
    }

    fn end_orders(&mut self, index: usize) {
        let until = self.world.tick + DAY;
        let unit = &mut self.world.units[index];
        unit.ordered = false;
        let (cell, name) = (unit.cell, unit.name.clone());
        self.push(index, Behaviour::Stay { around: cell, until });
        let place = self.whereabouts(cell);
        self.note(6, cell, format!("{name} has done as told and stays a day {place}"));
    }

    /// The settlement or ruin on a cell, if the player's people knows of it.
    pub fn known_place(&self, cell: crate::grid::Cell) -> Option<TownId> {
        self.places().built_at(cell).filter(|id| self.world.people(0).knows_as(*id).is_some())
    }

    /// The name of the settlement on a cell, or the coordinates if the player's people knows of none.
    pub fn place_name(&self, cell: crate::grid::Cell) -> String {
        let is_standing =
            |id: &TownId| self.world.people(0).knows_as(*id).is_some_and(|kind| kind != TownKind::Ruin);
        let town = self.known_place(cell).filter(is_standing);
        town.map_or_else(|| format!("{}, {}", cell.x, cell.y), |id| self.world.town(id).name.clone())
    }

    /// Removes a unit from the land.
    pub(super) fn remove_unit(&mut self, id: UnitId) {
        let Some(index) = self.world.unit_index(id) else { return };
        let unit = self.world.units.remove(index);
        self.derived.release(unit.cell, id);
        if let Some(next) = unit.next {
            self.derived.release(next, id);
        }
        self.close_eyes(super::derived::Watcher::Unit(id), unit.people);
        self.bury(&unit);
    }
}

/// Whether a behaviour is a night's rest, or a trip to a bed.
fn is_for_the_night(behaviour: &Behaviour) -> bool {
    matches!(behaviour, Behaviour::Rest { .. } | Behaviour::Travel { errand: Errand::Camp, .. })
}
