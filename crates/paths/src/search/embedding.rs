//! An embedding of the map in which a distance that is cheap to compute is a lower bound (Cohen, Uras,
//! Jahangiri, Arunasalam, Koenig & Kumar 2018, The `FastMap` algorithm for shortest path computations).
//!
//! The idea: give every cell a few coordinates, so that the sum of their differences never exceeds the true cost, and is
//! often near it. Each coordinate is made from two cells far apart: it is the cell's place between them. What it explains
//! of an edge's cost is taken off that edge, and the next pair is chosen by what is left. An estimate takes one addition
//! a coordinate, and knows of walls. Every further coordinate adds to it, where a further landmark only competes.
//! Promise: the estimate is admissible and consistent, and A* with it optimal. Needs: preparation.
//! Units: milli-steps. Ties: the total order; of equally far cells the first.
//! Cost: four floods a coordinate beforehand; four bytes a cell and coordinate, a quarter of one direction of a landmark.
//! Differs from the paper in using integers, rounded down, which keeps every bound; in taking the cheaper direction of a
//! step, since prices make the two differ; and in embedding only the largest component.

use super::guided::Guide;
use super::{GridTarget, Heuristic};
use crate::graph::Graph;
use crate::graph::{Components, Cost, NO_PATH, NodeId, Terrain, Visit};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The coordinates of every cell.
#[derive(Clone, Debug)]
pub struct Embedding {
    /// Those of a cell side by side, in milli-steps.
    coordinates: Vec<u32>,
    dimensions: usize,
}

impl Embedding {
    /// An embedding with at most this many coordinates, fewer if they explain all costs.
    pub fn new(terrain: &Terrain, dimensions: usize) -> Self {
        let nodes = Components::of(terrain).largest();
        let mut residual = Residual::new(terrain);
        let mut columns: Vec<Vec<u32>> = Vec::new();
        while columns.len() < dimensions && !nodes.is_empty() {
            let Some(column) = residual.coordinate(&nodes) else { break };
            residual.take_off(&column);
            columns.push(column);
        }
        let cells = 0..terrain.node_count() as usize;
        let coordinates = cells.flat_map(|node| columns.iter().map(move |column| column[node])).collect();
        Self { coordinates, dimensions: columns.len() }
    }

    /// Number of coordinates of a cell.
    pub fn dimensions(&self) -> usize {
        self.dimensions
    }

    fn coordinates_of(&self, node: NodeId) -> &[u32] {
        &self.coordinates[node as usize * self.dimensions..][..self.dimensions]
    }

    /// A lower bound of the cost between two cells, either way, in milli-steps.
    pub fn lower_bound(&self, a: NodeId, b: NodeId) -> Cost {
        let pairs = self.coordinates_of(a).iter().zip(self.coordinates_of(b));
        pairs.map(|(a, b)| Cost::from(a.abs_diff(*b))).sum()
    }
}

impl Guide for Embedding {
    /// The larger of two lower bounds, from the embedding and from the map's own coordinates.
    fn estimate(&self, node: NodeId, aim: &GridTarget) -> Cost {
        self.lower_bound(node, aim.goal()).max(aim.estimate(node))
    }

    fn bytes(&self) -> usize {
        size_of_val(self.coordinates.as_slice())
    }
}

/// What the coordinates so far leave of the costs of steps.
struct Residual {
    edges: Vec<Vec<(NodeId, Cost)>>,
}

impl Residual {
    /// The cost of each step, or of the step back if that is cheaper.
    fn new(terrain: &Terrain) -> Self {
        let edges = |node: NodeId| {
            let mut edges = Vec::new();
            terrain.successors(Visit { node, parent: node }, &mut |next, cost| edges.push((next, cost)));
            let mut back = 0;
            // In the same order.
            terrain.predecessors(node, &mut |_, cost| {
                edges[back].1 = cost.min(edges[back].1);
                back += 1;
            });
            edges
        };
        Self { edges: (0..terrain.node_count()).map(edges).collect() }
    }

    fn costs_from(&self, from: NodeId) -> Vec<Cost> {
        let mut costs = vec![NO_PATH; self.edges.len()];
        let mut heap = BinaryHeap::from([Reverse((0, from))]);
        costs[from as usize] = 0;
        while let Some(Reverse((cost, node))) = heap.pop() {
            if cost > costs[node as usize] {
                continue;
            }
            for (next, more) in &self.edges[node as usize] {
                if cost + more < costs[*next as usize] {
                    costs[*next as usize] = cost + more;
                    heap.push(Reverse((cost + more, *next)));
                }
            }
        }
        costs
    }

    /// The place of each of these nodes between two far ones; `None` if all are in one place.
    fn coordinate(&self, nodes: &[NodeId]) -> Option<Vec<u32>> {
        let farthest =
            |costs: &[Cost]| nodes.iter().copied().max_by_key(|node| (costs[*node as usize], Reverse(*node)));
        let one = farthest(&self.costs_from(nodes[0]))?;
        let from_one = self.costs_from(one);
        let other = farthest(&from_one)?;
        let from_other = self.costs_from(other);
        let apart = from_one[other as usize];
        let mut column = vec![0; self.edges.len()];
        for node in nodes.iter().map(|node| *node as usize) {
            let place = (from_one[node] + apart - from_other[node]) / 2;
            column[node] = u32::try_from(place).unwrap_or(u32::MAX);
        }
        (apart > 0).then_some(column)
    }

    /// Takes off each step what a coordinate explains of its cost. Rounding down leaves none below 0.
    fn take_off(&mut self, column: &[u32]) {
        for (edges, here) in self.edges.iter_mut().zip(column) {
            for (next, cost) in edges {
                *cost = cost.saturating_sub(here.abs_diff(column[*next as usize]).into());
            }
        }
    }
}
