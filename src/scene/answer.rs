//! Questions of the screen that need the planner. They are answered between two ticks.
//!
//! Answering reads the world and changes nothing, so no hash changes.

use super::priced::{self, Leak, PricedLand};
use super::year::{YearCard, year_card};
use super::{explain, possession, preview};
use crate::graph::Cost;
use crate::grid::Cell;
use crate::sim::Game;
use crate::world::{Kind, TownIx, Unit, UnitId};

/// What the screen can ask.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Question {
    /// What would a unit's trip along these stops be like?
    Preview {
        /// The unit that would walk.
        unit: UnitId,
        /// Whether it starts at the end of its current orders, rather than where it stands.
        append: bool,
        /// The stops, in order.
        stops: Vec<Cell>,
    },
    /// Before which of these stops does `cell` add the least cost?
    BestInsert {
        /// The unit that would walk.
        unit: UnitId,
        /// The stops so far.
        stops: Vec<Cell>,
        /// The new stop.
        cell: Cell,
    },
    /// What does each cell cost a unit, by its people's beliefs? Without a unit: a porter of the first people.
    Land {
        /// The unit that would walk.
        unit: Option<UnitId>,
        /// The goal, unless the unit has one.
        cursor: Cell,
    },
    /// The figures and pictures of a year.
    Year {
        /// The year, from 1.
        year: u32,
        /// Largest columns and rows of its pictures, in pixels.
        size_max: (u16, u16),
    },
    /// Before which of a unit's current orders does a new stop add the least cost?
    Insertion {
        /// The unit whose orders are meant.
        unit: UnitId,
        /// The new stop.
        cell: Cell,
    },
    /// What would a road from where the unit stands to a cell be like?
    Road {
        /// The unit that would build it.
        unit: UnitId,
        /// Whether it starts at the end of its current orders, rather than where it stands.
        append: bool,
        /// Where it would end.
        goal: Cell,
    },
    /// What would the trip of a settlement's new units be like?
    Rally {
        /// Which settlement.
        town: TownIx,
        /// The rally points, in order.
        stops: Vec<Cell>,
    },
    /// Where should the unit that the player plays as explore next, and why?
    Explore {
        /// The unit.
        unit: UnitId,
    },
    /// Why does a unit take its path?
    Explain {
        /// The unit.
        unit: UnitId,
    },
    /// Which path would a unit take on a leg of a trip that is proposed, and why?
    ExplainProposed {
        /// The unit.
        unit: UnitId,
        /// Start of the leg.
        from: Cell,
        /// Its end.
        to: Cell,
    },
    /// Which path would a unit of a kind take between two cells, and why?
    ExplainBetween {
        /// Kind of the unit.
        kind: Kind,
        /// Start.
        from: Cell,
        /// Goal.
        to: Cell,
    },
}

/// One leg of a previewed trip.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TripLeg {
    /// Where it ends.
    pub to: Cell,
    /// Cells, start included; empty if no path is known.
    pub cells: Vec<Cell>,
    /// Cost in milli-steps.
    pub price: Cost,
    /// Walking time in milli-steps.
    pub time: Cost,
    /// Cells that its people has not seen.
    pub unknown: u32,
    /// What fear adds to its cost, in milli-steps.
    pub fear: Cost,
    /// Whether it reaches its end, as far as is known.
    pub reaches: bool,
}

/// A previewed trip.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TripPreview {
    /// Its legs.
    pub legs: Vec<TripLeg>,
    /// `to Threeways: 63 steps, there in 1.4 days, Y1 spring 7, risk low, 5 unknown cells`.
    pub words: String,
    /// For a road: its cells, each with whether it is new (otherwise reused). Else empty.
    pub road_cells: Vec<(Cell, bool)>,
}

/// The summed cost terms of one path, in milli-steps; `terms` matches [`Explanation::labels`].
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RouteTerms {
    /// Cells, start included.
    pub cells: Vec<Cell>,
    /// One sum per term.
    pub terms: Vec<i64>,
    /// Their sum.
    pub total: i64,
    /// The ground that blocks it, if it is blocked.
    pub blocked_by: Option<String>,
}

