//! Possessing a unit: starting and ending possession, and what each action does and costs.
//!
//! An action takes ticks; the caller runs them until [`BelongsToGame::awaits_action`]. What ends an action early, and what the unit
//! notices meanwhile, is in `possession_tick`; how the wanderer's game starts and ends is in `wander`.

use super::{CommandOutcome, Game, counted};
use crate::grid::{Cell, Dir8};
use crate::land::Good;
use crate::mind::{self, NIGHT_TICKS};
use crate::world::{
    Action, ActionEnd, Behaviour, ChronicleEntry, FOOD_MAX, Possession, Rejection, STEP_TICKS, Subject,
    TownId, TripPurpose, UnitId,
};

/// Ticks of waiting, and of facing a unit that is in the way.
const MOMENT_TICKS: u64 = STEP_TICKS as u64;
/// Ticks of a look around, and the cells that it adds to the sight radius.
const LOOK_TICKS: u64 = 24;
const LOOK_EXTRA_CELLS: u16 = 4;
/// Ticks of gathering food where it grows, and the ticks for which the food lasts: two days.
const GATHER_TICKS: u64 = 60;
const GATHERED_FOOD: u32 = FOOD_MAX / 3;

impl Game {
    /// Whether the possessed unit waits for the player's next action.
    pub fn awaits_action(&self) -> bool {
        let unit = self.world.possession.as_ref().filter(|life| life.action.is_none());
        unit.and_then(|life| self.world.unit(life.unit)).is_some_and(|unit| unit.next.is_none())
    }

    /// Whether the player possesses the unit with this index.
    pub(super) fn is_possessed(&self, index: usize) -> bool {
        self.is_possessed_unit(self.world.units[index].id)
    }

    /// Whether the player possesses the unit with this id.
    pub(super) fn is_possessed_unit(&self, id: UnitId) -> bool {
        self.world.possession.as_ref().is_some_and(|life| life.unit == id)
    }

    /// The index of the possessed unit.
    pub(super) fn possessed_index(&self) -> Option<usize> {
        self.world.unit_index(self.world.possession.as_ref()?.unit)
    }

    /// Possesses a unit.
    pub(super) fn possess(&mut self, id: UnitId) -> Result<CommandOutcome, Rejection> {
        let index = self.own_indices(&[id])?[0];
        if self.world.possession.is_some() {
            self.end_possession()?;
        }
        self.cancel_requests(id);
        let unit = &mut self.world.units[index];
        unit.store_path();
        let supply_ticks = u64::from(unit.kind.row().supplies);
        let eaten = (u64::from(FOOD_MAX) * u64::from(unit.unfed)).checked_div(supply_ticks).unwrap_or(0);
        self.start_possession(index, FOOD_MAX - eaten.min(u64::from(FOOD_MAX)) as u32);
        let unit = &self.world.units[index];
        let words = format!("you are {}", self.world.title_of(unit));
        self.log_possessed(words.clone());
        Ok(CommandOutcome { text: words })
    }

    /// Starts possession of a unit that has food for this many ticks.
    pub(super) fn start_possession(&mut self, index: usize, food: u32) {
        self.push_behaviour(index, Behaviour::Possessed);
        let unit = &mut self.world.units[index];
        unit.blocked = None;
        unit.setbacks = 0;
        let mut life = Possession::new(unit.id, self.world.tick, food);
        life.reported.wounds = unit.wounds;
        life.reported.hunger = life.hunger();
        life.reported.weariness = super::possession_tick::fatigue_level(unit);
        self.world.possession = Some(life);
    }

    /// Ends possession; the unit goes on with what it did before.
    pub(super) fn end_possession(&mut self) -> Result<CommandOutcome, Rejection> {
        let index = self.possessed_index().ok_or(Rejection::NotPossessing)?;
        self.clear_above_possession(index);
        self.world.possession = None;
        if matches!(self.world.units[index].top(), Some(Behaviour::Possessed)) {
            self.pop_behaviour(index);
        }
        Ok(CommandOutcome { text: format!("{} goes on alone", self.world.units[index].name) })
    }

