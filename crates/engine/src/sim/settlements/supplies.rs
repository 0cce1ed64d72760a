//! Food on the road: settlements and inns feed all comers. A unit low on food weighs time more, and turns aside to the
//! nearest inn if its food would not last.
//!
//! What does not live here: how long a kind's food lasts and its hunger bands (`world::kind`), and what hunger does to
//! prices (`plan::price`).

use crate::grid::Cell;
use crate::sim::Game;
use crate::sim::settlements::camps;
use crate::world::{Travel, TripPurpose, Unit, UnitIx, World};

/// How far a unit turns aside for food, in steps.
const FOOD_DETOUR_STEPS: u32 = 24;
/// The highest price of that detour, in milli-steps.
const FOOD_PRICE_MAX: u32 = 60_000;

/// Updates a unit's hunger after a step of `time` milli-steps onto its cell.
pub(super) fn update_hunger(game: &mut Game, index: UnitIx, time: u32) {
    let is_fed = game.places().town_at(game.world.units[index].cell).is_some();
    let unit = &mut game.world.units[index];
    let before = unit.hunger();
    let supply_ticks = unit.kind.row().supplies;
    unit.unfed = if is_fed { 0 } else { unit.unfed.saturating_add(time).min(supply_ticks) };
    // Only when it becomes hungrier: a unit that finds no food walks on with what it has.
    if unit.hunger() > before {
        seek_food(game, index);
    }
}

fn seek_food(game: &mut Game, index: UnitIx) {
    let unit = &game.world.units[index];
    let Some(Travel { goal, purpose }) = unit.travel() else { return };
    let left = unit.path.as_ref().map_or(0, crate::world::Path::time_left);
    let supply_left = unit.kind.row().supplies.saturating_sub(unit.unfed);
    if matches!(purpose, TripPurpose::Camp | TripPurpose::Explore | TripPurpose::Possession)
        || left <= supply_left.into()
    {
        return;
    }
    let inns = food_towns_near(&game.world, unit, goal);
    camps::go_to_bed(game, index, &inns, FOOD_PRICE_MAX);
}

/// Nearby settlements that a unit knows, except its goal.
fn food_towns_near(world: &World, unit: &Unit, goal: Cell) -> Vec<Cell> {
    let near = |cell: &Cell| cell.chebyshev(unit.cell) <= FOOD_DETOUR_STEPS && *cell != goal;
    let known = world.people(unit.people).standing().map(|(id, _)| world.town(id));
    let friendly = known.filter(|town| !world.at_war(unit.people, town.people));
    friendly.map(|town| town.cell).filter(near).collect()
}
