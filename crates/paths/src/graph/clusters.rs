//! Clusters: a map divided into squares, and the entrances between them (HPA*: Botea, Müller & Schaeffer 2004).
//!
//! Not here: the distances between entrances, which take a search.

use super::{Graph, NodeId, Terrain, Visit};
use crate::grid::Cell;
use std::ops::Range;

/// An entrance of at least this many cells has a transition at either end, a narrower one has one in the middle.
const WIDE_ENTRANCE_CELLS: usize = 6;

/// A map divided into equal squares; those at the east and south edges may be cut off.
#[derive(Clone, Copy, Debug)]
pub struct Clusters {
    /// Side of a cluster in cells, at least 1.
    side: u16,
    width: u16,
    height: u16,
}

impl Clusters {
    /// Divides a terrain into squares of this side in cells, at least 1.
    pub fn of(terrain: &Terrain, side: u16) -> Self {
        Self { side, width: terrain.size().width, height: terrain.size().height }
    }

    /// Number of clusters.
    pub fn count(self) -> usize {
        usize::from(self.width.div_ceil(self.side)) * usize::from(self.height.div_ceil(self.side))
    }

    /// Index of the cluster of a node.
    pub fn cluster_of(self, node: NodeId) -> usize {
        let (x, y) = (node % u32::from(self.width), node / u32::from(self.width));
        let side = u32::from(self.side);
        (y / side) as usize * usize::from(self.width.div_ceil(self.side)) + (x / side) as usize
    }

    /// Row-major index of a node within its cluster.
    pub fn local_index(self, node: NodeId) -> usize {
        let (x, y) = (node % u32::from(self.width), node / u32::from(self.width));
        let side = u32::from(self.side);
        (y % side * side + x % side) as usize
    }

    /// The cells of a cluster, row by row. A cluster that is cut off has some of them off the map.
    pub fn cells(self, cluster: usize) -> impl Iterator<Item = Cell> {
        let across = usize::from(self.width.div_ceil(self.side));
        let corner = [cluster % across, cluster / across].map(|at| at as u16 * self.side);
        let side = self.side;
        (0..side).flat_map(move |y| (0..side).map(move |x| Cell::new(corner[0] + x, corner[1] + y)))
    }

    /// Whether two nodes lie in the same cluster.
    pub fn are_in_one_cluster(self, a: NodeId, b: NodeId) -> bool {
        self.cluster_of(a) == self.cluster_of(b)
    }

    /// The transitions: steps from one cluster to another, one entry for both directions. Clusters that are connected
    /// across their border are so by one of them.
    pub fn transitions(self, terrain: &Terrain) -> Vec<(NodeId, NodeId)> {
        let mut crossings = Vec::new();
        let spans = |length: u16| {
            (0..length)
                .step_by(self.side.into())
                .map(move |from| from..length.min(from.saturating_add(self.side)))
        };
        let borders = |length: u16| (self.side..length).step_by(self.side.into());
        for x in borders(self.width) {
            for span in spans(self.height) {
                let beside = |y: u16| [Cell::new(x - 1, y), Cell::new(x, y)].map(|cell| terrain.node(cell));
                add_transitions(terrain, &span, beside, &mut crossings);
            }
        }
        for y in borders(self.height) {
            for span in spans(self.width) {
                let beside = |x: u16| [Cell::new(x, y - 1), Cell::new(x, y)].map(|cell| terrain.node(cell));
                add_transitions(terrain, &span, beside, &mut crossings);
            }
        }
        self.add_tight_diagonals(terrain, &mut crossings);
        crossings
    }

    /// Adds the diagonal steps between two walls, where corners may be cut: no straight transition stands for them.
    fn add_tight_diagonals(self, terrain: &Terrain, crossings: &mut Vec<(NodeId, NodeId)>) {
        for from in 0..terrain.node_count() {
            let here = terrain.cell(from);
            terrain.successors(Visit { node: from, parent: from }, &mut |to, _| {
                let there = terrain.cell(to);
                let beside = [Cell::new(here.x, there.y), Cell::new(there.x, here.y)];
                let is_tight = beside.into_iter().all(|cell| terrain.is_wall(terrain.node(cell)));
                if from < to && is_tight && !self.are_in_one_cluster(from, to) {
                    crossings.push((from, to));
                }
            });
        }
    }
}

/// Adds the transitions of each entrance along a border, which is a run of pairs of free cells.
fn add_transitions(
    terrain: &Terrain,
    span: &Range<u16>,
    beside: impl Fn(u16) -> [NodeId; 2],
    crossings: &mut Vec<(NodeId, NodeId)>,
) {
    let is_open = |at: u16| beside(at).iter().all(|node| !terrain.is_wall(*node));
    let positions: Vec<u16> = span.clone().collect();
    for run in positions.chunk_by(|a, b| is_open(*a) == is_open(*b)).filter(|run| is_open(run[0])) {
        // The cheapest transition is best, then the one nearest to where the paper puts it.
        let mut add_best = |run: &[u16], ideal: u16| {
            let price = |at: u16| beside(at).iter().map(|node| u32::from(terrain.price(*node))).sum::<u32>();
            let best = run.iter().min_by_key(|at| (price(**at), at.abs_diff(ideal)));
            crossings.extend(best.map(|at| beside(*at)).map(|[one, other]| (one, other)));
        };
        if run.len() < WIDE_ENTRANCE_CELLS {
            add_best(run, run[run.len() / 2]);
        } else {
            let (one, other) = run.split_at(run.len() / 2);
            add_best(one, one[0]);
            add_best(other, other[other.len() - 1]);
        }
    }
}
