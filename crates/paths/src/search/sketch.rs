//! A sketch of a map: few nodes, each of which is a cell, and stored edges that stand for longer ways between them. The
//! best-first loop runs over it as over any graph; whoever looks on is shown the cells.
//!
//! What does not live here: how a sketch is drawn, and how a way over it becomes one over cells.

use super::{Aim, Frontier, Goal, Heuristic, Observer, Rank, Search, Stamped, Step};
use crate::graph::{Cost, Edges, Graph, Guests, NodeId, Terrain};

/// A sketch with a search over it.
#[derive(Clone, Debug)]
pub(super) struct Sketch {
    /// The edges, with those of this question's start and goal.
    pub(super) graph: Guests,
    /// The cell of each node, in their order; then those of the two guests.
    places: Vec<NodeId>,
    aim: Aim,
    goal: NodeId,
    search: Search<Frontier, Stamped>,
}

/// Estimates of cells, for nodes of a sketch.
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

/// Tells an observer the cells of a sketch's nodes.
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
    /// A sketch with a node at each of these cells, which rise, and these edges.
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

    /// The cell of a node, guests included.
    pub(super) fn place(&self, node: NodeId) -> NodeId {
        self.places[node as usize]
    }

    /// Begins a search from cell to cell. Those that are no nodes are guests, whose edges may still be set until the
    /// first step.
    pub(super) fn begin(&mut self, start: NodeId, goal: NodeId) {
        self.graph.set_start(Vec::new());
        self.graph.set_goal(Vec::new());
        self.aim.at(start, goal);
        for (guest, cell) in [(self.graph.start(), start), (self.graph.goal(), goal)] {
            self.places[guest as usize] = cell;
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

    /// The nodes from the start to the goal.
    pub(super) fn way(&self) -> Vec<NodeId> {
        self.search.way_to(self.search.closest())
    }

    /// Bytes of what was prepared.
    pub(super) fn bytes(&self) -> usize {
        self.places.len() * size_of::<NodeId>() + self.graph.edges().bytes()
    }
}
