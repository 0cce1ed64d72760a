//! Everything within so long a walk: a search by walking time that is cut off.
//!
//! It has no goal and no estimate: it spreads from a cell by time alone until the next node would be too far. What
//! lies beyond the limit has no answer, however near it is beyond it.

use super::price::Believes;
use crate::graph::{Corner, CostModel, Grid8, NodeId};
use crate::grid::{Cell, Size};
use crate::search::{Everywhere, Rank, Search, Step, Watch};

/// Prices a step by its expected walking time alone.
pub struct Times<'a>(pub &'a Believes<'a>);

impl CostModel for Times<'_> {
    fn step(&self, from: NodeId, to: NodeId, length: u32) -> Option<u32> {
        self.0.time(from, to, length)
    }
    fn is_blocked(&self, node: NodeId) -> bool {
        self.0.is_blocked(node)
    }
    fn cheapest(&self) -> u32 {
        self.0.cheapest()
    }
}

/// How long it takes from one cell to those around it.
#[derive(Clone, Debug)]
pub struct Reach {
    search: Search,
    time_max: u32,
    done: bool,
}

impl Reach {
    /// Nothing is worked out yet. Cells farther than `time_max` milli-steps of walking, and those beyond the nearest
    /// `cells_max`, are left out.
    pub fn from(size: Size, start: Cell, time_max: u32, cells_max: u32) -> Reach {
        let start = size.index(start) as NodeId;
        let search = Search::new(size.area() as u32, start, Rank::UniformCost, &Everywhere, cells_max);
        Reach { search, time_max, done: false }
    }

    /// Works on, by so many nodes at most; whether all is worked out.
    pub fn expand(&mut self, believes: &Believes, size: Size, budget: u32) -> bool {
        let graph = Grid8 { size, cost: &Times(believes), corner: Corner::BothFree };
        let within =
            |search: &Search| search.frontier().peek().is_some_and(|key| key.g <= self.time_max.into());
        let mut spent = 0;
        while !self.done && spent < budget {
            self.done =
                !within(&self.search) || self.search.step(&graph, &Everywhere, &mut Watch) != Step::Working;
            spent += 1;
        }
        self.done
    }

    /// Whether all is worked out.
    pub fn is_done(&self) -> bool {
        self.done
    }

    /// Walking time to a cell in milli-steps, once it is worked out; `None` if it is too far or cannot be reached.
    pub fn time(&self, size: Size, cell: Cell) -> Option<u32> {
        let label = self.search.labels().get(size.index(cell) as NodeId)?;
        // The last one expanded may lie beyond: what is stale at the head of the frontier hides it.
        u32::try_from(label.g).ok().filter(|time| label.is_expanded() && *time <= self.time_max)
    }
}
