//! Canonical A* (Sturtevant & Rabin 2016, Canonical orderings on grids).
//!
//! The idea: on plain ground very many ways cost the same. Keep only the canonical one of them, which goes diagonally
//! first: from a cell that was reached straight on, go straight on; from one reached diagonally, go on diagonally or
//! straight to either side. Only where a wall beside the way has ended may one turn. That is jump point search without
//! the jumps: A* over single cells that hardly ever reaches one twice. Which moves are worth it follows from the way
//! of arrival and the legal moves, by a table of 8 × 256 bytes.
//! Promise: optimal. Needs: eight neighbours, both corners free, one price everywhere.
//! Units: milli-steps. Ties: newest first among equal f.
//! Cost: as A*, with fewer successors a node; nothing is prepared.
//! Differs from the paper in being a graph, not a search: the best-first loop runs over it unchanged.

use super::arrival::{TOWARDS, WORTHWHILE};
use crate::graph::{Board, Cost, Graph, Layout, NodeId, Terrain, Visit};
use crate::grid::Size;

/// A terrain without the moves that lead off canonical ways.
#[derive(Clone, Copy, Debug)]
pub struct Canonical<'a>(pub &'a Terrain);

impl Canonical<'_> {
    /// The number of the direction of the step that led here; 8 at the start, and where it cannot be told.
    #[inline]
    fn arrival(self, visit: Visit) -> usize {
        let width = i32::from(self.0.size().width);
        let by = visit.node.wrapping_sub(visit.parent) as i32;
        if width < 3 {
            // A step down and back a column is a step along the row, too.
            return 8;
        }
        let dy = i32::from(by > 1) - i32::from(by < -1);
        let dx = by - dy * width;
        TOWARDS[(4 + 3 * dy + dx) as usize]
    }
}

impl Graph for Canonical<'_> {
    fn node_count(&self) -> u32 {
        self.0.node_count()
    }

    #[inline]
    fn successors(&self, visit: Visit, emit: &mut impl FnMut(NodeId, Cost)) {
        let legal = self.0.legal(visit.node);
        self.0.some_successors(visit.node, WORTHWHILE[self.arrival(visit)][usize::from(legal)], emit);
    }
}

impl Board for Canonical<'_> {
    fn size(&self) -> Size {
        self.0.size()
    }
    fn layout(&self) -> Layout {
        Board::layout(self.0)
    }
    fn cheapest(&self) -> u32 {
        self.0.cheapest()
    }
    fn dearest(&self) -> u32 {
        Board::dearest(self.0)
    }
}
