//! A stored graph with two guests: a start and a goal that are none of its nodes, for as long as a question lasts. The
//! graph itself is never changed, so it is afterwards what it was before.

use super::{Cost, Edges, Graph, NodeId, Visit};

/// Stored edges, and those of a start and a goal beside them. Both lists are empty while nobody is there.
#[derive(Clone, Debug)]
pub struct Guests {
    edges: Edges,
    from_start: Vec<(NodeId, Cost)>,
    /// By node.
    to_goal: Vec<(NodeId, Cost)>,
}

impl Guests {
    /// Nobody yet.
    pub fn new(edges: Edges) -> Self {
        Self { edges, from_start: Vec::new(), to_goal: Vec::new() }
    }

    /// The graph without guests.
    pub fn edges(&self) -> &Edges {
        &self.edges
    }

    /// The node of a start that is none of the graph's.
    pub fn start(&self) -> NodeId {
        self.edges.node_count()
    }

    /// The node of a goal that is none of the graph's.
    pub fn goal(&self) -> NodeId {
        self.edges.node_count() + 1
    }

    /// Takes in a start with the edges out of it, which may lead to the goal.
    pub fn set_start(&mut self, edges: Vec<(NodeId, Cost)>) {
        self.from_start = edges;
    }

    /// Takes in a goal with the edges into it, each by the node that it comes from.
    pub fn set_goal(&mut self, mut edges: Vec<(NodeId, Cost)>) {
        edges.sort_unstable();
        self.to_goal = edges;
    }
}

impl Graph for Guests {
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
