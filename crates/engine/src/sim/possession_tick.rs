//! A tick of the possessed unit: food, fatigue, what comes into view, and what ends an action because of it.
//!
//! What actions do is in `possession`. Nothing here uses more than what the unit and its people see.

use super::chronicle::side_of;
use super::{Game, counted};
use crate::grid::Cell;
use crate::mind::{self, NIGHT, SPENT, TIRED};
use crate::world::{
    AMOUNT_MAX, Behaviour, Block, Cause, DAY, Deed, Ending, FOOD_MAX, Life, MET_MAX, Unit, UnitId,
    WOUNDS_MAX, World, add,
};

/// Ticks out of view after which a foe interrupts again.
const FORGOTTEN_FOE: u64 = 30;
/// Ticks that another unit may be in the way before the action ends.
const PATIENCE: u64 = 80;
/// Walking time after which the unit falls asleep where it stands, in milli-steps.
const EXHAUSTED: u32 = SPENT / 2 * 3;
/// Ticks without food that cost a wound: a day.
const STARVED: u32 = DAY as u32;
/// Ticks after a strike within which a death is attributed to it.
const SLAIN_WITHIN: u64 = DAY / 4;

/// How tired a unit is: 0, 1 if it should look for a bed, 2 if it can hardly walk.
pub(super) fn weariness(unit: &Unit) -> u8 {
    u8::from(unit.fatigue >= TIRED) + u8::from(unit.fatigue >= SPENT)
}

impl Game {
    /// Advances the possession by one tick.
    pub(super) fn live_on(&mut self) {
        let Some(index) = self.lived_index() else { return };
        if !self.world.units[index].stack.contains(&Behaviour::Lived) {
            // The unit was given orders, which ends the possession.
            self.world.life = None;
            return;
        }
        self.eat(index);
        if self.is_starved_to_death(index) {
            return;
        }
        self.notice_wounds(index);
        self.notice_weariness(index);
        self.notice_others(index);
        self.notice_waystone(index);
        self.notice_home();
        if let Some(index) = self.lived_index() {
            self.go_through_with_it(index);
        }
    }

    /// Eats a tick's food; settlements feed all that are not at war with them.
    fn eat(&mut self, index: usize) {
        let town = self.friendly_town(index).filter(|_| self.world.units[index].next.is_none());
        let Some(life) = &mut self.world.life else { return };
        let before = life.food;
        if town.is_some() {
            (life.food, life.starved) = (FOOD_MAX, 0);
        } else {
            life.starved += u32::from(life.food == 0);
            life.food = life.food.saturating_sub(1);
        }
        let (food, hunger, noticed) = (life.food, life.hunger(), life.noticed.hunger);
        life.noticed.hunger = hunger;
        let unit = &mut self.world.units[index];
        let supply_ticks = u64::from(unit.kind.row().supplies);
        unit.unfed = (supply_ticks * u64::from(FOOD_MAX - food) / u64::from(FOOD_MAX)) as u32;
        if let Some(town) = town.filter(|_| before + DAY as u32 / 2 <= FOOD_MAX) {
            let words = format!("you eat at {}, and pack food for six days", self.world.town(town).name);
            self.tell_life(words);
        } else if hunger > noticed {
            let words = [
                "",
                "half of your food is eaten",
                "food for one day is left",
                "you have nothing left to eat",
            ];
            self.end_deed(index, Cause::Hungry, words[usize::from(hunger)].to_owned());
        }
    }

