//! The cost to cross a chunk, from each of its entrances to each other.
//!
//! The idea: a route at an entrance is on its canonical cell. Through a smallest chunk the path is found cell by cell
//! ([`ChunkFlood`]), with a step in first and a step out at the end where that cell belongs to a neighbour. Through a
//! larger chunk it is found from entrance to entrance of the smaller chunks in it, by Dijkstra's search over their
//! costs ([`InnerGraph`]). Each price comes with the walking time of that very path.
//! Promise: the cheapest path that does not leave the chunk, and at higher levels passes entrances.
//! Cost: some microseconds per entrance; sixteen bytes per pair of entrances. Not here: the choice of entrances, and
//! routes through several chunks.

use super::cache::hash_of;
use super::entrances::is_first_side;
use super::flood::{ChunkFlood, UNREACHED};
use super::shape::{CHUNK_CHILDREN, ChunkGrid, side_bits};
use super::{Abstraction, StepPrices};
use crate::graph::{COST_MAX, Cost, NO_PATH, NodeId};
use crate::grid::{Cell, Dir8};
use crate::world::LEVELS;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A part of a route that ends or begins at an entrance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct EntranceLeg {
    pub entrance: NodeId,
    /// Price and walking time, in milli-steps.
    pub cost: Cost,
    pub time: Cost,
}

/// The entrances of a chunk, and the cost from each to each through the chunk.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Chunk {
    /// Sorted.
    pub entrances: Box<[NodeId]>,
    /// A row for each entrance: prices to each, [`NO_PATH`] where there is no path; and walking times.
    costs: Box<[Cost]>,
    times: Box<[Cost]>,
    /// Hash of the data of the smaller chunks, if there are any.
    inputs_hash: u64,
    /// Hash of this data.
    hash: u64,
}

impl Chunk {
    fn new(entrances: Vec<NodeId>, costs: Vec<Cost>, times: Vec<Cost>, inputs_hash: u64) -> Chunk {
        let words = entrances.iter().map(|entrance| u64::from(*entrance));
        let hash = hash_of(words.chain(costs.iter().chain(&times).copied()));
        Chunk { entrances: entrances.into(), costs: costs.into(), times: times.into(), inputs_hash, hash }
    }

    /// Index of an entrance among those of the chunk.
    pub(super) fn position(&self, entrance: NodeId) -> Option<usize> {
        self.entrances.binary_search(&entrance).ok()
    }

    /// Prices from an entrance to each.
    pub(super) fn row(&self, from: usize) -> &[Cost] {
        &self.costs[from * self.entrances.len()..][..self.entrances.len()]
    }

    /// Price and walking time from an entrance to another.
    pub(super) fn edge(&self, from: usize, to: usize) -> (Cost, Cost) {
        let place = from * self.entrances.len() + to;
        (self.costs[place], self.times[place])
    }

    pub(super) fn bytes(&self) -> usize {
        size_of::<Chunk>()
            + size_of_val(&*self.entrances)
            + size_of_val(&*self.costs)
            + size_of_val(&*self.times)
    }
}

impl Abstraction {
    /// A chunk with its costs, computed if necessary.
    pub(super) fn chunk(&self, level: usize, chunk: u32, prices: &impl StepPrices) -> &Chunk {
        let slot = &self.chunks[level][chunk as usize];
        slot.current.get_or_init(|| {
            let entrances = self.chunk_entrances(level, chunk, prices);
            let made_of = if level == 0 {
                0
            } else {
                hash_of(self.shape.children(level, chunk).map(|sub| self.chunk(level - 1, sub, prices).hash))
            };
            let holds = |before: &&Chunk| before.entrances[..] == entrances && before.inputs_hash == made_of;
            if let Some(before) = slot.previous.as_deref().filter(holds) {
                return before.clone().into();
            }
            self.count_built();
            let (costs, times) = match level {
                0 => self.leaf_costs(chunk, &entrances, prices),
                _ => self.larger_costs(level, chunk, &entrances, prices),
            };
            Chunk::new(entrances, costs, times, made_of).into()
        })
    }

    /// Prices and times from each entrance of a smallest chunk to each.
    fn leaf_costs(
        &self,
        chunk: u32,
        entrances: &[NodeId],
        prices: &impl StepPrices,
    ) -> (Vec<Cost>, Vec<Cost>) {
        let count = entrances.len();
        let (mut costs, mut times) = (vec![NO_PATH; count * count], vec![NO_PATH; count * count]);
        for (from, entrance) in entrances.iter().enumerate() {
            (costs[from * count + from], times[from * count + from]) = (0, 0);
            let Some((inner, step)) = self.entry_leg(chunk, *entrance, prices) else { continue };
            for leg in self
                .legs_to_entrances(chunk, inner, entrances, prices)
                .filter(|leg| leg.entrance != *entrance)
            {
                let to = entrances.binary_search(&leg.entrance).unwrap_or(0);
                costs[from * count + to] = step.cost + leg.cost;
                times[from * count + to] = step.time + leg.time;
            }
        }
        (costs, times)
    }

