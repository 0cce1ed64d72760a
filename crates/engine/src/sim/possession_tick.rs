//! A tick of the possessed unit: food, fatigue, what comes into view, and what ends an action because of it.
//!
//! What actions do is in `possession`. Nothing here uses more than what the unit and its people see.

use super::chronicle::direction_to;
use super::{Game, counted};
use crate::grid::Cell;
use crate::mind::{self, NIGHT_TICKS, SPENT_AFTER_TIME, TIRED_AFTER_TIME};
use crate::world::{
    AMOUNT_MAX, Action, ActionEnd, Behaviour, Block, DAY, Ending, FOOD_MAX, MET_MAX, Possession, Unit,
    UnitId, WOUNDS_MAX, World, add_capped,
};

/// Ticks out of view after which a foe interrupts again.
const FORGET_FOE_TICKS: u64 = 30;
/// Ticks that another unit may be in the way before the action ends.
const BLOCKED_TICKS_MAX: u64 = 80;
/// Walking time after which the unit falls asleep where it stands, in milli-steps.
const EXHAUSTED_AFTER_TIME: u32 = SPENT_AFTER_TIME / 2 * 3;
/// Ticks without food that cost a wound: a day.
const STARVED_TICKS_PER_WOUND: u32 = DAY as u32;
/// Ticks after a strike within which a death is attributed to it.
const SLAIN_WITHIN_TICKS: u64 = DAY / 4;

/// How tired a unit is: 0, 1 if it should look for a bed, 2 if it can hardly walk.
pub(super) fn fatigue_level(unit: &Unit) -> u8 {
    u8::from(unit.fatigue >= TIRED_AFTER_TIME) + u8::from(unit.fatigue >= SPENT_AFTER_TIME)
}

impl Game {
    /// Advances the possession by one tick.
    pub(super) fn advance_possession(&mut self) {
        let Some(index) = self.possessed_index() else { return };
        if !self.world.units[index].stack.contains(&Behaviour::Possessed) {
            // The unit was given orders, which ends the possession.
            self.world.possession = None;
            return;
        }
        self.eat_food(index);
        if self.apply_starvation(index) {
            return;
        }
        self.notice_wounds(index);
        self.notice_fatigue(index);
        self.notice_others(index);
        self.notice_waystone(index);
        self.notice_home();
        if let Some(index) = self.possessed_index() {
            self.continue_action(index);
        }
    }

    /// Eats a tick's food; settlements feed all that are not at war with them.
    fn eat_food(&mut self, index: usize) {
        let town = self.friendly_town(index).filter(|_| self.world.units[index].next.is_none());
        let Some(life) = &mut self.world.possession else { return };
        let before = life.food;
        if town.is_some() {
            (life.food, life.starved) = (FOOD_MAX, 0);
        } else {
            life.starved += u32::from(life.food == 0);
            life.food = life.food.saturating_sub(1);
        }
        let (food, hunger, noticed) = (life.food, life.hunger(), life.reported.hunger);
        life.reported.hunger = hunger;
        let unit = &mut self.world.units[index];
        let supply_ticks = u64::from(unit.kind.row().supplies);
        unit.unfed = (supply_ticks * u64::from(FOOD_MAX - food) / u64::from(FOOD_MAX)) as u32;
        if let Some(town) = town.filter(|_| before + DAY as u32 / 2 <= FOOD_MAX) {
            let words = format!("you eat at {}, and pack food for six days", self.world.town(town).name);
            self.log_possessed(words);
        } else if hunger > noticed {
            let words = [
                "",
                "half of your food is eaten",
                "food for one day is left",
                "you have nothing left to eat",
            ];
            self.end_action(index, ActionEnd::Hungry, words[usize::from(hunger)].to_owned());
        }
    }

    /// Each day without food costs a wound, and the last wound kills. Returns whether it did.
    fn apply_starvation(&mut self, index: usize) -> bool {
        let Some(life) =
            self.world.possession.as_mut().filter(|life| life.starved >= STARVED_TICKS_PER_WOUND)
        else {
            return false;
        };
        life.starved = 0;
        let unit = &mut self.world.units[index];
        unit.wounds += 1;
        let id = unit.id;
        if unit.wounds < WOUNDS_MAX {
            return false;
        }
        self.remove_unit(id);
        true
    }

    fn notice_wounds(&mut self, index: usize) {
        let wounds = self.world.units[index].wounds;
        let Some(life) = &mut self.world.possession else { return };
        let before = std::mem::replace(&mut life.reported.wounds, wounds);
        if wounds > before {
            let why = if life.food == 0 { "hunger weakens you" } else { "you are hurt" };
            let words = format!("{why}: {wounds} of {}", counted(usize::from(WOUNDS_MAX), "wound"));
            self.end_action(index, ActionEnd::Hurt, words);
        }
    }

