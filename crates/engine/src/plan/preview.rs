//! What would be planned now, outside the queue and all at once: for previews, explanations and the search overlay.
//!
//! The methods are those of the queue, in the same order.

use super::explain::{PricedPath, exact_path, priced_path};
use super::method::{BORDER, DIRECT, FAR, GREEDY, HOW_BATCH, LOOK_AROUND, Progress, Served, WIDE_LOOK};
use super::planner::{Planner, PlannerTools};
use super::queue::{LADDER, advance, begin, planner_for};
use super::turning::with_eased_turns;
use crate::grid::Cell;
use crate::search::Rank;
use crate::world::{LiveSearch, PathRequest, PlannedBy, Target, World};

impl Planner<'_> {
    /// The whole path that would be planned now; if there is none, the path to the nearest reachable cell.
    pub fn path(&self, from: Cell, goal: Cell) -> PricedPath {
        let reaches = self.is_connected(from, goal);
        let end = if reaches { goal } else { self.nearest_reachable(from, goal) };
        let ladder = LADDER.iter().filter(|method| reaches || !method.only_to_goal);
        let mut found = ladder.filter_map(|method| {
            let path = (method.whole_path)(self, from, end)?;
            Some(PricedPath { by: Some(method.by), ..path })
        });
        let path = found.next().unwrap_or_else(|| exact_path(&self.believes, self.size(), from, end));
        let path = self.with_eased_turns(path);
        PricedPath { reaches: path.reaches && reaches, ..path }
    }

    /// The cheapest path by an exact search; `None` if there is none, or if the search is too large.
    pub fn optimum(&self, from: Cell, goal: Cell) -> Option<PricedPath> {
        let best = exact_path(&self.believes, self.size(), from, goal);
        best.reaches.then(|| self.with_eased_turns(best))
    }

    /// The same path with its turns eased.
    fn with_eased_turns(&self, path: PricedPath) -> PricedPath {
        let cells = with_eased_turns(&self.believes, self.size(), None, path.cells.clone());
        if cells == path.cells {
            return path;
        }
        let Some(other) = priced_path(&self.believes, self.size(), cells) else { return path };
        PricedPath { cells: other.cells, terms: other.terms, unknown: other.unknown, ..path }
    }
}

/// How a path was found, for an explanation; `None` if such paths are the cheapest.
pub fn how_planned(by: PlannedBy) -> Option<&'static str> {
    match by {
        PlannedBy::Field => Some(HOW_BATCH),
        PlannedBy::Greedy => GREEDY.how,
        PlannedBy::LookAround => LOOK_AROUND.how,
        PlannedBy::WideLook => WIDE_LOOK.how,
        PlannedBy::Direct => DIRECT.how,
        PlannedBy::Far => FAR.how,
        PlannedBy::Border => BORDER.how,
        PlannedBy::Group => Some("it goes beside the first of its group"),
        PlannedBy::Mind => Some("it looked no farther than its surroundings"),
        PlannedBy::NoPath | PlannedBy::Bed => None,
    }
}

/// Serves one request by a complete direct search, to show how it would be searched now.
pub fn search_now(world: &World, tools: PlannerTools, request: PathRequest) -> (LiveSearch, Option<Served>) {
    let planner = planner_for(&request, &world.peoples, &world.land.height, tools);
    let is_first = match request.target {
        Target::Cell(goal) => planner.takes_greedy_path(request.from, goal),
        Target::Border { .. } => false,
    };
    let rank = if is_first { Rank::Greedy } else { Rank::AStar };
    let mut live = begin(request, &planner, rank);
    loop {
        match advance(&mut live, &planner).0 {
            Progress::Searching => {}
            Progress::Failed | Progress::Passed(_) => return (live, None),
            Progress::Found(mut found) => {
                found.by = if is_first { GREEDY.by } else { found.by };
                let answer = Served { request: live.request.clone(), found };
                return (live, Some(answer));
            }
        }
    }
}
