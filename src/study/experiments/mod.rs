//! Predictions that are settled by an experiment: a small made-up land, the game's own code, and a count of what came of
//! it. *Absent:* what needs a whole world's history.

use super::Prediction;

/// The predictions of each file of this folder.
pub const GROUPS: &[&[Prediction]] = &[];
