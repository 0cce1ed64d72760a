//! Far goals, and near ones that no other method has answered: a route by the abstraction, whose near part is refined
//! to cells and the rest shortly before it is walked.
//!
//! A survey only asks for the walking time, and gets the route without cells. Not here: how routes are found and
//! refined (`abstraction`).

use super::super::explain::{PricedPath, priced_path};
use super::super::planner::{Planner, RefinedRoute};
use super::contract::{FoundPath, Load, Method, Progress, TickCost};
use crate::grid::Cell;
use crate::world::{PathRequest, PlannedBy, Requester, Rung, Target};

/// The share of a route by the abstraction in the work of a tick.
pub const ROUTE_WORK: usize = 3;

/// A route by the abstraction.
pub(in crate::plan) static FAR: Method = Method {
    by: PlannedBy::Far,
    fits,
    cost: TickCost::AtOnce(ROUTE_WORK, answer),
    whole_path,
    only_to_goal: false,
    how: Some("far as it is, it was planned in outline"),
};

/// The last resort for a cell. All rungs are named, so that a new one has to be decided on here.
fn fits(request: &PathRequest, _load: Load) -> bool {
    match request.rung {
        Rung::First | Rung::WideLook | Rung::Direct | Rung::Far => matches!(request.target, Target::Cell(_)),
    }
}

fn answer(request: &PathRequest, planner: &Planner) -> (Progress, u32) {
    let from = request.from;
    let Target::Cell(goal) = request.target else { return (Progress::Failed, 0) };
    if let Requester::Survey(..) = request.requester {
        let route = planner.route(from, goal);
        let spent = route.as_ref().map_or(0, |route| route.expansions);
        let reaches = route.is_some();
        return (Progress::Found(FoundPath { by: FAR.by, cells: vec![from], route, reaches }), spent);
    }
    let (found, spent) = near_part(planner, from, goal);
    (Progress::Found(found), spent)
}

/// The near part of the path to a reachable cell, and the route after it; with the number of expansions.
pub(super) fn near_part(planner: &Planner, from: Cell, goal: Cell) -> (FoundPath, u32) {
    let (RefinedRoute { mut cells, route }, spent) = planner.far_path(from, goal).unwrap_or_default();
    if cells.is_empty() {
        cells.push(from);
    }
    let reaches = route.is_some() || cells.last() == Some(&goal);
    (FoundPath { by: FAR.by, cells, route, reaches }, spent)
}

fn whole_path(planner: &Planner, from: Cell, goal: Cell) -> Option<PricedPath> {
    let route = planner.route(from, goal)?;
    let cells = planner.refine_all(from, &route)?;
    let path = priced_path(&planner.believes, planner.size(), cells)?;
    Some(PricedPath { labels: route.expansions, ..path })
}
