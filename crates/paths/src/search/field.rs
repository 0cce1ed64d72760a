//! Distance field and flow field: one flood for any number of walkers with the same goal.
//!
//! The idea: search backwards from the goal, for no walker in particular, until every node is expanded. Each cell then
//! has its distance, and its parent is the next step. A walker needs no search and no path: wherever it stands, or is
//! pushed, it follows the arrow.
//! Promise: optimal from everywhere. Needs: edges that can be followed backwards.
//! Units: milli-steps. Ties: newest first; the arrow is that of the path found first.
//! Cost: one Dijkstra per goal; twelve bytes a node.
//! Differs from continuum crowds (Treuille, Cooper & Popović 2006) in arrows along the grid, without a crowd.

use super::frontiers::Buckets;
use super::{Algorithm, Label, LabelTable, NoTarget, Observer, Rank, Search, StampedLabels, Step};
use crate::graph::{Cost, Graph, NodeId, Reversed, Terrain};

/// The costs and arrows of one goal.
#[derive(Clone, Debug)]
pub struct DistanceField<'a> {
    graph: Reversed<'a>,
    search: Search<Buckets, StampedLabels>,
    start: NodeId,
}

impl<'a> DistanceField<'a> {
    /// A field on this terrain; call [`begin`](Algorithm::begin) next.
    pub fn new(terrain: &'a Terrain) -> Self {
        let labels = StampedLabels::new(terrain.node_count());
        let search = Search::from_parts(Buckets::for_steps(terrain.dearest()), labels);
        Self { graph: Reversed(terrain), search, start: 0 }
    }

    /// Cost from a node to the goal in milli-steps, or `None` if there is no path.
    pub fn cost_from(&self, node: NodeId) -> Option<Cost> {
        self.search.cost_of(node)
    }

    /// The next node on the path to the goal, or `None` if there is no path; the goal's is itself.
    pub fn next_node(&self, node: NodeId) -> Option<NodeId> {
        self.search.labels().get(node).map(Label::parent)
    }
}

impl Algorithm for DistanceField<'_> {
    fn begin(&mut self, start: NodeId, goal: NodeId) {
        self.start = start;
        self.search.restart(goal, Rank::UniformCost, &NoTarget);
    }

    /// Continues the flood; the start is looked up when the flood is complete.
    fn step<O: Observer + ?Sized>(&mut self, observer: &mut O) -> Step {
        match self.search.step(&self.graph, &NoTarget, observer) {
            Step::Exhausted if self.cost_from(self.start).is_some() => Step::Found(self.start),
            step => step,
        }
    }

    fn path(&self) -> Vec<NodeId> {
        let mut path = self.search.path_to(self.start);
        path.reverse();
        path
    }
}
