//! Where scouts go: the nearest known cell beside the unknown, by uniform-cost search over several ticks, saved
//! half-way.
//!
//! Without such a cell, or with too many labels, it ends at the closest node. Not here: what counts as such a cell
//! (`target`).

use super::super::planner::Planner;
use super::super::target::NearestFrontier;
use super::contract::{Method, Progress, TickCost};
use super::slice::Slice;
use crate::graph::{CostModel, NodeId};
use crate::grid::Cell;
use crate::search::{Rank, Search};
use crate::world::{LiveSearch, PathRequest, PlannedBy, Target};

/// Labels of a search for the frontier of the known land, before it settles for the closest node.
pub const LABELS_MAX: u32 = 65_536;

/// A search for the border of the known land.
pub(in crate::plan) static BORDER: Method = Method {
    by: PlannedBy::Border,
    fits: |request, _load| matches!(request.target, Target::Border { .. }),
    cost: TickCost::Search,
    whole_path: |_planner, _from, _goal| None,
    only_to_goal: false,
    how: None,
};

/// Begins a search for the border, away from what others have claimed.
pub(in crate::plan) fn begin_border(request: PathRequest, planner: &Planner) -> LiveSearch {
    let (size, believes) = (planner.size(), &planner.believes);
    let claimed = match &request.target {
        Target::Border { claimed } => &claimed[..],
        Target::Cell(_) => &[],
    };
    let border = NearestFrontier { believes, size, claimed };
    let start = size.index(request.from) as NodeId;
    let search = Search::new(size.area() as u32, start, Rank::UniformCost, &border, LABELS_MAX);
    LiveSearch { request, cheapest: believes.cheapest(), search }
}

/// Advances a search for the border.
pub(in crate::plan) fn advance_border(mut slice: Slice, claimed: &[Cell]) -> (Progress, u32) {
    let planner = slice.planner;
    let border = NearestFrontier { believes: &planner.believes, size: planner.size(), claimed };
    let (step, spent) = slice.run(&border);
    (slice.progress(BORDER.by, step), spent)
}
