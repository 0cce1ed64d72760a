//! Which unit is possessed, and whether it waits for the player.

use super::{UnitId, UnitIx, World};

impl World {
    /// Whether the player possesses the unit with this id.
    pub fn is_possessed(&self, id: UnitId) -> bool {
        self.possession.as_ref().is_some_and(|life| life.unit == id)
    }

    /// The index of the possessed unit.
    pub fn possessed(&self) -> Option<UnitIx> {
        self.unit_index(self.possession.as_ref()?.unit)
    }

    /// Whether the possessed unit waits for the player's next action.
    pub fn awaits_action(&self) -> bool {
        let unit = self.possession.as_ref().filter(|life| life.action.is_none());
        unit.and_then(|life| self.unit(life.unit)).is_some_and(|unit| unit.next.is_none())
    }
}
