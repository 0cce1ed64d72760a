//! Objectives of the player's people, and their rewards.
//!
//! `sim` chooses, measures and pays them.

use super::{AMOUNT_MAX, SEASON_DAYS, TownIx, World};
use crate::grid::Cell;
use serde::{Deserialize, Serialize};

/// Days for which the count of deliveries is remembered: a season, and the day before it.
pub const DELIVERY_DAYS: usize = SEASON_DAYS as usize + 1;

/// Kind of objective. Each variant says what is measured, and in which unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum ObjectiveKind {
    /// Two settlements within a walking time of each other, in milli-steps, the fewer the better.
    Near {
        /// From here.
        from: TownIx,
        /// To there.
        to: TownIx,
    },
    /// A road all the way between two settlements: percent of the best path's cells that are road.
    Road {
        /// From here.
        from: TownIx,
        /// To there.
        to: TownIx,
    },
    /// To explore a place: percent of the path there that is known.
    See {
        /// The settlement that asks.
        from: TownIx,
        /// The place.
        at: Cell,
    },
    /// Deliveries within a season, by their number.
    Deliver,
}

/// An objective.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Objective {
    /// What.
    pub kind: ObjectiveKind,
    /// Value when last measured; `None` until then.
    pub value: Option<u32>,
    /// Value to reach, in the same unit.
    pub target: u32,
    /// Reward, in coin.
    pub reward_coin: u32,
    /// The path request that will measure it next.
    pub request: Option<u64>,
}

/// The present objective, and the history of objectives.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Objectives {
    /// The present one.
    pub current: Option<Objective>,
    /// Kind of the next objective.
    pub turn: u8,
    /// Objectives met so far.
    pub met: u32,
    /// Deliveries since the game's start at the end of each of the last days, oldest first; at most [`DELIVERY_DAYS`].
    pub deliveries: Vec<u64>,
}

impl Objectives {
    /// Deliveries of the last `days` full days, and on how many days they were counted.
    pub fn delivered(&self, days: usize) -> (u64, u64) {
        let last = self.deliveries.last().copied().unwrap_or(0);
        let back = days.min(self.deliveries.len().saturating_sub(1));
        let first = self.deliveries.get(self.deliveries.len().saturating_sub(back + 1)).copied().unwrap_or(0);
        (last.saturating_sub(first).min(AMOUNT_MAX.into()), back as u64)
    }
}

impl Objective {
    /// A cell from which it can be viewed.
    pub fn cell(&self, world: &World) -> Cell {
        match self.kind {
            ObjectiveKind::Near { from, to } | ObjectiveKind::Road { from, to } => {
                let (a, b) = (world.town(from).cell, world.town(to).cell);
                Cell::new(u16::midpoint(a.x, b.x), u16::midpoint(a.y, b.y))
            }
            ObjectiveKind::See { at, .. } => at,
            ObjectiveKind::Deliver => {
                world.own_markets().first().map_or(Cell::default(), |id| world.town(*id).cell)
            }
        }
    }
}
