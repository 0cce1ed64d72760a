//! Carries out the wishes of minds.

use super::Game;
use crate::mind::{self, Intent, NIGHT_TICKS};
use crate::world::{Behaviour, Block, DAY, STACK_MAX, TownId, TownKind, TripPurpose, UnitId};

/// Wishes of one unit in one tick, at most, so that no unit acts for ever.
const INTENTS_MAX: usize = 6;

impl Game {
    /// Lets a unit that is not on a step decide and act.
    pub(super) fn decide_and_act(&mut self, index: usize) {
        for _ in 0..INTENTS_MAX {
            self.start_next_order(index);
            let wish = self
                .give_up_intent(index)
                .unwrap_or_else(|| mind::decide(self.places(), &self.world.units[index]));
            if !self.apply_wish(index, wish) {
                return;
            }
        }
    }

    /// Carries out a wish; true if the unit may have another one this tick.
    fn apply_wish(&mut self, index: usize, wish: Intent) -> bool {
        match wish {
            Intent::Wait => {
                if self.world.units[index].request.is_some() {
                    self.set_waiting(index, Block::Thinking);
                }
                false
            }
            Intent::Push(behaviour) => self.push_behaviour(index, behaviour),
            Intent::Replace(behaviour) => {
                let unit = &mut self.world.units[index];
                if let Some(top) = unit.stack.last_mut() {
                    *top = behaviour;
                }
                unit.path = None;
                true
            }
            Intent::Done => {
                self.pop_behaviour(index);
                true
            }
            Intent::Fail(reason) => {
                self.fail_behaviour(index, reason);
                false
            }
            Intent::RequestPath(target) => {
                self.request_path(index, target);
                // A unit that already has a path walks on meanwhile.
                self.world.units[index].path.as_ref().is_some_and(|path| !path.steps.is_empty())
            }
            Intent::Walk => {
                if self.is_courteous(index) {
                    self.set_waiting(index, Block::Courtesy);
                } else {
                    self.begin_step(index);
                }
                false
            }
            Intent::StepToward(goal) => {
                if !self.step_toward(index, goal) {
                    self.set_waiting(index, Block::Thinking);
                }
                false
            }
            Intent::Trade => self.do_business(index),
            Intent::SeekBed => {
                let is_spent = self.world.units[index].fatigue >= mind::SPENT_AFTER_TIME;
                self.seek_bed(index)
                    || self.apply_wish(index, if is_spent { Intent::LieDown } else { Intent::Walk })
            }
            Intent::LieDown => {
                self.lie_down(index);
                false
            }
            Intent::BuildRoad => {
                self.build_road(index);
                false
            }
            Intent::FoundTown => {
                self.found_hamlet(index);
                true
            }
            other => self.apply_special_wish(index, other),
        }
    }

    /// The rest of [`BelongsToGame::apply_wish`]: wishes outside daily life.
    fn apply_special_wish(&mut self, index: usize, wish: Intent) -> bool {
        match wish {
            Intent::DeliverNews => {
                self.deliver_news(index);
                true
            }
            Intent::Ambush => self.choose_ambush(index),
            Intent::Eat => {
                self.eat_loot(index);
                true
            }
            Intent::Update(behaviour) => {
                if let Some(top) = self.world.units[index].stack.last_mut() {
                    *top = behaviour;
                }
                true
            }
            Intent::FollowPath(cells) => self.follow_own_path(index, cells),
            Intent::Report(words) => {
                self.report_and_end(index, &words);
                true
            }
            Intent::Gather => {
                self.work_at_site(index);
                false
            }
            Intent::Unload => {
                self.unload_cargo(index);
                true
            }
            Intent::StepTo(next) => {
                self.step_beast(index, next);
                false
            }
            _ => false,
        }
    }

    /// Follows a path that a mind has found by itself; true if it can be walked.
    fn follow_own_path(&mut self, index: usize, cells: Vec<crate::grid::Cell>) -> bool {
        // An earlier request is obsolete.
        self.world.units[index].request = None;
        if let Some((path, cells)) = self.path_along(index, cells, true) {
            self.set_path(index, path, &cells);
            return true;
        }
        self.world.units[index].path = None;
        self.set_waiting(index, Block::NoWay);
        false
    }

    /// Ends a behaviour with a report.
    fn report_and_end(&mut self, index: usize, words: &str) {
        let unit = &self.world.units[index];
        let (cell, name) = (unit.cell, unit.name.clone());
        if unit.people == 0 {
            let place = self.whereabouts(cell);
            self.queue_event(4, cell, format!("{name}, {place}, {words}"));
        }
        self.pop_behaviour(index);
    }

