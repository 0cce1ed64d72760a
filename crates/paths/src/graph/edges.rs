//! A graph given edge by edge: one-way doors, road maps, provinces, letters. All edges lie in one array (compressed
//! sparse row), those of a node side by side in memory.

use super::{Cost, Graph, NodeId, Visit};

/// A directed graph with stored edges.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edges {
    /// Where the edges of each node start in `edges`, and the end of the last.
    offsets: Vec<u32>,
    edges: Vec<(NodeId, Cost)>,
}

impl Edges {
    /// A graph in which node `i` has the edges `out[i]`, each with its target and its cost in milli-steps. Targets are
    /// less than `out.len()`, costs at least 1. Searches see the edges in this order.
    ///
    /// # Panics
    /// If an edge has no such target, or costs 0.
    pub fn new(out: &[Vec<(NodeId, Cost)>]) -> Self {
        let mut offsets = vec![0];
        let mut edges = Vec::new();
        for list in out {
            assert!(
                list.iter().all(|(to, cost)| (*to as usize) < out.len() && *cost > 0),
                "an edge to nowhere"
            );
            edges.extend_from_slice(list);
            offsets.push(edges.len() as u32);
        }
        Self { offsets, edges }
    }

    /// The edges out of a node.
    pub fn edges_of(&self, node: NodeId) -> &[(NodeId, Cost)] {
        let (from, to) = (self.offsets[node as usize], self.offsets[node as usize + 1]);
        &self.edges[from as usize..to as usize]
    }

    /// Bytes that the edges take.
    pub fn bytes(&self) -> usize {
        self.offsets.len() * size_of::<u32>() + self.edges.len() * size_of::<(NodeId, Cost)>()
    }
}

impl Graph for Edges {
    fn node_count(&self) -> u32 {
        self.offsets.len() as u32 - 1
    }

    fn successors(&self, visit: Visit, emit: &mut impl FnMut(NodeId, Cost)) {
        for (to, cost) in self.edges_of(visit.node) {
            emit(*to, *cost);
        }
    }
}