    /// Starts an action of the possessed unit.
    pub(super) fn start_action(&mut self, action: Action) -> Result<CommandOutcome, Rejection> {
        let index = self.possessed_index().ok_or(Rejection::NotPossessing)?;
        let unit = &self.world.units[index];
        let (size, cell) = (self.world.size(), unit.cell);
        match action {
            Action::Travel(goal) | Action::Explore(goal) if !size.contains(goal) => {
                return Err(Rejection::OffTheLand(goal));
            }
            Action::Step(_) | Action::Wait | Action::Search if unit.next.is_some() => {
                return Err(Rejection::MidStep);
            }
            _ => {}
        }
        if self.world.possession.as_ref().is_some_and(|life| life.action.is_some()) {
            self.end_action(index, ActionEnd::Halted, String::new());
        }
        let now = self.world.tick;
        let action = match action {
            // Where nothing is left to explore, the unit can still go.
            Action::Explore(goal)
                if !mind::is_frontier(&self.world, self.world.units[index].people, goal) =>
            {
                Action::Travel(goal)
            }
            other => other,
        };
        match action {
            Action::Halt => {}
            Action::Step(dir) => self.step_or_handle(index, dir),
            Action::Wait => self.set_action(action, now + MOMENT_TICKS),
            Action::Search if self.has_wild_food(cell) => self.set_action(action, now + GATHER_TICKS),
            Action::Search => self.set_action(action, now + LOOK_TICKS),
            Action::Rest => {
                if self.places().is_inside(cell) && self.world.wander.is_none() {
                    self.count_night(index, cell);
                }
                self.set_action(action, now);
                self.push_behaviour(index, Behaviour::Rest { until: now + NIGHT_TICKS });
            }
            Action::Travel(goal) | Action::Explore(goal) => {
                self.set_action(action, now);
                self.push_behaviour(index, Behaviour::Travel { goal, purpose: TripPurpose::Possession });
            }
        }
        Ok(CommandOutcome::default())
    }

    /// Records an action that lasts until a tick, or until its behaviour ends.
    fn set_action(&mut self, action: Action, until: u64) {
        if let Some(life) = &mut self.world.possession {
            (life.action, life.until, life.cause) = (Some(action), until, None);
            life.discovered_before = life.discovered;
        }
    }

    /// Takes a step, or handles what is in the way.
    fn step_or_handle(&mut self, index: usize, dir: Dir8) {
        let unit = &self.world.units[index];
        let Some(next) = self.world.size().step(unit.cell, dir) else {
            return self.end_action(index, ActionEnd::Blocked, "the land ends here".to_owned());
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
            return self.end_action(index, ActionEnd::Blocked, words);
        }
        if let Some(other) = self.other_holder(index, next).and_then(|holder| self.world.unit_index(holder)) {
            self.set_action(Action::Step(dir), self.world.tick + MOMENT_TICKS);
            return self.handle_occupied(index, other);
        }
        if !self.may_enter_passage(index, next) {
            self.set_action(Action::Wait, self.world.tick + MOMENT_TICKS);
            return self.log_possessed("others come through the narrow passage: you wait".to_owned());
        }
        self.set_action(Action::Step(dir), self.world.tick);
        self.step_onto(index, next, false);
    }

    /// Handles a unit on the cell of the next step: strikes a foe, asks others to make room.
    fn handle_occupied(&mut self, index: usize, other: usize) {
        let (unit, holder) = (&self.world.units[index], &self.world.units[other]);
        if self.world.are_foes(unit, holder) {
            return self.strike_foe(index, other);
        }
        let words = format!("{} is in the way", holder.name);
        self.push_unit(index, other);
        self.log_possessed(words);
    }

