//! The data of a chunk: its entrances, and the cost from each to each through it.
//!
//! The idea: a larger chunk is crossed from entrance to entrance of the smaller chunks in it, by Dijkstra's search over
//! their costs ([`InnerGraph`]).
//! Cost: sixteen bytes per pair of entrances. Not here: when a chunk is computed, and what the steps in it cost
//! (`chunk_costs`).

use super::cache::hash_of;
use super::flood::UNREACHED;
use super::shape::{CHUNK_CHILDREN, ChunkGrid, side_bits};
use crate::graph::{COST_MAX, Cost, NO_PATH, NodeId};
use crate::grid::distinct;
use crate::world::LEVELS;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// An entrance, with the cost to cross it there and back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Entrance {
    pub node: NodeId,
    pub price: u32,
}

/// The entrances on the east and on the south border of a chunk.
pub(super) type ChunkEntrances = [Box<[Entrance]>; 2];

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
    pub(super) fn new(entrances: Vec<NodeId>, costs: Vec<Cost>, times: Vec<Cost>, inputs_hash: u64) -> Chunk {
        let words = entrances.iter().map(|entrance| u64::from(*entrance));
        let hash = hash_of(words.chain(costs.iter().chain(&times).copied()));
        Chunk { entrances: entrances.into(), costs: costs.into(), times: times.into(), inputs_hash, hash }
    }

    /// Hash of this data.
    pub(super) fn hash(&self) -> u64 {
        self.hash
    }

    /// Whether it was computed from smaller chunks with this hash.
    pub(super) fn is_made_of(&self, inputs_hash: u64) -> bool {
        self.inputs_hash == inputs_hash
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
    /// The graph of a chunk of this level made of these smaller ones, with only those entrances on its own border that are `wanted`: no path
    /// inside needs the others. If `is_backward`, edges are reversed.
    pub(super) fn of(
        shape: &ChunkGrid,
        level: usize,
        subs: &[&Chunk],
        wanted: &[NodeId],
        is_backward: bool,
    ) -> InnerGraph {
        let is_inner = |entrance: &NodeId| {
            let [a, b] = shape.chunks_beside(level, *entrance);
            a == b || wanted.binary_search(entrance).is_ok()
        };
        let nodes: Vec<NodeId> =
            distinct(subs.iter().flat_map(|sub| sub.entrances.iter().copied()).filter(is_inner));
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
