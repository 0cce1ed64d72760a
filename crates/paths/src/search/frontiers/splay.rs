//! The splay tree (Sleator & Tarjan 1985): a search tree without balance information that moves each accessed node to
//! the root, so that its surroundings are found fast. Every operation O(log n) amortized.
//!
//! A search asks for the smallest key again and again and inserts near it, which suits the tree: it does not degenerate
//! where new entries are never smaller than those removed.

use super::super::{FrontierKey, PriorityQueue};
use crate::graph::Cost;

const NONE: u32 = u32::MAX;
/// The smallest possible key.
const KEY_MIN: FrontierKey = FrontierKey { f: 0, g: Cost::MAX, node: 0 };

#[derive(Clone, Copy, Debug)]
struct SplayNode {
    key: FrontierKey,
    /// Root of the smaller keys, and of the larger ones.
    children: [u32; 2],
}

/// A splay tree in one array, with the slots of removed nodes reused.
#[derive(Clone, Debug)]
pub struct SplayTree {
    nodes: Vec<SplayNode>,
    free: Vec<u32>,
    root: u32,
}

impl Default for SplayTree {
    fn default() -> Self {
        Self { nodes: Vec::new(), free: Vec::new(), root: NONE }
    }
}

impl SplayTree {
    /// The child of a node on one side.
    fn child(&mut self, of: u32, side: usize) -> &mut u32 {
        &mut self.nodes[of as usize].children[side]
    }

    /// The side of a node on which a key belongs.
    fn side(&self, of: u32, key: FrontierKey) -> usize {
        usize::from(self.nodes[of as usize].key < key)
    }

    /// Top-down splay towards a key: the nodes passed go into a tree of smaller or of larger ones, and two steps to the
    /// same side are rotated first. The last node becomes the root.
    fn splay(&mut self, key: FrontierKey) {
        if self.root == NONE {
            return;
        }
        let mut here = self.root;
        // The nodes passed on each side, from the outside in.
        let mut passed: [Vec<u32>; 2] = [Vec::new(), Vec::new()];
        loop {
            let side = self.side(here, key);
            let mut next = *self.child(here, side);
            if next != NONE && self.side(next, key) == side {
                *self.child(here, side) = *self.child(next, 1 - side);
                *self.child(next, 1 - side) = here;
                here = next;
                next = *self.child(here, side);
            }
            if next == NONE {
                break;
            }
            // A node that sends the key to the larger side is smaller than the key.
            passed[1 - side].push(here);
            here = next;
        }
        for (side, passed) in passed.into_iter().enumerate() {
            let mut inner = *self.child(here, side);
            for node in passed.into_iter().rev() {
                *self.child(node, 1 - side) = inner;
                inner = node;
            }
            *self.child(here, side) = inner;
        }
        self.root = here;
    }
}

impl PriorityQueue for SplayTree {
    fn push(&mut self, key: FrontierKey) {
        self.splay(key);
        let mut children = [NONE; 2];
        if self.root != NONE {
            // The root goes to its own side, and its subtree beyond the key to the other.
            let side = self.side(self.root, key);
            let root = self.root;
            children[side] = std::mem::replace(self.child(root, side), NONE);
            children[1 - side] = root;
        }
        let node = SplayNode { key, children };
        self.root = if let Some(index) = self.free.pop() {
            self.nodes[index as usize] = node;
            index
        } else {
            self.nodes.push(node);
            self.nodes.len() as u32 - 1
        };
    }
    fn pop(&mut self) -> Option<FrontierKey> {
        self.splay(KEY_MIN);
        let best = *self.nodes.get(self.root as usize)?;
        self.free.push(self.root);
        self.root = best.children[1];
        Some(best.key)
    }
    fn len(&self) -> usize {
        self.nodes.len() - self.free.len()
    }
    fn clear(&mut self) {
        *self = Self::default();
    }
}
