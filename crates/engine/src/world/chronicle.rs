//! What happened, in words that name a place.

use crate::grid::Cell;
use serde::{Deserialize, Serialize};

/// Lines of the chronicle that are kept; older ones are forgotten.
pub const LINES_MAX: usize = 2000;

/// What a line is about, to choose lines by.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Subject {
    /// Somebody who walks.
    #[default]
    People,
    /// Roads.
    Roads,
    /// Settlements and camps.
    Settlements,
    /// What the player did, and what came of it.
    You,
    /// Robbery, fights and death.
    Danger,
}

/// A line of the chronicle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ChronicleEntry {
    /// When.
    pub tick: u64,
    /// What about.
    pub subject: Subject,
    /// What.
    pub text: String,
    /// Where, to jump to.
    pub cell: Option<Cell>,
    /// How much it matters, 0 (small talk) to 9.
    pub weight: u8,
}

/// Past lines, and what waits to be told: at most one line in three seconds, so that they can be read.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Chronicle {
    /// Lines, oldest first.
    pub lines: Vec<ChronicleEntry>,
    /// Happenings since the last line.
    pub pending: Vec<ChronicleEntry>,
}
