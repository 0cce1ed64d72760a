//! What a planning method is, and what comes of a request.
//!
//! A method is a row of functions rather than a trait: one that answers at once has no search to begin, and one that
//! searches has no share of the tick's work. Not here: any method.

use super::super::explain::PricedPath;
use super::super::planner::Planner;
use crate::grid::Cell;
use crate::world::{PathRequest, PlannedBy, Route, Rung};

/// A planning method.
pub(in crate::plan) struct Method {
    /// Its name, which its paths carry.
    pub by: PlannedBy,
    /// Whether it is tried on a request. This follows from saved state alone.
    pub fits: fn(&PathRequest, Load) -> bool,
    /// What it costs of a tick.
    pub cost: TickCost,
    /// The whole path that it finds from a cell to a reachable goal, for previews and explanations; `None` if it would
    /// not find one.
    pub whole_path: fn(&Planner, Cell, Cell) -> Option<PricedPath>,
    /// Whether it is for goals that can be reached, and not for the way to the nearest cell that can.
    pub only_to_goal: bool,
    /// How its paths were found, for an explanation; `None` if they are the cheapest.
    pub how: Option<&'static str>,
}

/// What a method costs of a tick.
pub(in crate::plan) enum TickCost {
    /// This share of the work of a tick, in which it answers.
    AtOnce(usize, AnswerFn),
    /// One of the running searches, which gets a slice of expansions a tick and is saved half-way.
    Search,
}

/// Answers a request; with the number of expansions.
pub(in crate::plan) type AnswerFn = fn(&PathRequest, &Planner) -> (Progress, u32);

/// How many requests wait, as far as it matters to the choice of a method.
#[derive(Clone, Copy, Debug)]
pub(in crate::plan) struct Load {
    /// Whether so many units wait that none gets a direct search.
    pub is_crowded: bool,
}

/// What came of the work of a method on a request.
pub(in crate::plan) enum Progress {
    /// The search continues in the next tick.
    Searching,
    /// A result: the request is served.
    Found(FoundPath),
    /// No path was found soon: the next method that fits takes over at once, for the same share of work.
    Failed,
    /// No path was found, or not proven to be the cheapest: the request waits again, on this rung.
    Passed(Rung),
}

/// The result of a method.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FoundPath {
    /// What found it.
    pub by: PlannedBy,
    /// The cells from the start to the end of the search, both included; for a far goal the near part.
    pub cells: Vec<Cell>,
    /// The route after the near part.
    pub route: Option<Route>,
    /// Whether it leads to the goal of the request; otherwise to the closest reachable cell.
    pub reaches: bool,
}

impl FoundPath {
    /// A whole path to the goal.
    pub(in crate::plan) fn whole(by: PlannedBy, cells: Vec<Cell>) -> FoundPath {
        FoundPath { by, cells, route: None, reaches: true }
    }
}

/// A request that was served.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Served {
    /// The request.
    pub request: PathRequest,
    /// Its result.
    pub found: FoundPath,
}
