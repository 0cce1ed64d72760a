//! A* over a road map: junctions are nodes, roads are edges (as road networks are searched since Dijkstra 1959).
//!
//! The idea: along a corridor there is no choice, so there is nothing to search either. Keep the cells with a choice,
//! and one edge for each string of cells between two of them, with the cost of its steps. A start or goal between
//! junctions becomes an additional node with an edge to either end of its road, for this query only.
//! Promise: optimal. Needs: preparation whenever something changes. It pays where most cells have two neighbours.
//! Units: milli-steps. Ties: the total order.
//! Cost: a pass over the map beforehand; four bytes per cell of a road, and twelve per cell to find its road.
//! Differs from the road networks of navigation in that every road can be used in both directions, at its own cost for
//! each.

use super::abstract_graph::AbstractGraph;
use super::{Algorithm, Observer, Step};
use crate::graph::{Cost, NO_PATH, NodeId, Roads, Terrain};

/// A search over junctions.
#[derive(Clone, Debug)]
pub struct RoadMap<'a> {
    terrain: &'a Terrain,
    roads: Roads,
    abstract_graph: AbstractGraph,
    /// The roads at each junction, and whether they begin there; in the order of the edges of the sketch.
    roads_at: Vec<Vec<(usize, bool)>>,
    start: NodeId,
    goal: NodeId,
}

impl<'a> RoadMap<'a> {
    /// Finds the roads of a terrain.
    pub fn new(terrain: &'a Terrain) -> Self {
        let roads = Roads::of(terrain);
        let mut edges = vec![Vec::new(); roads.junctions().len()];
        let mut roads_at = vec![Vec::new(); roads.junctions().len()];
        for (number, road) in roads.roads().iter().enumerate() {
            let ends = [road.first(), road.last()].map(|end| end.and_then(|cell| roads.junction_at(*cell)));
            let [Some(first), Some(last)] = ends else { continue };
            for (from, to, is_along) in [(first, last, true), (last, first, false)] {
                edges[from as usize].push((to, stretch_cost(terrain, road, is_along)));
                roads_at[from as usize].push((number, is_along));
            }
        }
        let abstract_graph = AbstractGraph::new(terrain, roads.junctions().to_vec(), &edges);
        Self { terrain, roads, abstract_graph, roads_at, start: 0, goal: 0 }
    }

    /// The stretches from a cell between junctions to both ends of its road, each starting with the cell.
    fn stretches_from(&self, cell: NodeId) -> Vec<Vec<NodeId>> {
        let Some((road, at)) = self.roads.position_on_road(cell) else { return Vec::new() };
        let road = &self.roads.roads()[road];
        vec![road[..=at].iter().rev().copied().collect(), road[at..].to_vec()]
    }

    /// The stretch from the start to the goal, if they lie on one road and neither is a junction.
    fn direct_stretch(&self) -> Option<Vec<NodeId>> {
        let (road, from) = self.roads.position_on_road(self.start)?;
        let (same, to) = self.roads.position_on_road(self.goal)?;
        let cells = &self.roads.roads()[road];
        (road == same).then(|| {
            if from <= to {
                cells[from..=to].to_vec()
            } else {
                cells[to..=from].iter().rev().copied().collect()
            }
        })
    }

    /// A stretch as an edge: the junction at its end, and its cost.
    fn stretch_edge(&self, stretch: &[NodeId], is_along: bool) -> Option<(NodeId, Cost)> {
        let end = self.roads.junction_at(*stretch.last()?)?;
        Some((end, stretch_cost(self.terrain, stretch, is_along)))
    }

    /// The cells of the cheapest stretch from one node of the sketch to the next.
    fn cells_between(&self, from: NodeId, to: NodeId) -> Vec<NodeId> {
        let (start, goal) = (self.abstract_graph.graph().start(), self.abstract_graph.graph().goal());
        let ends_at =
            |stretch: &Vec<NodeId>, node: NodeId| stretch.last() == Some(&self.abstract_graph.cell_of(node));
        let found = if from == start && to == goal {
            self.direct_stretch().into_iter().collect()
        } else if from == start {
            self.stretches_from(self.start).into_iter().filter(|stretch| ends_at(stretch, to)).collect()
        } else if to == goal {
            let arriving =
                self.stretches_from(self.goal).into_iter().filter(|stretch| ends_at(stretch, from));
            arriving.map(|stretch| stretch.into_iter().rev().collect()).collect()
        } else {
            self.roads_between(from, to)
        };
        found.into_iter().min_by_key(|cells| stretch_cost(self.terrain, cells, true)).unwrap_or_default()
    }

    /// All roads from one junction to another.
    fn roads_between(&self, from: NodeId, to: NodeId) -> Vec<Vec<NodeId>> {
        let edges =
            self.abstract_graph.graph().edges().edges_of(from).iter().zip(&self.roads_at[from as usize]);
        let leading = edges.filter(|((end, _), _)| *end == to);
        let cells = |(road, is_along): (usize, bool)| {
            let mut cells = self.roads.roads()[road].clone();
            if !is_along {
                cells.reverse();
            }
            cells
        };
        leading.map(|(_, at)| cells(*at)).collect()
    }
}

/// Cost of the path over these cells, or back over them.
fn stretch_cost(terrain: &Terrain, cells: &[NodeId], is_along: bool) -> Cost {
    let mut cells = cells.to_vec();
    if !is_along {
        cells.reverse();
    }
    terrain.path_cost(&cells).unwrap_or(NO_PATH)
}

impl Algorithm for RoadMap<'_> {
    fn begin(&mut self, start: NodeId, goal: NodeId) {
        (self.start, self.goal) = (start, goal);
        self.abstract_graph.begin(start, goal);
        let edges = |cell, is_along| {
            let stretches = self.stretches_from(cell);
            stretches.iter().filter_map(|stretch| self.stretch_edge(stretch, is_along)).collect::<Vec<_>>()
        };
        let mut leaving = edges(start, true);
        let arriving = edges(goal, false);
        leaving.extend(
            self.direct_stretch()
                .map(|cells| (self.abstract_graph.graph().goal(), stretch_cost(self.terrain, &cells, true))),
        );
        self.abstract_graph.graph_mut().set_start(leaving);
        self.abstract_graph.graph_mut().set_goal(arriving);
    }

    fn step<O: Observer + ?Sized>(&mut self, observer: &mut O) -> Step {
        self.abstract_graph.step(observer).at(self.goal)
    }

    fn path(&self) -> Vec<NodeId> {
        let nodes = self.abstract_graph.path();
        let legs = nodes.windows(2).flat_map(|two| self.cells_between(two[0], two[1]).into_iter().skip(1));
        [self.start].into_iter().chain(legs).collect()
    }

    fn prepared_bytes(&self) -> usize {
        self.roads.bytes() + self.abstract_graph.bytes()
    }
}
