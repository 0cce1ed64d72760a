//! Two other label tables: an array in which each entry is stamped with its search, and a hash table.

use super::labels::{Label, LabelTable};
use crate::graph::{COST_MAX, Cost, NodeId};
use std::collections::HashMap;

/// One word per node: the age of the search that wrote it, the cost, and whether the node was expanded. Ages fall from
/// search to search, so a word of an earlier search is larger than any word of this one: a single comparison covers
/// both a node that was not generated yet and one with a higher cost. To clear all labels is to decrement the age; the
/// words are reset only when the ages run out, once in 2¹³ searches.
#[derive(Clone, Debug)]
pub struct StampedLabels {
    /// From the top: 13 bits of age, 50 bits of cost ([`COST_MAX`]), and one bit that is set once the node is expanded.
    words: Vec<u64>,
    /// The parent of each node, valid where its word is.
    parents: Vec<NodeId>,
    /// Age of this search, shifted to its place in the word.
    age: u64,
    reached: u32,
}

/// An age of one, shifted to its place in the word.
const AGE_UNIT: u64 = (COST_MAX + 1) << 1;
/// The bit of expanded nodes.
const EXPANDED: u64 = 1;

impl StampedLabels {
    /// No labels yet, for a graph of this many nodes.
    pub fn new(nodes: u32) -> Self {
        let (words, parents) = (vec![u64::MAX; nodes as usize], vec![0; nodes as usize]);
        Self { words, parents, age: u64::MAX / AGE_UNIT * AGE_UNIT - AGE_UNIT, reached: 0 }
    }

    /// The word of a node that is open at cost `g` in this search.
    fn word(&self, g: Cost) -> u64 {
        self.age | g << 1
    }

    fn is_current(&self, word: u64) -> bool {
        word ^ self.age < AGE_UNIT
    }
}

impl LabelTable for StampedLabels {
    fn node_count(&self) -> u32 {
        self.words.len() as u32
    }
    #[inline]
    fn get(&self, node: NodeId) -> Option<Label> {
        let word = self.words[node as usize];
        let label = || {
            let mut label = Label::new(word >> 1 & COST_MAX, self.parents[node as usize]);
            if word & EXPANDED != 0 {
                label.close();
            }
            label
        };
        self.is_current(word).then(label)
    }
    #[inline]
    fn relax(&mut self, node: NodeId, g: Cost, parent: NodeId) {
        let is_new = !self.is_current(self.words[node as usize]);
        self.reached += u32::from(is_new);
        self.words[node as usize] = self.word(g);
        self.parents[node as usize] = parent;
    }
    #[inline]
    fn improves(&self, node: NodeId, g: Cost) -> bool {
        self.words[node as usize] > self.word(g) | EXPANDED
    }
    #[inline]
    fn is_open_at(&self, node: NodeId, g: Cost) -> bool {
        self.words[node as usize] == self.word(g)
    }
    #[inline]
    fn parent(&self, node: NodeId) -> NodeId {
        self.parents[node as usize]
    }
    #[inline]
    fn close(&mut self, node: NodeId) {
        self.words[node as usize] |= EXPANDED;
    }
    fn label_count(&self) -> u32 {
        self.reached
    }
    fn clear(&mut self) {
        self.reached = 0;
        if self.age == 0 {
            self.words.fill(u64::MAX);
            self.age = u64::MAX / AGE_UNIT * AGE_UNIT;
        }
        self.age -= AGE_UNIT;
    }
}

/// One hash table entry per generated node: no setup, but slower lookups. For graphs that are large or of unknown size.
#[derive(Clone, Debug)]
pub struct HashLabels {
    entries: HashMap<NodeId, Label>,
    nodes: u32,
}

impl HashLabels {
    /// No labels yet, for a graph of this many nodes.
    pub fn new(nodes: u32) -> Self {
        Self { entries: HashMap::new(), nodes }
    }
}

impl LabelTable for HashLabels {
    fn node_count(&self) -> u32 {
        self.nodes
    }
    fn get(&self, node: NodeId) -> Option<Label> {
        self.entries.get(&node).copied()
    }
    fn relax(&mut self, node: NodeId, g: Cost, parent: NodeId) {
        self.entries.insert(node, Label::new(g, parent));
    }
    fn close(&mut self, node: NodeId) {
        if let Some(label) = self.entries.get_mut(&node) {
            label.close();
        }
    }
    fn label_count(&self) -> u32 {
        self.entries.len() as u32
    }
    fn clear(&mut self) {
        self.entries.clear();
    }
}
