//! A* for a walker that covers several cells, by clearance (Harabor & Botea 2008), or with a fringe around obstacles
//! (Patel).
//!
//! The idea: note beforehand how large a walker fits at each cell. A cell where it does not fit is a wall to it, and
//! then any search does. With one cell more on every side this is the fringe: cells that touch a wall are closed, and
//! whatever is no larger than a cell in every direction never touches a wall.
//! Promise: the cheapest on which the walker fits everywhere; none where start or goal is too narrow. Needs: a copy of
//! the map per size of walker.
//! Units: milli-steps, by the price of the cell that the walker is at. Ties: the total order.
//! Cost: a pass over the map beforehand; three bytes a cell.
//! Differs from the paper in one kind of ground per walker, and in no hierarchy above.

use super::super::{
    Algorithm, Drawing, GridTarget, HeapFrontier, Observer, Rank, Search, StampedLabels, Step,
};
use crate::graph::shapes::{Footprint, where_it_fits};
use crate::graph::{Graph, NodeId, Terrain};

/// A search for a walker of some size.
#[derive(Clone, Debug)]
pub struct WideWalker {
    fitting: Terrain,
    aim: GridTarget,
    search: Search<HeapFrontier, StampedLabels>,
    fits_at_ends: bool,
}

impl WideWalker {
    /// A search on the cells of a terrain where this walker fits.
    pub fn new(terrain: &Terrain, walker: Footprint) -> Self {
        let fitting = where_it_fits(terrain, walker).unwrap_or_else(|| terrain.clone());
        let search = Search::from_parts(HeapFrontier::default(), StampedLabels::new(terrain.node_count()));
        Self { aim: GridTarget::new(&fitting), fitting, search, fits_at_ends: false }
    }
}

impl Algorithm for WideWalker {
    fn begin(&mut self, start: NodeId, goal: NodeId) {
        self.aim.set(start, goal);
        self.search.restart(start, Rank::AStar, &self.aim);
        self.fits_at_ends = [start, goal].iter().all(|end| !self.fitting.is_wall(*end));
    }

    fn step<O: Observer + ?Sized>(&mut self, observer: &mut O) -> Step {
        if self.fits_at_ends { self.search.step(&self.fitting, &self.aim, observer) } else { Step::Exhausted }
    }

    fn path(&self) -> Vec<NodeId> {
        self.search.path_to(self.search.closest())
    }

    fn prepared_bytes(&self) -> usize {
        self.fitting.bytes()
    }

    /// The outlines of the cells where it fits.
    fn drawing(&self) -> Drawing {
        let mut drawing = Drawing::default();
        drawing.add_region(self.fitting.size(), |cell| !self.fitting.is_wall(self.fitting.node(cell)));
        drawing.count_cells(&self.fitting);
        drawing
    }
}
