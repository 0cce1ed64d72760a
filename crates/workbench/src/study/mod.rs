//! Comparison of lived-in lands with real-world figures: predictions with their bands, and how each is measured.
//!
//! A world lives its years without a screen and is measured into a [`Record`]. A [`Prediction`] is judged by all
//! records, or by an experiment of its own. Floating point is used freely, as no game reads anything from here.
//! *Absent:* threads and files (only `command` has them), and any influence on a world except to let it live and, in
//! an experiment, to command it as a player would.

pub mod ages;
pub mod command;
pub mod decades;
pub mod experiments;
pub mod history;
pub mod judge;
pub mod land;
pub mod measured;
pub mod net;
pub mod network;
pub mod players;
pub mod porter_paths;
mod prediction;
pub mod proximity;
pub mod report;
pub mod roads;
pub mod run;
pub mod stats;
pub mod towns;

pub use prediction::{Evidence, Finding, Prediction, Record, Test};

/// Version of the measures: goes up whenever a measure or an experiment changes, as one study must not mix them.
pub const VERSION: u32 = 4;

/// All predictions, in the order of their numbers.
pub fn predictions() -> Vec<&'static Prediction> {
    let groups = [roads::PREDICTIONS, towns::PREDICTIONS, land::PREDICTIONS, ages::PREDICTIONS];
    let mut all: Vec<&Prediction> =
        groups.into_iter().chain(experiments::GROUPS.iter().copied()).flatten().collect();
    all.sort_by_key(|prediction| prediction.id);
    all
}
