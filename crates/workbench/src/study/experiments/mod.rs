//! Predictions that are settled by an experiment: a small synthetic land, the game's own code, and counted results.
//! *Absent:* what needs a whole world's history.

mod coin;
mod danger;
mod days;
mod detours;
mod exploring;
mod ground;
mod knowledge;
mod maps;
mod models;
mod passes;
mod slopes;
mod wear;

use super::Prediction;

/// The predictions of each file of this folder.
pub const GROUPS: &[&[Prediction]] = &[
    detours::PREDICTIONS,
    wear::PREDICTIONS,
    slopes::PREDICTIONS,
    models::PREDICTIONS,
    passes::PREDICTIONS,
    danger::PREDICTIONS,
    knowledge::PREDICTIONS,
    exploring::PREDICTIONS,
    days::PREDICTIONS,
    coin::PREDICTIONS,
];
