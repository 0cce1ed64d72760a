//! What the land is about to do to those who live on it.

use crate::grid::Cell;
use crate::land::Good;
use crate::world::DAY;
use serde::{Deserialize, Serialize};

/// What the land does: one thing a season.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum FortuneKind {
    /// What a settlement makes runs out.
    SiteSpent,
    /// A new site of this good is found.
    SiteFound(Good),
    /// A bridge is carried off by the spring flood.
    Flood,
    /// Rock falls on a road in the hills.
    Rockfall,
    /// The busiest settlement falls sick, and its travellers carry it on.
    Sickness,
}

/// How many days ahead a fortune is foretold.
const FORETOLD_DAYS: u64 = 10;

impl FortuneKind {
    /// Ticks between the telling of it and its happening; `None` if it cannot be foreseen.
    pub fn notice(self) -> Option<u64> {
        matches!(self, FortuneKind::SiteSpent | FortuneKind::Flood).then_some(FORETOLD_DAYS * DAY)
    }
}

/// What will happen, and when: known to all who live there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Fortune {
    /// What.
    pub kind: FortuneKind,
    /// Where.
    pub at: Cell,
    /// Tick at which it happens.
    pub due: u64,
}
