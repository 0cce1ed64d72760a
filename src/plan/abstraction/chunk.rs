//! What it costs to go through a chunk, from each of its gates to each other.
//!
//! The idea: who is at a gate stands on its canonical cell. Through one of the smallest chunks the way is found cell by
//! cell ([`Flood`]), stepping in first and out at last where that cell belongs to a neighbour. Through a larger chunk it is
//! found from gate to gate of the smaller chunks in it, by Dijkstra's search over what those cost ([`Inside`]). Beside each
//! price stands the walking time along that very way. Promise: the cheapest way that does not leave the chunk, and at
//! higher levels goes by gates. Cost: some microseconds a gate; eight bytes a pair of gates.
//! What does not live here: which gates there are, and ways through several chunks.

use super::flood::{Flood, NEVER};
use super::gates::is_first_side;
use super::shape::Shape;
use super::{Abstraction, Prices};
use crate::graph::NodeId;
use crate::grid::{Cell, Dir8};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A gate that can be reached, or from which one can be reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Leg {
    pub gate: NodeId,
    /// Price and walking time, in milli-steps.
    pub cost: u32,
    pub time: u32,
}

/// Gates of a chunk, and what it costs to go from each to each through it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Chunk {
    /// In order.
    pub gates: Box<[NodeId]>,
    /// A row for each gate: prices to each, [`NEVER`] where there is no way; and walking times.
    costs: Box<[u32]>,
    times: Box<[u32]>,
}

impl Chunk {
    /// Place of a gate among those of the chunk.
    pub fn position(&self, gate: NodeId) -> Option<usize> {
        self.gates.binary_search(&gate).ok()
    }

    /// Prices from a gate to each.
    pub fn row(&self, from: usize) -> &[u32] {
        &self.costs[from * self.gates.len()..][..self.gates.len()]
    }

    /// Price and walking time from a gate to another.
    pub fn edge(&self, from: usize, to: usize) -> (u32, u32) {
        let place = from * self.gates.len() + to;
        (self.costs[place], self.times[place])
    }

    pub fn bytes(&self) -> usize {
        size_of::<Chunk>() + self.gates.len() * 4 + self.costs.len() * 8
    }
}

impl Abstraction {
    /// A chunk with what it costs to go through it, built if need be.
    pub(super) fn chunk(&self, level: usize, chunk: u32, prices: &impl Prices) -> &Chunk {
        let slot = &self.chunks[level][chunk as usize];
        slot.now.get_or_init(|| {
            let gates = self.gates(level, chunk, prices);
            if let Some(before) = slot.before.as_ref().filter(|before| before.gates[..] == gates) {
                return before.clone();
            }
            self.count_built();
            if level == 0 {
                self.leaf(chunk, gates, prices).into()
            } else {
                self.larger(level, chunk, gates, prices).into()
            }
        })
    }

    fn leaf(&self, chunk: u32, gates: Vec<NodeId>, prices: &impl Prices) -> Chunk {
        let count = gates.len();
        let (mut costs, mut times) = (vec![NEVER; count * count], vec![NEVER; count * count]);
        for (from, gate) in gates.iter().enumerate() {
            (costs[from * count + from], times[from * count + from]) = (0, 0);
            let Some((inner, step)) = self.way_in(chunk, *gate, prices) else { continue };
            for leg in self.spread_leaf(chunk, inner, &gates, prices).filter(|leg| leg.gate != *gate) {
                let to = gates.binary_search(&leg.gate).unwrap_or(0);
                costs[from * count + to] = step.cost + leg.cost;
                times[from * count + to] = step.time + leg.time;
            }
        }
        Chunk { gates: gates.into(), costs: costs.into(), times: times.into() }
    }

    /// Where one stands in a smallest chunk who comes from a gate of it, and what that costs.
    fn way_in(&self, chunk: u32, gate: NodeId, prices: &impl Prices) -> Option<(Cell, Leg)> {
        let (here, there) = self.shape.pair(gate);
        if is_first_side(&self.shape, 0, gate, chunk) {
            return Some((here, Leg { gate, cost: 0, time: 0 }));
        }
        Some((there, self.step_leg(gate, here, there, prices)?))
    }

