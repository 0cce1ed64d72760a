//! What the possessed unit is told, how tired it is, and which settlement takes it in.

use crate::mind::{SPENT_AFTER_TIME, TIRED_AFTER_TIME};
use crate::sim::{Game, events};
use crate::world::{LifeEvent, TownIx, Unit, UnitIx, World};

/// Records what the possessed unit does or meets, in the log of its life.
pub(super) fn tell_life(world: &mut World, what: LifeEvent) {
    tell_life_with(world, what, None);
}

/// The same for something that names a unit which may be gone by now.
pub(super) fn tell_life_with(world: &mut World, what: LifeEvent, other: Option<&Unit>) {
    if world.possession.is_some() {
        let cell = world.possessed().map(|index| world.units[index].cell);
        events::tell_life(world, cell, what, other);
    }
}

/// How tired a unit is: 0, 1 if it should look for a bed, 2 if it can hardly walk.
pub(super) fn fatigue_level(unit: &Unit) -> u8 {
    u8::from(unit.fatigue >= TIRED_AFTER_TIME) + u8::from(unit.fatigue >= SPENT_AFTER_TIME)
}

/// The settlement that a unit is in, unless its people is at war with the unit's.
pub(super) fn friendly_town(game: &Game, index: UnitIx) -> Option<TownIx> {
    let unit = &game.world.units[index];
    let town = game.places().town_at(unit.cell)?;
    (!game.world.at_war(unit.people, game.world.town(town).people)).then_some(town)
}