    /// Strikes an adjacent foe.
    fn strike_foe(&mut self, index: usize, other: usize) {
        let (own_id, foe) = (self.world.units[index].id, self.world.units[other].id);
        let (name, wounds) = (self.world.title_of(&self.world.units[other]), self.world.units[other].wounds);
        self.strike_blow(own_id, foe);
        let words = match self.world.unit(foe) {
            None => format!("you strike {name} down"),
            Some(other) if other.wounds > wounds => format!("you wound {name}"),
            Some(_) => format!("you strike at {name} and miss"),
        };
        self.log_possessed(words);
    }

    /// Finishes an action that was done standing.
    pub(super) fn finish_action(&mut self, index: usize, action: Action) {
        let cell = self.world.units[index].cell;
        let words = match action {
            Action::Search if self.has_wild_food(cell) => {
                if let Some(life) = &mut self.world.possession {
                    life.food = (life.food + GATHERED_FOOD).min(FOOD_MAX);
                    life.starved = 0;
                    life.reported.hunger = life.hunger();
                }
                "you gather food for two days".to_owned()
            }
            Action::Search => self.look_around_farther(index),
            Action::Rest => self.finish_night(index),
            _ => String::new(),
        };
        self.end_action(index, ActionEnd::Done, words);
    }

    /// Looks around with a larger sight radius; returns the result in words.
    fn look_around_farther(&mut self, index: usize) -> String {
        let unit = &self.world.units[index];
        let (cell, people, id) = (unit.cell, unit.people, unit.id);
        let seen = self.derived.field_of_view(&self.world, cell, unit.kind.row().sight + LOOK_EXTRA_CELLS);
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
    fn finish_night(&mut self, index: usize) -> String {
        let wounds = self.world.units[index].wounds;
        let before = self.world.possession.as_ref().map_or(0, |life| life.reported.wounds);
        let heals = wounds < before;
        if let Some(life) = &mut self.world.possession {
            life.reported.wounds = wounds;
            life.reported.weariness = 0;
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
    fn has_wild_food(&self, cell: Cell) -> bool {
        let is_food = |good: Good| matches!(good, Good::Grain | Good::Fish);
        let near = |site: &&crate::land::Site| site.cell.chebyshev(cell) <= 1 && is_food(site.good);
        let site = self.world.land.sites.iter().find(near);
        site.is_some_and(|site| self.places().town_at(site.cell).is_none())
    }

    /// Ends everything above the possession on the unit's stack.
    pub(super) fn clear_above_possession(&mut self, index: usize) {
        let now = self.world.tick;
        let unit = &mut self.world.units[index];
        let id = unit.id;
        if let Some(Behaviour::Rest { until }) = unit.top() {
            // Half a night is half a rest.
            let slept = NIGHT_TICKS - until.saturating_sub(now).min(NIGHT_TICKS);
            unit.fatigue -= (u64::from(unit.fatigue) * slept / NIGHT_TICKS) as u32;
        }
        if let Some(at) = unit.stack.iter().rposition(|behaviour| *behaviour == Behaviour::Possessed) {
            unit.stack.truncate(at + 1);
        }
        unit.path = None;
        unit.request = None;
        unit.blocked = None;
        unit.setbacks = 0;
        self.cancel_requests(id);
    }

    /// Ends the current action, with a line about the reason unless `words` is empty.
    pub(super) fn end_action(&mut self, index: usize, cause: ActionEnd, words: String) {
        self.clear_above_possession(index);
        if let Some(life) = &mut self.world.possession {
            (life.action, life.cause) = (None, Some(cause));
        }
        if !words.is_empty() {
            self.log_possessed(words);
        }
    }

    /// Adds a line to the log of the possessed unit.
    pub(super) fn log_possessed(&mut self, text: String) {
        let (tick, cell) =
            (self.world.tick, self.possessed_index().map(|index| self.world.units[index].cell));
        if let Some(life) = &mut self.world.possession {
            life.add_line(ChronicleEntry { tick, subject: Subject::You, text, cell, weight: 9 });
        }
    }
}
