//! What the land has become, held against the world's own figures: predictions with their bands, and how each is
//! measured.
//!
//! A world lives its years without a screen and is measured into a [`Record`]; a [`Prediction`] is judged of all
//! records, or of an experiment of its own. Floating point is used freely, for nothing here is ever read by a game.
//! *Absent:* threads and files (`command` alone has them), and any power over a world but to let it live and, in
//! an experiment, to command it as a player would.

pub mod command;
pub mod experiments;
pub mod judge;
pub mod land;
pub mod net;
pub mod network;
pub mod past;
pub mod proximity;
pub mod report;
pub mod roads;
pub mod run;
pub mod stats;
pub mod towns;
pub mod walk;

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

/// What belongs to the same study must have been measured alike: goes up whenever a measure or an experiment changes.
pub const VERSION: u32 = 3;

/// What was measured in one world, by name: `"T15.weighted"` → `[1.21]`, `"T28.sizes"` → all sizes.
pub type Record = BTreeMap<String, Vec<f64>>;

/// How sure the evidence is that a prediction is taken from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Kind {
    /// Follows from the rules of the game alone, so it holds always.
    Exact,
    /// The world outside has figures for it.
    Statistical,
    /// The world outside has its sign, not its size.
    Directional,
    /// A floor that the game sets itself.
    Own,
}

impl Kind {
    /// All of them, surest first.
    pub const ALL: [Kind; 4] = [Kind::Exact, Kind::Statistical, Kind::Directional, Kind::Own];

    /// The word for it.
    pub const fn name(self) -> &'static str {
        ["exact", "statistical", "directional", "own"][self as usize]
    }
}

/// One sentence about the land that can turn out wrong.
#[derive(Clone, Copy, Debug)]
pub struct Prediction {
    /// Its number, such as `T15`.
    pub id: &'static str,
    /// What is claimed, as one plain sentence.
    pub claim: &'static str,
    /// How sure the evidence is.
    pub kind: Kind,
    /// Between which figures it holds.
    pub band: &'static str,
    /// How it is held against the land.
    pub test: Test,
}

/// How a prediction is judged.
#[derive(Clone, Copy, Debug)]
pub enum Test {
    /// Of the records of all worlds.
    Worlds(fn(&[Record]) -> Finding),
    /// By an experiment of its own, on lands of these seeds.
    Experiment(fn(RangeInclusive<u64>) -> Finding),
}

/// What was found.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Finding {
    /// In words and numbers: `weighted 1.22 ± 0.02, unweighted 1.31 ± 0.02`.
    pub measured: String,
    /// The figures behind it by name, also those of null models.
    pub values: Vec<(String, f64)>,
    /// Of how many worlds, pairs, routes or whatever else is counted.
    pub n: usize,
    /// Whether it holds; `None` where there is too little to judge by, which `measured` then says.
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
