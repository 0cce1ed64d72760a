//! The road network of a world: centre lines of its road cells, their traffic, and where settlements join them.
//!
//! *Absent:* figures of networks (`net`), and how cells become lines (`graph::skeleton`).

use super::net::{Edge, Net};
use crate::graph::skeleton;
use crate::grid::{Cell, Layer};
use std::collections::VecDeque;

/// Largest distance in cells from a settlement to the road that it is on.
const ON_ROAD_CELLS: u32 = 4;
/// Dead ends below this length in cells are no roads unless they lead to a settlement.
const SPUR_CELLS: f64 = 6.0;
/// Junctions nearer together than this are one, in cells.
const ONE_JUNCTION: f64 = 3.0;

/// A network of roads.
#[derive(Clone, Debug, Default)]
pub struct Network {
    /// Where each node of `fine` lies.
    pub cells: Vec<Cell>,
    /// The network with a node for every cell of its lines.
    pub fine: Net,
    /// For each requested settlement, the node where it joins, if it does.
    pub joins: Vec<Option<usize>>,
}

impl Network {
    /// The connected network that joins most of these settlements, from a map of road cells and the traffic over
    /// each.
    pub fn of(roads: &Layer<bool>, traffic: &Layer<u32>, settlements: &[Cell]) -> Network {
        let lines = skeleton::skeleton(roads);
        let whole = Network::of_lines(&lines, &flow_of(&lines, roads, traffic), settlements);
        whole.largest().without_spurs()
    }

    fn of_lines(lines: &Layer<bool>, flow: &Layer<f64>, settlements: &[Cell]) -> Network {
        let size = lines.size();
        let mut number = Layer::new(size, usize::MAX);
        let cells: Vec<Cell> = lines.iter().filter(|(_, is_in)| **is_in).map(|(cell, _)| cell).collect();
        cells.iter().enumerate().for_each(|(i, cell)| number[*cell] = i);
        let edge = |(from, to): (Cell, Cell)| Edge {
            a: number[from],
            b: number[to],
            length: f64::from(from.octile(to)) / 1000.0,
            traffic: f64::midpoint(flow[from], flow[to]),
        };
        let fine = Net {
            nodes: cells.len(),
            edges: skeleton::skeleton_edges(lines).into_iter().map(edge).collect(),
        };
        let joins = settlements.iter().map(|place| {
            let near = cells.iter().enumerate().filter(|(_, cell)| cell.chebyshev(*place) <= ON_ROAD_CELLS);
            near.min_by_key(|(_, cell)| cell.octile(*place)).map(|(node, _)| node)
        });
        Network { joins: joins.collect(), cells, fine }
    }

    /// Its component that joins most settlements, the longest of those on a tie.
    fn largest(&self) -> Network {
        let part = self.fine.components();
        let count = part.iter().max().map_or(0, |most| most + 1);
        let mut joined = vec![(0, 0); count];
        for of in &part {
            joined[*of].1 += 1;
        }
        for node in self.joins.iter().flatten() {
            joined[part[*node]].0 += 1;
        }
        let most = (0..count).max_by_key(|part| joined[*part]).unwrap_or(0);
        self.only(&part.iter().map(|part| *part == most).collect::<Vec<bool>>())
    }

    fn only(&self, kept: &[bool]) -> Network {
        let mut number = vec![None; self.cells.len()];
        let left = (0..self.cells.len()).filter(|node| kept[*node]);
        left.enumerate().for_each(|(new, old)| number[old] = Some(new));
        let cells = self.cells.iter().zip(kept).filter(|(_, kept)| **kept).map(|(cell, _)| *cell);
        Network {
            cells: cells.collect(),
            fine: self.fine.only(kept),
            joins: self.joins.iter().map(|join| join.and_then(|node| number[node])).collect(),
        }
    }

    /// Removes short dead ends until there are none.
    fn without_spurs(self) -> Network {
        let mut network = self;
        loop {
            let (kept, any) = network.spurs();
            if !any {
                return network;
            }
            network = network.only(&kept);
        }
    }

