//! Hierarchical pathfinding, HPA* (Botea, Müller & Schaeffer 2004), with one level above the cells.
//!
//! The idea: cut the map into squares of sixteen cells, mark the entrances between neighbouring squares, and measure
//! beforehand how far it is from each entrance of a square to each other inside of it. A question is then asked thrice:
//! from the start to the entrances of its square and from those of the goal's square to the goal; between entrances,
//! over this sketch of few nodes; and cell by cell within each square that the way passes.
//! Promise: complete; some percent dearer than the cheapest way, since squares are left at their entrances only.
//! Needs: preparation whenever something changes, in the squares concerned. Units: milli-steps. Ties: the total order.
//! Cost: a Dijkstra of at most 256 cells an entrance beforehand; sixteen bytes an edge of the sketch.
//! Differs from the paper in crossing an entrance where it is cheapest, in tight diagonal entrances where corners may be
//! cut, and in not smoothing the way.

use super::sketch::Sketch;
use super::{Aim, Algorithm, Everywhere, Frontier, Observer, Rank, Search, Stamped, Step, Watch};
use crate::graph::{Backwards, Clusters, Cost, Graph, NodeId, Only, Terrain};

/// Cells of a cluster's side.
const SIDE: u16 = 16;

/// What a question is at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    /// Measuring from the start to the entrances of its cluster.
    Leaving,
    /// Measuring from the entrances of the goal's cluster to the goal.
    Arriving,
    /// Searching from entrance to entrance.
    Sketching,
    /// Finding the cells of this leg of the sketched way.
    Refining(usize),
}

/// A search over entrances.
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
    /// The search within a cluster, and its aim.
    local: Search<Frontier, Stamped>,
    aim: Aim,
    /// Cells of the sketched way.
    stops: Vec<NodeId>,
    walked: Vec<NodeId>,
}

/// The edges of a graph that stay within a cluster.
fn inside<G: Graph>(graph: G, clusters: Clusters) -> Only<G, impl Fn(NodeId, NodeId) -> bool> {
    Only { graph, keeps: move |from, to| clusters.is_within(from, to) }
}

impl<'a> Hierarchical<'a> {
    /// Finds the entrances of a terrain and measures between them.
    pub fn new(terrain: &'a Terrain) -> Self {
        let clusters = Clusters::of(terrain, SIDE);
        let crossings = clusters.crossings(terrain);
        let mut places: Vec<NodeId> = crossings.iter().flat_map(|(a, b)| [*a, *b]).collect();
        places.sort_unstable();
        places.dedup();
        let mut members = vec![Vec::new(); clusters.count()];
        for place in &places {
            members[clusters.at(*place)].push(*place);
        }
        let mut local = Search::of_parts(Frontier::default(), Stamped::new(terrain.node_count()));
        let node_at = |place: &NodeId| places.partition_point(|other| other < place) as NodeId;
        let mut edges: Vec<Vec<(NodeId, Cost)>> = Vec::new();
        for place in &places {
            local.restart(*place, Rank::UniformCost, &Everywhere);
            while local.step(&inside(terrain, clusters), &Everywhere, &mut Watch) == Step::Working {}
            let others = members[clusters.at(*place)].iter().filter(|other| *other != place);
            let leg = |other: &NodeId| local.cost_of(*other).map(|cost| (node_at(other), cost));
            edges.push(others.filter_map(leg).collect());
        }
        for (a, b) in crossings {
            for (from, to) in [(a, b), (b, a)] {
                let cost = terrain.step(from, to).map(|cost| (node_at(&to), cost.into()));
                edges[node_at(&from) as usize].extend(cost);
            }
        }
        Self {
            sketch: Sketch::new(terrain, places, &edges),
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

    /// What the search within a cluster has measured to its entrances.
    fn measured(&self, cluster: usize) -> Vec<(NodeId, Cost)> {
        let leg = |place: &NodeId| Some((self.sketch.node_at(*place)?, self.local.cost_of(*place)?));
        self.members[cluster].iter().filter_map(leg).collect()
    }

    /// Hands what was measured from the start, or to the goal, to the sketch.
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

    /// Begins a phase, or the one after it if there is nothing to do in it.
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

    /// Takes up the leg of this number; a step over a border needs no search.
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
                let back = inside(Backwards(terrain), clusters);
                if self.local.step(&back, &Everywhere, observer) == Step::Exhausted {
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
