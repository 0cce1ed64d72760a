//! Predictions about the land itself: water, relief, rain, and whether it can be lived on.

use super::Prediction;

/// The predictions of this file.
pub const PREDICTIONS: &[Prediction] = &[];
