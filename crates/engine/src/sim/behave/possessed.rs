//! Which unit the player possesses, and the log of its life.

use crate::mind::{SPENT_AFTER_TIME, TIRED_AFTER_TIME};
use crate::world::{ChronicleEntry, Subject, Unit, UnitId, UnitIx, World};

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

/// Adds a line to the log of the possessed unit.
pub(in crate::sim) fn log_possessed(world: &mut World, text: String) {
    let (tick, cell) = (world.tick, possessed_index(world).map(|index| world.units[index].cell));
    if let Some(life) = &mut world.possession {
        life.add_line(ChronicleEntry { tick, subject: Subject::You, text, cell, weight: 9 });
    }
}

/// How tired a unit is: 0, 1 if it should look for a bed, 2 if it can hardly walk.
pub(in crate::sim) fn fatigue_level(unit: &Unit) -> u8 {
    u8::from(unit.fatigue >= TIRED_AFTER_TIME) + u8::from(unit.fatigue >= SPENT_AFTER_TIME)
}

/// An ordinal word for an index.
pub(super) fn ordinal(at: usize) -> &'static str {
    ["first", "second", "third", "fourth", "fifth"].get(at).copied().unwrap_or("last")
}