    /// Records why a unit stands; if the reason is the same as before, since then.
    fn set_waiting(&mut self, index: usize, why: Block) {
        let (unit, now) = (&mut self.world.units[index], self.world.tick);
        if unit.blocked.is_none_or(|(block, _)| block != why) {
            unit.blocked = Some((why, now));
        }
    }

    /// Pushes a behaviour; the current path is dropped, or saved if this is only for the night.
    pub(super) fn push_behaviour(&mut self, index: usize, behaviour: Behaviour) -> bool {
        let unit = &mut self.world.units[index];
        if is_night_rest(&behaviour) {
            unit.store_path();
        }
        unit.path = None;
        unit.request = None;
        if unit.stack.len() < STACK_MAX {
            unit.stack.push(behaviour);
            return true;
        }
        false
    }

    pub(super) fn pop_behaviour(&mut self, index: usize) {
        let is_night_over = {
            let unit = &mut self.world.units[index];
            unit.path = None;
            unit.request = None;
            unit.blocked = None;
            // A unit never loses its livelihood.
            let popped = if unit.stack.len() > 1 { unit.stack.pop() } else { None };
            matches!(popped, Some(Behaviour::Rest { .. }))
        };
        if is_night_over {
            self.world.units[index].fatigue = 0;
            self.heal_overnight(index);
        }
        self.restore_saved_path(index);
    }

    /// Drops a behaviour that cannot be done, with a report.
    pub(super) fn fail_behaviour(&mut self, index: usize, reason: &str) {
        if self.is_possessed(index) {
            return self.fail_action(index, reason);
        }
        let tick = self.world.tick;
        let unit = &self.world.units[index];
        let (cell, name) = (unit.cell, unit.name.clone());
        let goal = match unit.top() {
            Some(Behaviour::Travel { goal, .. }) => format!(" to {}", self.place_name(*goal)),
            _ => String::new(),
        };
        let purpose = match unit.top() {
            Some(Behaviour::Travel { purpose, .. }) => Some(*purpose),
            _ => None,
        };
        let place = self.whereabouts(cell);
        let (weight, skips) = match (unit.ordered, unit.orders.len()) {
            (false, _) => (3, ""),
            (true, 0) => (6, ", and gives the order up"),
            (true, _) => (6, ", and goes on to the next stop"),
        };
        self.queue_event(weight, cell, format!("{name}, {place}, {reason}{goal}{skips}"));
        if self.world.units[index].stack.len() > 1 {
            self.pop_behaviour(index);
        }
        match purpose {
            Some(TripPurpose::Trade) => self.give_up_trip(index),
            Some(TripPurpose::Settle) => self.give_up_settling(index),
            Some(TripPurpose::Other) if self.world.units[index].stack.len() > 1 => self.pop_behaviour(index),
            _ => {}
        }
        // A pause before the next attempt keeps hopeless wishes cheap and lets the player see the failed unit.
        let around = self.world.units[index].cell;
        self.push_behaviour(index, Behaviour::Stay { around, until: tick + NIGHT_TICKS / 2 });
        self.world.units[index].blocked = Some((Block::NoWay, tick));
    }

    /// Starts the next order when only the livelihood is left; after the last order, a day's stay.
    fn start_next_order(&mut self, index: usize) {
        if self.world.units[index].stack.len() > 1 {
            return;
        }
        let order = self.world.units[index].orders.pop_front();
        if let Some(order) = order {
            self.world.units[index].ordered = true;
            let unit = &self.world.units[index];
            match mind::behaviour_for(self.places(), unit, &order) {
                Ok(behaviour) => {
                    self.push_behaviour(index, behaviour);
                }
                Err(reason) => {
                    let text = format!("{} cannot: {reason}", unit.name);
                    self.queue_event(5, unit.cell, text);
                }
            }
        } else if self.world.units[index].ordered {
            self.finish_orders(index);
        }
    }

    fn finish_orders(&mut self, index: usize) {
        let until = self.world.tick + DAY;
        let unit = &mut self.world.units[index];
        unit.ordered = false;
        let (cell, name) = (unit.cell, unit.name.clone());
        self.push_behaviour(index, Behaviour::Stay { around: cell, until });
        let place = self.whereabouts(cell);
        self.queue_event(6, cell, format!("{name} has done as told and stays a day {place}"));
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
        self.remove_watcher(super::derived::Watcher::Unit(id), unit.people);
        self.handle_death(&unit);
    }
}

/// Whether a behaviour is a night's rest, or a trip to a bed.
fn is_night_rest(behaviour: &Behaviour) -> bool {
    matches!(behaviour, Behaviour::Rest { .. } | Behaviour::Travel { purpose: TripPurpose::Camp, .. })
}