    /// What it costs to step across a gate.
    fn step_leg(&self, gate: NodeId, from: Cell, to: Cell, prices: &impl Prices) -> Option<Leg> {
        let (a, b) = (self.shape.land(from), self.shape.land(to));
        let length = crate::grid::STRAIGHT;
        Some(Leg { gate, cost: prices.step(a, b, length)?, time: prices.time(a, b, length) })
    }

    /// What it costs from a cell of a smallest chunk to its gates.
    pub(super) fn spread_leaf<'a, P: Prices>(
        &'a self,
        chunk: u32,
        start: Cell,
        gates: &'a [NodeId],
        prices: &'a P,
    ) -> impl Iterator<Item = Leg> + use<'a, P> {
        let page = self.page(chunk, prices);
        let flood = Flood::from(page, Shape::inner(start));
        let low = self.shape.span(0, chunk).0;
        gates.iter().filter_map(move |gate| {
            let (here, there) = self.shape.pair(*gate);
            let (end, out) = if is_first_side(&self.shape, 0, *gate, chunk) {
                (here, Leg { gate: *gate, cost: 0, time: 0 })
            } else {
                (there, self.step_leg(*gate, there, here, prices)?)
            };
            self.leg(&flood, low, end, out, prices)
        })
    }

    /// What it costs from the gates of a smallest chunk to a cell of it.
    pub(super) fn gather_leaf<'a, P: Prices>(
        &'a self,
        chunk: u32,
        goal: Cell,
        gates: &'a [NodeId],
        prices: &'a P,
    ) -> impl Iterator<Item = Leg> + use<'a, P> {
        let page = self.page(chunk, prices);
        let flood = Flood::to(page, Shape::inner(goal));
        let low = self.shape.span(0, chunk).0;
        gates.iter().filter_map(move |gate| {
            let (begin, step) = self.way_in(chunk, *gate, prices)?;
            self.leg(&flood, low, begin, step, prices)
        })
    }

    /// A step across a gate and the way of a flood between there and where it began.
    fn leg(&self, flood: &Flood, low: Cell, cell: Cell, step: Leg, prices: &impl Prices) -> Option<Leg> {
        let (cost, time) = self.flooded(flood, low, cell, prices)?;
        Some(Leg { gate: step.gate, cost: step.cost + cost, time: step.time + time })
    }

    /// Price and time of a flood's way between a cell and where it began.
    fn flooded(&self, flood: &Flood, low: Cell, cell: Cell, prices: &impl Prices) -> Option<(u32, u32)> {
        let inner = Shape::inner(cell);
        let cost = flood.cost(inner);
        (cost != NEVER).then(|| {
            let time = flood.sum(inner, |inner, dir| {
                let (from, dir) = (Shape::outer(low, inner), Dir8::ALL[dir]);
                let to = self.shape.size.step(from, dir).unwrap_or(from);
                prices.time(self.shape.land(from), self.shape.land(to), dir.length())
            });
            (cost, time)
        })
    }

    /// Price and time from a cell to another within a smallest chunk.
    pub(super) fn inner_way(
        &self,
        chunk: u32,
        from: Cell,
        goal: Cell,
        prices: &impl Prices,
    ) -> Option<(u32, u32)> {
        let flood = Flood::from(self.page(chunk, prices), Shape::inner(from));
        self.flooded(&flood, self.shape.span(0, chunk).0, goal, prices)
    }

    fn larger(&self, level: usize, chunk: u32, gates: Vec<NodeId>, prices: &impl Prices) -> Chunk {
        let count = gates.len();
        let (mut costs, mut times) = (vec![NEVER; count * count], vec![NEVER; count * count]);
        let inside = Inside::of(self, level, chunk, &gates, prices);
        for (from, gate) in gates.iter().enumerate() {
            let begin = [Leg { gate: *gate, cost: 0, time: 0 }];
            for (to, (cost, time)) in inside.spread(&begin, &gates, false).into_iter().enumerate() {
                (costs[from * count + to], times[from * count + to]) = (cost, time);
            }
        }
        Chunk { gates: gates.into(), costs: costs.into(), times: times.into() }
    }
}

