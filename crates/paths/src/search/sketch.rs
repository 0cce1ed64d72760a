//! An abstract graph of a map: few nodes, each at a cell, and stored edges that stand for longer paths between them.
//! The best-first loop runs over it as over any graph; the observer sees the cells.
//!
//! Not here: how the abstract graph is built, and how a route over it becomes a path of cells.

use super::{Aim, Frontier, Goal, Heuristic, Observer, Rank, Search, Stamped, Step};
use crate::graph::{Cost, Edges, Graph, Guests, NodeId, Terrain};

/// An abstract graph with a search over it.
#[derive(Clone, Debug)]
pub(super) struct Sketch {
    /// The edges, with those of the current query's start and goal.
    pub(super) graph: Guests,
    /// The cell of each node in ascending order; then those of the start and the goal.
    places: Vec<NodeId>,
    aim: Aim,
    goal: NodeId,
    search: Search<Frontier, Stamped>,
}

/// Estimates of cells, for nodes of the abstract graph.
struct Sketched<'a> {
    aim: &'a Aim,
    places: &'a [NodeId],
    goal: NodeId,
}

impl Goal for Sketched<'_> {
    fn contains(&self, node: NodeId) -> bool {
        node == self.goal
    }
}

impl Heuristic for Sketched<'_> {
    fn estimate(&self, node: NodeId) -> Cost {
        self.aim.estimate(self.places[node as usize])
    }
}

/// Reports the cells of the nodes to an observer.
struct Shown<'a, O: ?Sized> {
    observer: &'a mut O,
    places: &'a [NodeId],
}

impl<O: Observer + ?Sized> Observer for Shown<'_, O> {
    fn expanded(&mut self, node: NodeId, g: Cost, f: Cost) {
        self.observer.expanded(self.places[node as usize], g, f);
    }
    fn reached(&mut self, node: NodeId, g: Cost) {
        self.observer.reached(self.places[node as usize], g);
    }
    fn waiting(&mut self, entries: usize) {
        self.observer.waiting(entries);
    }
}

impl Sketch {
    /// An abstract graph with these edges and a node at each of these cells, in ascending order.
    pub(super) fn new(terrain: &Terrain, mut places: Vec<NodeId>, edges: &[Vec<(NodeId, Cost)>]) -> Self {
        let graph = Guests::new(Edges::new(edges));
        let labels = Stamped::new(graph.node_count());
        places.extend([0, 0]);
        let search = Search::of_parts(Frontier::default(), labels);
        Self { graph, places, aim: Aim::new(terrain), goal: 0, search }
    }

    /// The node at a cell, if there is one.
    pub(super) fn node_at(&self, cell: NodeId) -> Option<NodeId> {
        let nodes = &self.places[..self.places.len() - 2];
        nodes.binary_search(&cell).ok().map(|node| node as NodeId)
    }

    /// The cell of a node, the additional start and goal included.
    pub(super) fn place(&self, node: NodeId) -> NodeId {
        self.places[node as usize]
    }

    /// Begins a search from cell to cell. A start or goal that is not a node becomes an additional one, whose edges may
    /// be set until the first step.
    pub(super) fn begin(&mut self, start: NodeId, goal: NodeId) {
        self.graph.set_start(Vec::new());
        self.graph.set_goal(Vec::new());
        self.aim.at(start, goal);
        for (node, cell) in [(self.graph.start(), start), (self.graph.goal(), goal)] {
            self.places[node as usize] = cell;
        }
        self.goal = self.node_at(goal).unwrap_or(self.graph.goal());
        let from = self.node_at(start).unwrap_or(self.graph.start());
        let sketched = Sketched { aim: &self.aim, places: &self.places, goal: self.goal };
        self.search.restart(from, Rank::AStar, &sketched);
    }

    /// Expands one node.
    pub(super) fn step<O: Observer + ?Sized>(&mut self, observer: &mut O) -> Step {
        let places = &self.places[..];
        let sketched = Sketched { aim: &self.aim, places, goal: self.goal };
        self.search.step(&self.graph, &sketched, &mut Shown { observer, places })
    }

    /// The nodes of the path from the start to the goal.
    pub(super) fn way(&self) -> Vec<NodeId> {
        self.search.way_to(self.search.closest())
    }

    /// Bytes of the prepared data.
    pub(super) fn bytes(&self) -> usize {
        self.places.len() * size_of::<NodeId>() + self.graph.edges().bytes()
    }
}
