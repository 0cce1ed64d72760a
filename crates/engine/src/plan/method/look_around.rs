//! Near goals: a search of the chunks around both ends, which counts if it proves its path to be the cheapest.
//!
//! One method at two widths. A look takes a few chunks and is cheap; a wide look takes many, and answers most of what a
//! look leaves open. Each is a rung of its own, so that a request waits in between. Not here: the search and its proof
//! (`abstraction::corridor`).

use super::super::explain::{PricedPath, priced_path};
use super::super::planner::Planner;
use super::contract::{FoundPath, Load, Method, Progress, TickCost};
use super::direct::{is_near, is_near_goal};
use crate::grid::Cell;
use crate::world::{PathRequest, PlannedBy, Rung, Target};

/// Goals farther away than this get a wide look at once: a look is seldom enough.
pub(in crate::plan) const WIDE_SEARCH_FROM_STEPS: u32 = 24;
/// The share of a look in the work of a tick, and that of a wide one.
const LOOK_WORK: usize = 1;
pub(super) const WIDE_WORK: usize = 6;

/// A search of the surroundings.
pub(in crate::plan) static LOOK_AROUND: Method = Method {
    by: PlannedBy::LookAround,
    fits: |request, _load| request.rung == Rung::First && is_near_goal(request),
    cost: TickCost::AtOnce(LOOK_WORK, |request, planner| answer(request, planner, false)),
    // Whatever it finds a wide look finds, too.
    whole_path: |_, _, _| None,
    only_to_goal: false,
    how: None,
};

/// A wide search of the surroundings.
pub(in crate::plan) static WIDE_LOOK: Method = Method {
    by: PlannedBy::WideLook,
    fits: |request, load: Load| request.rung == Rung::WideLook && is_near_goal(request) && !load.is_crowded,
    cost: TickCost::AtOnce(WIDE_WORK, |request, planner| answer(request, planner, true)),
    whole_path,
    only_to_goal: false,
    how: None,
};

fn answer(request: &PathRequest, planner: &Planner, is_wide: bool) -> (Progress, u32) {
    let (by, next) = if is_wide { (WIDE_LOOK.by, Rung::Direct) } else { (LOOK_AROUND.by, Rung::WideLook) };
    let Target::Cell(goal) = request.target else { return (Progress::Passed(next), 0) };
    match planner.best_near_path(request.from, goal, is_wide) {
        Some((cells, spent)) => (Progress::Found(FoundPath::whole(by, cells)), spent),
        None => (Progress::Passed(next), 0),
    }
}

fn whole_path(planner: &Planner, from: Cell, goal: Cell) -> Option<PricedPath> {
    if !is_near(from, goal) {
        return None;
    }
    let (cells, labels) = planner.best_near_path(from, goal, true)?;
    let path = priced_path(&planner.believes, planner.size(), cells)?;
    Some(PricedPath { labels, ..path })
}
