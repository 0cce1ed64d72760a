//! Targets of behaviours and orders: a unit, a place, or something to search for.
//!
//! Finding them is in `mind`.

use super::UnitId;
use crate::land::Good;
use crate::level::UnitOrPlaceOf;
use serde::{Deserialize, Serialize};

/// A unit, by its id, or a place.
pub type UnitOrPlace = UnitOrPlaceOf<UnitId>;

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
