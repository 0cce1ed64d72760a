//! The chronicle: events in words that name a place.

use crate::grid::Cell;
use serde::{Deserialize, Serialize};

/// Lines of the chronicle that are kept; older ones are forgotten.
pub const LINES_MAX: usize = 2000;

/// What a line is about, to filter by.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Subject {
    /// Units.
    #[default]
    People,
    /// Roads.
    Roads,
    /// Settlements and camps.
    Settlements,
    /// The player's acts and their reports.
    You,
    /// Robbery, fights and death.
    Danger,
}

/// A line of the chronicle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ChronicleEntry {
    /// When.
    pub tick: u64,
    /// Its subject.
    pub subject: Subject,
    /// What.
    pub text: String,
    /// Where, to jump to.
    pub cell: Option<Cell>,
    /// Importance, 0 (small talk) to 9.
    pub weight: u8,
}

/// Past lines, and pending ones: at most one line in three seconds is shown, so that they can be read.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Chronicle {
    /// Lines, oldest first.
    pub lines: Vec<ChronicleEntry>,
    /// Events since the last line.
    pub pending: Vec<ChronicleEntry>,
}
