//! Everything within a walking time: Dijkstra's search by time, cut off at a limit.
//!
//! It has no goal and no estimate: it expands from a cell by time alone until the next node is beyond the limit. Cells
//! beyond it have no answer, however near to it they are.

use super::price::BelievedPrices;
use crate::graph::{Corner, CostModel, Grid8, NodeId};
use crate::grid::{Cell, Size};
use crate::search::{NoObserver, NoTarget, Rank, Search, Step};

/// The expected walking time of each step as its cost.
pub struct WalkingTimes<'a>(pub &'a BelievedPrices<'a>);

impl CostModel for WalkingTimes<'_> {
    fn step_cost(&self, from: NodeId, to: NodeId, length: u32) -> Option<u32> {
        self.0.time(from, to, length)
    }
    fn is_blocked(&self, node: NodeId) -> bool {
        self.0.is_blocked(node)
    }
    fn cheapest(&self) -> u32 {
        self.0.cheapest()
    }
}

/// Walking times from one cell to those around it.
#[derive(Clone, Debug)]
pub struct Isochrone {
    search: Search,
    time_max: u32,
    is_done: bool,
}

impl Isochrone {
    /// Nothing is computed yet. Cells beyond `time_max` milli-steps of walking time, and those beyond the nearest
    /// `cells_max`, are left out.
    pub fn from(size: Size, start: Cell, time_max: u32, cells_max: u32) -> Isochrone {
        let start = size.index(start) as NodeId;
        let search = Search::new(size.area() as u32, start, Rank::UniformCost, &NoTarget, cells_max);
        Isochrone { search, time_max, is_done: false }
    }

    /// Continues by at most `budget` expansions; returns whether everything is computed.
    pub fn expand(&mut self, believes: &BelievedPrices, size: Size, budget: u32) -> bool {
        let graph = Grid8 { size, cost: &WalkingTimes(believes), corner: Corner::BothFree };
        let within =
            |search: &Search| search.frontier().peek().is_some_and(|key| key.g <= self.time_max.into());
        let mut spent = 0;
        while !self.is_done && spent < budget {
            self.is_done = !within(&self.search)
                || self.search.step(&graph, &NoTarget, &mut NoObserver) != Step::Working;
            spent += 1;
        }
        self.is_done
    }

    /// Whether everything is computed.
    pub fn is_done(&self) -> bool {
        self.is_done
    }

    /// Walking time to a cell in milli-steps, if computed; `None` if it is too far or unreachable.
    pub fn time(&self, size: Size, cell: Cell) -> Option<u32> {
        let label = self.search.labels().get(size.index(cell) as NodeId)?;
        // The last expanded node may lie beyond the limit, hidden behind stale entries at the head of the frontier.
        u32::try_from(label.g).ok().filter(|time| label.is_expanded() && *time <= self.time_max)
    }
}
