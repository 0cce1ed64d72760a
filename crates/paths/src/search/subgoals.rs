//! Subgoal graphs (Uras, Koenig & Hernández 2013).
//!
//! The idea: on plain ground a shortest path turns only at convex corners of walls. Make these the nodes of a graph, the
//! subgoals, and join two by an edge where diagonal steps and then straight ones lead from one to the other with no
//! subgoal in between. A query joins start and goal to their nearest subgoals in the same way, searches the small graph
//! by A*, and fills in the steps.
//! Promise: optimal. Needs: preparation, eight neighbours, both corners free, one price everywhere.
//! Units: milli-steps. Ties: the total order.
//! Cost: 20 bits a cell for finding edges by runs over rows of bits (`jump::corners`); twelve bytes a subgoal and
//! sixteen an edge.
//! Differs from the paper in having one level, and in finding edges 64 cells at a time.

use super::abstract_graph::AbstractGraph;
use super::jump::TurningCorners;
use super::smoothing::extend_to;
use super::{Algorithm, Observer, Step};
use crate::graph::{Cost, NodeId, Terrain};
use crate::grid::distinct;

/// The edges from an end of a path to the subgoals around it, by index, with the cost to the goal if that is reached
/// directly.
pub(super) fn edges_from(
    corners: &TurningCorners,
    end: NodeId,
    goal: NodeId,
) -> (Vec<(NodeId, Cost)>, Option<Cost>) {
    let (mut edges, mut direct) = (Vec::new(), None);
    corners.reachable_from_end(end, |other, cost| {
        if other == goal {
            direct = Some(cost);
        }
        edges.extend(corners.index_of(other).map(|index| (index, cost)));
    });
    (edges, direct)
}

/// The edges of every subgoal, in ascending order. Those that are found from one end only have a subgoal in between,
/// and are left out.
pub(super) fn subgoal_edges(corners: &TurningCorners) -> Vec<Vec<(NodeId, Cost)>> {
    let from = |cell: &NodeId| {
        let mut edges = Vec::new();
        corners.reachable_from_corner(*cell, |other, cost| {
            edges.extend(corners.index_of(other).map(|index| (index, cost)));
        });
        distinct(edges)
    };
    let found: Vec<Vec<(NodeId, Cost)>> = corners.cells().iter().map(from).collect();
    let is_mutual = |from: NodeId, to: NodeId| {
        found[to as usize].binary_search_by_key(&from, |(other, _)| *other).is_ok()
    };
    let mutual = |(from, edges): (NodeId, &Vec<(NodeId, Cost)>)| {
        edges.iter().copied().filter(|(to, _)| is_mutual(from, *to)).collect()
    };
    (0..).zip(&found).map(mutual).collect()
}

/// The cells of a path from its start over corners to its goal. Every leg has its diagonal steps first, seen from the
/// end from which it was found: that is the goal for the last of several.
pub(super) fn fill_legs(terrain: &Terrain, stops: &[NodeId]) -> Vec<NodeId> {
    let mut path: Vec<NodeId> = stops.first().copied().into_iter().collect();
    for two in stops[..if stops.len() > 2 { stops.len() - 1 } else { stops.len() }].windows(2) {
        extend_to(terrain, &mut path, two[0], two[1]);
    }
    if let [_, .., before, goal] = stops {
        let mut leg = vec![*goal];
        extend_to(terrain, &mut leg, *goal, *before);
        path.extend(leg.into_iter().rev().skip(1));
    }
    path
}

/// A* over subgoals.
#[derive(Clone, Debug)]
pub struct SubgoalGraph<'a> {
    corners: TurningCorners<'a>,
    abstract_graph: AbstractGraph,
    ends: (NodeId, NodeId),
}

impl<'a> SubgoalGraph<'a> {
    /// A search over the subgoals of this terrain, which has one price and eight neighbours with both corners free.
    pub fn new(terrain: &'a Terrain) -> Self {
        let corners = TurningCorners::new(terrain);
        let edges = subgoal_edges(&corners);
        let abstract_graph = AbstractGraph::new(terrain, corners.cells().to_vec(), &edges);
        Self { corners, abstract_graph, ends: (0, 0) }
    }

    /// The subgoals, in ascending order.
    pub fn subgoals(&self) -> &[NodeId] {
        self.corners.cells()
    }
}

impl Algorithm for SubgoalGraph<'_> {
    fn begin(&mut self, start: NodeId, goal: NodeId) {
        self.ends = (start, goal);
        self.abstract_graph.begin_apart(start, goal);
        self.corners.set_goal(goal);
        let (mut leaving, direct) = edges_from(&self.corners, start, goal);
        leaving.extend(direct.map(|cost| (self.abstract_graph.graph().goal(), cost)));
        self.abstract_graph.graph_mut().set_start(leaving);
        self.abstract_graph.graph_mut().set_goal(edges_from(&self.corners, goal, goal).0);
    }

    fn step<O: Observer + ?Sized>(&mut self, observer: &mut O) -> Step {
        self.abstract_graph.step(observer).at(self.ends.1)
    }

    fn path(&self) -> Vec<NodeId> {
        let nodes = self.abstract_graph.path();
        let stops: Vec<NodeId> = nodes.iter().map(|node| self.abstract_graph.cell_of(*node)).collect();
        fill_legs(self.corners.terrain(), &stops)
    }

    fn prepared_bytes(&self) -> usize {
        self.corners.bytes() + self.abstract_graph.bytes()
    }
}
