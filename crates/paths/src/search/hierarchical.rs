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

use super::sketch::Sketch;
use super::{Aim, Algorithm, Everywhere, Frontier, Observer, Rank, Search, Stamped, Step, Watch};
use crate::graph::{Backwards, Clusters, Cost, Graph, NodeId, Only, Terrain};

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
    Sketching,
    /// Finding the cells of this leg of the route.
    Refining(usize),
}

/// A hierarchical search.
#[derive(Clone, Debug)]
pub struct Hierarchical<'a> {
    terrain: &'a Terrain,
    clusters: Clusters,
    sketch: Sketch,
    /// Entrance cells of each cluster.
    members: Vec<Vec<NodeId>>,
    phase: Phase,
    start: NodeId,
    goal: NodeId,
    /// The search within a cluster, and its target.
    local: Search<Frontier, Stamped>,
    aim: Aim,
    /// The cells of the route.
    stops: Vec<NodeId>,
    walked: Vec<NodeId>,
}

/// The edges of a graph that stay within a cluster.
fn inside<G: Graph>(graph: G, clusters: Clusters) -> Only<G, impl Fn(NodeId, NodeId) -> bool> {
    Only { graph, keeps: move |from, to| clusters.is_within(from, to) }
}

impl<'a> Hierarchical<'a> {
    /// Finds the entrances of a terrain and computes the costs between them.
    pub fn new(terrain: &'a Terrain) -> Self {
        let clusters = Clusters::of(terrain, SIDE);
        let transitions = clusters.crossings(terrain);
        let mut entrances: Vec<NodeId> = transitions.iter().flat_map(|(a, b)| [*a, *b]).collect();
        entrances.sort_unstable();
        entrances.dedup();
        let mut members = vec![Vec::new(); clusters.count()];
        for entrance in &entrances {
            members[clusters.at(*entrance)].push(*entrance);
        }
        let mut local = Search::of_parts(Frontier::default(), Stamped::new(terrain.node_count()));
        let node_at = |entrance: &NodeId| entrances.partition_point(|other| other < entrance) as NodeId;
        let mut edges: Vec<Vec<(NodeId, Cost)>> = Vec::new();
        for entrance in &entrances {
            local.restart(*entrance, Rank::UniformCost, &Everywhere);
            while local.step(&inside(terrain, clusters), &Everywhere, &mut Watch) == Step::Working {}
            let others = members[clusters.at(*entrance)].iter().filter(|other| *other != entrance);
            let leg = |other: &NodeId| local.cost_of(*other).map(|cost| (node_at(other), cost));
            edges.push(others.filter_map(leg).collect());
        }
        for (a, b) in transitions {
            for (from, to) in [(a, b), (b, a)] {
                let cost = terrain.step(from, to).map(|cost| (node_at(&to), cost.into()));
                edges[node_at(&from) as usize].extend(cost);
            }
        }
        Self {
            sketch: Sketch::new(terrain, entrances, &edges),
            terrain,
            clusters,
            members,
            phase: Phase::Leaving,
            start: 0,
            goal: 0,
            local,
            aim: Aim::new(terrain),
            stops: Vec::new(),
            walked: Vec::new(),
        }
    }

    /// The costs of the search within a cluster to its entrances.
    fn measured(&self, cluster: usize) -> Vec<(NodeId, Cost)> {
        let leg = |entrance: &NodeId| Some((self.sketch.node_at(*entrance)?, self.local.cost_of(*entrance)?));
        self.members[cluster].iter().filter_map(leg).collect()
    }

    /// Adds the edges measured from the start to the abstract graph.
    fn take_in_start(&mut self) {
        let mut edges = self.measured(self.clusters.at(self.start));
        if self.sketch.node_at(self.goal).is_none() {
            edges.extend(self.local.cost_of(self.goal).map(|cost| (self.sketch.graph.goal(), cost)));
        }
        self.sketch.graph.set_start(edges);
        self.begin_phase(Phase::Arriving);
    }

    fn take_in_goal(&mut self) {
        let edges = self.measured(self.clusters.at(self.goal));
        self.sketch.graph.set_goal(edges);
        self.begin_phase(Phase::Sketching);
    }

    /// Begins a phase, or the next one if there is nothing to do in it.
    fn begin_phase(&mut self, phase: Phase) {
        self.phase = phase;
        match phase {
            Phase::Leaving if self.sketch.node_at(self.start).is_some() => self.begin_phase(Phase::Arriving),
            Phase::Arriving if self.sketch.node_at(self.goal).is_some() => self.begin_phase(Phase::Sketching),
            Phase::Leaving => self.local.restart(self.start, Rank::UniformCost, &Everywhere),
            Phase::Arriving => self.local.restart(self.goal, Rank::UniformCost, &Everywhere),
            Phase::Sketching => {}
            Phase::Refining(leg) => {
                if let Some([from, to]) = self.stops.get(leg..leg + 2) {
                    self.aim.at(*from, *to);
                    self.local.restart(*from, Rank::AStar, &self.aim);
                }
            }
        }
    }

    /// Begins the leg with this index; a step across a border needs no search.
    fn next_leg(&mut self, mut leg: usize) -> Step {
        while let Some([from, to]) = self.stops.get(leg..leg + 2) {
            if self.clusters.is_within(*from, *to) {
                self.begin_phase(Phase::Refining(leg));
                return Step::Working;
            }
            self.walked.push(*to);
            leg += 1;
        }
        Step::Found(self.goal)
    }
}

impl Algorithm for Hierarchical<'_> {
    fn begin(&mut self, start: NodeId, goal: NodeId) {
        (self.start, self.goal) = (start, goal);
        self.stops.clear();
        self.walked = vec![start];
        self.sketch.begin(start, goal);
        self.begin_phase(Phase::Leaving);
    }

    fn step<O: Observer + ?Sized>(&mut self, observer: &mut O) -> Step {
        let (terrain, clusters) = (self.terrain, self.clusters);
        match self.phase {
            Phase::Leaving => {
                if self.local.step(&inside(terrain, clusters), &Everywhere, observer) == Step::Exhausted {
                    self.take_in_start();
                }
                Step::Working
            }
            Phase::Arriving => {
                let backwards = inside(Backwards(terrain), clusters);
                if self.local.step(&backwards, &Everywhere, observer) == Step::Exhausted {
                    self.take_in_goal();
                }
                Step::Working
            }
            Phase::Sketching => match self.sketch.step(observer) {
                Step::Found(_) => {
                    self.stops = self.sketch.way().into_iter().map(|node| self.sketch.place(node)).collect();
                    self.next_leg(0)
                }
                step => step,
            },
            Phase::Refining(leg) => match self.local.step(&inside(terrain, clusters), &self.aim, observer) {
                Step::Found(stop) => {
                    self.walked.extend(self.local.way_to(stop).into_iter().skip(1));
                    self.next_leg(leg + 1)
                }
                step => step,
            },
        }
    }

    fn way(&self) -> Vec<NodeId> {
        self.walked.clone()
    }

    fn prepared_bytes(&self) -> usize {
        let members: usize = self.members.iter().map(|members| members.len() * size_of::<NodeId>()).sum();
        self.sketch.bytes() + members
    }
}
