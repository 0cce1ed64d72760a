//! Labels with a bit per node that says whether it was generated, and a list of the non-zero words of bits, so that
//! clearing costs no more than what was used.

use super::labels::{Label, LabelTable};
use crate::graph::{Cost, NodeId};

/// Nodes per word of bits.
const WORD_BITS: u32 = u64::BITS;

/// An array of labels that are valid only where their bit is set.
#[derive(Clone, Debug)]
pub struct BitmapLabels {
    labels: Vec<Label>,
    /// A bit for each generated node.
    bits: Vec<u64>,
    /// Indices of the words that are not zero.
    used_words: Vec<u32>,
    reached: u32,
}

impl BitmapLabels {
    /// No labels yet, for a graph of this many nodes.
    pub fn new(nodes: u32) -> Self {
        let labels = vec![Label::new(0, 0); nodes as usize];
        let bits = vec![0; nodes.div_ceil(WORD_BITS) as usize];
        Self { labels, bits, used_words: Vec::new(), reached: 0 }
    }

    /// Number of words that clearing has to visit, and number of all words.
    pub fn used_words(&self) -> (usize, usize) {
        (self.used_words.len(), self.bits.len())
    }

    fn has(&self, node: NodeId) -> bool {
        self.bits[(node / WORD_BITS) as usize] & 1 << (node % WORD_BITS) != 0
    }
}

impl LabelTable for BitmapLabels {
    fn node_count(&self) -> u32 {
        self.labels.len() as u32
    }
    fn get(&self, node: NodeId) -> Option<Label> {
        self.has(node).then(|| self.labels[node as usize])
    }
    fn relax(&mut self, node: NodeId, g: Cost, parent: NodeId) {
        let word = &mut self.bits[(node / WORD_BITS) as usize];
        if *word == 0 {
            self.used_words.push(node / WORD_BITS);
        }
        let bit = 1 << (node % WORD_BITS);
        self.reached += u32::from(*word & bit == 0);
        *word |= bit;
        self.labels[node as usize] = Label::new(g, parent);
    }
    fn close(&mut self, node: NodeId) {
        self.labels[node as usize].close();
    }
    fn label_count(&self) -> u32 {
        self.reached
    }
    fn clear(&mut self) {
        for word in self.used_words.drain(..) {
            self.bits[word as usize] = 0;
        }
        self.reached = 0;
    }
}
