//! Possessing a unit: starting and ending possession, and what each action does and costs.
//!
//! An action takes ticks; the caller runs them until [`Game::may_act`]. What ends an action early, and what the unit
//! notices meanwhile, is in `possession_tick`; how the wanderer's game starts and ends is in `wander`.

use super::{CommandOutcome, Game, counted};
use crate::grid::{Cell, Dir8};
use crate::land::Good;
use crate::mind::{self, NIGHT};
use crate::world::{
    Behaviour, Cause, ChronicleEntry, Deed, Errand, FOOD_MAX, Life, Rejection, STEP_TICKS, Subject, TownId,
    UnitId,
};

/// Ticks of waiting, and of facing a unit that is in the way.
const MOMENT: u64 = STEP_TICKS as u64;
/// Ticks of a look around, and the cells that it adds to the sight radius.
const LOOK: u64 = 24;
const LOOK_FARTHER: u16 = 4;
/// Ticks of gathering food where it grows, and the ticks for which the food lasts: two days.
const GATHER: u64 = 60;
const GATHERED: u32 = FOOD_MAX / 3;

impl Game {
    /// Whether the possessed unit waits for the player's next action.
    pub fn may_act(&self) -> bool {
        let unit = self.world.life.as_ref().filter(|life| life.deed.is_none());
        unit.and_then(|life| self.world.unit(life.unit)).is_some_and(|unit| unit.next.is_none())
    }

    /// Whether the player possesses the unit with this index.
    pub(super) fn is_lived(&self, index: usize) -> bool {
        self.is_whom_one_lives(self.world.units[index].id)
    }

    /// Whether the player possesses the unit with this id.
    pub(super) fn is_whom_one_lives(&self, id: UnitId) -> bool {
        self.world.life.as_ref().is_some_and(|life| life.unit == id)
    }

    /// The index of the possessed unit.
    pub(super) fn lived_index(&self) -> Option<usize> {
        self.world.unit_index(self.world.life.as_ref()?.unit)
    }

    /// Possesses a unit.
    pub(super) fn step_in(&mut self, id: UnitId) -> Result<CommandOutcome, Rejection> {
        let index = self.mine(&[id])?[0];
        if self.world.life.is_some() {
            self.step_out()?;
        }
        self.withdraw(id);
        let unit = &mut self.world.units[index];
        unit.keep_way();
        let supply_ticks = u64::from(unit.kind.row().supplies);
        let eaten = (u64::from(FOOD_MAX) * u64::from(unit.unfed)).checked_div(supply_ticks).unwrap_or(0);
        self.begin_life(index, FOOD_MAX - eaten.min(u64::from(FOOD_MAX)) as u32);
        let unit = &self.world.units[index];
        let words = format!("you are {}", self.world.title_of(unit));
        self.tell_life(words.clone());
        Ok(CommandOutcome { words })
    }

    /// Starts possession of a unit that has food for this many ticks.
    pub(super) fn begin_life(&mut self, index: usize, food: u32) {
        self.push(index, Behaviour::Lived);
        let unit = &mut self.world.units[index];
        unit.blocked = None;
        unit.setbacks = 0;
        let mut life = Life::new(unit.id, self.world.tick, food);
        life.noticed.wounds = unit.wounds;
        life.noticed.hunger = life.hunger();
        life.noticed.weariness = super::possession_tick::weariness(unit);
        self.world.life = Some(life);
    }

    /// Ends possession; the unit goes on with what it did before.
    pub(super) fn step_out(&mut self) -> Result<CommandOutcome, Rejection> {
        let index = self.lived_index().ok_or(Rejection::NoLife)?;
        self.drop_to_lived(index);
        self.world.life = None;
        if matches!(self.world.units[index].top(), Some(Behaviour::Lived)) {
            self.pop(index);
        }
        Ok(CommandOutcome { words: format!("{} goes on alone", self.world.units[index].name) })
    }

