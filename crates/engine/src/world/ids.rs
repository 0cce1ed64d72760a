//! Numbers by which units, settlements and peoples are known.

use super::index_vec::{IndexVec, Ix};
use serde::{Deserialize, Serialize};

/// A unit's number. Numbers are never used twice; they also say who yields (the lower one).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
pub struct UnitId(pub u32);

/// Index of a settlement in `World::towns`; settlements are never removed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
#[repr(transparent)]
pub struct TownIx(pub u16);

/// Two settlements between which units travel; where their order does not matter, the smaller id first.
pub type TownPair = (TownIx, TownIx);

impl Ix for TownIx {
    fn from_index(index: usize) -> TownIx {
        TownIx(index as u16)
    }

    fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// Index of a people in [`World::peoples`](super::World::peoples); peoples are never removed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
#[repr(transparent)]
pub struct PeopleIx(pub u8);

impl PeopleIx {
    /// The player's people.
    pub const PLAYER: PeopleIx = PeopleIx(0);
}

impl Ix for PeopleIx {
    fn from_index(index: usize) -> PeopleIx {
        PeopleIx(index as u8)
    }

    fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// Something for each people.
pub type PerPeople<T> = IndexVec<PeopleIx, T>;