/// The gates of the smaller chunks in a chunk, for ways from gate to gate inside of it.
pub(super) struct Inside<'a> {
    /// In order.
    nodes: Vec<NodeId>,
    /// For each node the smaller chunks beside it, with its place among their gates.
    beside: Vec<[Option<(u8, u8)>; 2]>,
    /// The smaller chunks, with the place in `nodes` of each of their gates, [`NEVER`] for those left out.
    subs: Vec<(&'a Chunk, Vec<u32>)>,
}

impl<'a> Inside<'a> {
    /// Of a chunk of this level, with those gates on its own border that are `wanted`: no way inside needs the others.
    pub fn of(
        abstraction: &'a Abstraction,
        level: usize,
        chunk: u32,
        wanted: &[NodeId],
        prices: &impl Prices,
    ) -> Inside<'a> {
        let shape = &abstraction.shape;
        let subs: Vec<&Chunk> =
            shape.subs(level, chunk).map(|sub| abstraction.chunk(level - 1, sub, prices)).collect();
        let is_inner = |gate: &NodeId| {
            let [a, b] = shape.sides(level, *gate);
            a == b || wanted.binary_search(gate).is_ok()
        };
        let mut nodes: Vec<NodeId> =
            subs.iter().flat_map(|sub| sub.gates.iter().copied()).filter(is_inner).collect();
        nodes.sort_unstable();
        nodes.dedup();
        let mut beside = vec![[None; 2]; nodes.len()];
        let place = |sub: usize, at: usize, gate: NodeId, beside: &mut Vec<[Option<(u8, u8)>; 2]>| {
            let Ok(node) = nodes.binary_search(&gate) else { return NEVER };
            let slot = usize::from(beside[node][0].is_some());
            beside[node][slot] = Some((sub as u8, at as u8));
            node as u32
        };
        let mut located = Vec::with_capacity(subs.len());
        for (i, sub) in subs.into_iter().enumerate() {
            let places =
                sub.gates.iter().enumerate().map(|(at, gate)| place(i, at, *gate, &mut beside)).collect();
            located.push((sub, places));
        }
        Inside { nodes, beside, subs: located }
    }

    /// Price and time from any of some gates to each of others, or backwards; [`NEVER`] where there is no way.
    pub fn spread(&self, begin: &[Leg], end: &[NodeId], is_backward: bool) -> Vec<(u32, u32)> {
        let mut best = vec![(NEVER, NEVER); self.nodes.len()];
        let mut waiting = BinaryHeap::new();
        for leg in begin {
            let Ok(node) = self.nodes.binary_search(&leg.gate) else { continue };
            if leg.cost < best[node].0 {
                best[node] = (leg.cost, leg.time);
                waiting.push(Reverse((leg.cost, node as u32)));
            }
        }
        while let Some(Reverse((cost, node))) = waiting.pop() {
            let (known, time) = best[node as usize];
            if cost > known {
                continue;
            }
            for (sub, at) in self.beside[node as usize].into_iter().flatten() {
                let (chunk, places) = &self.subs[usize::from(sub)];
                let (count, at) = (places.len(), usize::from(at));
                let (first, step) = if is_backward { (at, count) } else { (at * count, 1) };
                for (other, next) in places.iter().enumerate().filter(|(_, next)| **next != NEVER) {
                    let edge = first + other * step;
                    let sum = cost.saturating_add(chunk.costs[edge]);
                    let known = &mut best[*next as usize];
                    if sum < known.0 {
                        *known = (sum, time + chunk.times[edge]);
                        waiting.push(Reverse((sum, *next)));
                    }
                }
            }
        }
        end.iter()
            .map(|gate| self.nodes.binary_search(gate).map_or((NEVER, NEVER), |node| best[node]))
            .collect()
    }
}
