//! Questions that need the planner, asked by the screen and answered between two ticks.
//!
//! They read the world and change nothing, so asking leaves every hash as it was.

use super::build::order_stops;
use super::explain;
use super::words::{days, risk};
use crate::grid::Cell;
use crate::plan::{Account, best_way};
use crate::sim::Game;
use crate::world::{Behaviour, Errand, Kind, Unit, UnitId};

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

/// A way as it was priced when it was planned, all of it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Planned {
    /// On which day.
    pub day: String,
    /// One sum per term, in milli-steps; matches [`Explanation::labels`].
    pub terms: Vec<i64>,
    /// Their sum.
    pub total: i64,
    /// Steps of it.
    pub steps: u32,
    /// Steps that were walked since.
    pub walked: u32,
}

/// Why a unit goes the way it goes, or would go between two cells; or why it stands still, and then there are only words.
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
    /// To `Preview`.
    Preview(Preview),
    /// To `BestInsert`: the index at which to put the cell, and what the way grows by, in milli-steps of price.
    BestInsert {
        /// Index into the places so far.
        index: usize,
        /// Growth.
        grows: u32,
    },
    /// To `Explain` and `Why`.
    Explain(Box<Explanation>),
    /// Why there is no answer.
    Nothing(String),
}

/// Answers a question; changes nothing.
pub fn answer(game: &Game, question: &Question) -> Answer {
    let unit = match question {
        Question::Why { kind, from, to } => return explain::between(game, *kind, *from, *to),
        Question::Preview { unit, .. } | Question::BestInsert { unit, .. } | Question::Explain { unit } => {
            *unit
        }
    };
    let Some(unit) = game.world.unit(unit) else { return Answer::Nothing("nobody is selected".to_owned()) };
    match question {
        Question::Preview { append, stops, .. } => Answer::Preview(preview(game, unit, *append, stops)),
        Question::BestInsert { stops, cell, .. } => best_insert(game, unit, stops, *cell),
        Question::Explain { .. } | Question::Why { .. } => explain::explain(game, unit),
    }
}

/// Where a unit will be once it has done what it was told.
fn end_of_orders(unit: &Unit) -> Cell {
    let queued = unit.orders.iter().rev().find_map(|order| order_stops(order).last().copied());
    let under_way = || {
        unit.stack.iter().filter(|_| unit.ordered).find_map(|behaviour| match behaviour {
            Behaviour::Travel { goal, errand: Errand::Order } => Some(*goal),
            _ => None,
        })
    };
    queued.or_else(under_way).unwrap_or(unit.cell)
}

fn preview(game: &Game, unit: &Unit, append: bool, stops: &[Cell]) -> Preview {
    let believes = game.believes(unit.people, unit.kind, &[]);
    let size = game.world.size();
    let mut from = if append { end_of_orders(unit) } else { unit.next.unwrap_or(unit.cell) };
    let mut legs = Vec::new();
    for stop in stops.iter().copied().filter(|stop| size.contains(*stop)) {
        let way = best_way(&believes, size, from, stop);
        legs.push(leg(stop, way));
        from = stop;
    }
    let words = preview_words(game, &legs);
    Preview { legs, words }
}

fn leg(to: Cell, way: Account) -> Leg {
    Leg {
        to,
        price: way.terms.total() as u32,
        time: way.terms.time as u32,
        unknown: way.unknown,
        reaches: way.reaches,
        cells: way.cells,
    }
}

/// `to Threeways: 63 steps, 1.4 days, risk low, 5 unknown cells`.
fn preview_words(game: &Game, legs: &[Leg]) -> String {
    let Some(last) = legs.last() else { return String::new() };
    if let Some(barred) = legs.iter().find(|leg| !leg.reaches) {
        return format!(
            "no way to {} is known; they would go as near as they can",
            game.place_name(barred.to)
        );
    }
    let steps: usize = legs.iter().map(|leg| leg.cells.len().saturating_sub(1)).sum();
    let time = legs.iter().map(|leg| leg.time).sum();
    let unknown: u32 = legs.iter().map(|leg| leg.unknown).sum();
    let risk = risk(unknown, steps as u32);
    let unknown =
        if unknown == 0 { "all of it known".to_owned() } else { format!("{unknown} unknown cells") };
    let place = game.place_name(last.to);
    format!("to {place}: {steps} steps, {}, risk {risk}, {unknown}", days(time))
}

/// Tries a new place between every two of the old ones, by true way price.
fn best_insert(game: &Game, unit: &Unit, stops: &[Cell], cell: Cell) -> Answer {
    let size = game.world.size();
    if !size.contains(cell) {
        return Answer::Nothing("that is off the land".to_owned());
    }
    let believes = game.believes(unit.people, unit.kind, &[]);
    let price = |from: Cell, to: Cell| {
        let way = best_way(&believes, size, from, to);
        if way.reaches { way.terms.total() } else { FAR }
    };
    let mut places = vec![unit.next.unwrap_or(unit.cell)];
    places.extend_from_slice(stops);
    let growth = |index: usize| {
        let there = price(places[index], cell);
        let onward = places.get(index + 1).map_or(0, |next| price(cell, *next) - price(places[index], *next));
        there + onward
    };
    let best = (0..places.len()).map(|index| (growth(index), index)).min();
    best.map_or_else(
        || Answer::Nothing("there is nowhere to put it".to_owned()),
        |(grows, index)| Answer::BestInsert { index, grows: grows.max(0) as u32 },
    )
}

/// What an impossible leg counts as, in milli-steps.
const FAR: i64 = 1 << 40;
