//! Hierarchical pathfinding, HPA* (Botea, Müller & Schaeffer 2004), with one level above the cells.
//!
//! The idea: divide the map into clusters of 16 × 16 cells, find the entrances between neighbouring clusters, and
//! compute beforehand the cost from each entrance of a cluster to each other inside it. A query then has three parts:
//! from the start to the entrances of its cluster and from those of the goal's cluster to the goal; between entrances,
//! over this abstract graph of few nodes; and cell by cell within each cluster on the route.
//! Promise: complete; some percent dearer than the cheapest path, since clusters are left only at their entrances.
//! Needs: preparation whenever something changes, in the clusters affected.
//! Units: milli-steps. Ties: the total order.
//! Cost: a Dijkstra of at most 256 cells per entrance beforehand; sixteen bytes per edge of the abstract graph.
//! Differs from the paper in crossing an entrance where it is cheapest, in diagonal entrances between walls where
//! corners may be cut, and in not smoothing the path.

use super::abstract_graph::AbstractGraph;
use super::{
    Algorithm, GridTarget, HeapFrontier, NoObserver, NoTarget, Observer, Rank, Search, StampedLabels, Step,
};
use crate::graph::{Clusters, Cost, EdgeFiltered, Graph, NodeId, Reversed, Terrain};
use crate::grid::distinct;

/// Side of a cluster in cells.
const SIDE: u16 = 16;

/// The phase of a query.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    /// Measuring from the start to the entrances of its cluster.
    Leaving,
    /// Measuring from the entrances of the goal's cluster to the goal.
    Arriving,
    /// Searching the abstract graph from entrance to entrance.
    Routing,
    /// Finding the cells of this leg of the route.
    Refining(usize),
}

/// A hierarchical search.
#[derive(Clone, Debug)]
pub struct HierarchicalSearch<'a> {
    terrain: &'a Terrain,
    clusters: Clusters,
    abstract_graph: AbstractGraph,
    /// Entrance cells of each cluster.
    cluster_entrances: Vec<Vec<NodeId>>,
    phase: Phase,
    start: NodeId,
    goal: NodeId,
    /// The search within a cluster, and its target.
    local: Search<HeapFrontier, StampedLabels>,
    aim: GridTarget,
    /// The cells of the route.
    route: Vec<NodeId>,
    path: Vec<NodeId>,
}

/// The edges of a graph that stay within a cluster.
fn within_clusters<G: Graph>(
    graph: G,
    clusters: Clusters,
) -> EdgeFiltered<G, impl Fn(NodeId, NodeId) -> bool> {
    EdgeFiltered { graph, keeps: move |from, to| clusters.are_in_one_cluster(from, to) }
}

impl<'a> HierarchicalSearch<'a> {
    /// Finds the entrances of a terrain and computes the costs between them.
    pub fn new(terrain: &'a Terrain) -> Self {
        let clusters = Clusters::of(terrain, SIDE);
        let transitions = clusters.transitions(terrain);
        let entrances: Vec<NodeId> = distinct(transitions.iter().flat_map(|(a, b)| [*a, *b]));
        let mut cluster_entrances = vec![Vec::new(); clusters.count()];
        for entrance in &entrances {
            cluster_entrances[clusters.cluster_of(*entrance)].push(*entrance);
        }
        let mut local = Search::from_parts(HeapFrontier::default(), StampedLabels::new(terrain.node_count()));
        let node_at = |entrance: &NodeId| entrances.partition_point(|other| other < entrance) as NodeId;
        let mut edges: Vec<Vec<(NodeId, Cost)>> = Vec::new();
        for entrance in &entrances {
            local.restart(*entrance, Rank::UniformCost, &NoTarget);
            while local.step(&within_clusters(terrain, clusters), &NoTarget, &mut NoObserver) == Step::Working
            {
            }
            let others =
                cluster_entrances[clusters.cluster_of(*entrance)].iter().filter(|other| *other != entrance);
            let leg = |other: &NodeId| local.cost_of(*other).map(|cost| (node_at(other), cost));
            edges.push(others.filter_map(leg).collect());
        }
        for (a, b) in transitions {
            for (from, to) in [(a, b), (b, a)] {
                let cost = terrain.step_cost(from, to).map(|cost| (node_at(&to), cost.into()));
                edges[node_at(&from) as usize].extend(cost);
            }
        }
        Self {
            abstract_graph: AbstractGraph::new(terrain, entrances, &edges),
            terrain,
            clusters,
            cluster_entrances,
            phase: Phase::Leaving,
            start: 0,
            goal: 0,
            local,
            aim: GridTarget::new(terrain),
            route: Vec::new(),
            path: Vec::new(),
        }
    }

