//! Targets of behaviours and orders: a unit, a place, or something to search for.
//!
//! Finding them is in `mind`.

use super::UnitId;
use crate::grid::Cell;
use crate::land::Good;
use serde::{Deserialize, Serialize};

/// A unit or a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum UnitOrPlace {
    /// A unit.
    Unit(UnitId),
    /// A place.
    Place(Cell),
}

/// What a search is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum SearchGoal {
    /// A unit.
    Unit(UnitId),
    /// A settlement that its people does not know.
    Settlement,
    /// A place for a good that its people does not know.
    Site(Good),
}

impl UnitOrPlace {
    /// The place, if it is one.
    pub fn place(self) -> Option<Cell> {
        match self {
            UnitOrPlace::Place(cell) => Some(cell),
            UnitOrPlace::Unit(_) => None,
        }
    }
}
