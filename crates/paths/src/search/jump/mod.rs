//! Jump point search (Harabor & Grastien 2011 and 2014), on ground of one price and of several.
//!
//! The idea: on plain ground very many paths cost the same, and A* expands all of them. Keep only those that go
//! diagonally first and straight afterwards. Then a straight run need not be expanded cell by cell: it continues until
//! a wall beside it ends, because only there a turn can pay. Such cells are the jump points, and A* searches only
//! these. Where prices differ, runs also stop wherever another price begins beside them (see `weighted`).
//! Promise: optimal. Needs: eight neighbours, both corners free.
//! Units: milli-steps. Ties: newest first among equal f.
//! Cost: a word or two per jump, the labels of jump points, and 21 bits a cell (22 on ground of several prices), which
//! are computed once per map, 64 cells at a time: some 20 milliseconds for 1024 × 1024 cells, labels included.
//! Differs from the papers in being a graph, not a search: the best-first loop runs over it unchanged. A diagonal run
//! is not a successor itself; what its straight runs find is, so a jump is a diagonal leg and then a straight one.
//! Diagonal runs are scanned 64 cells at a time, too, since the map of bits is also stored along its diagonals, with a
//! bit for each cell from which a straight run finds something; runs that find nothing cost nothing.

mod bit_map;
mod canonical;
mod corners;
mod jump_lines;
mod jump_points;
mod natural_dirs;
mod online;
mod weighted;

use super::frontiers::MultiLevelBuckets;
use super::smoothing::fill_in;
use super::{Algorithm, Observer, Rank, Search, StampedLabels, Step};
use crate::graph::{Graph, NodeId, Terrain};
pub use canonical::Canonical;
pub(super) use corners::TurningCorners;
use jump_points::JumpPoints;
pub use online::online;

/// A* over jump points.
#[derive(Clone, Debug)]
pub struct JumpPointSearch<'a> {
    graph: JumpPoints<'a>,
    search: Search<MultiLevelBuckets, StampedLabels>,
}

impl<'a> JumpPointSearch<'a> {
    /// A search over a terrain with eight neighbours and both corners free.
    pub fn new(terrain: &'a Terrain) -> Self {
        let search =
            Search::from_parts(MultiLevelBuckets::default(), StampedLabels::new(terrain.node_count()));
        Self { graph: JumpPoints::new(terrain), search }
    }
}

impl JumpPointSearch<'_> {
    /// Mean number of jump points per thousand free cells of straight runs: 10 to 150 on drawn maps, 340 and more on
    /// walls scattered at random.
    pub fn stops_per_thousand(&self) -> u32 {
        self.graph.lines().points_per_thousand()
    }
}

impl Algorithm for JumpPointSearch<'_> {
    fn begin(&mut self, start: NodeId, goal: NodeId) {
        self.graph.set_goal(goal);
        self.search.restart(start, Rank::AStar, &self.graph);
    }

    fn step<O: Observer + ?Sized>(&mut self, observer: &mut O) -> Step {
        self.search.step(&self.graph, &self.graph, observer)
    }

    /// Every cell of the path, with the legs between the jump points filled in.
    fn path(&self) -> Vec<NodeId> {
        fill_in(self.graph.terrain(), &self.search.path_to(self.search.closest()))
    }

    fn prepared_bytes(&self) -> usize {
        self.graph.lines().bytes()
    }
}
