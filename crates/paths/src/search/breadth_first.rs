//! Breadth-first search (Moore 1959), with a queue and with two arrays.
//!
//! The idea: generate everything one step away, then everything two steps away, and so on. Nodes wait in the order in
//! which they were generated, so the frontier is a ring that widens, and the first path to a cell has the fewest steps.
//! Prices are ignored, and so is the place of the goal. As the frontier only ever holds two neighbouring distances, two
//! arrays that change places do as well as a queue.
//! Promise: complete; fewest steps, which is the cheapest path only where all steps cost the same. Needs: nothing.
//! Units: g and f are steps × 1000. Ties: first in, first out.
//! Cost: O(n) time, 12 bytes a node.
//! Differs from the paper in stopping when the goal is expanded, as the other searches here do, not when it is
//! generated.

use super::{Algorithm, LabelTable, Observer, StampedLabels, Step};
use crate::graph::{Cost, Graph, NodeId, Terrain, Visit};
use crate::grid::STRAIGHT;
use std::collections::VecDeque;

/// A first-in, first-out queue of nodes.
pub trait Fifo {
    /// Adds a node at the end.
    fn push(&mut self, node: NodeId);
    /// Removes and returns the first node.
    fn pop(&mut self) -> Option<NodeId>;
    /// Number of nodes in the queue.
    fn count(&self) -> usize;
    /// Removes all nodes.
    fn clear(&mut self);
}

/// One double-ended queue.
#[derive(Clone, Debug, Default)]
pub struct OneQueue(VecDeque<NodeId>);

impl Fifo for OneQueue {
    fn push(&mut self, node: NodeId) {
        self.0.push_back(node);
    }
    fn pop(&mut self) -> Option<NodeId> {
        self.0.pop_front()
    }
    fn count(&self) -> usize {
        self.0.len()
    }
    fn clear(&mut self) {
        self.0.clear();
    }
}

/// The nodes of the current distance, and those of the next.
#[derive(Clone, Debug, Default)]
pub struct TwoArrays {
    current: Vec<NodeId>,
    popped: usize,
    next: Vec<NodeId>,
}

impl Fifo for TwoArrays {
    fn push(&mut self, node: NodeId) {
        self.next.push(node);
    }
    fn pop(&mut self) -> Option<NodeId> {
        if self.popped == self.current.len() {
            self.current.clear();
            self.popped = 0;
            std::mem::swap(&mut self.current, &mut self.next);
        }
        let node = self.current.get(self.popped).copied();
        self.popped += usize::from(node.is_some());
        node
    }
    fn count(&self) -> usize {
        self.current.len() - self.popped + self.next.len()
    }
    fn clear(&mut self) {
        *self = Self::default();
    }
}

/// A breadth-first search over any graph.
#[derive(Clone, Debug)]
pub struct BreadthFirst<'a, W = OneQueue, G = Terrain> {
    graph: &'a G,
    waiting: W,
    labels: StampedLabels,
    goal: NodeId,
}

impl<'a, W: Fifo + Default, G: Graph> BreadthFirst<'a, W, G> {
    /// A search on this graph; call [`begin`](Algorithm::begin) next.
    pub fn new(graph: &'a G) -> Self {
        Self { graph, waiting: W::default(), labels: StampedLabels::new(graph.node_count()), goal: 0 }
    }

    /// The labels of the generated nodes.
    pub fn labels(&self) -> &StampedLabels {
        &self.labels
    }
}

impl<W: Fifo, G: Graph> Algorithm for BreadthFirst<'_, W, G> {
    fn begin(&mut self, start: NodeId, goal: NodeId) {
        self.labels.clear();
        self.waiting.clear();
        self.labels.relax(start, 0, start);
        self.waiting.push(start);
        self.goal = goal;
    }

    fn step<O: Observer + ?Sized>(&mut self, observer: &mut O) -> Step {
        let Some(node) = self.waiting.pop() else { return Step::Exhausted };
        let Some(label) = self.labels.get(node) else { return Step::Exhausted };
        observer.expanded(node, label.g, label.g);
        if node == self.goal {
            return Step::Found(node);
        }
        let g = label.g + Cost::from(STRAIGHT);
        self.graph.successors(Visit { node, parent: label.parent() }, &mut |next, _| {
            if self.labels.get(next).is_none() {
                self.labels.relax(next, g, node);
                self.waiting.push(next);
                observer.generated(next, g);
            }
        });
        observer.frontier_len(self.waiting.count());
        Step::Working
    }

    fn path(&self) -> Vec<NodeId> {
        self.labels.path_to(self.goal)
    }
}
