//! Settlements and camps, with the reasons why they exist.

use crate::grid::Cell;
use crate::land::Good;
use serde::{Deserialize, Serialize};

/// Index of a settlement in `World::towns`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct TownId(pub u16);

/// What a settlement has become.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum TownKind {
    /// Given up.
    Ruin,
    /// A house where travellers sleep.
    Inn,
    /// A few families at a resource.
    Hamlet,
    /// Lives from what passes through, or a grown hamlet.
    Village,
    /// A market with walls of its own.
    Town,
    /// The largest kind.
    City,
}

impl TownKind {
    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            TownKind::Ruin => "ruin",
            TownKind::Inn => "inn",
            TownKind::Hamlet => "hamlet",
            TownKind::Village => "village",
            TownKind::Town => "town",
            TownKind::City => "city",
        }
    }
}

/// Why a settlement stands where it stands.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Why {
    /// Founded at a resource.
    Site(Good),
    /// Grew where travellers between these places slept.
    Nights {
        /// Nights slept here before it was founded.
        nights: u32,
        /// Passes over its cell before it was founded.
        passes: u32,
        /// Distinct routes (pairs of settlements) whose travellers slept here.
        routes: Vec<(TownId, TownId)>,
    },
}

/// A settlement.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Town {
    /// Its name.
    pub name: String,
    /// Where it stands.
    pub cell: Cell,
    /// What it is now.
    pub kind: TownKind,
    /// Index of the people it belongs to.
    pub people: u8,
    /// How many live there.
    pub residents: u32,
    /// Stock of each good, in hundredths of a load.
    pub stock: [u32; Good::COUNT],
    /// What it makes, if it stands at a site.
    pub makes: Option<Good>,
    /// Fading measure of trade: hundredths of a delivery.
    pub trade: u32,
    /// Fading count of nights slept, in hundredths.
    pub nights: u32,
    /// Distinct routes whose travellers passed the night here.
    pub routes: Vec<(TownId, TownId)>,
    /// Consecutive days on which it was too small for what it is.
    pub failing_days: u16,
    /// Most residents it ever had.
    pub residents_max: u32,
    /// Tick of its foundation.
    pub founded: u64,
    /// Tick when it last sent somebody out to found another.
    pub last_settlers: u64,
    /// Why it is here.
    pub why: Why,
}

/// A place where travellers slept in the open.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Camp {
    /// Where.
    pub cell: Cell,
    /// Fading count of nights, in hundredths.
    pub nights: u32,
    /// Nights in all.
    pub nights_total: u32,
    /// Distinct routes whose travellers slept here.
    pub routes: Vec<(TownId, TownId)>,
}
