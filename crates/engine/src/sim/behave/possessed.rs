//! Which unit the player possesses, and the log of its life.

use crate::world::{ChronicleEntry, Subject, UnitId, World};

/// Whether the player possesses the unit with this index.
pub(in crate::sim) fn is_possessed(world: &World, index: usize) -> bool {
    is_possessed_unit(world, world.units[index].id)
}

/// Whether the player possesses the unit with this id.
pub(in crate::sim) fn is_possessed_unit(world: &World, id: UnitId) -> bool {
    world.possession.as_ref().is_some_and(|life| life.unit == id)
}

/// The index of the possessed unit.
pub(in crate::sim) fn possessed_index(world: &World) -> Option<usize> {
    world.unit_index(world.possession.as_ref()?.unit)
}

/// Adds a line to the log of the possessed unit.
pub(in crate::sim) fn log_possessed(world: &mut World, text: String) {
    let (tick, cell) = (world.tick, possessed_index(world).map(|index| world.units[index].cell));
    if let Some(life) = &mut world.possession {
        life.add_line(ChronicleEntry { tick, subject: Subject::You, text, cell, weight: 9 });
    }
}
