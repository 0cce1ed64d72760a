//! Distance field and flow field: one flood for any number of walkers who want to the same place.
//!
//! The idea: search backwards from the goal, without any particular walker in mind, until everything is reached. Each
//! cell then knows how far it is, and the neighbour it was reached from is the next step. A walker needs no search
//! and no path: wherever he stands, or is pushed, he follows the arrow.
//! Promise: optimal from everywhere. Needs: edges that can be walked backwards. Units: milli-steps.
//! Ties: newest first; the arrow is that of the way that was found first. Cost: one Dijkstra a goal; twelve bytes a node.
//! Differs from continuum crowds (Treuille, Cooper & Popović 2006) in pointing along the grid, with no crowd in it.

use super::frontiers::Buckets;
use super::{Algorithm, Everywhere, Label, LabelTable, Observer, Rank, Search, Stamped, Step};
use crate::graph::{Backwards, Cost, Graph, NodeId, Terrain};

/// The costs and arrows of one goal.
#[derive(Clone, Debug)]
pub struct Field<'a> {
    graph: Backwards<'a>,
    search: Search<Buckets, Stamped>,
    start: NodeId,
}

impl<'a> Field<'a> {
    /// A field without a goal yet.
    pub fn new(terrain: &'a Terrain) -> Self {
        let labels = Stamped::new(terrain.node_count());
        let search = Search::of_parts(Buckets::for_steps(terrain.dearest()), labels);
        Self { graph: Backwards(terrain), search, start: 0 }
    }

    /// Cost from a node to the goal, if there is a way.
    pub fn cost(&self, node: NodeId) -> Option<Cost> {
        self.search.cost_of(node)
    }

    /// The next step from a node towards the goal; the goal's is itself.
    pub fn next(&self, node: NodeId) -> Option<NodeId> {
        self.search.labels().get(node).map(Label::parent)
    }
}

impl Algorithm for Field<'_> {
    fn begin(&mut self, start: NodeId, goal: NodeId) {
        self.start = start;
        self.search.restart(goal, Rank::UniformCost, &Everywhere);
    }

    /// Floods on; only when everything is reached, the start is looked up.
    fn step<O: Observer + ?Sized>(&mut self, observer: &mut O) -> Step {
        match self.search.step(&self.graph, &Everywhere, observer) {
            Step::Exhausted if self.cost(self.start).is_some() => Step::Found(self.start),
            step => step,
        }
    }

    fn way(&self) -> Vec<NodeId> {
        let mut way = self.search.way_to(self.start);
        way.reverse();
        way
    }
}
