//! A graph without some of its edges: one cluster of a map, two provinces of it, a maze without its dead ends.

use super::{Cost, Graph, NodeId, Visit};

/// The edges of a graph for which `keeps(from, to)` holds. Node ids stay the same.
pub struct EdgeFiltered<G, K> {
    /// The whole graph.
    pub graph: G,
    /// Whether to keep an edge.
    pub keeps: K,
}

impl<G: Graph, K: Fn(NodeId, NodeId) -> bool> Graph for EdgeFiltered<G, K> {
    fn node_count(&self) -> u32 {
        self.graph.node_count()
    }

    fn successors(&self, visit: Visit, emit: &mut impl FnMut(NodeId, Cost)) {
        self.graph.successors(visit, &mut |next, cost| {
            if (self.keeps)(visit.node, next) {
                emit(next, cost);
            }
        });
    }
}
