//! The figures of a people at one moment: what a year's card compares.
//!
//! When they are taken is in `sim`.

use serde::{Deserialize, Serialize};

/// Years whose figures are kept.
pub const YEARS_MAX: usize = 256;

/// How the player's people stood at one tick; counts of what happened are since the beginning.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Figures {
    /// When.
    pub tick: u64,
    /// Living units.
    pub units: u32,
    /// Settlements that stand.
    pub settlements: u32,
    /// Known cells of path, dirt road, paved road and highway.
    pub roads: [u32; 4],
    /// Loads sold.
    pub deliveries: u64,
    /// Trips between settlements that were completed.
    pub trips: u64,
    /// Their walking time, in milli-steps.
    pub trip_time: u64,
    /// Settlements that were founded.
    pub founded: u64,
    /// Settlements that fell to ruin.
    pub ruined: u64,
    /// Coin at hand.
    pub coin: u32,
    /// Chapters of the arc that were reached.
    pub chapters_reached: u32,
    /// Units that came, the first ones included.
    pub came: u64,
}
