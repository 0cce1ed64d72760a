//! The square grid with eight neighbours.

use super::{Cost, CostModel, EdgeSink, Graph, NodeId, Visit};
use crate::grid::{Dir8, Size};

/// When a diagonal step may pass a corner.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Corner {
    /// Both cells beside the step must be free (the rule of the public benchmarks and of the game).
    BothFree,
    /// Diagonal steps may cut corners.
    Cut,
}

/// A grid of cells under a cost model. Node ids are row-major.
pub struct Grid8<'a, C> {
    /// Size of the map in cells.
    pub size: Size,
    /// The cost of each step.
    pub cost: &'a C,
    /// The corner rule.
    pub corner: Corner,
}

impl<C: CostModel> Grid8<'_, C> {
    /// Whether the corner rule allows a diagonal step in direction `dir`.
    #[inline]
    fn corner_is_free(&self, node: NodeId, dir: Dir8) -> bool {
        let (dx, dy) = dir.offset();
        let beside = i64::from(node) + i64::from(dx);
        let along = i64::from(node) + i64::from(dy) * i64::from(self.size.width);
        !self.cost.is_blocked(beside as NodeId) && !self.cost.is_blocked(along as NodeId)
    }

    /// Cost in milli-steps of the step from `node` in direction `dir` to its neighbour `to`, or `None` if it is not
    /// allowed.
    #[inline]
    pub fn step_cost(&self, node: NodeId, dir: Dir8, to: NodeId) -> Option<u32> {
        let cost = self.cost.step_cost(node, to, dir.length())?;
        let cuts = dir.is_diagonal() && self.corner == Corner::BothFree;
        (!cuts || self.corner_is_free(node, dir)).then_some(cost)
    }
}

impl<C: CostModel> Graph for Grid8<'_, C> {
    fn node_count(&self) -> u32 {
        self.size.area() as u32
    }

    #[inline]
    fn successors(&self, visit: Visit, emit: &mut impl FnMut(NodeId, Cost)) {
        self.wanted_successors(visit, emit);
    }

    #[inline]
    fn wanted_successors(&self, visit: Visit, sink: &mut impl EdgeSink) {
        let here = self.size.cell(visit.node as usize);
        for (dir, next) in self.size.neighbours(here) {
            let to = self.size.index(next) as NodeId;
            if sink.wants(to)
                && let Some(cost) = self.step_cost(visit.node, dir, to)
            {
                sink.relax(to, cost.into());
            }
        }
    }
}