    /// The cell of a smallest chunk at one of its entrances, and the cost of the step onto it.
    fn entry_leg(
        &self,
        chunk: u32,
        entrance: NodeId,
        prices: &impl StepPrices,
    ) -> Option<(Cell, EntranceLeg)> {
        let (here, there) = self.shape.entrance_cells(entrance);
        if is_first_side(&self.shape, 0, entrance, chunk) {
            return Some((here, EntranceLeg { entrance, cost: 0, time: 0 }));
        }
        Some((there, self.crossing_leg(entrance, here, there, prices)?))
    }

    /// The cost of the step across an entrance.
    fn crossing_leg(
        &self,
        entrance: NodeId,
        from: Cell,
        to: Cell,
        prices: &impl StepPrices,
    ) -> Option<EntranceLeg> {
        let (a, b) = (self.shape.node(from), self.shape.node(to));
        let length = crate::grid::STRAIGHT;
        Some(EntranceLeg {
            entrance,
            cost: prices.step_cost(a, b, length)?.into(),
            time: prices.step_time(a, b, length).into(),
        })
    }

    /// The costs from a cell of a smallest chunk to its entrances.
    pub(super) fn legs_to_entrances<'a, P: StepPrices>(
        &'a self,
        chunk: u32,
        start: Cell,
        entrances: &'a [NodeId],
        prices: &'a P,
    ) -> impl Iterator<Item = EntranceLeg> + use<'a, P> {
        let page = self.page(chunk, prices);
        let flood = ChunkFlood::from(page, ChunkGrid::local_index(start));
        let low = self.shape.span(0, chunk).0;
        entrances.iter().filter_map(move |entrance| {
            let (here, there) = self.shape.entrance_cells(*entrance);
            let (end, out) = if is_first_side(&self.shape, 0, *entrance, chunk) {
                (here, EntranceLeg { entrance: *entrance, cost: 0, time: 0 })
            } else {
                (there, self.crossing_leg(*entrance, there, here, prices)?)
            };
            self.flood_leg(&flood, low, end, out, prices)
        })
    }

    /// The costs from the entrances of a smallest chunk to a cell of it.
    pub(super) fn legs_from_entrances<'a, P: StepPrices>(
        &'a self,
        chunk: u32,
        goal: Cell,
        entrances: &'a [NodeId],
        prices: &'a P,
    ) -> impl Iterator<Item = EntranceLeg> + use<'a, P> {
        let page = self.page(chunk, prices);
        let flood = ChunkFlood::to(page, ChunkGrid::local_index(goal));
        let low = self.shape.span(0, chunk).0;
        entrances.iter().filter_map(move |entrance| {
            let (begin, step) = self.entry_leg(chunk, *entrance, prices)?;
            self.flood_leg(&flood, low, begin, step, prices)
        })
    }

    /// The leg of a step across an entrance and the path of a flood between there and its origin.
    fn flood_leg(
        &self,
        flood: &ChunkFlood,
        low: Cell,
        cell: Cell,
        step: EntranceLeg,
        prices: &impl StepPrices,
    ) -> Option<EntranceLeg> {
        let (cost, time) = self.flood_cost(flood, low, cell, prices)?;
        Some(EntranceLeg { entrance: step.entrance, cost: step.cost + cost, time: step.time + time })
    }

    /// Price and time of a flood's path between a cell and its origin.
    fn flood_cost(
        &self,
        flood: &ChunkFlood,
        low: Cell,
        cell: Cell,
        prices: &impl StepPrices,
    ) -> Option<(Cost, Cost)> {
        let inner = ChunkGrid::local_index(cell);
        let cost = flood.cost(inner);
        (cost != UNREACHED).then(|| {
            let time = flood.sum(inner, |inner, dir| {
                let (from, dir) = (ChunkGrid::cell_at(low, inner), Dir8::ALL[dir]);
                let to = self.shape.size.step(from, dir).unwrap_or(from);
                prices.step_time(self.shape.node(from), self.shape.node(to), dir.length())
            });
            (cost.into(), time.into())
        })
    }

    /// Price and time from a cell to another within a smallest chunk.
    pub(super) fn inner_cost(
        &self,
        chunk: u32,
        from: Cell,
        goal: Cell,
        prices: &impl StepPrices,
    ) -> Option<(Cost, Cost)> {
        let flood = ChunkFlood::from(self.page(chunk, prices), ChunkGrid::local_index(from));
        self.flood_cost(&flood, self.shape.span(0, chunk).0, goal, prices)
    }

    /// Prices and times from each entrance of a larger chunk to each.
    fn larger_costs(
        &self,
        level: usize,
        chunk: u32,
        entrances: &[NodeId],
        prices: &impl StepPrices,
    ) -> (Vec<Cost>, Vec<Cost>) {
        let count = entrances.len();
        let (mut costs, mut times) = (vec![NO_PATH; count * count], vec![NO_PATH; count * count]);
        let inside = InnerGraph::of(self, (level, chunk), entrances, false, prices);
        for (from, entrance) in entrances.iter().enumerate() {
            let begin = [EntranceLeg { entrance: *entrance, cost: 0, time: 0 }];
            for (to, (cost, time)) in inside.costs_between(&begin, entrances).into_iter().enumerate() {
                (costs[from * count + to], times[from * count + to]) = (cost, time);
            }
        }
        (costs, times)
    }
}

