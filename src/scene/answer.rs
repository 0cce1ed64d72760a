//! Questions that need the planner, asked by the screen and answered between two ticks.
//!
//! They read the world and change nothing, so asking leaves every hash as it was.

use super::priced::{self, Leak, PricedLand};
use super::year::{YearCard, year_card};
use super::{explain, possession, preview};
use crate::graph::Cost;
use crate::grid::Cell;
use crate::sim::Game;
use crate::world::{Kind, TownId, Unit, UnitId};

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
    /// What does each cell cost a unit, as far as its people knows; without one, a porter of the first people?
    Land {
        /// Who would walk.
        unit: Option<UnitId>,
        /// Where to, unless the unit has a goal.
        cursor: Cell,
    },
    /// How was a year?
    Year {
        /// Its number, from 1.
        year: u32,
        /// Columns and rows of its pictures, in pixels, at most.
        most: (u16, u16),
    },
    /// Before which of the orders that the unit has should a place be put so that the way grows least?
    Insertion {
        /// Whose orders.
        unit: UnitId,
        /// The new place.
        cell: Cell,
    },
    /// What would a road from where the unit stands to a cell be like?
    Road {
        /// Who would build it.
        unit: UnitId,
        /// Start behind its present orders (append) or where it stands.
        append: bool,
        /// Where to.
        goal: Cell,
    },
    /// What would the way of a settlement's new walkers be like?
    Rally {
        /// Which settlement.
        town: TownId,
        /// Where to, in order.
        stops: Vec<Cell>,
    },
    /// Where should the one whom the player lives explore next, and why?
    Explore {
        /// Who.
        unit: UnitId,
    },
    /// Why does the unit go the way it goes?
    Explain {
        /// Who.
        unit: UnitId,
    },
    /// Which way would somebody go between two cells, and why?
    Why {
        /// What walks.
        kind: Kind,
        /// Where from.
        from: Cell,
        /// Where to.
        to: Cell,
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
    pub price: Cost,
    /// Walking time in milli-steps.
    pub time: Cost,
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
    /// `to Threeways: 63 steps, there in 1.4 days, Y1 spring 7, risk low, 5 unknown cells`.
    pub words: String,
    /// Cells of a road that would be built, with whether each is new (or reused); empty unless it is about a road.
    pub road: Vec<(Cell, bool)>,
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

/// A way as it was priced when it was planned, all of it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Planned {
    /// On which day.
    pub day: String,
    /// One sum per term, in milli-steps; matches [`Explanation::labels`].
    pub terms: Vec<i64>,
    /// Their sum.
    pub total: i64,
    /// About what the part beyond costs that was not worked out yet, in milli-steps.
    pub beyond: i64,
    /// Steps that were worked out.
    pub steps: u32,
    /// Steps that were walked since.
    pub walked: u32,
}

/// Why a unit goes the way it goes, or would go between two cells; or why it stands still, and then there are only
/// words.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Explanation {
    /// Who, and where to.
    pub title: String,
    /// Words for the terms, in order.
    pub labels: Vec<&'static str>,
    /// The rest of the way that is followed at today's prices, or the best way if none is followed.
    pub this: RouteTerms,
    /// The way that is followed as it was planned.
    pub planned: Option<Planned>,
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
    /// To `Preview`, and to `Explore`: the last leg ends where to go.
    Preview(Preview),
    /// To `BestInsert`: the index at which to put the cell, and what the way grows by, in milli-steps of price.
    BestInsert {
        /// Index into the places so far.
        index: usize,
        /// Growth.
        grows: u32,
    },
    /// To `Insertion`: the number of the stop before which to put the place (from 0; the number of stops stands for
    /// the end), where that stop is, and the way there and on.
    Insertion {
        /// Number of the stop.
        at: u16,
        /// Where that stop is.
        before: Option<Cell>,
        /// The two legs, and what they add in words.
        preview: Preview,
    },
    /// To `Explain` and `Why`.
    Explain(Box<Explanation>),
    /// To `Land`; the leak is for the lab's list of maps and nothing else.
    Land(Box<PricedLand>, Leak),
    /// To `Year`.
    Year(Box<YearCard>),
    /// Why there is no answer.
    Nothing(String),
}

/// Answers a question; changes nothing.
pub fn answer(game: &Game, question: &Question) -> Answer {
    let of = |unit: &UnitId, tell: &dyn Fn(&Unit) -> Answer| {
        game.world.unit(*unit).map_or_else(|| Answer::Nothing("nobody is selected".to_owned()), tell)
    };
    match question {
        Question::Preview { unit, append, stops } => {
            of(unit, &|unit| Answer::Preview(preview::way(game, unit, *append, stops)))
        }
        Question::BestInsert { unit, stops, cell } => {
            of(unit, &|unit| preview::best_insert(game, unit, stops, *cell))
        }
        Question::Insertion { unit, cell } => of(unit, &|unit| preview::insertion(game, unit, *cell)),
        Question::Road { unit, append, goal } => of(unit, &|unit| preview::road(game, unit, *append, *goal)),
        Question::Rally { town, stops } => preview::rally(game, *town, stops),
        Question::Explore { unit } => of(unit, &|unit| possession::explore(game, unit)),
        Question::Explain { unit } => of(unit, &|unit| explain::explain(game, unit)),
        Question::Why { kind, from, to } => explain::between(game, *kind, *from, *to),
        Question::Land { unit, cursor } => {
            let (land, leak) = priced::land(game, *unit, *cursor);
            Answer::Land(Box::new(land), leak)
        }
        Question::Year { year, most } => Answer::Year(Box::new(year_card(game, *year, *most))),
    }
}
