//! A contraction hierarchy of the cells of a terrain, of several prices, too.

use super::super::{Algorithm, Observer, Step};
use super::contractor::{Limits, contract};
use super::hierarchy::Hierarchy;
use super::query::Climb;
use crate::graph::{Cost, Graph, NodeId, Terrain, Visit};

/// Every cell is removed.
const LIMITS: Limits = Limits { core_nodes: 0, expansions: u64::MAX };

/// The moves out of every cell.
pub(in crate::search) fn moves_of(terrain: &Terrain) -> Vec<Vec<(NodeId, Cost)>> {
    let moves = |node: NodeId| {
        let mut moves = Vec::new();
        terrain.successors(Visit { node, parent: node }, &mut |next, cost| moves.push((next, cost)));
        moves
    };
    (0..terrain.node_count()).map(moves).collect()
}

/// A search over the contracted cells.
#[derive(Clone, Debug)]
pub struct ContractionHierarchy {
    hierarchy: Hierarchy,
    climb: Climb,
    goal: NodeId,
}

impl ContractionHierarchy {
    /// Removes all cells of a terrain, the least important first.
    pub fn new(terrain: &Terrain) -> Self {
        let hierarchy = contract(&moves_of(terrain), LIMITS);
        let cells: Vec<NodeId> = (0..terrain.node_count()).collect();
        let climb = Climb::new(terrain, &hierarchy, &cells);
        Self { hierarchy, climb, goal: 0 }
    }
}

impl Algorithm for ContractionHierarchy {
    fn begin(&mut self, start: NodeId, goal: NodeId) {
        self.goal = goal;
        self.climb.begin(start, goal);
        self.climb.enter(0, self.hierarchy.rank(start), 0);
        self.climb.enter(1, self.hierarchy.rank(goal), 0);
    }

    fn step<O: Observer + ?Sized>(&mut self, observer: &mut O) -> Step {
        self.climb.step(&self.hierarchy, observer).at(self.goal)
    }

    fn path(&self) -> Vec<NodeId> {
        self.climb.path(&self.hierarchy)
    }

    fn prepared_bytes(&self) -> usize {
        self.hierarchy.bytes() + self.climb.bytes()
    }
}
