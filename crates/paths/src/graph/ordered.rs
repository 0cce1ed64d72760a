//! Two ways to have a search prefer the prettier of several equal ways, by what the graph tells it: the order in which
//! it names neighbours, and a price that differs by next to nothing. Both are for looks; none makes a search faster.

use super::{Cost, Graph, NodeId, Terrain, Visit};

/// A terrain that names straight steps before diagonal ones. A search in which the first way to a cell counts, such as
/// breadth-first search, then walks diagonally only where that saves a step.
#[derive(Clone, Copy, Debug)]
pub struct StraightFirst<'a>(pub &'a Terrain);

impl Graph for StraightFirst<'_> {
    fn node_count(&self) -> u32 {
        self.0.node_count()
    }
    fn successors(&self, visit: Visit, emit: &mut impl FnMut(NodeId, Cost)) {
        for wanted in [0, 1] {
            self.0.each_move(visit.node, &mut |next, dir| {
                if dir & 1 == wanted {
                    emit(next, self.0.cost_of_entering(next, dir).into());
                }
            });
        }
    }
}

/// A terrain on which steps along a row cost a milli-step more from one half of the cells, and steps along a column from
/// the other half, like the colours of a chessboard: of equal ways those that alternate are the cheapest. Ways shorter
/// than a thousand steps stay the shortest.
#[derive(Clone, Copy, Debug)]
pub struct Checkered<'a>(pub &'a Terrain);

impl Graph for Checkered<'_> {
    fn node_count(&self) -> u32 {
        self.0.node_count()
    }
    fn successors(&self, visit: Visit, emit: &mut impl FnMut(NodeId, Cost)) {
        let here = self.0.cell(visit.node);
        let is_even = (here.x + here.y).is_multiple_of(2);
        self.0.each_move(visit.node, &mut |next, dir| {
            let is_along_row = dir % 4 == 2;
            let is_diagonal = dir & 1 == 1;
            let nudge = u32::from(!is_diagonal && is_along_row == is_even);
            emit(next, Cost::from(self.0.cost_of_entering(next, dir) + nudge));
        });
    }
}
