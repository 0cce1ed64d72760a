//! Networks as small graphs of nodes and edges with lengths, and the figures by which geographers compare them.
//!
//! *Absent:* where the nodes lie, and how a network is made of cells (`network`) or of sites (`proximity`).

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

/// An edge between two nodes. Loops and parallel edges are allowed.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Edge {
    /// One end.
    pub a: usize,
    /// The other.
    pub b: usize,
    /// Its length, in cells.
    pub length: f64,
    /// The traffic over it.
    pub traffic: f64,
}

impl Edge {
    /// The other end.
    pub fn other(&self, node: usize) -> usize {
        self.a + self.b - node
    }
}

/// A network.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Net {
    /// Number of nodes.
    pub nodes: usize,
    /// Its edges.
    pub edges: Vec<Edge>,
}

impl Net {
    /// A network with these edges and a function for their lengths.
    pub fn of(nodes: usize, edges: &[(usize, usize)], length: impl Fn(usize, usize) -> f64) -> Net {
        let edge = |&(a, b): &(usize, usize)| Edge { a, b, length: length(a, b), traffic: 0.0 };
        Net { nodes, edges: edges.iter().map(edge).collect() }
    }

    /// Total length of all edges.
    pub fn length(&self) -> f64 {
        self.edges.iter().map(|edge| edge.length).sum()
    }

    /// Degree of each node.
    pub fn degrees(&self) -> Vec<usize> {
        let mut degrees = vec![0; self.nodes];
        for edge in &self.edges {
            degrees[edge.a] += 1;
            degrees[edge.b] += 1;
        }
        degrees
    }

    /// Indices of the edges at each node; a loop is listed once.
    fn incident(&self) -> Vec<Vec<usize>> {
        let mut incident = vec![Vec::new(); self.nodes];
        for (number, edge) in self.edges.iter().enumerate() {
            incident[edge.a].push(number);
            if edge.a != edge.b {
                incident[edge.b].push(number);
            }
        }
        incident
    }

    /// For each node, the number of its connected component.
    pub fn components(&self) -> Vec<usize> {
        let incident = self.incident();
        let mut part = vec![usize::MAX; self.nodes];
        let mut count = 0;
        for start in 0..self.nodes {
            if part[start] != usize::MAX {
                continue;
            }
            let mut stack = vec![start];
            part[start] = count;
            while let Some(node) = stack.pop() {
                for edge in &incident[node] {
                    let next = self.edges[*edge].other(node);
                    if part[next] == usize::MAX {
                        part[next] = count;
                        stack.push(next);
                    }
                }
            }
            count += 1;
        }
        part
    }

    /// Independent loops: edges that can be removed without disconnecting anything.
    pub fn loops(&self) -> usize {
        let parts = self.components().into_iter().max().map_or(0, |most| most + 1);
        (self.edges.len() + parts).saturating_sub(self.nodes)
    }

    /// Meshedness (alpha): loops as a share of the most that a planar network of as many nodes can have. Nodes
    /// without edges do not count. 0 for a tree.
    pub fn alpha(&self) -> f64 {
        let nodes = self.degrees().into_iter().filter(|degree| *degree > 0).count() as f64;
        self.loops() as f64 / (2.0 * nodes - 5.0).max(1.0)
    }

    /// The subgraph of the nodes that are `kept`.
    #[must_use]
    pub fn only(&self, kept: &[bool]) -> Net {
        let mut number = vec![0; self.nodes];
        let mut nodes = 0;
        for node in (0..self.nodes).filter(|node| kept[*node]) {
            number[node] = nodes;
            nodes += 1;
        }
        let inner = self.edges.iter().filter(|edge| kept[edge.a] && kept[edge.b]);
        Net {
            nodes,
            edges: inner.map(|edge| Edge { a: number[edge.a], b: number[edge.b], ..*edge }).collect(),
        }
    }

    /// The network without nodes that only join two edges, except `kept` ones; and which nodes are left. Traffic is
    /// averaged over the length.
    pub fn contracted(&self, kept: &[bool]) -> (Net, Vec<usize>) {
        let degrees = self.degrees();
        let mut stays: Vec<bool> = (0..self.nodes).map(|node| kept[node] || degrees[node] != 2).collect();
        // An isolated ring has to keep one node.
        let part = self.components();
        let mut has_node = vec![false; self.nodes];
        for node in (0..self.nodes).filter(|node| stays[*node]) {
            has_node[part[node]] = true;
        }
        for node in 0..self.nodes {
            if !has_node[part[node]] {
                (stays[node], has_node[part[node]]) = (true, true);
            }
        }
        let left: Vec<usize> = (0..self.nodes).filter(|node| stays[*node]).collect();
        let mut number = vec![0; self.nodes];
        left.iter().enumerate().for_each(|(new, old)| number[*old] = new);
        let edges = self.chains(&stays).into_iter();
        let renamed = edges.map(|edge| Edge { a: number[edge.a], b: number[edge.b], ..edge });
        (Net { nodes: left.len(), edges: renamed.collect() }, left)
    }

