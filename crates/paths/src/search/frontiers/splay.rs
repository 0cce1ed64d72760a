//! The splay tree (Sleator & Tarjan 1985): a search tree without any rule of balance that brings whatever is asked for
//! to the top, so that what is near to it is found soon. Every operation O(log n) over many of them.
//!
//! A search asks for the smallest again and again and inserts beside it, which suits the tree: it does not lose its
//! balance, as has been feared of it where new entries are never smaller than those removed.

use super::super::{Key, Queue};
use crate::graph::Cost;

const NONE: u32 = u32::MAX;
/// The smallest key there is.
const LEAST: Key = Key { f: 0, g: Cost::MAX, node: 0 };

#[derive(Clone, Copy, Debug)]
struct SplayNode {
    key: Key,
    /// Smaller ones, larger ones.
    children: [u32; 2],
}

/// A splay tree in one array, with the places of removed members used again.
#[derive(Clone, Debug)]
pub struct SplayTree {
    members: Vec<SplayNode>,
    free: Vec<u32>,
    root: u32,
    /// Members passed on the way down.
    pub passed: u64,
}

impl Default for SplayTree {
    fn default() -> Self {
        Self { members: Vec::new(), free: Vec::new(), root: NONE, passed: 0 }
    }
}

impl SplayTree {
    /// The child of a member on one side.
    fn child(&mut self, of: u32, side: usize) -> &mut u32 {
        &mut self.members[of as usize].children[side]
    }

    /// On which side of a member a key belongs.
    fn side(&self, of: u32, key: Key) -> usize {
        usize::from(self.members[of as usize].key < key)
    }

    /// Takes the tree apart along the way down to a key; what is passed goes into a tree of smaller or of larger ones,
    /// and two steps to the same side are turned round first. The last member met becomes the root.
    fn splay(&mut self, key: Key) {
        if self.root == NONE {
            return;
        }
        let mut here = self.root;
        // What was passed on each side, from the outside in.
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
            // Who sends the key to the larger side is smaller than it.
            passed[1 - side].push(here);
            here = next;
        }
        for (side, passed) in passed.into_iter().enumerate() {
            self.passed += passed.len() as u64;
            let mut inner = *self.child(here, side);
            for member in passed.into_iter().rev() {
                *self.child(member, 1 - side) = inner;
                inner = member;
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
            // The root goes to its own side, and what lies beyond the key to the other.
            let side = self.side(self.root, key);
            let root = self.root;
            children[side] = std::mem::replace(self.child(root, side), NONE);
            children[1 - side] = root;
        }
        let member = SplayNode { key, children };
        self.root = if let Some(place) = self.free.pop() {
            self.members[place as usize] = member;
            place
        } else {
            self.members.push(member);
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
