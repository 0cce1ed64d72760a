//! Which unit is possessed, and whether it waits for the player.

use super::{Outfit, Thing, Unit, UnitId, UnitIx, World};

/// Cells by which a lantern lets a wanderer see farther.
const LANTERN_CELLS: u16 = 3;

impl World {
    /// Whether the player possesses the unit with this id.
    pub fn is_possessed(&self, id: UnitId) -> bool {
        self.possession.as_ref().is_some_and(|life| life.unit == id)
    }

    /// The index of the possessed unit.
    pub fn possessed(&self) -> Option<UnitIx> {
        self.unit_index(self.possession.as_ref()?.unit)
    }

    /// Whether a unit is the wanderer and carries a thing.
    pub fn carries(&self, unit: UnitId, thing: Thing) -> bool {
        self.is_possessed(unit) && self.is_carried(thing)
    }

    /// Whether the wanderer carries a thing.
    pub fn is_carried(&self, thing: Thing) -> bool {
        self.wander.as_ref().is_some_and(|wander| wander.journey.pack.holds(thing))
    }

    /// What the wanderer wears on its way.
    pub fn outfit(&self) -> Outfit {
        Outfit { snowshoes: self.is_carried(Thing::Snowshoes), cloak: self.is_carried(Thing::Cloak) }
    }

    /// How far a unit sees, in cells.
    pub fn sight_of(&self, unit: &Unit) -> u16 {
        let lantern = if self.carries(unit.id, Thing::Lantern) { LANTERN_CELLS } else { 0 };
        unit.kind.row().sight + lantern
    }

    /// Whether the possessed unit waits for the player's next action.
    pub fn awaits_action(&self) -> bool {
        let unit = self.possession.as_ref().filter(|life| life.action.is_none());
        unit.and_then(|life| self.unit(life.unit)).is_some_and(|unit| unit.next.is_none())
    }
}