    /// Starts an action of the possessed unit.
    pub(super) fn begin_deed(&mut self, deed: Deed) -> Result<CommandOutcome, Rejection> {
        let index = self.lived_index().ok_or(Rejection::NoLife)?;
        let unit = &self.world.units[index];
        let (size, cell) = (self.world.size(), unit.cell);
        match deed {
            Deed::Travel(goal) | Deed::Explore(goal) if !size.contains(goal) => {
                return Err(Rejection::OffTheLand(goal));
            }
            Deed::Step(_) | Deed::Wait | Deed::Look if unit.next.is_some() => return Err(Rejection::InAStep),
            _ => {}
        }
        if self.world.life.as_ref().is_some_and(|life| life.deed.is_some()) {
            self.end_deed(index, Cause::Halted, String::new());
        }
        let now = self.world.tick;
        let deed = match deed {
            // Where nothing is left to explore, the unit can still go.
            Deed::Explore(goal) if !mind::is_border(&self.world, self.world.units[index].people, goal) => {
                Deed::Travel(goal)
            }
            other => other,
        };
        match deed {
            Deed::Halt => {}
            Deed::Step(dir) => self.take_step(index, dir),
            Deed::Wait => self.set_deed(deed, now + MOMENT),
            Deed::Look if self.food_grows_at(cell) => self.set_deed(deed, now + GATHER),
            Deed::Look => self.set_deed(deed, now + LOOK),
            Deed::Rest => {
                if self.places().haven_at(cell) && self.world.wander.is_none() {
                    self.count_night(index, cell);
                }
                self.set_deed(deed, now);
                self.push(index, Behaviour::Rest { until: now + NIGHT });
            }
            Deed::Travel(goal) | Deed::Explore(goal) => {
                self.set_deed(deed, now);
                self.push(index, Behaviour::Travel { goal, errand: Errand::Lived });
            }
        }
        Ok(CommandOutcome::default())
    }

    /// Records an action that lasts until a tick, or until its behaviour ends.
    fn set_deed(&mut self, deed: Deed, until: u64) {
        if let Some(life) = &mut self.world.life {
            (life.deed, life.until, life.cause) = (Some(deed), until, None);
            life.drawn_before = life.drawn;
        }
    }

    /// Takes a step, or handles what is in the way.
    fn take_step(&mut self, index: usize, dir: Dir8) {
        let unit = &self.world.units[index];
        let Some(next) = self.world.size().step(unit.cell, dir) else {
            return self.end_deed(index, Cause::Barred, "the land ends here".to_owned());
        };
        let people = unit.people;
        if !self.can_enter(index, next) {
            self.observe(people, next);
            let surface = self.world.land.surface[next];
            let is_blocked = self.world.units[index].kind.ground_time(surface).is_none();
            let words = match surface.name() {
                _ if !is_blocked => "there is no way through between".to_owned(),
                name => format!("{name} bars the way"),
            };
            return self.end_deed(index, Cause::Barred, words);
        }
        if let Some(other) = self.in_the_way(index, next).and_then(|holder| self.world.unit_index(holder)) {
            self.set_deed(Deed::Step(dir), self.world.tick + MOMENT);
            return self.bump(index, other);
        }
        if !self.may_enter_passage(index, next) {
            self.set_deed(Deed::Wait, self.world.tick + MOMENT);
            return self.tell_life("others come through the narrow passage: you wait".to_owned());
        }
        self.set_deed(Deed::Step(dir), self.world.tick);
        self.step_onto(index, next, false);
    }

    /// Handles a unit on the cell of the next step: strikes a foe, asks others to make room.
    fn bump(&mut self, index: usize, other: usize) {
        let (unit, holder) = (&self.world.units[index], &self.world.units[other]);
        if self.world.are_foes(unit, holder) {
            return self.strike(index, other);
        }
        let words = format!("{} is in the way", holder.name);
        self.shove(index, other);
        self.tell_life(words);
    }

    /// Strikes an adjacent foe.
    fn strike(&mut self, index: usize, other: usize) {
        let (own_id, foe) = (self.world.units[index].id, self.world.units[other].id);
        let (name, wounds) = (self.world.title_of(&self.world.units[other]), self.world.units[other].wounds);
        self.blow(own_id, foe);
        let words = match self.world.unit(foe) {
            None => format!("you strike {name} down"),
            Some(other) if other.wounds > wounds => format!("you wound {name}"),
            Some(_) => format!("you strike at {name} and miss"),
        };
        self.tell_life(words);
    }

