//! Searches from entrance to entrance.
//!
//! The idea: entrances are nodes; the costs of a chunk are the edges between its entrances, and each entrance belongs
//! to the two chunks beside it. Start and goal are additional nodes: the start's edges lead to the entrances of its own
//! chunk, the goal's come from those of its chunk. For a larger chunk these are found level by level, each time inside
//! one chunk only.
//! Promise: the cheapest route by entrances of this level. Needs: an admissible estimate.
//! Units: milli-steps.
//! Ties: the total order of the frontier.
//! Cost: at most as many expansions as there are entrances around, some thousands. Not here: the choice of the level,
//! and cells.

use super::chunk::EntranceLeg;
use super::scratch::Scratch;
use super::shape::ChunkGrid;
use super::{Abstraction, StepPrices};
use crate::graph::{Cost, Graph, NO_PATH, NodeId, Visit};
use crate::grid::{Cell, DIAGONAL, STRAIGHT};
use crate::search::{Goal, Heuristic, NoObserver, Rank, Step, run};

/// An end of a search: a cell, or the entrance on whose canonical cell the route is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct RouteEnd {
    pub cell: Cell,
    pub entrance: Option<NodeId>,
}

/// A route by entrances.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct AbstractRoute {
    /// In order of walking.
    pub entrances: Vec<NodeId>,
    pub price: Cost,
    pub time: Cost,
    pub expansions: u32,
}

/// The entrances of a level as a graph, with a start and a goal as additional nodes.
struct AbstractGraph<'a, P> {
    abstraction: &'a Abstraction,
    prices: &'a P,
    level: usize,
    /// The chunks that the route must stay in, sorted, and their level.
    corridor: Option<(usize, &'a [u32])>,
    starts: &'a [EntranceLeg],
    /// Sorted by entrance.
    ends: &'a [EntranceLeg],
    /// Price of the direct path from start to goal, if both are in one smallest chunk.
    direct: Option<Cost>,
}

impl<P: StepPrices> AbstractGraph<'_, P> {
    fn start(&self) -> NodeId {
        self.abstraction.shape.entrance_count_max()
    }

    fn goal(&self) -> NodeId {
        self.abstraction.shape.entrance_count_max() + 1
    }

    /// Whether the route may pass a chunk of the graph's level.
    fn may_pass(&self, chunk: u32) -> bool {
        let Some((level, allowed)) = self.corridor else { return true };
        let shape = &self.abstraction.shape;
        let around = (self.level..level).fold(chunk, |chunk, level| shape.parent(level, chunk));
        allowed.binary_search(&around).is_ok()
    }

    /// Price and time from an entrance to another of the same chunk.
    fn edge(&self, from: NodeId, to: NodeId) -> Option<(Cost, Cost)> {
        let sides = self.abstraction.shape.chunks_beside(self.level, from);
        let edges = sides.into_iter().filter(|chunk| self.may_pass(*chunk)).filter_map(|chunk| {
            let chunk = self.abstraction.chunk(self.level, chunk, self.prices);
            Some(chunk.edge(chunk.position(from)?, chunk.position(to)?))
        });
        edges.min()
    }
}

impl<P: StepPrices> Graph for AbstractGraph<'_, P> {
    fn node_count(&self) -> u32 {
        self.abstraction.shape.entrance_count_max() + 2
    }

    fn successors(&self, visit: Visit, emit: &mut impl FnMut(NodeId, Cost)) {
        if visit.node == self.start() {
            self.starts.iter().for_each(|leg| emit(leg.entrance, leg.cost.max(1)));
            self.direct.iter().for_each(|price| emit(self.goal(), (*price).max(1)));
            return;
        }
        for chunk in self.abstraction.shape.chunks_beside(self.level, visit.node) {
            if !self.may_pass(chunk) {
                continue;
            }
            let chunk = self.abstraction.chunk(self.level, chunk, self.prices);
            let Some(place) = chunk.position(visit.node) else { continue };
            for (to, cost) in chunk.entrances.iter().zip(chunk.row(place)) {
                if *cost != NO_PATH && *to != visit.node {
                    emit(*to, (*cost).max(1));
                }
            }
        }
        if let Ok(place) = self.ends.binary_search_by_key(&visit.node, |leg| leg.entrance) {
            emit(self.goal(), self.ends[place].cost.max(1));
        }
    }
}

/// The goal, with the octile distance at the cheapest price as the estimate.
struct AbstractTarget {
    shape: ChunkGrid,
    from: Cell,
    goal: Cell,
    cheapest: u32,
}

/// Octile distance at a price, in milli-steps, rounded step by step as prices are.
pub(super) fn octile_cost(a: Cell, b: Cell, cheapest: u32) -> u32 {
    let (dx, dy) = (u32::from(a.x.abs_diff(b.x)), u32::from(a.y.abs_diff(b.y)));
    let diagonal = (u64::from(cheapest) * u64::from(DIAGONAL) / u64::from(STRAIGHT)) as u32;
    cheapest * dx.abs_diff(dy) + diagonal * dx.min(dy)
}

/// What a path between two cells through a smallest chunk costs at least, in milli-steps, at the cheapest price.
pub(super) fn least_cost_through(
    shape: &ChunkGrid,
    chunk: u32,
    (from, goal): (Cell, Cell),
    cheapest: u32,
) -> u32 {
    let leg = |end: Cell| octile_cost(end, shape.nearest_cell(chunk, end), cheapest);
    leg(from) + leg(goal)
}