/// The cost of a whole path at the time it was planned.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PlannedCost {
    /// The day when it was planned.
    pub day: String,
    /// One sum per term, in milli-steps; matches [`Explanation::labels`].
    pub terms: Vec<i64>,
    /// Their sum.
    pub total: i64,
    /// Estimated cost of the part not refined to cells yet, in milli-steps.
    pub estimated_rest: i64,
    /// Steps refined to cells.
    pub steps: u32,
    /// Steps walked since.
    pub walked_steps: u32,
}

/// Why a unit takes its path, or would take it between two cells; or why it stands still, and then there are only
/// words.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Explanation {
    /// Unit and goal.
    pub title: String,
    /// Names of the cost terms, in order.
    pub labels: Vec<&'static str>,
    /// The rest of the current path at current costs; the best path if the unit follows none.
    pub current: RouteTerms,
    /// The current path as it was planned.
    pub planned: Option<PlannedCost>,
    /// The best path now.
    pub now: RouteTerms,
    /// The runner-up, if there is a real alternative.
    pub runner_up: Option<RouteTerms>,
    /// The straight line.
    pub straight: RouteTerms,
    /// The decisive cell.
    pub decisive_cell: Option<Cell>,
    /// The reasons, in sentences.
    pub words: Vec<String>,
}

/// Answer to a [`Question`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// To `Preview`, `Road`, `Rally` and `Explore`; the last leg ends at the goal.
    Preview(TripPreview),
    /// To `BestInsert`: the index at which to insert the cell, and the added cost.
    BestInsert {
        /// Index into the stops so far.
        index: usize,
        /// Added cost in milli-steps.
        added_cost: u32,
    },
    /// To `Insertion`.
    Insertion {
        /// Index of the stop before which to insert, from 0; the number of stops means the end.
        at: u16,
        /// Cell of that stop.
        before: Option<Cell>,
        /// The two new legs, and what they add in words.
        preview: TripPreview,
    },
    /// To `Explain`, `ExplainProposed` and `ExplainBetween`.
    Explain(Box<Explanation>),
    /// To `Land`. The leak is only for the lab's list of maps.
    Land(Box<PricedLand>, Leak),
    /// To `Year`.
    Year(Box<YearCard>),
    /// There is no answer; the text says why.
    Unavailable(String),
}

/// Answers a question; changes nothing.
pub fn answer(game: &Game, question: &Question) -> Answer {
    let with_unit = |unit: &UnitId, answer: &dyn Fn(&Unit) -> Answer| {
        game.world.unit(*unit).map_or_else(|| Answer::Unavailable("no unit is selected".to_owned()), answer)
    };
    match question {
        Question::Preview { unit, append, stops } => {
            with_unit(unit, &|unit| Answer::Preview(preview::preview_trip(game, unit, *append, stops)))
        }
        Question::BestInsert { unit, stops, cell } => {
            with_unit(unit, &|unit| preview::best_index(game, unit, stops, *cell))
        }
        Question::Insertion { unit, cell } => {
            with_unit(unit, &|unit| preview::preview_insertion(game, unit, *cell))
        }
        Question::Road { unit, append, goal } => {
            with_unit(unit, &|unit| preview::preview_road(game, unit, *append, *goal))
        }
        Question::Rally { town, stops } => preview::preview_rally(game, *town, stops),
        Question::Explore { unit } => with_unit(unit, &|unit| possession::suggest_exploration(game, unit)),
        Question::Explain { unit } => with_unit(unit, &|unit| explain::explain_unit(game, unit)),
        Question::ExplainProposed { unit, from, to } => {
            with_unit(unit, &|unit| explain::explain_proposed(game, unit, *from, *to))
        }
        Question::ExplainBetween { kind, from, to } => explain::explain_between(game, *kind, *from, *to),
        Question::Land { unit, cursor } => {
            let (land, leak) = priced::priced_land(game, *unit, *cursor);
            Answer::Land(Box::new(land), leak)
        }
        Question::Year { year, size_max: most } => Answer::Year(Box::new(year_card(game, *year, *most))),
    }
}
