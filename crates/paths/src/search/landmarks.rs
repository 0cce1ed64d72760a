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
use super::guided::Guide;
use super::{GridTarget, Heuristic, LabelTable, NoObserver, NoTarget, Rank, Search, StampedLabels, Step};
use crate::graph::{Cost, Graph, NO_PATH, NodeId, Reversed, Terrain};

const UNREACHED: Cost = NO_PATH;

/// True costs from some nodes to all, and from all to them.
#[derive(Clone, Debug)]
pub struct Landmarks {
    nodes: Vec<NodeId>,
    /// Cost from the landmark to each node, one list per landmark; [`NO_PATH`] where there is no path.
    from: Vec<Vec<Cost>>,
    /// Cost from each node to the landmark.
    to: Vec<Vec<Cost>>,
}

impl Landmarks {
    /// Landmarks at these nodes.
    pub fn at_nodes(terrain: &Terrain, nodes: &[NodeId]) -> Self {
        let from = nodes.iter().map(|node| costs_from(terrain, terrain, *node)).collect();
        let to = nodes.iter().map(|node| costs_from(&Reversed(terrain), terrain, *node)).collect();
        Self { nodes: nodes.to_vec(), from, to }
    }

    /// At most `count` landmarks far out. Each is the node with the highest cost from all landmarks before it;
    /// components without a landmark come first.
    pub fn farthest(terrain: &Terrain, count: usize) -> Self {
        let mut landmarks: Vec<NodeId> = Vec::new();
        let mut nearest = vec![UNREACHED; terrain.node_count() as usize];
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
            let landmark = if nearest[farthest as usize] == UNREACHED {
                let costs = costs_from(terrain, terrain, farthest);
                let reached = (0..terrain.node_count()).filter(|node| costs[*node as usize] != UNREACHED);
                reached
                    .max_by_key(|node| (costs[*node as usize], std::cmp::Reverse(*node)))
                    .unwrap_or(farthest)
            } else {
                farthest
            };
            for (nearest, cost) in nearest.iter_mut().zip(costs_from(terrain, terrain, landmark)) {
                *nearest = (*nearest).min(cost);
            }
            landmarks.push(landmark);
        }
        Self::at_nodes(terrain, &landmarks)
    }

    /// The landmarks.
    pub fn nodes(&self) -> &[NodeId] {
        &self.nodes
    }

    /// A lower bound of the cost from one node to another, in milli-steps.
    pub fn lower_bound(&self, node: NodeId, goal: NodeId) -> Cost {
        let (node, goal) = (node as usize, goal as usize);
        let mut bound = 0;
        for (from, to) in self.from.iter().zip(&self.to) {
            if from[node] != UNREACHED && from[goal] != UNREACHED {
                bound =
                    bound.max(from[goal].saturating_sub(from[node])).max(to[node].saturating_sub(to[goal]));
            }
        }
        bound
    }
}

impl Guide for Landmarks {
    /// The larger of two lower bounds, from landmarks and from coordinates.
    fn estimate(&self, node: NodeId, aim: &GridTarget) -> Cost {
        self.lower_bound(node, aim.goal()).max(aim.estimate(node))
    }

    fn bytes(&self) -> usize {
        self.from.iter().chain(&self.to).map(|costs| costs.len() * size_of::<Cost>()).sum()
    }
}

/// Cost from one node to every other.
pub(super) fn costs_from(graph: &impl Graph, terrain: &Terrain, from: NodeId) -> Vec<Cost> {
    let mut search =
        Search::from_parts(Buckets::for_steps(terrain.dearest()), StampedLabels::new(graph.node_count()));
    search.restart(from, Rank::UniformCost, &NoTarget);
    while search.step(graph, &NoTarget, &mut NoObserver) == Step::Working {}
    (0..graph.node_count()).map(|node| search.labels().get(node).map_or(UNREACHED, |label| label.g)).collect()
}