    /// Each day without food costs a wound, and the last wound kills. Returns whether it did.
    fn is_starved_to_death(&mut self, index: usize) -> bool {
        let Some(life) = self.world.life.as_mut().filter(|life| life.starved >= STARVED) else {
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
        let Some(life) = &mut self.world.life else { return };
        let before = std::mem::replace(&mut life.noticed.wounds, wounds);
        if wounds > before {
            let why = if life.food == 0 { "hunger weakens you" } else { "you are hurt" };
            let words = format!("{why}: {wounds} of {}", counted(usize::from(WOUNDS_MAX), "wound"));
            self.end_deed(index, Cause::Hurt, words);
        }
    }

    fn notice_weariness(&mut self, index: usize) {
        let now = weariness(&self.world.units[index]);
        let Some(life) = &mut self.world.life else { return };
        let before = std::mem::replace(&mut life.noticed.weariness, now);
        if now > before {
            let words = ["", "you are tired", "you can hardly walk: rest"][usize::from(now)];
            self.end_deed(index, Cause::Tired, words.to_owned());
        }
        let unit = &self.world.units[index];
        let falls_asleep = unit.fatigue >= EXHAUSTED && unit.next.is_none();
        if falls_asleep && !matches!(unit.top(), Some(Behaviour::Rest { .. })) {
            self.end_deed(index, Cause::Tired, "you fall asleep where you stand".to_owned());
            if let Some(life) = &mut self.world.life {
                life.deed = Some(Deed::Rest);
            }
            self.push(index, Behaviour::Rest { until: self.world.tick + NIGHT });
        }
    }

    /// Ends the current action when foes or strangers come into view. While a foe is adjacent, only single steps go on.
    fn notice_others(&mut self, index: usize) {
        let unit = &self.world.units[index];
        let Some(life) = self.world.life.as_ref().filter(|_| !self.places().haven_at(unit.cell)) else {
            return;
        };
        let now = self.world.tick;
        let in_sight: Vec<&Unit> = self.world.units.iter().filter(|other| self.eyes(unit, other)).collect();
        let last = |id: UnitId| life.met.iter().find(|(met, _)| *met == id).map(|(_, tick)| *tick);
        let sighting = in_sight.iter().find_map(|other| {
            let seen = last(other.id);
            if self.world.are_foes(unit, other) {
                let is_at_hand = other.cell.steps_to(unit.cell) <= 1 && goes_by_itself(life);
                let is_new = seen.is_none_or(|tick| tick + FORGOTTEN_FOE < now);
                return (is_new || is_at_hand)
                    .then(|| (Cause::Foe(other.id), sight_words(&self.world, unit, other)));
            }
            let is_new_stranger = self.is_stranger(unit, other) && seen.is_none_or(|tick| tick + DAY < now);
            is_new_stranger.then(|| (Cause::Stranger(other.id), sight_words(&self.world, unit, other)))
        });
        let met: Vec<UnitId> = in_sight.iter().map(|other| other.id).collect();
        if let Some(life) = &mut self.world.life {
            life.met.retain(|(id, tick)| tick + DAY >= now && !met.contains(id));
            life.met.extend(met.into_iter().map(|id| (id, now)));
            let surplus = life.met.len().saturating_sub(MET_MAX);
            life.met.drain(..surplus);
        }
        if let Some((cause, words)) = sighting {
            self.end_deed(index, cause, words);
        }
    }

    /// Whether a unit sees another that matters to it: a foe, or one of another people.
    fn eyes(&self, unit: &Unit, other: &Unit) -> bool {
        let near = other.cell.steps_to(unit.cell) <= u32::from(unit.kind.row().sight);
        near && other.people != unit.people
            && self.places().sees(unit.people, other.cell)
            && !self.places().haven_at(other.cell)
            && (self.world.are_foes(unit, other) || self.is_stranger(unit, other))
    }

    /// Whether another unit is a traveller of another people, and not of a wanderer's home.
    fn is_stranger(&self, unit: &Unit, other: &Unit) -> bool {
        let is_from_home = self.world.wander.is_some() && other.people == crate::world::HOME;
        other.people != unit.people && !is_from_home && !other.kind.row().is_beast()
    }

    /// Handles a cell seen for the first time: reports what is there, and ends the current action.
    pub(super) fn notice_cell(&mut self, watcher: UnitId, cell: Cell) {
        let Some(life) = self.world.life.as_mut().filter(|life| life.unit == watcher) else { return };
        add(&mut life.drawn, 1, AMOUNT_MAX);
        let Some((cause, what)) = self.sight_at(cell) else { return };
        let Some(index) = self.world.unit_index(watcher) else { return };
        let side = side_of(self.world.units[index].cell, cell);
        let words = match side {
            Some(side) => format!("{what} comes into sight in the {side}"),
            None => format!("{what} is here"),
        };
        self.end_deed(index, cause, words);
    }

    /// What is worth seeing on a cell.
    fn sight_at(&self, cell: Cell) -> Option<(Cause, String)> {
        let stones = self.world.wander.iter().flat_map(|wander| &wander.stones);
        if let Some(at) = stones.clone().position(|stone| stone.cell == cell) {
            return Some((Cause::Waystone(at as u8), format!("the {} waystone", super::wander::nth(at))));
        }
        if let Some(town) = self.places().town_at(cell) {
            return Some((Cause::Place(cell), self.world.town(town).name.clone()));
        }
        if self.places().haven_at(cell) {
            return Some((Cause::Place(cell), "a camp".to_owned()));
        }
        let site = self.world.land.sites.iter().find(|site| site.cell == cell)?;
        Some((Cause::Place(cell), format!("a place for {}", site.good.name())))
    }

    /// Ends the current action if it is done or cannot go on.
    fn go_through_with_it(&mut self, index: usize) {
        let Some(life) = &self.world.life else { return };
        let unit = &self.world.units[index];
        let is_idle = unit.next.is_none() && unit.top() == Some(&Behaviour::Lived);
        match life.deed {
            Some(Deed::Step(_)) if is_idle && self.world.tick >= life.until => {
                self.end_deed(index, Cause::Done, String::new());
            }
            Some(deed @ (Deed::Wait | Deed::Look)) if self.world.tick >= life.until => {
                self.finish_standing(index, deed);
            }
            Some(Deed::Rest) if is_idle => self.finish_standing(index, Deed::Rest),
            Some(Deed::Travel(goal)) if is_idle => self.arrive_lived(index, goal),
            Some(Deed::Explore(goal)) if is_idle || !mind::is_border(&self.world, unit.people, goal) => {
                let seen = (life.drawn - life.drawn_before) as usize;
                let words = format!("you have seen what is there: {} more", counted(seen, "cell"));
                self.end_deed(index, Cause::Done, words);
            }
            Some(Deed::Travel(_) | Deed::Explore(_)) => self.notice_what_bars(index),
            _ => {}
        }
    }

    fn arrive_lived(&mut self, index: usize, goal: Cell) {
        let cell = self.world.units[index].cell;
        let (cause, words) = if cell == goal {
            (Cause::Done, format!("you are {}", self.whereabouts(goal)))
        } else {
            (Cause::NoWay, format!("nobody knows a way on to {}", self.place_name(goal)))
        };
        self.end_deed(index, cause, words);
    }

    /// Ends the action if another unit has been in the way for long.
    fn notice_what_bars(&mut self, index: usize) {
        let Some((block, since)) = self.world.units[index].blocked else { return };
        if self.world.tick < since + PATIENCE {
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
        self.end_deed(index, Cause::Barred, words);
    }

    /// Ends an action that has failed, and reports why.
    pub(super) fn fail_lived(&mut self, index: usize, reason: &str) {
        let words = match self.world.units[index].top() {
            Some(Behaviour::Travel { goal, .. }) => {
                let unit = &self.world.units[index];
                let why = self.planner_of(unit).hindrance(unit.way_start(), *goal).words();
                format!("you know no way to {}: {why}", self.place_name(*goal))
            }
            _ => format!("you stop: one {reason}"),
        };
        self.end_deed(index, Cause::NoWay, words);
    }

    /// Called for every removed unit: if it was the possessed one, the possession is over.
    pub(super) fn bury(&mut self, unit: &Unit) {
        let Some(life) = self.world.life.take_if(|life| life.unit == unit.id) else { return };
        let now = self.world.tick;
        let is_won = self.world.wander.as_ref().is_some_and(crate::world::Wander::is_won);
        let ending = if is_won {
            Ending::Home
        } else if unit.fought > 0 && unit.fought + SLAIN_WITHIN >= now {
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
            self.tell_at_once(crate::world::Subject::You, Some(unit.cell), words);
        }
        self.end_wandering(unit, &life, ending);
    }
}

/// Whether the current action continues without further input.
fn goes_by_itself(life: &Life) -> bool {
    matches!(life.deed, Some(Deed::Travel(_) | Deed::Explore(_) | Deed::Rest | Deed::Wait | Deed::Look))
}

/// A sentence that says which unit comes into view, and where.
fn sight_words(world: &World, unit: &Unit, other: &Unit) -> String {
    match side_of(unit.cell, other.cell) {
        Some(side) => format!("{} comes into sight in the {side}", world.title_of(other)),
        None => format!("{} is beside you", world.title_of(other)),
    }
}
