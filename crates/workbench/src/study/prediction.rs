//! What a prediction is, and what is found of it.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

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
