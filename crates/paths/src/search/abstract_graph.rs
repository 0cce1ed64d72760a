//! An abstract graph of a map: few nodes, each at a cell, and stored edges that stand for longer paths between them.
//! The best-first loop runs over it as over any graph; the observer sees the cells.
//!
//! Not here: how the abstract graph is built, and how a route over it becomes a path of cells.

use super::{Goal, GridTarget, HeapFrontier, Heuristic, Observer, Rank, Search, StampedLabels, Step};
use crate::graph::{Cost, Edges, Graph, NodeId, Terrain, WithEndpoints};

/// An abstract graph with a search over it.
#[derive(Clone, Debug)]
pub(super) struct AbstractGraph {
    /// The edges, with those of the current query's start and goal.
    pub(super) graph: WithEndpoints,
    /// The cell of each node in ascending order; then those of the start and the goal.
    cells: Vec<NodeId>,
    aim: GridTarget,
    goal: NodeId,
    search: Search<HeapFrontier, StampedLabels>,
}

/// Estimates of cells, for nodes of the abstract graph.
struct AbstractTarget<'a> {
    aim: &'a GridTarget,
    cells: &'a [NodeId],
    goal: NodeId,
}

impl Goal for AbstractTarget<'_> {
    fn contains(&self, node: NodeId) -> bool {
        node == self.goal
    }
}

impl Heuristic for AbstractTarget<'_> {
    fn estimate(&self, node: NodeId) -> Cost {
        self.aim.estimate(self.cells[node as usize])
    }
}

/// Reports the cells of the nodes to an observer.
struct AbstractObserver<'a, O: ?Sized> {
    observer: &'a mut O,
    cells: &'a [NodeId],
}

impl<O: Observer + ?Sized> Observer for AbstractObserver<'_, O> {
    fn expanded(&mut self, node: NodeId, g: Cost, f: Cost) {
        self.observer.expanded(self.cells[node as usize], g, f);
    }
    fn generated(&mut self, node: NodeId, g: Cost) {
        self.observer.generated(self.cells[node as usize], g);
    }
    fn frontier_len(&mut self, entries: usize) {
        self.observer.frontier_len(entries);
    }
}

impl AbstractGraph {
    /// An abstract graph with these edges and a node at each of these cells, in ascending order.
    pub(super) fn new(terrain: &Terrain, mut cells: Vec<NodeId>, edges: &[Vec<(NodeId, Cost)>]) -> Self {
        let graph = WithEndpoints::new(Edges::new(edges));
        let labels = StampedLabels::new(graph.node_count());
        cells.extend([0, 0]);
        let search = Search::from_parts(HeapFrontier::default(), labels);
        Self { graph, cells, aim: GridTarget::new(terrain), goal: 0, search }
    }

    /// The node at a cell, if there is one.
    pub(super) fn node_at(&self, cell: NodeId) -> Option<NodeId> {
        let nodes = &self.cells[..self.cells.len() - 2];
        nodes.binary_search(&cell).ok().map(|node| node as NodeId)
    }

    /// The cell of a node, the additional start and goal included.
    pub(super) fn cell_of(&self, node: NodeId) -> NodeId {
        self.cells[node as usize]
    }

    /// Begins a search from cell to cell. A start or goal that is not a node becomes an additional one, whose edges may
    /// be set until the first step.
    pub(super) fn begin(&mut self, start: NodeId, goal: NodeId) {
        let node = |cell, or| self.node_at(cell).unwrap_or(or);
        let ends = (node(start, self.graph.start()), node(goal, self.graph.goal()));
        self.begin_between((start, goal), ends);
    }

    /// The same with additional nodes for start and goal even where there are nodes already: two, or one for both.
    pub(super) fn begin_apart(&mut self, start: NodeId, goal: NodeId) {
        let to = self.graph.goal();
        self.begin_between((start, goal), (if start == goal { to } else { self.graph.start() }, to));
    }

    fn begin_between(&mut self, (start, goal): (NodeId, NodeId), (from, to): (NodeId, NodeId)) {
        self.graph.set_start(Vec::new());
        self.graph.set_goal(Vec::new());
        self.aim.set(start, goal);
        for (node, cell) in [(self.graph.start(), start), (self.graph.goal(), goal)] {
            self.cells[node as usize] = cell;
        }
        self.goal = to;
        let sketched = AbstractTarget { aim: &self.aim, cells: &self.cells, goal: self.goal };
        self.search.restart(from, Rank::AStar, &sketched);
    }

    /// Expands one node.
    pub(super) fn step<O: Observer + ?Sized>(&mut self, observer: &mut O) -> Step {
        let places = &self.cells[..];
        let sketched = AbstractTarget { aim: &self.aim, cells: places, goal: self.goal };
        self.search.step(&self.graph, &sketched, &mut AbstractObserver { observer, cells: places })
    }

    /// The nodes of the path from the start to the goal.
    pub(super) fn path(&self) -> Vec<NodeId> {
        self.search.path_to(self.search.closest())
    }

    /// Bytes of the prepared data.
    pub(super) fn bytes(&self) -> usize {
        self.cells.len() * size_of::<NodeId>() + self.graph.edges().bytes()
    }
}
