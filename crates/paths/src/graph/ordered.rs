//! Two ways to prefer the better looking of several equal paths through the graph alone: the order of the successors,
//! and a tiny difference in cost. Neither makes a search faster.

use super::{Cost, Graph, NodeId, Terrain, Visit};

/// A terrain that lists straight steps before diagonal ones. A search that keeps the first path to a cell, such as
/// breadth-first search, then moves diagonally only where that saves a step.
#[derive(Clone, Copy, Debug)]
pub struct StraightFirst<'a>(pub &'a Terrain);

impl Graph for StraightFirst<'_> {
    fn node_count(&self) -> u32 {
        self.0.node_count()
    }
    fn successors(&self, visit: Visit, emit: &mut impl FnMut(NodeId, Cost)) {
        for parity in [0, 1] {
            self.0.for_each_move(visit.node, &mut |next, dir| {
                if dir & 1 == parity {
                    emit(next, self.0.cost_of_entering(next, dir).into());
                }
            });
        }
    }
}

/// A terrain on which steps along a row cost one milli-step more from one half of the cells, and steps along a column
/// from the other half, like the colours of a chessboard. Of equal paths those that alternate become the cheapest; the
/// shortest paths stay the shortest up to a thousand steps.
#[derive(Clone, Copy, Debug)]
pub struct Checkerboard<'a>(pub &'a Terrain);

impl Graph for Checkerboard<'_> {
    fn node_count(&self) -> u32 {
        self.0.node_count()
    }
    fn successors(&self, visit: Visit, emit: &mut impl FnMut(NodeId, Cost)) {
        let here = self.0.cell(visit.node);
        let is_even = (here.x + here.y).is_multiple_of(2);
        self.0.for_each_move(visit.node, &mut |next, dir| {
            let is_along_row = dir % 4 == 2;
            let is_diagonal = dir & 1 == 1;
            let nudge = u32::from(!is_diagonal && is_along_row == is_even);
            emit(next, Cost::from(self.0.cost_of_entering(next, dir) + nudge));
        });
    }
}
