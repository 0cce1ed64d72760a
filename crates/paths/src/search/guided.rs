//! A* guided by what was prepared for a terrain: landmarks, an embedding, or waypoints.

use super::{
    Algorithm, Goal, GridTarget, HeapFrontier, Heuristic, Observer, Rank, Search, StampedLabels, Step,
};
use crate::graph::{Cost, Graph, NodeId, Terrain};

/// What was prepared for a terrain, to estimate costs with.
pub trait Guide {
    /// The estimated cost from a node to the goal of `aim`, which knows the map's coordinates.
    fn estimate(&self, node: NodeId, aim: &GridTarget) -> Cost;

    /// Bytes that it takes.
    fn bytes(&self) -> usize;
}

/// A goal, and a guide to it.
#[derive(Clone, Debug)]
struct GuidedTarget<G> {
    guide: G,
    aim: GridTarget,
}

impl<G> Goal for GuidedTarget<G> {
    fn contains(&self, node: NodeId) -> bool {
        self.aim.contains(node)
    }
}

impl<G: Guide> Heuristic for GuidedTarget<G> {
    fn estimate(&self, node: NodeId) -> Cost {
        self.guide.estimate(node, &self.aim)
    }
}

/// A* with a guide.
#[derive(Clone, Debug)]
pub struct GuidedAStar<'a, G> {
    terrain: &'a Terrain,
    target: GuidedTarget<G>,
    search: Search<HeapFrontier, StampedLabels>,
}

impl<'a, G: Guide> GuidedAStar<'a, G> {
    /// A search with this guide, which was prepared for the same terrain.
    pub fn new(terrain: &'a Terrain, guide: G) -> Self {
        let search = Search::from_parts(HeapFrontier::default(), StampedLabels::new(terrain.node_count()));
        Self { terrain, target: GuidedTarget { guide, aim: GridTarget::new(terrain) }, search }
    }
}

impl<G: Guide> Algorithm for GuidedAStar<'_, G> {
    fn begin(&mut self, start: NodeId, goal: NodeId) {
        self.target.aim.set(start, goal);
        self.search.restart(start, Rank::AStar, &self.target);
    }

    fn step<O: Observer + ?Sized>(&mut self, observer: &mut O) -> Step {
        self.search.step(self.terrain, &self.target, observer)
    }

    fn path(&self) -> Vec<NodeId> {
        self.search.path_to(self.search.closest())
    }

    fn prepared_bytes(&self) -> usize {
        self.target.guide.bytes()
    }
}
