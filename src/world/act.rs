//! Acts of the player that wait for their answer, and the figures of years gone by.
//!
//! What is measured, and when it is told, is in `sim`.

use super::{TownId, UnitId};
use crate::grid::Cell;
use serde::{Deserialize, Serialize};

/// Acts that wait for their answer, at most.
pub const ACTS_MAX: usize = 16;
/// Cells, users and pairs of settlements that one act follows, at most.
pub const ACT_CELLS_MAX: usize = 1024;
/// See [`ACT_CELLS_MAX`].
pub const ACT_USERS_MAX: usize = 256;
/// See [`ACT_CELLS_MAX`].
pub const ACT_PAIRS_MAX: usize = 12;
/// Years whose figures are kept.
pub const YEARS_MAX: usize = 256;

/// Something that the player did to the land, with what was measured when it was done.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Act {
    /// When it began.
    pub tick: u64,
    /// When it was last added to.
    pub latest: u64,
    /// `wall near Mill`.
    pub words: String,
    /// Where.
    pub cells: Vec<Cell>,
    /// Whose way led over these cells when it was done, with where that way went; in the order of their ids.
    pub users: Vec<(UnitId, Cell)>,
    /// Users who have planned another way to the same place since.
    pub away: Vec<UnitId>,
    /// Whoever has planned a way over these cells since.
    pub through: Vec<UnitId>,
    /// Known ways between settlements near it, with their walking time in milli-steps.
    pub pairs: Vec<(TownId, TownId, u32)>,
    /// Deliveries on the two days before.
    pub delivered_before: u32,
    /// Deliveries since the beginning when it was done.
    pub deliveries: u64,
}

/// How the player's people stood at one tick; counts of what happened are since the beginning.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Figures {
    /// When.
    pub tick: u64,
    /// Living walkers.
    pub walkers: u32,
    /// Settlements that stand.
    pub settlements: u32,
    /// Known cells of path, dirt road, paved road and highway.
    pub roads: [u32; 4],
    /// Loads that were sold.
    pub deliveries: u64,
    /// Journeys between settlements that were finished.
    pub trips: u64,
    /// Their walking time, in milli-steps.
    pub trip_time: u64,
    /// Settlements that were founded.
    pub founded: u32,
    /// Settlements that fell to ruin.
    pub ruined: u32,
    /// Coin at hand.
    pub coin: u32,
    /// Ambitions that were reached.
    pub ambitions: u32,
}
