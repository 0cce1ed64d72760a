//! Numbers by which units and settlements are known.

use serde::{Deserialize, Serialize};

/// A unit's number. Numbers are never used twice; they also say who yields (the lower one).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
pub struct UnitId(pub u32);

/// Index of a settlement in `World::towns`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct TownId(pub u16);