impl Goal for AbstractTarget {
    fn contains(&self, node: NodeId) -> bool {
        node == self.shape.entrance_count_max() + 1
    }
}

impl Heuristic for AbstractTarget {
    fn estimate(&self, node: NodeId) -> Cost {
        let cell = match node.checked_sub(self.shape.entrance_count_max()) {
            None => self.shape.canonical_cell(node),
            Some(0) => self.from,
            Some(_) => self.goal,
        };
        octile_cost(cell, self.goal, self.cheapest).into()
    }
}

impl Abstraction {
    /// The legs from a cell to the entrances of its chunk of this level, or from them to it: level by level, inside
    /// chunks only.
    fn legs_from_cell(
        &self,
        level: usize,
        cell: Cell,
        is_backward: bool,
        prices: &impl StepPrices,
    ) -> Vec<EntranceLeg> {
        let leaf = self.shape.chunk(0, cell);
        let entrances = &self.chunk(0, leaf, prices).entrances;
        let steps = self.leaf_steps(leaf, prices);
        let mut legs: Vec<EntranceLeg> = if is_backward {
            self.legs_from_entrances(cell, entrances, &steps).collect()
        } else {
            self.legs_to_entrances(cell, entrances, &steps).collect()
        };
        for level in 1..=level {
            let chunk = self.shape.chunk(level, cell);
            let entrances = &self.chunk(level, chunk, prices).entrances;
            let inside = self.inner_graph(level, chunk, entrances, is_backward, prices);
            let found = inside.costs_between(&legs, entrances);
            let leg = |(entrance, (cost, time)): (&NodeId, (Cost, Cost))| {
                (cost != NO_PATH).then_some(EntranceLeg { entrance: *entrance, cost, time })
            };
            legs = entrances.iter().zip(found).filter_map(leg).collect();
        }
        legs
    }

    /// The legs between an end and the entrances of its chunk of this level.
    fn legs_from_end(
        &self,
        level: usize,
        end: RouteEnd,
        is_backward: bool,
        prices: &impl StepPrices,
    ) -> Vec<EntranceLeg> {
        match end.entrance.filter(|entrance| self.is_entrance(level, *entrance, prices)) {
            Some(entrance) => vec![EntranceLeg { entrance, cost: 0, time: 0 }],
            None => self.legs_from_cell(level, end.cell, is_backward, prices),
        }
    }

    /// Whether the entrance exists at this level now.
    pub(super) fn is_entrance(&self, level: usize, entrance: NodeId, prices: &impl StepPrices) -> bool {
        let [a, b] = self.shape.chunks_beside(level, entrance);
        a != b && self.chunk(level, a, prices).position(entrance).is_some()
    }

    /// The cheapest route by entrances of a level, within a corridor of chunks if there is one. Both ends must be in
    /// different chunks of this level, unless it is the lowest. `None` if there is no route, or none within
    /// `expansions_max`.
    pub(super) fn search_route(
        &self,
        prices: &impl StepPrices,
        level: usize,
        (from, goal): (RouteEnd, RouteEnd),
        corridor: Option<(usize, &[u32])>,
        expansions_max: u32,
        scratch: &mut Scratch,
    ) -> Option<AbstractRoute> {
        let (starts, mut ends) =
            (self.legs_from_end(level, from, false, prices), self.legs_from_end(level, goal, true, prices));
        ends.sort_unstable_by_key(|leg| leg.entrance);
        let direct = (level == 0).then(|| self.cost_within_leaf(from.cell, goal.cell, prices)).flatten();
        let graph = AbstractGraph {
            abstraction: self,
            prices,
            level,
            corridor,
            starts: &starts,
            ends: &ends,
            direct: direct.map(|(cost, _)| cost),
        };
        let target = AbstractTarget {
            shape: self.shape,
            from: from.cell,
            goal: goal.cell,
            cheapest: prices.cheapest(),
        };
        let search = scratch.entrance_search(graph.node_count());
        search.restart(graph.start(), Rank::AStar, &target);
        let step = run(search, &graph, &target, expansions_max, &mut NoObserver);
        let expansions = search.expansions();
        scratch.expansions += u64::from(expansions);
        let search = scratch.entrance_search(graph.node_count());
        let Step::Found(end) = step else { return None };
        let route = search.path_to(end);
        let entrances = &route[1..route.len() - 1];
        let mut sketched =
            AbstractRoute { entrances: entrances.to_vec(), price: search.cost_of(end)?, time: 0, expansions };
        sketched.time = match (entrances.first(), entrances.last()) {
            (Some(first), Some(last)) => {
                let own = |legs: &[EntranceLeg], entrance: NodeId| {
                    legs.iter().find(|leg| leg.entrance == entrance).map_or(0, |leg| leg.time)
                };
                let between = entrances.windows(2).filter_map(|two| graph.edge(two[0], two[1]));
                own(&starts, *first) + own(&ends, *last) + between.map(|(_, time)| time).sum::<Cost>()
            }
            _ => direct.map_or(0, |(_, time)| time),
        };
        Some(sketched)
    }

    /// Price and time from a cell to another of the same smallest chunk, inside it.
    fn cost_within_leaf(&self, from: Cell, goal: Cell, prices: &impl StepPrices) -> Option<(Cost, Cost)> {
        let chunk = self.shape.chunk(0, from);
        (self.shape.chunk(0, goal) == chunk).then(|| self.inner_cost(chunk, from, goal, prices)).flatten()
    }
}
