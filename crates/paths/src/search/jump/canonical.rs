//! Canonical A* (Sturtevant & Rabin 2016, Canonical orderings on grids).
//!
//! The idea: on plain ground very many paths cost the same. Keep only the canonical one of them, which goes diagonally
//! first: after a straight step, go straight on; after a diagonal one, go on diagonally or straight to either side. A
//! turn is allowed only where a wall beside the path has ended. That is jump point search without the jumps: A* over
//! single cells that hardly ever generates one twice. The successors follow from the direction of arrival and the legal
//! moves, by a table of 8 × 256 bytes.
//! Promise: optimal. Needs: eight neighbours, both corners free, one price everywhere.
//! Units: milli-steps. Ties: newest first among equal f.
//! Cost: as A*, with fewer successors per node; no preparation.
//! Differs from the paper in being a graph, not a search: the best-first loop runs over it unchanged.

use super::natural_dirs::{DIR_BY_OFFSET, NATURAL_DIRS};
use crate::graph::{Cost, Graph, GridGraph, Layout, NodeId, Terrain, Visit};
use crate::grid::Size;

/// A terrain without the moves that leave canonical paths.
#[derive(Clone, Copy, Debug)]
pub struct Canonical<'a>(pub &'a Terrain);

impl Canonical<'_> {
    /// Index of the direction of the step that led here; 8 at the start, and where it is ambiguous.
    #[inline]
    fn arrival_dir(self, visit: Visit) -> usize {
        let width = i32::from(self.0.size().width);
        let by = visit.node.wrapping_sub(visit.parent) as i32;
        if width < 3 {
            // A step down and back a column equals a step along the row.
            return 8;
        }
        let dy = i32::from(by > 1) - i32::from(by < -1);
        let dx = by - dy * width;
        DIR_BY_OFFSET[(4 + 3 * dy + dx) as usize]
    }
}

impl Graph for Canonical<'_> {
    fn node_count(&self) -> u32 {
        self.0.node_count()
    }

    #[inline]
    fn successors(&self, visit: Visit, emit: &mut impl FnMut(NodeId, Cost)) {
        let legal = self.0.legal_dirs(visit.node);
        self.0.successors_in(visit.node, NATURAL_DIRS[self.arrival_dir(visit)][usize::from(legal)], emit);
    }
}

impl GridGraph for Canonical<'_> {
    fn size(&self) -> Size {
        self.0.size()
    }
    fn layout(&self) -> Layout {
        GridGraph::layout(self.0)
    }
    fn cheapest(&self) -> u32 {
        self.0.cheapest()
    }
    fn dearest(&self) -> u32 {
        GridGraph::dearest(self.0)
    }
}
