//! What a search knows of a node, written down by an observer as it happens: for whoever points at a cell and asks.
//!
//! An observer is told less than the search knows. The node before another is the one under expansion when it was
//! reached, which is right for every search that reaches neighbours; any-angle searches may put a farther one there.

use super::Observer;
use crate::graph::NodeId;
use std::collections::BTreeMap;

/// What is known of one node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Record {
    /// The node before it; itself at the start.
    pub parent: NodeId,
    /// Steps from the start.
    pub steps: u32,
    /// Cost from the start, in milli-steps.
    pub g: u32,
    /// Rank, once it was expanded.
    pub f: Option<u32>,
    /// When it was expanded for the first time: 1 is the start.
    pub order: Option<u32>,
    /// Times that it was expanded; more than 1 if it was reached more cheaply afterwards.
    pub expansions: u32,
    /// Whether it waits to be expanded.
    pub is_waiting: bool,
}

impl Record {
    /// The estimate from here, once expanded, for ranks that are the sum of cost and estimate.
    pub fn h(&self) -> Option<u32> {
        self.f.map(|f| f.saturating_sub(self.g))
    }
}

/// The observer who writes down.
#[derive(Clone, Debug, Default)]
pub struct Records {
    known: BTreeMap<NodeId, Record>,
    /// The node under expansion, with the steps to it.
    now: Option<(NodeId, u32)>,
    expansions: u32,
}

impl Records {
    /// What is known of a node.
    pub fn of(&self, node: NodeId) -> Option<&Record> {
        self.known.get(&node)
    }

    /// Every node with what is known of it, in node order.
    pub fn iter(&self) -> impl Iterator<Item = (NodeId, &Record)> {
        self.known.iter().map(|(node, record)| (*node, record))
    }

    /// The nodes from the start to a node, as far as they are known.
    pub fn chain(&self, node: NodeId) -> Vec<NodeId> {
        let mut chain = vec![node];
        while let Some(record) = chain.last().and_then(|node| self.of(*node)) {
            // Whatever a search does, a chain is no longer than there are nodes.
            if chain.contains(&record.parent) || chain.len() > self.known.len() {
                break;
            }
            chain.push(record.parent);
        }
        chain.reverse();
        chain
    }
}

impl Observer for Records {
    fn expanded(&mut self, node: NodeId, g: u32, f: u32) {
        self.expansions += 1;
        let start =
            Record { parent: node, steps: 0, g, f: None, order: None, expansions: 0, is_waiting: true };
        let record = self.known.entry(node).or_insert(start);
        (record.g, record.f, record.is_waiting) = (g, Some(f), false);
        record.order = record.order.or(Some(self.expansions));
        record.expansions += 1;
        self.now = Some((node, record.steps));
    }

    fn reached(&mut self, node: NodeId, g: u32) {
        let Some((parent, steps)) = self.now else { return };
        let fresh =
            Record { parent, steps: steps + 1, g, f: None, order: None, expansions: 0, is_waiting: true };
        let record = self.known.entry(node).or_insert(fresh);
        (record.parent, record.steps, record.g, record.is_waiting) = (parent, steps + 1, g, true);
    }
}