    fn notice_fatigue(&mut self, index: usize) {
        let now = fatigue_level(&self.world.units[index]);
        let Some(life) = &mut self.world.possession else { return };
        let before = std::mem::replace(&mut life.reported.weariness, now);
        if now > before {
            let words = ["", "you are tired", "you can hardly walk: rest"][usize::from(now)];
            self.end_action(index, ActionEnd::Tired, words.to_owned());
        }
        let unit = &self.world.units[index];
        let falls_asleep = unit.fatigue >= EXHAUSTED_AFTER_TIME && unit.next.is_none();
        if falls_asleep && !matches!(unit.top(), Some(Behaviour::Rest { .. })) {
            self.end_action(index, ActionEnd::Tired, "you fall asleep where you stand".to_owned());
            if let Some(life) = &mut self.world.possession {
                life.action = Some(Action::Rest);
            }
            self.push_behaviour(index, Behaviour::Rest { until: self.world.tick + NIGHT_TICKS });
        }
    }

    /// Ends the current action when foes or strangers come into view. While a foe is adjacent, only single steps go on.
    fn notice_others(&mut self, index: usize) {
        let unit = &self.world.units[index];
        let Some(life) = self.world.possession.as_ref().filter(|_| !self.places().is_inside(unit.cell))
        else {
            return;
        };
        let now = self.world.tick;
        let in_sight: Vec<&Unit> =
            self.world.units.iter().filter(|other| self.sees_of_note(unit, other)).collect();
        let last = |id: UnitId| life.met.iter().find(|(met, _)| *met == id).map(|(_, tick)| *tick);
        let sighting = in_sight.iter().find_map(|other| {
            let seen = last(other.id);
            if self.world.are_foes(unit, other) {
                let is_at_hand = other.cell.chebyshev(unit.cell) <= 1 && is_ongoing(life);
                let is_new = seen.is_none_or(|tick| tick + FORGET_FOE_TICKS < now);
                return (is_new || is_at_hand)
                    .then(|| (ActionEnd::Foe(other.id), sighting_text(&self.world, unit, other)));
            }
            let is_new_stranger = self.is_stranger(unit, other) && seen.is_none_or(|tick| tick + DAY < now);
            is_new_stranger.then(|| (ActionEnd::Stranger(other.id), sighting_text(&self.world, unit, other)))
        });
        let met: Vec<UnitId> = in_sight.iter().map(|other| other.id).collect();
        if let Some(life) = &mut self.world.possession {
            life.met.retain(|(id, tick)| tick + DAY >= now && !met.contains(id));
            life.met.extend(met.into_iter().map(|id| (id, now)));
            let surplus = life.met.len().saturating_sub(MET_MAX);
            life.met.drain(..surplus);
        }
        if let Some((cause, words)) = sighting {
            self.end_action(index, cause, words);
        }
    }

    /// Whether a unit sees another that matters to it: a foe, or one of another people.
    fn sees_of_note(&self, unit: &Unit, other: &Unit) -> bool {
        let near = other.cell.chebyshev(unit.cell) <= u32::from(unit.kind.row().sight);
        near && other.people != unit.people
            && self.places().sees(unit.people, other.cell)
            && !self.places().is_inside(other.cell)
            && (self.world.are_foes(unit, other) || self.is_stranger(unit, other))
    }

    /// Whether another unit is a traveller of another people, and not of a wanderer's home.
    fn is_stranger(&self, unit: &Unit, other: &Unit) -> bool {
        let is_from_home = self.world.wander.is_some() && other.people == crate::world::HOME;
        other.people != unit.people && !is_from_home && !other.kind.row().is_beast()
    }

    /// Handles a cell seen for the first time: reports what is there, and ends the current action.
    pub(super) fn notice_cell(&mut self, watcher: UnitId, cell: Cell) {
        let Some(life) = self.world.possession.as_mut().filter(|life| life.unit == watcher) else { return };
        add_capped(&mut life.discovered, 1, AMOUNT_MAX);
        let Some((cause, what)) = self.landmark_at(cell) else { return };
        let Some(index) = self.world.unit_index(watcher) else { return };
        let side = direction_to(self.world.units[index].cell, cell);
        let words = match side {
            Some(side) => format!("{what} comes into sight in the {side}"),
            None => format!("{what} is here"),
        };
        self.end_action(index, cause, words);
    }

    /// What is worth seeing on a cell.
    fn landmark_at(&self, cell: Cell) -> Option<(ActionEnd, String)> {
        let stones = self.world.wander.iter().flat_map(|wander| &wander.stones);
        if let Some(at) = stones.clone().position(|stone| stone.cell == cell) {
            return Some((
                ActionEnd::Waystone(at as u8),
                format!("the {} waystone", super::wander::ordinal(at)),
            ));
        }
        if let Some(town) = self.places().town_at(cell) {
            return Some((ActionEnd::Place(cell), self.world.town(town).name.clone()));
        }
        if self.places().is_inside(cell) {
            return Some((ActionEnd::Place(cell), "a camp".to_owned()));
        }
        let site = self.world.land.sites.iter().find(|site| site.cell == cell)?;
        Some((ActionEnd::Place(cell), format!("a place for {}", site.good.name())))
    }