    /// Chains of edges between remaining nodes, each as one edge.
    fn chains(&self, stays: &[bool]) -> Vec<Edge> {
        let incident = self.incident();
        let mut seen = vec![false; self.edges.len()];
        let mut chains = Vec::new();
        for start in (0..self.nodes).filter(|node| stays[*node]) {
            for first in &incident[start] {
                if seen[*first] {
                    continue;
                }
                let (mut node, mut number) = (start, *first);
                let (mut length, mut traffic) = (0.0, 0.0);
                loop {
                    let edge = self.edges[number];
                    seen[number] = true;
                    length += edge.length;
                    traffic += edge.length * edge.traffic;
                    node = edge.other(node);
                    let onward = incident[node].iter().find(|next| **next != number);
                    match onward.filter(|_| !stays[node]) {
                        Some(next) => number = *next,
                        None => break,
                    }
                }
                chains.push(Edge {
                    a: start,
                    b: node,
                    length,
                    traffic: traffic / length.max(f64::MIN_POSITIVE),
                });
            }
        }
        chains
    }

    /// Distance from a node to each node, infinite where there is no path.
    pub fn distances(&self, from: usize) -> Vec<f64> {
        self.flood(from, &self.incident()).distance
    }

    /// Distances between some of the nodes, row by row.
    pub fn distances_between(&self, nodes: &[usize]) -> Vec<f64> {
        let incident = self.incident();
        let rows = nodes.iter().map(|from| self.flood(*from, &incident).distance);
        rows.flat_map(|row| nodes.iter().map(move |to| row[*to]).collect::<Vec<f64>>()).collect()
    }

    fn flood(&self, from: usize, incident: &[Vec<usize>]) -> Flood {
        let mut flood = Flood {
            distance: vec![f64::INFINITY; self.nodes],
            path_counts: vec![0.0; self.nodes],
            predecessors: vec![Vec::new(); self.nodes],
            order: Vec::new(),
        };
        (flood.distance[from], flood.path_counts[from]) = (0.0, 1.0);
        let mut done = vec![false; self.nodes];
        // The bits of distances, none of which is negative, are in the order of the distances.
        let mut waiting = BinaryHeap::from([Reverse((0.0_f64.to_bits(), from))]);
        while let Some(Reverse((bits, node))) = waiting.pop() {
            if std::mem::replace(&mut done[node], true) {
                continue;
            }
            flood.order.push(node);
            for number in &incident[node] {
                let edge = self.edges[*number];
                let (next, there) = (edge.other(node), f64::from_bits(bits) + edge.length);
                match there.total_cmp(&flood.distance[next]) {
                    _ if done[next] => {}
                    Ordering::Less => {
                        (flood.distance[next], flood.path_counts[next]) = (there, flood.path_counts[node]);
                        flood.predecessors[next] = vec![node];
                        waiting.push(Reverse((there.to_bits(), next)));
                    }
                    Ordering::Equal => {
                        flood.path_counts[next] += flood.path_counts[node];
                        flood.predecessors[next].push(node);
                    }
                    Ordering::Greater => {}
                }
            }
        }
        flood
    }

    /// Betweenness of each node: the number of shortest paths between all others that pass through it (Brandes 2001).
    pub fn betweenness(&self) -> Vec<f64> {
        let incident = self.incident();
        let mut between = vec![0.0; self.nodes];
        for from in 0..self.nodes {
            let flood = self.flood(from, &incident);
            let mut share = vec![0.0; self.nodes];
            for node in flood.order.iter().rev() {
                for before in &flood.predecessors[*node] {
                    share[*before] +=
                        flood.path_counts[*before] / flood.path_counts[*node] * (1.0 + share[*node]);
                }
                if *node != from {
                    between[*node] += share[*node] / 2.0;
                }
            }
        }
        between
    }

    /// Share of the length whose removal, piece by piece, cuts some of these nodes off from others of them.
    pub fn share_that_isolates(&self, of: &[usize]) -> f64 {
        let mut counts = vec![0; self.nodes];
        for node in of {
            counts[*node] += 1;
        }
        let before = self.components();
        let cuts = (0..self.edges.len()).filter(|cut| {
            let edge = self.edges[*cut];
            let mut rest = self.clone();
            rest.edges.remove(*cut);
            let part = rest.components();
            let on_side = |of: usize| {
                (0..self.nodes).filter(|node| part[*node] == part[of]).map(|n| counts[n]).sum::<usize>()
            };
            part[edge.a] != part[edge.b]
                && on_side(edge.a) > 0
                && on_side(edge.b) > 0
                && before[edge.a] == before[edge.b]
        });
        cuts.map(|cut| self.edges[cut].length).sum::<f64>() / self.length()
    }
}

/// The result of a flood from one node.
struct Flood {
    distance: Vec<f64>,
    /// Number of shortest paths to each node.
    path_counts: Vec<f64>,
    /// Their last nodes before it.
    predecessors: Vec<Vec<usize>>,
    /// Nodes in the order of their distances.
    order: Vec<usize>,
}
