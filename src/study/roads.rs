//! Predictions about the network of roads: its shape, its length, and who walks on it.

use super::Prediction;

/// The predictions of this file.
pub const PREDICTIONS: &[Prediction] = &[];
