//! What the land is about to do to those who live on it.

use crate::grid::Cell;
use crate::land::Good;
use crate::world::{DAY, YEAR_DAYS};
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
    /// A settlement falls sick, and its travellers carry it on.
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

/// A sickness in a settlement.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Sickness {
    /// Tick at which it came.
    pub since: u64,
    /// One in so many residents died of it.
    pub one_in: u32,
}

/// One in so many residents dies of a sickness where it breaks out; of what is carried on, half as many each time, down
/// to the second number.
pub const DEADLIEST: u32 = 5;
const MILDEST: u32 = 20;
/// Days for which travellers carry a sickness on, from the day after it came.
const CARRIED_DAYS: u64 = 6;

impl Sickness {
    /// What a traveller from there brings who arrives now, if anything.
    pub fn carried(self, tick: u64) -> Option<Sickness> {
        let brought = Sickness { since: tick, one_in: self.one_in * 2 };
        self.days_left(tick).filter(|days| *days <= CARRIED_DAYS).map(|_| brought)
    }

    /// Days until no traveller carries it on any more; `None` if none does now.
    pub fn days_left(self, tick: u64) -> Option<u64> {
        let left = (CARRIED_DAYS + 1).saturating_sub(tick.saturating_sub(self.since) / DAY);
        (left > 0 && self.one_in * 2 <= MILDEST).then_some(left)
    }

    /// Whether those who have had it are still safe from another: for a year.
    pub fn protects(self, tick: u64) -> bool {
        tick < self.since + YEAR_DAYS * DAY
    }

    /// Whether its numbers are possible (for untrusted input).
    pub(super) fn is_sound(self, tick: u64) -> bool {
        self.since <= tick && (DEADLIEST..=MILDEST).contains(&self.one_in)
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
