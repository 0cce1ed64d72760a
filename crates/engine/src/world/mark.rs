//! Targets of behaviours and orders: a unit, a place, or something to search for.
//!
//! Finding them is in `mind`.

use super::{UnitId, World};
use crate::grid::Cell;
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

impl World {
    /// How many of what is sought a people knows; a unit counts as none.
    pub fn known_of(&self, people: u8, sought: SearchGoal) -> u32 {
        let knows = |cell: Cell| self.people(people).belief.is_known(cell);
        match sought {
            SearchGoal::Unit(_) => 0,
            SearchGoal::Settlement => self.towns.iter().filter(|town| knows(town.cell)).count() as u32,
            SearchGoal::Site(good) => {
                let sites = self.land.sites.iter().filter(|site| site.good == good && knows(site.cell));
                sites.count() as u32
            }
        }
    }
}
