//! Probabilistic road maps (Kavraki, Švestka, Latombe & Overmars 1996).
//!
//! The idea: throw points at random, connect each to the nearest ones in sight, and search that graph. Where obstacles
//! are hard to describe, but easy to check, this is all there is to do; a narrow door that no point fell near is missed.
//! Promise: some line, or none. Needs: one price everywhere, eight neighbours with both corners free, and preparation
//! whenever a wall changes.
//! Units: milli-steps. Ties: the total order; points come from a fixed hash, so that a map has always the same.
//! Cost: a line of sight per pair of near points beforehand, and per point and end for each search.
//! Differs from the paper in that points are free cells, and in no second phase that adds some in narrow places.

use super::super::any_angle::ThetaStar;
use super::super::point_search::{PointSearch, StoredPoints};
use super::super::{Algorithm, Drawing, Observer, Step};
use crate::graph::shapes::has_wide_line_of_sight;
use crate::graph::{Cost, Graph, NodeId, Terrain};
use crate::grid::distinct;

/// Free cells per point.
const CELLS_PER_POINT: usize = 12;
/// Fewest points.
const POINTS_MIN: usize = 12;
/// Number of nearest points in sight that a point is connected to.
const EDGES_PER_POINT: usize = 8;

/// A search over random points.
#[derive(Clone, Debug)]
pub struct RandomRoadMap<'a> {
    terrain: &'a Terrain,
    search: PointSearch<StoredPoints>,
}

impl<'a> RandomRoadMap<'a> {
    /// Throws the points on a terrain and connects them.
    pub fn new(terrain: &'a Terrain) -> Self {
        let points = random_points(terrain);
        let mut edges = vec![Vec::new(); points.len()];
        for from in 0..points.len() {
            for (cost, to) in nearest(terrain, &points, points[from]).take(EDGES_PER_POINT) {
                edges[from].push((to, cost));
                edges[to as usize].push((from as NodeId, cost));
            }
        }
        for list in &mut edges {
            list.sort_unstable();
            list.dedup();
        }
        Self { terrain, search: PointSearch::by_lines(terrain, StoredPoints::new(points, &edges)) }
    }

    fn edges_at(&self, cell: NodeId) -> Vec<(NodeId, Cost)> {
        let near = nearest(self.terrain, self.search.graph.cells(), cell);
        near.map(|(cost, node)| (node, cost)).collect()
    }
}

/// Free cells chosen by a hash, in ascending order.
fn random_points(terrain: &Terrain) -> Vec<NodeId> {
    let free: Vec<NodeId> = (0..terrain.node_count()).filter(|node| !terrain.is_wall(*node)).collect();
    let count = (free.len() / CELLS_PER_POINT).max(POINTS_MIN.min(free.len()));
    distinct((0..count).map(|number| free[(hash(number as u64) % free.len() as u64) as usize]))
}

/// A hash of a number (splitmix64, Steele, Lea & Flood 2014).
fn hash(number: u64) -> u64 {
    let mut z = (number + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// The points that a cell sees, the nearest first, each with its distance; not the cell itself.
fn nearest(terrain: &Terrain, points: &[NodeId], cell: NodeId) -> impl Iterator<Item = (Cost, NodeId)> {
    let mut others: Vec<(Cost, NodeId)> = (0..points.len() as NodeId)
        .filter(|point| points[*point as usize] != cell)
        .map(|point| (ThetaStar::line_cost(terrain, cell, points[point as usize]), point))
        .collect();
    others.sort_unstable();
    others
        .into_iter()
        .filter(move |(_, point)| has_wide_line_of_sight(terrain, cell, points[*point as usize]))
}

impl Algorithm for RandomRoadMap<'_> {
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
        self.search.graph.bytes()
    }

    fn drawing(&self) -> Drawing {
        self.search.graph.drawing(self.terrain)
    }
}
