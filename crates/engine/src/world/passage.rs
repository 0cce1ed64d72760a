//! Direction tokens of one-wide passages: who may go in, and who waits.

use crate::grid::Cell;
use serde::{Deserialize, Serialize};

/// The token of one passage.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PassageToken {
    /// The cell before the mouth that its holders came from.
    pub from: Cell,
    /// Units that have entered from there in this turn.
    pub entered: u16,
    /// When a unit was last made to wait at the other mouth.
    pub refused: Option<u64>,
}
