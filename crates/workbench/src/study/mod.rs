//! Comparison of lived-in lands with real-world figures: predictions with their bands, and how each is measured.
//!
//! A world lives its years without a screen and is measured into a [`Record`]. A [`Prediction`] is judged by all
//! records, or by an experiment of its own. Floating point is used freely, as no game reads anything from here.
//! *Absent:* threads and files (only `command` has them), and any influence on a world except to let it live and, in
//! an experiment, to command it as a player would.

pub mod command;
pub mod experiments;
pub mod history;
pub mod judge;
pub mod land;
pub mod net;
pub mod network;
pub mod porter_paths;
pub mod proximity;
pub mod report;
pub mod roads;
pub mod run;
pub mod stats;
pub mod towns;

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

/// Version of the measures: goes up whenever a measure or an experiment changes, as one study must not mix them.
pub const VERSION: u32 = 3;

/// The named figures of one world: `"T15.weighted"` → `[1.21]`, `"T28.sizes"` → all sizes.
pub type Record = BTreeMap<String, Vec<f64>>;

/// Strength of the evidence behind a prediction.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Evidence {
    /// Follows from the rules of the game alone, so it always holds.
    Exact,
    /// The real world has figures for it.
    Statistical,
    /// The real world has its sign, not its size.
    Directional,
    /// A minimum that the game sets itself.
    Own,
}

impl Evidence {
    /// All of them, strongest first.
    pub const ALL: [Evidence; 4] =
        [Evidence::Exact, Evidence::Statistical, Evidence::Directional, Evidence::Own];

    /// Its name in print.
    pub const fn name(self) -> &'static str {
        ["exact", "statistical", "directional", "own"][self as usize]
    }
}

/// A claim about the land that can turn out wrong.
#[derive(Clone, Copy, Debug)]
pub struct Prediction {
    /// Its number, such as `T15`.
    pub id: &'static str,
    /// The claim as one plain sentence.
    pub claim: &'static str,
    /// Strength of the evidence.
    pub kind: Evidence,
    /// The figures between which it holds.
    pub band: &'static str,
    /// How it is tested.
    pub test: Test,
}

/// How a prediction is judged.
#[derive(Clone, Copy, Debug)]
pub enum Test {
    /// By the records of all worlds.
    Worlds(fn(&[Record]) -> Finding),
    /// By an experiment of its own, on lands of these seeds.
    Experiment(fn(RangeInclusive<u64>) -> Finding),
}

/// The result of a test.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Finding {
    /// In words and numbers: `weighted 1.22 ± 0.02, unweighted 1.31 ± 0.02`.
    pub measured: String,
    /// The named figures behind it, including those of null models.
    pub values: Vec<(String, f64)>,
    /// Sample size: worlds, pairs, routes or whatever is counted.
    pub n: usize,
    /// Whether it holds; `None` where there is too little to judge by, as `measured` then says.
    pub pass: Option<bool>,
}

/// All predictions, in the order of their numbers.
pub fn predictions() -> Vec<&'static Prediction> {
    let groups = [roads::PREDICTIONS, towns::PREDICTIONS, land::PREDICTIONS];
    let mut all: Vec<&Prediction> =
        groups.into_iter().chain(experiments::GROUPS.iter().copied()).flatten().collect();
    all.sort_by_key(|prediction| prediction.id);
    all
}