    /// Which nodes are on no short dead end, and whether there is any.
    fn spurs(&self) -> (Vec<bool>, bool) {
        let degrees = self.fine.degrees();
        let mut incident = vec![Vec::new(); self.fine.nodes];
        for edge in &self.fine.edges {
            incident[edge.a].push(*edge);
            incident[edge.b].push(*edge);
        }
        let mut joined = vec![false; self.fine.nodes];
        self.joins.iter().flatten().for_each(|node| joined[*node] = true);
        let mut kept = vec![true; self.fine.nodes];
        for end in (0..self.fine.nodes).filter(|node| degrees[*node] == 1) {
            let (mut chain, mut node, mut length) = (Vec::new(), end, 0.0);
            while degrees[node] <= 2 && !joined[node] && length < SPUR_CELLS {
                chain.push(node);
                let onward = incident[node].iter().find(|edge| !chain.contains(&edge.other(node)));
                let Some(edge) = onward else { break };
                length += edge.length;
                node = edge.other(node);
            }
            if length < SPUR_CELLS && (degrees[node] > 2 || joined[node]) {
                for node in chain {
                    kept[node] = false;
                }
            }
        }
        let any = kept.iter().any(|kept| !kept);
        (kept, any)
    }

    /// Nodes where settlements join.
    pub fn joined(&self) -> Vec<usize> {
        self.joins.iter().copied().flatten().collect()
    }

    /// Junctions, dead ends and the roads between them; adjacent junctions are one.
    pub fn shape(&self) -> Net {
        self.net_of(&vec![false; self.fine.nodes]).0
    }

    /// The same with the settlements on it as nodes; and the node of each settlement that joins it.
    pub fn with_settlements(&self) -> (Net, Vec<usize>) {
        let mut kept = vec![false; self.fine.nodes];
        self.joins.iter().flatten().for_each(|node| kept[*node] = true);
        let (net, of) = self.net_of(&kept);
        (net, self.joined().into_iter().map(|node| of[node]).collect())
    }

    /// The contracted network, and for each remaining fine node the node that it was merged into.
    fn net_of(&self, kept: &[bool]) -> (Net, Vec<usize>) {
        let (net, left) = self.fine.contracted(kept);
        let degrees = net.degrees();
        let is_short = |edge: &Edge| edge.length < ONE_JUNCTION && degrees[edge.a] > 2 && degrees[edge.b] > 2;
        let short: Vec<Edge> = net.edges.iter().copied().filter(is_short).collect();
        let group = Net { nodes: net.nodes, edges: short }.components();
        let nodes = group.iter().max().map_or(0, |most| most + 1);
        let joined = net.edges.iter().filter(|edge| !is_short(edge) || group[edge.a] != group[edge.b]);
        let edges = joined.map(|edge| Edge { a: group[edge.a], b: group[edge.b], ..*edge }).collect();
        let mut of = vec![0; self.fine.nodes];
        left.iter().enumerate().for_each(|(new, old)| of[*old] = group[new]);
        let merged = Net { nodes, edges };
        if kept.contains(&true) { (merged, of) } else { (merged.contracted(&vec![false; nodes]).0, of) }
    }

    /// Whether at least three roads meet within this many cells of each cell.
    pub fn at_junction(&self, cells: &[Cell], within: u32) -> Vec<bool> {
        let degrees = self.fine.degrees();
        let ends = degrees.iter().zip(&self.cells).filter(|(degree, _)| **degree > 2);
        let junctions: Vec<Cell> = ends.map(|(_, cell)| *cell).collect();
        cells.iter().map(|cell| junctions.iter().any(|other| other.chebyshev(*cell) <= within)).collect()
    }
}

/// Length of the centre lines of these cells, in cells.
pub fn length_of(roads: &Layer<bool>) -> f64 {
    let steps = skeleton::skeleton_edges(&skeleton::skeleton(roads));
    steps.into_iter().map(|(from, to)| f64::from(from.octile(to)) / 1000.0).sum()
}

/// Traffic over each cell of the lines: that of all road cells to which it is the nearest.
fn flow_of(lines: &Layer<bool>, roads: &Layer<bool>, traffic: &Layer<u32>) -> Layer<f64> {
    let size = lines.size();
    let mut nearest: Layer<Option<Cell>> = Layer::new(size, None);
    let mut waiting: VecDeque<Cell> = VecDeque::new();
    for (cell, _) in lines.iter().filter(|(_, is_in)| **is_in) {
        nearest[cell] = Some(cell);
        waiting.push_back(cell);
    }
    let reach = skeleton::dilated(&skeleton::dilated(roads));
    while let Some(cell) = waiting.pop_front() {
        for (_, next) in size.neighbours(cell) {
            if reach[next] && nearest[next].is_none() {
                nearest[next] = nearest[cell];
                waiting.push_back(next);
            }
        }
    }
    let mut flow = Layer::new(size, 0.0);
    for (cell, _) in roads.iter().filter(|(_, is_road)| **is_road) {
        if let Some(line) = nearest[cell] {
            flow[line] += f64::from(traffic[cell]);
        }
    }
    flow
}
