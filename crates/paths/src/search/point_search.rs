//! A* over points of a map, each at a cell. The observer sees the cells.
//!
//! Not here: where the points are, and how a route over them becomes a path.

use super::any_angle::ThetaStar;
use super::{
    Drawing, Goal, GridTarget, HeapFrontier, Heuristic, Metric, Observer, Rank, Search, StampedLabels, Step,
};
use crate::graph::shapes::has_wide_line_of_sight;
use crate::graph::{Cost, Edges, Graph, NodeId, Terrain, Visit, WithEndpoints};

/// A graph whose nodes are at cells.
pub(super) trait PointGraph: Graph {
    /// The cell of a node.
    fn cell_of(&self, node: NodeId) -> NodeId;
}

/// A graph of points with a search over it.
#[derive(Clone, Debug)]
pub(super) struct PointSearch<G> {
    pub(super) graph: G,
    aim: GridTarget,
    goal: NodeId,
    search: Search<HeapFrontier, StampedLabels>,
}

/// The goal and the estimate of the points.
struct PointTarget<'a, G> {
    aim: &'a GridTarget,
    graph: &'a G,
    goal: NodeId,
}

impl<G: PointGraph> Goal for PointTarget<'_, G> {
    fn contains(&self, node: NodeId) -> bool {
        node == self.goal
    }
}

impl<G: PointGraph> Heuristic for PointTarget<'_, G> {
    fn estimate(&self, node: NodeId) -> Cost {
        self.aim.estimate(self.graph.cell_of(node))
    }
}

/// Reports the cells of nodes.
struct PointObserver<'a, G, O: ?Sized> {
    observer: &'a mut O,
    graph: &'a G,
}

impl<G: PointGraph, O: Observer + ?Sized> Observer for PointObserver<'_, G, O> {
    fn expanded(&mut self, node: NodeId, g: Cost, f: Cost) {
        self.observer.expanded(self.graph.cell_of(node), g, f);
    }
    fn generated(&mut self, node: NodeId, g: Cost) {
        self.observer.generated(self.graph.cell_of(node), g);
    }
    fn frontier_len(&mut self, entries: usize) {
        self.observer.frontier_len(entries);
    }
}

impl<G: PointGraph> PointSearch<G> {
    /// A search with the estimate that fits steps over the terrain.
    pub(super) fn by_steps(terrain: &Terrain, graph: G) -> Self {
        let labels = StampedLabels::new(graph.node_count());
        let search = Search::from_parts(HeapFrontier::default(), labels);
        Self { graph, aim: GridTarget::new(terrain), goal: 0, search }
    }

    /// A search with the length of the straight line as its estimate.
    pub(super) fn by_lines(terrain: &Terrain, graph: G) -> Self {
        let mut search = Self::by_steps(terrain, graph);
        search.aim.metric = Metric::Euclidean;
        search
    }

    /// Begins a search from node to node.
    pub(super) fn begin(&mut self, start: NodeId, goal: NodeId) {
        self.goal = goal;
        self.aim.set(self.graph.cell_of(start), self.graph.cell_of(goal));
        let target = PointTarget { aim: &self.aim, graph: &self.graph, goal };
        self.search.restart(start, Rank::AStar, &target);
    }

    /// Expands one node.
    pub(super) fn step<O: Observer + ?Sized>(&mut self, observer: &mut O) -> Step {
        let target = PointTarget { aim: &self.aim, graph: &self.graph, goal: self.goal };
        let step =
            self.search.step(&self.graph, &target, &mut PointObserver { observer, graph: &self.graph });
        match step {
            Step::Found(node) => Step::Found(self.graph.cell_of(node)),
            step => step,
        }
    }

    /// The nodes of the path from the start to the goal.
    pub(super) fn nodes(&self) -> Vec<NodeId> {
        self.search.path_to(self.search.closest())
    }

    /// The cells of these nodes.
    pub(super) fn path(&self) -> Vec<NodeId> {
        let mut cells: Vec<NodeId> = self.nodes().iter().map(|node| self.graph.cell_of(*node)).collect();
        cells.dedup();
        cells
    }
}

impl PointSearch<StoredPoints> {
    /// Begins a search between cells, over the edges out of the start and into the goal, and the line between both if it
    /// is free.
    pub(super) fn begin_in_sight(
        &mut self,
        terrain: &Terrain,
        (start, goal): (NodeId, NodeId),
        mut leaving: Vec<(NodeId, Cost)>,
        arriving: Vec<(NodeId, Cost)>,
    ) {
        let [from, to] = [self.graph.graph.start(), self.graph.graph.goal()];
        if start != goal && has_wide_line_of_sight(terrain, start, goal) {
            leaving.push((to, ThetaStar::line_cost(terrain, start, goal)));
        }
        self.graph.set_ends((start, goal), leaving, arriving);
        self.begin(from, if start == goal { from } else { to });
    }
}

/// Stored edges between points, and an additional start and goal.
#[derive(Clone, Debug)]
pub(super) struct StoredPoints {
    pub(super) graph: WithEndpoints,
    /// The cell of each node; then those of the start and the goal.
    cells: Vec<NodeId>,
}

impl StoredPoints {
    /// Points at these cells with these edges.
    pub(super) fn new(mut cells: Vec<NodeId>, edges: &[Vec<(NodeId, Cost)>]) -> Self {
        cells.extend([0, 0]);
        Self { graph: WithEndpoints::new(Edges::new(edges)), cells }
    }

    /// The cells of the stored nodes.
    pub(super) fn cells(&self) -> &[NodeId] {
        &self.cells[..self.cells.len() - 2]
    }

    /// Sets the cells of start and goal, and the edges out of the one and into the other.
    pub(super) fn set_ends(
        &mut self,
        (start, goal): (NodeId, NodeId),
        leaving: Vec<(NodeId, Cost)>,
        arriving: Vec<(NodeId, Cost)>,
    ) {
        let ends = self.cells.len() - 2;
        (self.cells[ends], self.cells[ends + 1]) = (start, goal);
        self.graph.set_start(leaving);
        self.graph.set_goal(arriving);
    }

    /// The points and the edges, which can all be used in both directions.
    pub(super) fn drawing(&self, terrain: &Terrain) -> Drawing {
        let mut drawing = Drawing::default();
        drawing.add_nodes(self.cells().iter().map(|cell| terrain.cell(*cell)));
        for node in 0..self.cells().len() as NodeId {
            let later = self.graph.edges().edges_of(node).iter().filter(|(to, _)| *to > node);
            for (to, _) in later {
                let [from, to] = [node, *to].map(|node| terrain.cell(self.cells[node as usize]));
                drawing.add_line(from, to);
            }
        }
        drawing.edge_count = drawing.lines.len() as u64;
        drawing
    }

    pub(super) fn bytes(&self) -> usize {
        self.cells.len() * size_of::<NodeId>() + self.graph.edges().bytes()
    }
}

impl Graph for StoredPoints {
    fn node_count(&self) -> u32 {
        self.graph.node_count()
    }
    fn successors(&self, visit: Visit, emit: &mut impl FnMut(NodeId, Cost)) {
        self.graph.successors(visit, emit);
    }
}

impl PointGraph for StoredPoints {
    fn cell_of(&self, node: NodeId) -> NodeId {
        self.cells[node as usize]
    }
}
