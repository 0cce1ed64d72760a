//! Questions that need the planner, asked by the screen and answered between two ticks.
//!
//! They read the world and change nothing, so asking leaves every hash as it was.

use crate::grid::Cell;
use crate::world::UnitId;

/// What the screen can ask.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Question {
    /// What would walking these places in order be like for the unit?
    Preview {
        /// Who would walk.
        unit: UnitId,
        /// Start behind its present orders (append) or where it stands.
        append: bool,
        /// Where to.
        stops: Vec<Cell>,
    },
    /// Before which of these places should `cell` be put so that the way grows least?
    BestInsert {
        /// Who would walk.
        unit: UnitId,
        /// The places so far.
        stops: Vec<Cell>,
        /// The new one.
        cell: Cell,
    },
    /// Why does the unit go the way it goes?
    Explain {
        /// Who.
        unit: UnitId,
    },
}

/// A stretch of a previewed way.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Leg {
    /// Where it ends.
    pub to: Cell,
    /// Cells, the start included; empty when no way is known.
    pub cells: Vec<Cell>,
    /// Price in milli-steps.
    pub price: u32,
    /// Walking time in milli-steps.
    pub time: u32,
    /// Cells that nobody of the people has seen.
    pub unknown: u32,
    /// Whether it gets there, as far as is known.
    pub reaches: bool,
}

/// A previewed way.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Preview {
    /// Its legs.
    pub legs: Vec<Leg>,
    /// `to Threeways: 63 steps, 1.4 days, risk low, 5 unknown cells`.
    pub words: String,
}

/// The summed terms of one way, in milli-steps; `terms` matches [`Explanation::labels`].
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RouteTerms {
    /// Cells, the start included.
    pub cells: Vec<Cell>,
    /// One sum per term.
    pub terms: Vec<i64>,
    /// Their sum.
    pub total: i64,
    /// Why it cannot be walked, if it cannot.
    pub barred: Option<String>,
}

/// Why a unit goes the way it goes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Explanation {
    /// Who.
    pub title: String,
    /// Words for the terms, in order.
    pub labels: Vec<&'static str>,
    /// The way it follows, at today's prices.
    pub this: RouteTerms,
    /// What it was priced at when planned, in milli-steps, and on which day.
    pub as_planned: (u32, String),
    /// The best way if asked now.
    pub now: RouteTerms,
    /// The second best, if there is a real alternative.
    pub second: Option<RouteTerms>,
    /// The straight line.
    pub line: RouteTerms,
    /// The cell that decided.
    pub decided: Option<Cell>,
    /// Why, in a sentence or two.
    pub words: Vec<String>,
}

/// A question's answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// To `Preview`.
    Preview(Preview),
    /// To `BestInsert`: the index at which to put the cell, and what the way grows by, in milli-steps of price.
    BestInsert {
        /// Index into the places so far.
        index: usize,
        /// Growth.
        grows: u32,
    },
    /// To `Explain`.
    Explain(Box<Explanation>),
    /// Why there is no answer.
    Nothing(String),
}

/// What the counter says after the land was bent.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Reading {
    /// Units that planned anew since.
    pub replanned: u32,
    /// Steps their ways grew by, all in all (negative when shorter).
    pub steps: i64,
}

/// Answers a question; changes nothing.
pub fn answer(_game: &crate::sim::Game, _question: &Question) -> Answer {
    Answer::Nothing("not yet".to_owned())
}
