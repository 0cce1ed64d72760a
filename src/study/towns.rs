//! Predictions about where towns are, how large, and how they trade.

use super::Prediction;

/// The predictions of this file.
pub const PREDICTIONS: &[Prediction] = &[];