/// The entrances of the smaller chunks in a chunk as a graph.
pub(super) struct InnerGraph {
    /// Sorted.
    nodes: Vec<NodeId>,
    /// Where the edges of each node start, and the end of the last.
    offsets: Vec<u32>,
    edges: Vec<InnerEdge>,
}

/// The number of entrances of the smaller chunks in a chunk is below this power of two: [`CHUNK_CHILDREN`] chunks, each with at
/// most one entrance per cell of its border. With a cost they fit into one word.
const NODE_BITS: u32 = 64 - COST_MAX.trailing_ones();
const _: () = assert!((CHUNK_CHILDREN * 4) << side_bits(LEVELS - 2) < 1 << NODE_BITS);

/// A path through a smaller chunk.
struct InnerEdge {
    to: u32,
    cost: Cost,
    time: Cost,
}

impl InnerGraph {
    /// The graph of a chunk of this level, with only those entrances on its own border that are `wanted`: no path
    /// inside needs the others. If `is_backward`, edges are reversed.
    pub(super) fn of(
        abstraction: &Abstraction,
        (level, chunk): (usize, u32),
        wanted: &[NodeId],
        is_backward: bool,
        prices: &impl StepPrices,
    ) -> InnerGraph {
        let shape = &abstraction.shape;
        let subs: Vec<&Chunk> =
            shape.children(level, chunk).map(|sub| abstraction.chunk(level - 1, sub, prices)).collect();
        let is_inner = |entrance: &NodeId| {
            let [a, b] = shape.chunks_beside(level, *entrance);
            a == b || wanted.binary_search(entrance).is_ok()
        };
        let mut nodes: Vec<NodeId> =
            subs.iter().flat_map(|sub| sub.entrances.iter().copied()).filter(is_inner).collect();
        nodes.sort_unstable();
        nodes.dedup();
        // For each node the smaller chunks beside it, with its index among their entrances.
        let mut beside = vec![[None; 2]; nodes.len()];
        let mut node_of: Vec<Vec<u32>> = Vec::with_capacity(subs.len());
        for (sub, chunk) in subs.iter().enumerate() {
            let mut node_index = |(at, entrance): (usize, &NodeId)| {
                let Ok(node) = nodes.binary_search(entrance) else { return UNREACHED };
                let slot = usize::from(beside[node][0].is_some());
                beside[node][slot] = Some((sub, at));
                node as u32
            };
            node_of.push(chunk.entrances.iter().enumerate().map(&mut node_index).collect());
        }
        let (mut offsets, mut edges) = (vec![0], Vec::with_capacity(nodes.len() * 16));
        for (node, beside) in beside.into_iter().enumerate() {
            for (sub, at) in beside.into_iter().flatten() {
                let others = node_of[sub]
                    .iter()
                    .enumerate()
                    .filter(|(_, to)| **to != UNREACHED && **to != node as u32);
                edges.extend(others.filter_map(|(other, to)| {
                    let (from, next) = if is_backward { (other, at) } else { (at, other) };
                    let (cost, time) = subs[sub].edge(from, next);
                    (cost != NO_PATH).then_some(InnerEdge { to: *to, cost, time })
                }));
            }
            offsets.push(edges.len() as u32);
        }
        InnerGraph { nodes, offsets, edges }
    }

    /// Price and time from any of the legs in `begin` to each entrance in `end`; [`NO_PATH`] where there is no path.
    pub(super) fn costs_between(&self, begin: &[EntranceLeg], end: &[NodeId]) -> Vec<(Cost, Cost)> {
        let mut best = vec![(NO_PATH, NO_PATH); self.nodes.len()];
        let mut open = BinaryHeap::new();
        // One number to compare: the cost, then the node.
        let key = |cost: Cost, node: u32| Reverse(cost << NODE_BITS | Cost::from(node));
        for leg in begin {
            let Ok(node) = self.nodes.binary_search(&leg.entrance) else { continue };
            if leg.cost < best[node].0 {
                best[node] = (leg.cost, leg.time);
                open.push(key(leg.cost, node as u32));
            }
        }
        while let Some(Reverse(next)) = open.pop() {
            let (cost, node) = (next >> NODE_BITS, next as usize % (1 << NODE_BITS));
            let (known, time) = best[node];
            if cost > known {
                continue;
            }
            for edge in &self.edges[self.offsets[node] as usize..self.offsets[node + 1] as usize] {
                let sum = cost + edge.cost;
                let known = &mut best[edge.to as usize];
                if sum < known.0 {
                    *known = (sum, time + edge.time);
                    open.push(key(sum, edge.to));
                }
            }
        }
        end.iter()
            .map(|entrance| self.nodes.binary_search(entrance).map_or((NO_PATH, NO_PATH), |node| best[node]))
            .collect()
    }
}
