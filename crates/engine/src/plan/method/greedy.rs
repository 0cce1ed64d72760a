//! In haste: the first path found, for kinds that prefer a quick answer, by greedy best-first search (Doran & Michie
//! 1966).
//!
//! The idea: always expand the cell that is nearest to the goal in a straight line, whatever it costs to be there.
//! Promise: some path, seldom the cheapest. Needs: nothing but what is believed to be passable.
//! Units: milli-steps.
//! Ties: those of `search::best_first`, smaller estimate, larger cost, smaller cell.
//! Cost: in the open one expansion per step; at a concave obstacle all cells of the concavity. A search that reaches
//! its limit of expansions is followed by one for the cheapest path, as for any other kind; the share of work pays for
//! both.
//! Differs from the paper in ending at a number of expansions, so that its answer is one bounded piece of work. Not
//! here: which kinds use it, which is data of a kind (`world::kind`).

use super::super::explain::{PricedPath, priced_path};
use super::super::planner::Planner;
use super::super::target::CellTarget;
use super::contract::{FoundPath, Load, Method, Progress, TickCost};
use super::look_around::WIDE_WORK;
use crate::graph::{Corner, CostModel, Grid8, NodeId};
use crate::grid::Cell;
use crate::search::{NoObserver, Rank, Search, Step, run};
use crate::world::{PathRequest, PlannedBy, Rung, Target};

/// The first path found, for kinds in haste.
pub(in crate::plan) static GREEDY: Method = Method {
    by: PlannedBy::Greedy,
    fits,
    cost: TickCost::AtOnce(WIDE_WORK, answer),
    whole_path,
    only_to_goal: true,
    how: Some("in haste it took the first path found"),
};

fn fits(request: &PathRequest, _load: Load) -> bool {
    matches!(request.target, Target::Cell(_)) && request.rung == Rung::First && request.kind.row().is_hasty()
}

fn answer(request: &PathRequest, planner: &Planner) -> (Progress, u32) {
    let Target::Cell(goal) = request.target else { return (Progress::Failed, 0) };
    let (path, spent) = planner.greedy_path(request.from, goal);
    (path.map_or(Progress::Failed, |cells| Progress::Found(FoundPath::whole(GREEDY.by, cells))), spent)
}

fn whole_path(planner: &Planner, from: Cell, goal: Cell) -> Option<PricedPath> {
    let (cells, expansions) = planner.greedy_path(from, goal);
    let path = priced_path(&planner.believes, planner.size(), cells?)?;
    Some(PricedPath { labels: expansions, ..path })
}

impl Planner<'_> {
    /// The first path found to a reachable goal, both ends included, if the kind prefers a quick answer and one is found
    /// soon; with the number of expansions.
    pub fn greedy_path(&self, from: Cell, goal: Cell) -> (Option<Vec<Cell>>, u32) {
        if !self.kind().row().is_hasty() {
            return (None, 0);
        }
        let (size, cost) = (self.size(), &self.believes);
        let graph = Grid8 { size, cost, corner: Corner::BothFree };
        let to = CellTarget { goal, size, cheapest: cost.cheapest() };
        let start = size.index(from) as NodeId;
        let mut search = Search::new(size.area() as u32, start, Rank::Greedy, &to, u32::MAX);
        let most = self.kind().row().greedy_expansions_max;
        let step = run(&mut search, &graph, &to, most, &mut NoObserver);
        let path = |node| search.path_to(node).into_iter().map(|node| size.cell(node as usize)).collect();
        (if let Step::Found(node) = step { Some(path(node)) } else { None }, search.expansions())
    }

    /// Whether such a path, rather than the cheapest, would be taken between two cells.
    pub fn takes_greedy_path(&self, from: Cell, goal: Cell) -> bool {
        self.is_connected(from, goal) && self.greedy_path(from, goal).0.is_some()
    }
}
