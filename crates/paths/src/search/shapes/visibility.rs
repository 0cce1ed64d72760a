//! Visibility graphs (Lozano-Pérez & Wesley 1979), whole and reduced to tangents.
//!
//! The idea: a shortest line through open ground turns only at corners of walls. So the corners are the nodes, and two
//! that see each other have an edge; start and goal are connected to all corners in sight. Of these edges, only the
//! tangents matter: one that runs into the corner at either end is never followed around it.
//! Promise: the shortest path for a walker one cell wide that turns anywhere. Needs: one price everywhere, eight
//! neighbours with both corners free, and preparation whenever a wall changes.
//! Units: milli-steps, lines rounded to the nearest. Ties: the total order.
//! Cost: a line of sight per pair of corners beforehand (for tangents per pair that passes the check at both ends), and
//! per corner and end for each search; 16 bytes an edge.
//! Differs from the paper in that obstacles are squares, grown by the square of the walker.

use super::super::any_angle::ThetaStar;
use super::super::point_search::{PointSearch, StoredPoints};
use super::super::{Algorithm, Drawing, Observer, Step};
use crate::graph::shapes::{Corners, has_wide_line_of_sight};
use crate::graph::{Cost, NodeId, Terrain};

/// Which edges a visibility graph keeps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum KeptEdges {
    /// All pairs in sight.
    All,
    /// Those tangent to a wall at both ends.
    Tangents,
}

/// A search over the corners of walls.
#[derive(Clone, Debug)]
pub struct VisibilityGraph<'a> {
    terrain: &'a Terrain,
    corners: Corners,
    kept: KeptEdges,
    search: PointSearch<StoredPoints>,
}

impl<'a> VisibilityGraph<'a> {
    /// Computes the edges of a terrain.
    pub fn new(terrain: &'a Terrain, kept: KeptEdges) -> Self {
        let corners = Corners::of(terrain);
        let cells = corners.cells();
        let mut edges = vec![Vec::new(); cells.len()];
        for (i, from) in cells.iter().enumerate() {
            for (j, to) in cells.iter().enumerate().skip(i + 1) {
                let may_turn = kept == KeptEdges::All
                    || corners.is_tangent(terrain, i, *to) && corners.is_tangent(terrain, j, *from);
                if may_turn && has_wide_line_of_sight(terrain, *from, *to) {
                    let cost = ThetaStar::line_cost(terrain, *from, *to);
                    edges[i].push((j as NodeId, cost));
                    edges[j].push((i as NodeId, cost));
                }
            }
        }
        let search = PointSearch::by_lines(terrain, StoredPoints::new(cells.to_vec(), &edges));
        Self { terrain, corners, kept, search }
    }

    /// The edges between a cell and the corners that it sees.
    fn edges_at(&self, cell: NodeId) -> Vec<(NodeId, Cost)> {
        let is_kept = |index: usize, corner: NodeId| {
            let may_turn = self.kept == KeptEdges::All || self.corners.is_tangent(self.terrain, index, cell);
            corner != cell && may_turn && has_wide_line_of_sight(self.terrain, cell, corner)
        };
        let corners = self.corners.cells().iter().enumerate();
        let seen = corners.filter(|(index, corner)| is_kept(*index, **corner));
        seen.map(|(index, corner)| (index as NodeId, ThetaStar::line_cost(self.terrain, cell, *corner)))
            .collect()
    }
}

impl Algorithm for VisibilityGraph<'_> {
    fn begin(&mut self, start: NodeId, goal: NodeId) {
        let (leaving, arriving) = (self.edges_at(start), self.edges_at(goal));
        self.search.begin_in_sight(self.terrain, (start, goal), leaving, arriving);
    }

    fn step<O: Observer + ?Sized>(&mut self, observer: &mut O) -> Step {
        self.search.step(observer)
    }

    fn path(&self) -> Vec<NodeId> {
        self.search.path()
    }

    fn prepared_bytes(&self) -> usize {
        self.corners.bytes() + self.search.graph.bytes()
    }

    fn drawing(&self) -> Drawing {
        self.search.graph.drawing(self.terrain)
    }
}