    /// The costs of the search within a cluster to its entrances.
    fn measured_edges(&self, cluster: usize) -> Vec<(NodeId, Cost)> {
        let leg = |entrance: &NodeId| {
            Some((self.abstract_graph.node_at(*entrance)?, self.local.cost_of(*entrance)?))
        };
        self.cluster_entrances[cluster].iter().filter_map(leg).collect()
    }

    /// Adds the edges measured from the start to the abstract graph.
    fn connect_start(&mut self) {
        let mut edges = self.measured_edges(self.clusters.cluster_of(self.start));
        if self.abstract_graph.node_at(self.goal).is_none() {
            edges
                .extend(self.local.cost_of(self.goal).map(|cost| (self.abstract_graph.graph().goal(), cost)));
        }
        self.abstract_graph.graph_mut().set_start(edges);
        self.begin_phase(Phase::Arriving);
    }

    fn connect_goal(&mut self) {
        let edges = self.measured_edges(self.clusters.cluster_of(self.goal));
        self.abstract_graph.graph_mut().set_goal(edges);
        self.begin_phase(Phase::Routing);
    }

    /// Begins a phase, or the next one if there is nothing to do in it.
    fn begin_phase(&mut self, phase: Phase) {
        self.phase = phase;
        match phase {
            Phase::Leaving if self.abstract_graph.node_at(self.start).is_some() => {
                self.begin_phase(Phase::Arriving);
            }
            Phase::Arriving if self.abstract_graph.node_at(self.goal).is_some() => {
                self.begin_phase(Phase::Routing);
            }
            Phase::Leaving => self.local.restart(self.start, Rank::UniformCost, &NoTarget),
            Phase::Arriving => self.local.restart(self.goal, Rank::UniformCost, &NoTarget),
            Phase::Routing => {}
            Phase::Refining(leg) => {
                if let Some([from, to]) = self.route.get(leg..leg + 2) {
                    self.aim.set(*from, *to);
                    self.local.restart(*from, Rank::AStar, &self.aim);
                }
            }
        }
    }

    /// Begins the leg with this index; a step across a border needs no search.
    fn next_leg(&mut self, mut leg: usize) -> Step {
        while let Some([from, to]) = self.route.get(leg..leg + 2) {
            if self.clusters.are_in_one_cluster(*from, *to) {
                self.begin_phase(Phase::Refining(leg));
                return Step::Working;
            }
            self.path.push(*to);
            leg += 1;
        }
        Step::Found(self.goal)
    }
}

impl Algorithm for HierarchicalSearch<'_> {
    fn begin(&mut self, start: NodeId, goal: NodeId) {
        (self.start, self.goal) = (start, goal);
        self.route.clear();
        self.path = vec![start];
        self.abstract_graph.begin(start, goal);
        self.begin_phase(Phase::Leaving);
    }

    fn step<O: Observer + ?Sized>(&mut self, observer: &mut O) -> Step {
        let (terrain, clusters) = (self.terrain, self.clusters);
        match self.phase {
            Phase::Leaving => {
                if self.local.step(&within_clusters(terrain, clusters), &NoTarget, observer)
                    == Step::Exhausted
                {
                    self.connect_start();
                }
                Step::Working
            }
            Phase::Arriving => {
                let backwards = within_clusters(Reversed(terrain), clusters);
                if self.local.step(&backwards, &NoTarget, observer) == Step::Exhausted {
                    self.connect_goal();
                }
                Step::Working
            }
            Phase::Routing => match self.abstract_graph.step(observer) {
                Step::Found(_) => {
                    self.route = self
                        .abstract_graph
                        .path()
                        .into_iter()
                        .map(|node| self.abstract_graph.cell_of(node))
                        .collect();
                    self.next_leg(0)
                }
                step => step,
            },
            Phase::Refining(leg) => {
                match self.local.step(&within_clusters(terrain, clusters), &self.aim, observer) {
                    Step::Found(stop) => {
                        self.path.extend(self.local.path_to(stop).into_iter().skip(1));
                        self.next_leg(leg + 1)
                    }
                    step => step,
                }
            }
        }
    }

    fn path(&self) -> Vec<NodeId> {
        self.path.clone()
    }

    fn prepared_bytes(&self) -> usize {
        let members: usize =
            self.cluster_entrances.iter().map(|members| members.len() * size_of::<NodeId>()).sum();
        self.abstract_graph.bytes() + members
    }
}
