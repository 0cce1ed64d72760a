//! Food on the way: settlements and inns feed all comers; whoever runs low weighs time more, and turns aside to the nearest
//! inn if what he has would not last.
//!
//! What does not live here: how long a kind's food lasts, and how its hunger is told in bands (`world::kind`); what that
//! does to prices (`plan::price`).

use super::Game;
use crate::grid::Cell;
use crate::world::{Behaviour, Errand};

/// How far somebody who runs low on food turns aside for some, in steps.
const FOOD_WITHIN: u32 = 24;

impl Game {
    /// Somebody has walked for so long, in milli-steps of time, and arrived on a cell.
    pub(super) fn grow_hungry(&mut self, index: usize, time: u32) {
        let is_fed = self.places().town_at(self.world.units[index].cell).is_some();
        let unit = &mut self.world.units[index];
        let before = unit.hunger();
        let lasts = unit.kind.row().supplies;
        unit.unfed = if is_fed { 0 } else { unit.unfed.saturating_add(time).min(lasts) };
        // Only where he comes to notice it: whoever finds nothing walks on with what he has.
        if unit.hunger() > before {
            self.turn_aside_for_food(index);
        }
    }

    fn turn_aside_for_food(&mut self, index: usize) {
        let unit = &self.world.units[index];
        let Some(Behaviour::Travel { goal, errand }) = unit.top() else { return };
        let left = unit.path.as_ref().map_or(0, crate::world::Path::time_left);
        let lasts = unit.kind.row().supplies.saturating_sub(unit.unfed);
        if matches!(errand, Errand::Camp | Errand::Explore) || left <= lasts {
            return;
        }
        let Some(inn) = self.nearest_food(index, *goal) else { return };
        let (cell, name) = (unit.cell, unit.name.clone());
        if self.push(index, Behaviour::Travel { goal: inn, errand: Errand::Camp }) {
            let place = self.place_name(inn);
            self.note(2, cell, format!("{name} is low on food and turns aside to {place}"));
        }
    }

    /// The nearest settlement that a unit knows and can get to, other than where it is bound for.
    fn nearest_food(&self, index: usize, goal: Cell) -> Option<Cell> {
        let unit = &self.world.units[index];
        let belief = &self.world.peoples[usize::from(unit.people)].belief;
        let planner = self.planner(unit.people, unit.kind, &[]);
        let near = |cell: &Cell| cell.steps_to(unit.cell) <= FOOD_WITHIN && *cell != goal;
        let cells = self.world.living_towns().map(|id| self.world.town(id).cell);
        let known = cells.filter(|cell| near(cell) && belief.is_known(*cell));
        known
            .filter(|cell| planner.connected(unit.cell, *cell))
            .min_by_key(|cell| (cell.octile(unit.cell), *cell))
    }
}
