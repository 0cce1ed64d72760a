//! What the player's people would like to come true next, and what that would pay.
//!
//! Choosing, measuring and paying are in `sim`.

use super::{AMOUNT_MAX, SEASON_DAYS, TownId};
use crate::grid::Cell;
use serde::{Deserialize, Serialize};

/// Days' ends at which deliveries are remembered: those of a season, and the one before it.
pub const DELIVERY_DAYS: usize = SEASON_DAYS as usize + 1;

/// Something that can come true. What is measured of it, and in which unit, is said with each.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum ObjectiveKind {
    /// Two settlements within a walking time of each other, in milli-steps, the fewer the better.
    Near {
        /// From here.
        from: TownId,
        /// To there.
        to: TownId,
    },
    /// A road all the way between two settlements: percent of the best way's cells that are road.
    Road {
        /// From here.
        from: TownId,
        /// To there.
        to: TownId,
    },
    /// To know what lies at a place that nobody has seen: percent of the way there that is known.
    See {
        /// The settlement that asks.
        from: TownId,
        /// The place.
        at: Cell,
    },
    /// Deliveries within a season, by their number.
    Deliver,
}

/// The present ambition.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Ambition {
    /// What.
    pub aim: ObjectiveKind,
    /// How it stood when last measured; `None` until it was.
    pub now: Option<u32>,
    /// How it has to stand, in the same unit.
    pub wanted: u32,
    /// Coin that it brings.
    pub pays: u32,
    /// The path request that will measure it next.
    pub asked: Option<u64>,
}

/// The present ambition and what became of those before.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Ambitions {
    /// The present one.
    pub current: Option<Ambition>,
    /// Which kind of aim is due next.
    pub turn: u8,
    /// How many were reached.
    pub reached: u32,
    /// Deliveries since the beginning at the ends of the last days, oldest first; at most [`DELIVERY_DAYS`].
    pub deliveries: Vec<u64>,
}

impl Ambitions {
    /// Deliveries of the last `days` full days, and on how many days they were counted.
    pub fn delivered(&self, days: usize) -> (u64, u64) {
        let last = self.deliveries.last().copied().unwrap_or(0);
        let back = days.min(self.deliveries.len().saturating_sub(1));
        let first = self.deliveries.get(self.deliveries.len().saturating_sub(back + 1)).copied().unwrap_or(0);
        (last.saturating_sub(first).min(AMOUNT_MAX.into()), back as u64)
    }
}
