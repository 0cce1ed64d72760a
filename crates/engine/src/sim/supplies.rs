//! Food on the road: settlements and inns feed all comers. A unit low on food weighs time more, and turns aside to the
//! nearest inn if its food would not last.
//!
//! What does not live here: how long a kind's food lasts and its hunger bands (`world::kind`), and what hunger does to
//! prices (`plan::price`).

use super::Game;
use crate::grid::Cell;
use crate::world::{Behaviour, TripPurpose, Unit};

/// How far a unit turns aside for food, in steps.
const FOOD_DETOUR_STEPS: u32 = 24;
/// The highest price of that detour, in milli-steps.
const FOOD_PRICE_MAX: u32 = 60_000;

impl Game {
    /// Updates a unit's hunger after a step of `time` milli-steps onto its cell.
    pub(super) fn update_hunger(&mut self, index: usize, time: u32) {
        let is_fed = self.places().town_at(self.world.units[index].cell).is_some();
        let unit = &mut self.world.units[index];
        let before = unit.hunger();
        let supply_ticks = unit.kind.row().supplies;
        unit.unfed = if is_fed { 0 } else { unit.unfed.saturating_add(time).min(supply_ticks) };
        // Only when it becomes hungrier: a unit that finds no food walks on with what it has.
        if unit.hunger() > before {
            self.seek_food(index);
        }
    }

    fn seek_food(&mut self, index: usize) {
        let unit = &self.world.units[index];
        let Some(Behaviour::Travel { goal, purpose }) = unit.top() else { return };
        let left = unit.path.as_ref().map_or(0, crate::world::Path::time_left);
        let supply_left = unit.kind.row().supplies.saturating_sub(unit.unfed);
        if matches!(purpose, TripPurpose::Camp | TripPurpose::Explore | TripPurpose::Possession)
            || left <= supply_left.into()
        {
            return;
        }
        let inns = self.food_towns_near(unit, *goal);
        let (cell, name) = (unit.cell, unit.name.clone());
        if self.go_to_bed(index, &inns, FOOD_PRICE_MAX) {
            let goal = self.world.units[index].path.as_ref().map_or(cell, |path| path.goal);
            let place = self.place_name(goal);
            self.queue_event(2, cell, format!("{name} is low on food and turns aside to {place}"));
        }
    }

    /// Nearby settlements that a unit knows, except its goal.
    fn food_towns_near(&self, unit: &Unit, goal: Cell) -> Vec<Cell> {
        let near = |cell: &Cell| cell.chebyshev(unit.cell) <= FOOD_DETOUR_STEPS && *cell != goal;
        let known = self.world.people(unit.people).standing().map(|(id, _)| self.world.town(id));
        let friendly = known.filter(|town| !self.world.at_war(unit.people, town.people));
        friendly.map(|town| town.cell).filter(near).collect()
    }
}
