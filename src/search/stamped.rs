//! Labels in one array with a stamp of the search that wrote them, and labels in a hash table: two other ways to
//! keep what a search knows.

use super::labels::{Label, LabelTable};
use crate::graph::NodeId;
use std::collections::HashMap;

/// One array entry a node, valid if it carries the stamp of the search under way. Forgetting everything is adding
/// one to the stamp; all entries are cleared only when the stamps run out, once in 2³² searches.
#[derive(Clone, Debug)]
pub struct Stamped {
    entries: Vec<(u32, Label)>,
    stamp: u32,
    reached: u32,
}

impl Stamped {
    /// No labels, over a graph of this many nodes.
    pub fn new(nodes: u32) -> Self {
        Self { entries: vec![(0, Label::new(0, 0)); nodes as usize], stamp: 1, reached: 0 }
    }
}

impl LabelTable for Stamped {
    fn nodes(&self) -> u32 {
        self.entries.len() as u32
    }
    fn get(&self, node: NodeId) -> Option<Label> {
        let (stamp, label) = self.entries[node as usize];
        (stamp == self.stamp).then_some(label)
    }
    fn set(&mut self, node: NodeId, g: u32, parent: NodeId) {
        let entry = &mut self.entries[node as usize];
        self.reached += u32::from(entry.0 != self.stamp);
        *entry = (self.stamp, Label::new(g, parent));
    }
    fn close(&mut self, node: NodeId) {
        self.entries[node as usize].1.close();
    }
    fn reached(&self) -> u32 {
        self.reached
    }
    fn clear(&mut self) {
        self.reached = 0;
        self.stamp = self.stamp.wrapping_add(1);
        if self.stamp == 0 {
            self.entries.fill((0, Label::new(0, 0)));
            self.stamp = 1;
        }
    }
}

/// One entry of a hash table a reached node: nothing to set up, dearer to ask. For graphs that are large or unknown.
#[derive(Clone, Debug)]
pub struct Hashed {
    entries: HashMap<NodeId, Label>,
    nodes: u32,
}

impl Hashed {
    /// No labels, over a graph of this many nodes.
    pub fn new(nodes: u32) -> Self {
        Self { entries: HashMap::new(), nodes }
    }
}

impl LabelTable for Hashed {
    fn nodes(&self) -> u32 {
        self.nodes
    }
    fn get(&self, node: NodeId) -> Option<Label> {
        self.entries.get(&node).copied()
    }
    fn set(&mut self, node: NodeId, g: u32, parent: NodeId) {
        self.entries.insert(node, Label::new(g, parent));
    }
    fn close(&mut self, node: NodeId) {
        if let Some(label) = self.entries.get_mut(&node) {
            label.close();
        }
    }
    fn reached(&self) -> u32 {
        self.entries.len() as u32
    }
    fn clear(&mut self) {
        self.entries.clear();
    }
}
