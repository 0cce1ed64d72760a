//! ALT: A* with landmarks and the triangle inequality (Goldberg & Harrelson 2005; "differential heuristics" on grids).
//!
//! The idea: compute the true cost from a few landmarks to every cell once. If the goal is 90 from a landmark and this
//! cell 20, then it is at least 70 from here to the goal, whatever lies between. The largest such bound over all
//! landmarks knows of walls and lakes, which coordinates do not. Landmarks help most when they lie behind the goal, so
//! they are placed far out, each as far as possible from those before it.
//! Promise: optimal. Needs: preparation whenever a price changes; one search per landmark and direction.
//! Units: milli-steps. Ties: the total order.
//! Cost: sixteen bytes per cell and landmark.
//! Differs from the paper in using all landmarks at once instead of the best few for a query.

use super::frontiers::Buckets;
use super::{
    Aim, Algorithm, Everywhere, Frontier, Goal, Heuristic, LabelTable, Observer, Rank, Search, Stamped, Step,
    Watch,
};
use crate::graph::{Backwards, Cost, Graph, NO_PATH, NodeId, Terrain};

const FAR: Cost = NO_PATH;

/// True costs from some nodes to all, and from all to them.
#[derive(Clone, Debug)]
pub struct Landmarks {
    /// The landmarks.
    pub places: Vec<NodeId>,
    /// Cost from the landmark to each node, one list per landmark; [`NO_PATH`] where there is no path.
    from: Vec<Vec<Cost>>,
    /// Cost from each node to the landmark.
    to: Vec<Vec<Cost>>,
}

impl Landmarks {
    /// Landmarks at these nodes.
    pub fn at(terrain: &Terrain, nodes: &[NodeId]) -> Self {
        let from = nodes.iter().map(|node| costs(terrain, terrain, *node)).collect();
        let to = nodes.iter().map(|node| costs(&Backwards(terrain), terrain, *node)).collect();
        Self { places: nodes.to_vec(), from, to }
    }

    /// At most `count` landmarks far out. Each is the node with the highest cost from all landmarks before it;
    /// components without a landmark come first.
    pub fn far_out(terrain: &Terrain, count: usize) -> Self {
        let mut landmarks: Vec<NodeId> = Vec::new();
        let mut nearest = vec![FAR; terrain.node_count() as usize];
        while landmarks.len() < count {
            let free = (0..terrain.node_count()).filter(|node| !terrain.is_wall(*node));
            let Some(farthest) = free.max_by_key(|node| (nearest[*node as usize], std::cmp::Reverse(*node)))
            else {
                break;
            };
            if nearest[farthest as usize] == 0 {
                break;
            }
            // The first node of a component is arbitrary; the node farthest from it lies on the periphery.
            let landmark = if nearest[farthest as usize] == FAR {
                let costs = costs(terrain, terrain, farthest);
                let reached = (0..terrain.node_count()).filter(|node| costs[*node as usize] != FAR);
                reached
                    .max_by_key(|node| (costs[*node as usize], std::cmp::Reverse(*node)))
                    .unwrap_or(farthest)
            } else {
                farthest
            };
            for (nearest, cost) in nearest.iter_mut().zip(costs(terrain, terrain, landmark)) {
                *nearest = (*nearest).min(cost);
            }
            landmarks.push(landmark);
        }
        Self::at(terrain, &landmarks)
    }

    /// A lower bound of the cost from one node to another, in milli-steps.
    pub fn bound(&self, node: NodeId, goal: NodeId) -> Cost {
        let (node, goal) = (node as usize, goal as usize);
        let mut bound = 0;
        for (from, to) in self.from.iter().zip(&self.to) {
            if from[node] != FAR && from[goal] != FAR {
                bound =
                    bound.max(from[goal].saturating_sub(from[node])).max(to[node].saturating_sub(to[goal]));
            }
        }
        bound
    }

    fn bytes(&self) -> usize {
        self.from.iter().chain(&self.to).map(|costs| costs.len() * size_of::<Cost>()).sum()
    }
}

/// Cost from one node to every other.
pub(super) fn costs(graph: &impl Graph, terrain: &Terrain, from: NodeId) -> Vec<Cost> {
    let mut search =
        Search::of_parts(Buckets::for_steps(terrain.dearest()), Stamped::new(graph.node_count()));
    search.restart(from, Rank::UniformCost, &Everywhere);
    while search.step(graph, &Everywhere, &mut Watch) == Step::Working {}
    (0..graph.node_count()).map(|node| search.labels().get(node).map_or(FAR, |label| label.g)).collect()
}

/// The larger of two lower bounds, from landmarks and from coordinates.
struct Informed<'a> {
    landmarks: &'a Landmarks,
    aim: &'a Aim,
    goal: NodeId,
}

impl Goal for Informed<'_> {
    fn contains(&self, node: NodeId) -> bool {
        node == self.goal
    }
}

impl Heuristic for Informed<'_> {
    fn estimate(&self, node: NodeId) -> Cost {
        self.landmarks.bound(node, self.goal).max(self.aim.estimate(node))
    }
}

/// A* guided by landmarks.
#[derive(Clone, Debug)]
pub struct Alt<'a> {
    terrain: &'a Terrain,
    landmarks: Landmarks,
    aim: Aim,
    search: Search<Frontier, Stamped>,
}

impl<'a> Alt<'a> {
    /// A search guided by these landmarks.
    pub fn new(terrain: &'a Terrain, landmarks: Landmarks) -> Self {
        let search = Search::of_parts(Frontier::default(), Stamped::new(terrain.node_count()));
        Self { terrain, landmarks, aim: Aim::new(terrain), search }
    }
}

impl Algorithm for Alt<'_> {
    fn begin(&mut self, start: NodeId, goal: NodeId) {
        self.aim.at(start, goal);
        let informed = Informed { landmarks: &self.landmarks, aim: &self.aim, goal };
        self.search.restart(start, Rank::AStar, &informed);
    }

    fn step<O: Observer + ?Sized>(&mut self, observer: &mut O) -> Step {
        let informed = Informed { landmarks: &self.landmarks, aim: &self.aim, goal: self.aim.goal() };
        self.search.step(self.terrain, &informed, observer)
    }

    fn way(&self) -> Vec<NodeId> {
        self.search.way_to(self.search.closest())
    }

    fn prepared_bytes(&self) -> usize {
        self.landmarks.bytes()
    }
}