    /// Finishes an action that was done standing.
    pub(super) fn finish_standing(&mut self, index: usize, deed: Deed) {
        let cell = self.world.units[index].cell;
        let words = match deed {
            Deed::Look if self.food_grows_at(cell) => {
                if let Some(life) = &mut self.world.life {
                    life.food = (life.food + GATHERED).min(FOOD_MAX);
                    life.starved = 0;
                    life.noticed.hunger = life.hunger();
                }
                "you gather food for two days".to_owned()
            }
            Deed::Look => self.look_far(index),
            Deed::Rest => self.wake(index),
            _ => String::new(),
        };
        self.end_deed(index, Cause::Done, words);
    }

    /// Looks around with a larger sight radius; returns the result in words.
    fn look_far(&mut self, index: usize) -> String {
        let unit = &self.world.units[index];
        let (cell, people, id) = (unit.cell, unit.people, unit.id);
        let seen = self.derived.glimpse(&self.world, cell, unit.kind.row().sight + LOOK_FARTHER);
        let mut new_cells = 0;
        for cell in seen.cells() {
            if !self.world.people(people).belief.is_known(cell) {
                new_cells += 1;
                self.observe(people, cell);
                self.notice_cell(id, cell);
            }
        }
        match new_cells {
            0 => "you look about and see nothing new".to_owned(),
            _ => format!("you look about: {} never seen before", counted(new_cells, "cell")),
        }
    }

    /// Ends a night's rest; returns the result in words.
    fn wake(&mut self, index: usize) -> String {
        let wounds = self.world.units[index].wounds;
        let before = self.world.life.as_ref().map_or(0, |life| life.noticed.wounds);
        let heals = wounds < before;
        if let Some(life) = &mut self.world.life {
            life.noticed.wounds = wounds;
            life.noticed.weariness = 0;
        }
        let place = self.whereabouts(self.world.units[index].cell);
        let healed = if heals { ", and a wound has healed" } else { "" };
        format!("you wake {place}{healed}")
    }

    /// The settlement that a unit is in, unless its people is at war with the unit's.
    pub(super) fn friendly_town(&self, index: usize) -> Option<TownId> {
        let unit = &self.world.units[index];
        let town = self.places().town_at(unit.cell)?;
        (!self.world.at_war(unit.people, self.world.town(town).people)).then_some(town)
    }

    /// Whether there is food to gather at a cell: grain or fish that no settlement uses.
    fn food_grows_at(&self, cell: Cell) -> bool {
        let is_food = |good: Good| matches!(good, Good::Grain | Good::Fish);
        let near = |site: &&crate::land::Site| site.cell.steps_to(cell) <= 1 && is_food(site.good);
        let site = self.world.land.sites.iter().find(near);
        site.is_some_and(|site| self.places().town_at(site.cell).is_none())
    }

    /// Ends everything above the possession on the unit's stack.
    pub(super) fn drop_to_lived(&mut self, index: usize) {
        let now = self.world.tick;
        let unit = &mut self.world.units[index];
        let id = unit.id;
        if let Some(Behaviour::Rest { until }) = unit.top() {
            // Half a night is half a rest.
            let slept = NIGHT - until.saturating_sub(now).min(NIGHT);
            unit.fatigue -= (u64::from(unit.fatigue) * slept / NIGHT) as u32;
        }
        if let Some(at) = unit.stack.iter().rposition(|behaviour| *behaviour == Behaviour::Lived) {
            unit.stack.truncate(at + 1);
        }
        unit.path = None;
        unit.awaiting = None;
        unit.blocked = None;
        unit.setbacks = 0;
        self.withdraw(id);
    }

    /// Ends the current action, with a line about the reason unless `words` is empty.
    pub(super) fn end_deed(&mut self, index: usize, cause: Cause, words: String) {
        self.drop_to_lived(index);
        if let Some(life) = &mut self.world.life {
            (life.deed, life.cause) = (None, Some(cause));
        }
        if !words.is_empty() {
            self.tell_life(words);
        }
    }

    /// Adds a line to the log of the possessed unit.
    pub(super) fn tell_life(&mut self, text: String) {
        let (tick, cell) = (self.world.tick, self.lived_index().map(|index| self.world.units[index].cell));
        if let Some(life) = &mut self.world.life {
            life.tell(ChronicleEntry { tick, subject: Subject::You, text, cell, weight: 9 });
        }
    }
}
