//! Which unit the player possesses, and the log of its life.

use crate::mind::{SPENT_AFTER_TIME, TIRED_AFTER_TIME};
use crate::sim::events;
use crate::world::{LifeEvent, Unit, UnitId, UnitIx, World};

/// Whether the player possesses the unit with this index.
pub(in crate::sim) fn is_possessed(world: &World, index: UnitIx) -> bool {
    is_possessed_unit(world, world.units[index].id)
}

/// Whether the player possesses the unit with this id.
pub(in crate::sim) fn is_possessed_unit(world: &World, id: UnitId) -> bool {
    world.possession.as_ref().is_some_and(|life| life.unit == id)
}

/// The index of the possessed unit.
pub(in crate::sim) fn possessed_index(world: &World) -> Option<UnitIx> {
    world.unit_index(world.possession.as_ref()?.unit)
}

/// Records what the possessed unit does or meets, in the log of its life.
pub(in crate::sim) fn tell_life(world: &mut World, what: LifeEvent) {
    tell_life_with(world, what, None);
}

/// The same for something that names a unit which may be gone by now.
pub(in crate::sim) fn tell_life_with(world: &mut World, what: LifeEvent, other: Option<&Unit>) {
    if world.possession.is_some() {
        let cell = possessed_index(world).map(|index| world.units[index].cell);
        events::tell_life(world, cell, what, other);
    }
}

/// How tired a unit is: 0, 1 if it should look for a bed, 2 if it can hardly walk.
pub(in crate::sim) fn fatigue_level(unit: &Unit) -> u8 {
    u8::from(unit.fatigue >= TIRED_AFTER_TIME) + u8::from(unit.fatigue >= SPENT_AFTER_TIME)
}
