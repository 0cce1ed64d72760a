//! The splay tree (Sleator & Tarjan 1985): a search tree without balance information that moves each accessed node to
//! the root, so that its surroundings are found fast. Every operation O(log n) amortized.
//!
//! A search asks for the smallest key again and again and inserts near it, which suits the tree: it does not degenerate
//! where new entries are never smaller than those removed.

use super::super::{Key, Queue};
use crate::graph::Cost;

const NONE: u32 = u32::MAX;
/// The smallest possible key.
const LEAST: Key = Key { f: 0, g: Cost::MAX, node: 0 };

#[derive(Clone, Copy, Debug)]
struct SplayNode {
    key: Key,
    /// Root of the smaller keys, and of the larger ones.
    children: [u32; 2],
}

/// A splay tree in one array, with the slots of removed nodes reused.
#[derive(Clone, Debug)]
pub struct SplayTree {
    members: Vec<SplayNode>,
    free: Vec<u32>,
    root: u32,
    /// Number of nodes passed on the way down.
    pub passed: u64,
}

impl Default for SplayTree {
    fn default() -> Self {
        Self { members: Vec::new(), free: Vec::new(), root: NONE, passed: 0 }
    }
}

impl SplayTree {
    /// The child of a node on one side.
    fn child(&mut self, of: u32, side: usize) -> &mut u32 {
        &mut self.members[of as usize].children[side]
    }

    /// The side of a node on which a key belongs.
    fn side(&self, of: u32, key: Key) -> usize {
        usize::from(self.members[of as usize].key < key)
    }

    /// Top-down splay towards a key: the nodes passed go into a tree of smaller or of larger ones, and two steps to the
    /// same side are rotated first. The last node becomes the root.
    fn splay(&mut self, key: Key) {
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
            self.passed += passed.len() as u64;
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

impl Queue for SplayTree {
    fn push(&mut self, key: Key) {
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
            self.members[index as usize] = node;
            index
        } else {
            self.members.push(node);
            self.members.len() as u32 - 1
        };
    }
    fn pop(&mut self) -> Option<Key> {
        self.splay(LEAST);
        let best = *self.members.get(self.root as usize)?;
        self.free.push(self.root);
        self.root = best.children[1];
        Some(best.key)
    }
    fn len(&self) -> usize {
        self.members.len() - self.free.len()
    }
    fn clear(&mut self) {
        *self = Self::default();
    }
}
