//! Acts of the player that are followed until their answer, two days later.
//!
//! What is measured, and when it is told, is in `sim`.

use super::{TownId, UnitId};
use crate::grid::Cell;
use serde::{Deserialize, Serialize};

/// Acts that are followed at a time, at most.
pub const FOLLOWED_MAX: usize = 16;
/// Cells, users and pairs of settlements that one act follows, at most.
pub const FOLLOWED_CELLS_MAX: usize = 1024;
/// See [`FOLLOWED_CELLS_MAX`].
pub const FOLLOWED_USERS_MAX: usize = 256;
/// See [`FOLLOWED_CELLS_MAX`].
pub const FOLLOWED_PAIRS_MAX: usize = 12;

/// Something that the player did to the land, with what was measured when it was done.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Followed {
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
