//! Near goals for which no look has proven a path: A* over cells, exact, a slice of expansions a tick, saved half-way.
//!
//! With too many labels it gives up, and the request is planned like a far one. In a crowd there are no such searches.

use super::super::explain::{PricedPath, exact_path};
use super::super::planner::Planner;
use super::super::target::CellTarget;
use super::contract::{Load, Method, Progress, TickCost};
use super::slice::Slice;
use crate::graph::{CostModel, NodeId};
use crate::grid::Cell;
use crate::search::{Rank, Search, Step};
use crate::world::{LiveSearch, PathRequest, PlannedBy, Rung, Target};

/// Goals at most this many steps away get a direct and exact search.
pub const DIRECT_SEARCH_MAX_STEPS: u32 = 48;
/// Labels of a direct search, before the abstraction takes over.
pub const DIRECT_LABELS_MAX: u32 = 16_384;

/// A direct search over several ticks.
pub(in crate::plan) static DIRECT: Method = Method {
    by: PlannedBy::Direct,
    fits,
    cost: TickCost::Search,
    whole_path,
    only_to_goal: false,
    how: None,
};

fn fits(request: &PathRequest, load: Load) -> bool {
    request.rung == Rung::Direct && is_near_goal(request) && !load.is_crowded
}

/// Whether two cells are near enough for exact searches between them.
pub(super) fn is_near(from: Cell, goal: Cell) -> bool {
    from.chebyshev(goal) <= DIRECT_SEARCH_MAX_STEPS
}

/// Whether a request has a near goal.
pub(super) fn is_near_goal(request: &PathRequest) -> bool {
    matches!(request.target, Target::Cell(goal) if is_near(request.from, goal))
}

/// Begins a search for a cell, with a frontier in this order.
pub(in crate::plan) fn begin_direct(
    request: PathRequest,
    goal: Cell,
    planner: &Planner,
    rank: Rank,
) -> LiveSearch {
    let (size, cheapest) = (planner.size(), planner.believes.cheapest());
    let to = CellTarget { goal, size, cheapest };
    let start = size.index(request.from) as NodeId;
    let search = Search::new(size.area() as u32, start, rank, &to, DIRECT_LABELS_MAX);
    LiveSearch { request, cheapest, search }
}

/// Advances a search for a cell, which began at this price of the cheapest straight step.
pub(in crate::plan) fn advance_direct(mut slice: Slice, goal: Cell, cheapest: u32) -> (Progress, u32) {
    let to = CellTarget { goal, size: slice.planner.size(), cheapest };
    let (step, spent) = slice.run(&to);
    let has_given_up = step == Step::Exhausted && slice.search.labels().label_count() > DIRECT_LABELS_MAX;
    (if has_given_up { Progress::Passed(Rung::Far) } else { slice.progress(DIRECT.by, step) }, spent)
}

fn whole_path(planner: &Planner, from: Cell, goal: Cell) -> Option<PricedPath> {
    let path = is_near(from, goal).then(|| exact_path(&planner.believes, planner.size(), from, goal));
    path.filter(|path| path.reaches)
}