    /// Ends the current action if it is done or cannot go on.
    fn continue_action(&mut self, index: usize) {
        let Some(life) = &self.world.possession else { return };
        let unit = &self.world.units[index];
        let is_idle = unit.next.is_none() && unit.top() == Some(&Behaviour::Possessed);
        match life.action {
            Some(Action::Step(_)) if is_idle && self.world.tick >= life.until => {
                self.end_action(index, ActionEnd::Done, String::new());
            }
            Some(action @ (Action::Wait | Action::Search)) if self.world.tick >= life.until => {
                self.finish_action(index, action);
            }
            Some(Action::Rest) if is_idle => self.finish_action(index, Action::Rest),
            Some(Action::Travel(goal)) if is_idle => self.finish_travel(index, goal),
            Some(Action::Explore(goal)) if is_idle || !mind::is_frontier(&self.world, unit.people, goal) => {
                let seen = (life.discovered - life.discovered_before) as usize;
                let words = format!("you have seen what is there: {} more", counted(seen, "cell"));
                self.end_action(index, ActionEnd::Done, words);
            }
            Some(Action::Travel(_) | Action::Explore(_)) => self.notice_blocked(index),
            _ => {}
        }
    }

    fn finish_travel(&mut self, index: usize, goal: Cell) {
        let cell = self.world.units[index].cell;
        let (cause, words) = if cell == goal {
            (ActionEnd::Done, format!("you are {}", self.whereabouts(goal)))
        } else {
            (ActionEnd::NoPath, format!("nobody knows a way on to {}", self.place_name(goal)))
        };
        self.end_action(index, cause, words);
    }

    /// Ends the action if another unit has been in the way for long.
    fn notice_blocked(&mut self, index: usize) {
        let Some((block, since)) = self.world.units[index].blocked else { return };
        if self.world.tick < since + BLOCKED_TICKS_MAX {
            return;
        }
        let words = match block {
            Block::Unit(id) => {
                let name = self.world.unit(id).map_or("somebody", |unit| unit.name.as_str());
                format!("{name} is in the way")
            }
            Block::Passage => "others come through the narrow passage".to_owned(),
            _ => return,
        };
        self.end_action(index, ActionEnd::Blocked, words);
    }

    /// Ends an action that has failed, and reports why.
    pub(super) fn fail_action(&mut self, index: usize, reason: &str) {
        let words = match self.world.units[index].top() {
            Some(Behaviour::Travel { goal, .. }) => {
                let unit = &self.world.units[index];
                let why = self.planner_of(unit).no_path_reason(unit.path_start(), *goal).description();
                format!("you know no way to {}: {why}", self.place_name(*goal))
            }
            _ => format!("you stop: one {reason}"),
        };
        self.end_action(index, ActionEnd::NoPath, words);
    }

    /// Called for every removed unit: if it was the possessed one, the possession is over.
    pub(super) fn handle_death(&mut self, unit: &Unit) {
        let Some(life) = self.world.possession.take_if(|life| life.unit == unit.id) else { return };
        let now = self.world.tick;
        let is_won = self.world.wander.as_ref().is_some_and(crate::world::Wander::is_won);
        let ending = if is_won {
            Ending::Home
        } else if unit.fought > 0 && unit.fought + SLAIN_WITHIN_TICKS >= now {
            Ending::Slain
        } else if life.food == 0 {
            Ending::Starved
        } else {
            Ending::Gone
        };
        let place = self.whereabouts(unit.cell);
        let days = counted(((now - life.since) / DAY) as usize, "day");
        let words = match ending {
            Ending::Home => format!("{} comes home to stay", unit.name),
            Ending::Slain => format!("{} is slain {place}, after {days}", unit.name),
            Ending::Starved => format!("{} starves {place}, after {days}", unit.name),
            Ending::Gone => format!("{} is gone", unit.name),
        };
        if ending != Ending::Slain {
            // A violent death has already been reported.
            self.write_line_now(crate::world::Subject::You, Some(unit.cell), words);
        }
        self.record_past_life(unit, &life, ending);
    }
}

/// Whether the current action continues without further input.
fn is_ongoing(life: &Possession) -> bool {
    matches!(
        life.action,
        Some(Action::Travel(_) | Action::Explore(_) | Action::Rest | Action::Wait | Action::Search)
    )
}

/// A sentence that says which unit comes into view, and where.
fn sighting_text(world: &World, unit: &Unit, other: &Unit) -> String {
    match direction_to(unit.cell, other.cell) {
        Some(side) => format!("{} comes into sight in the {side}", world.title_of(other)),
        None => format!("{} is beside you", world.title_of(other)),
    }
}
