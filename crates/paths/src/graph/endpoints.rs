//! A stored graph with two additional nodes for one query: a start and a goal. The graph itself never changes, so
//! nothing has to be undone afterwards.

use super::{Cost, Edges, Graph, NodeId, Visit};

/// Stored edges, and those of a start and a goal beside them; both lists are empty before a query.
#[derive(Clone, Debug)]
pub struct WithEndpoints {
    edges: Edges,
    from_start: Vec<(NodeId, Cost)>,
    /// By node.
    to_goal: Vec<(NodeId, Cost)>,
}

impl WithEndpoints {
    /// The graph without a start and a goal.
    pub fn new(edges: Edges) -> Self {
        Self { edges, from_start: Vec::new(), to_goal: Vec::new() }
    }

    /// The stored edges alone.
    pub fn edges(&self) -> &Edges {
        &self.edges
    }

    /// Node id of the additional start.
    pub fn start(&self) -> NodeId {
        self.edges.node_count()
    }

    /// Node id of the additional goal.
    pub fn goal(&self) -> NodeId {
        self.edges.node_count() + 1
    }

    /// Sets the edges out of the start, which may lead to the goal. It replaces those of the last query.
    pub fn set_start(&mut self, edges: Vec<(NodeId, Cost)>) {
        self.from_start = edges;
    }

    /// Sets the edges into the goal, each as the node it leaves and its cost. It replaces those of the last query.
    pub fn set_goal(&mut self, mut edges: Vec<(NodeId, Cost)>) {
        edges.sort_unstable();
        self.to_goal = edges;
    }
}

impl Graph for WithEndpoints {
    fn node_count(&self) -> u32 {
        self.edges.node_count() + 2
    }

    fn successors(&self, visit: Visit, emit: &mut impl FnMut(NodeId, Cost)) {
        if visit.node >= self.edges.node_count() {
            let leaving = if visit.node == self.start() { &self.from_start[..] } else { &[] };
            for (to, cost) in leaving {
                emit(*to, *cost);
            }
            return;
        }
        self.edges.successors(visit, emit);
        let first = self.to_goal.partition_point(|(from, _)| *from < visit.node);
        for (_, cost) in self.to_goal[first..].iter().take_while(|(from, _)| *from == visit.node) {
            emit(self.goal(), *cost);
        }
    }
}
