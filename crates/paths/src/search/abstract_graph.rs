//! An abstract graph of a map: few nodes, each at a cell, and stored edges that stand for longer paths between them.
//!
//! Not here: how the abstract graph is built, how it is searched (`point_search`), and how a route over it becomes a path
//! of cells.

use super::point_search::{PointGraph, PointSearch, StoredPoints};
use super::{Observer, Step};
use crate::graph::{Cost, NodeId, Terrain, WithEndpoints};

/// An abstract graph with a search over it.
#[derive(Clone, Debug)]
pub(super) struct AbstractGraph {
    points: PointSearch<StoredPoints>,
}

impl AbstractGraph {
    /// An abstract graph with these edges and a node at each of these cells, in ascending order.
    pub(super) fn new(terrain: &Terrain, cells: Vec<NodeId>, edges: &[Vec<(NodeId, Cost)>]) -> Self {
        Self { points: PointSearch::by_steps(terrain, StoredPoints::new(cells, edges)) }
    }

    /// The edges, with those of the current query's start and goal.
    pub(super) fn graph(&self) -> &WithEndpoints {
        &self.points.graph.graph
    }

    /// The same, mutably.
    pub(super) fn graph_mut(&mut self) -> &mut WithEndpoints {
        &mut self.points.graph.graph
    }

    /// The node at a cell, if there is one.
    pub(super) fn node_at(&self, cell: NodeId) -> Option<NodeId> {
        self.points.graph.cells().binary_search(&cell).ok().map(|node| node as NodeId)
    }

    /// The cell of a node, the additional start and goal included.
    pub(super) fn cell_of(&self, node: NodeId) -> NodeId {
        self.points.graph.cell_of(node)
    }

    /// Begins a search from cell to cell. A start or goal that is not a node becomes an additional one, whose edges may
    /// be set until the first step.
    pub(super) fn begin(&mut self, start: NodeId, goal: NodeId) {
        let node = |cell, or| self.node_at(cell).unwrap_or(or);
        let ends = (node(start, self.graph().start()), node(goal, self.graph().goal()));
        self.begin_between((start, goal), ends);
    }

    /// The same with additional nodes for start and goal even where there are nodes already: two, or one for both.
    pub(super) fn begin_apart(&mut self, start: NodeId, goal: NodeId) {
        let to = self.graph().goal();
        self.begin_between((start, goal), (if start == goal { to } else { self.graph().start() }, to));
    }

    fn begin_between(&mut self, cells: (NodeId, NodeId), (from, to): (NodeId, NodeId)) {
        self.points.graph.set_ends(cells, Vec::new(), Vec::new());
        self.points.begin(from, to);
    }

    /// Expands one node.
    pub(super) fn step<O: Observer + ?Sized>(&mut self, observer: &mut O) -> Step {
        self.points.step(observer)
    }

    /// The nodes of the path from the start to the goal.
    pub(super) fn path(&self) -> Vec<NodeId> {
        self.points.nodes()
    }

    /// Bytes of the prepared data.
    pub(super) fn bytes(&self) -> usize {
        self.points.graph.bytes()
    }
}
