//! The index of a people, and lists that have something for each people.

use super::{IndexVec, Ix};
use serde::{Deserialize, Serialize};

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
