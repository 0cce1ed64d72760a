//! Skip lists (Pugh 1990): sorted linked lists with express lanes. Every entry is in the lowest lane, about half of them
//! in the next, and so on; a search runs along the highest lane as far as it can and then descends. Which lanes an entry
//! gets follows from a hash of how many came before it, not from dice.
//!
//! Sorted by rank, pushing takes O(log n) and popping O(1), no better than other sorted frontiers. Sorted by place, a
//! node is found in O(log n), so that a cheaper path moves its entry, but the best entry takes O(n).

use super::super::{FrontierKey, PriorityQueue};
use crate::graph::NodeId;

/// The most lanes: enough for a few thousand entries, and usable for more.
const LANES_MAX: usize = 12;
const NONE: u32 = u32::MAX;

/// The entry after each one in every lane. The head of the list has the first of each lane.
type Lanes = [u32; LANES_MAX];

#[derive(Clone, Debug)]
struct SkipEntry<K> {
    order: K,
    key: FrontierKey,
    next: Lanes,
}

/// A list sorted by `K`.
#[derive(Clone, Debug)]
struct SkipList<K> {
    entries: Vec<SkipEntry<K>>,
    free: Vec<u32>,
    head: Lanes,
    /// Number of insertions so far.
    insertions: u32,
}

impl<K: Ord> SkipList<K> {
    fn new() -> Self {
        Self { entries: Vec::new(), free: Vec::new(), head: [NONE; LANES_MAX], insertions: 0 }
    }

    fn len(&self) -> usize {
        self.entries.len() - self.free.len()
    }

    /// The lanes of an entry, or of the head.
    fn lanes(&mut self, index: u32) -> &mut Lanes {
        if index == NONE { &mut self.head } else { &mut self.entries[index as usize].next }
    }

    /// The last entry before this place in every lane; [`NONE`] for the head.
    fn before(&self, order: &K) -> Lanes {
        let mut before = [NONE; LANES_MAX];
        let (mut last, mut lanes) = (NONE, &self.head);
        for lane in (0..LANES_MAX).rev() {
            while let Some(next) = self.entries.get(lanes[lane] as usize).filter(|next| next.order < *order) {
                (last, lanes) = (lanes[lane], &next.next);
            }
            before[lane] = last;
        }
        before
    }

    fn insert(&mut self, order: K, key: FrontierKey) {
        self.insertions = self.insertions.wrapping_add(1);
        let hash = self.insertions.wrapping_mul(0x9E37_79B1);
        let lanes = (hash ^ hash >> 16).trailing_ones() as usize % LANES_MAX + 1;
        let before = self.before(&order);
        let index = self.free.pop().unwrap_or(self.entries.len() as u32);
        let entry = SkipEntry { order, key, next: [NONE; LANES_MAX] };
        match self.entries.get_mut(index as usize) {
            Some(old) => *old = entry,
            None => self.entries.push(entry),
        }
        for (lane, before) in before.into_iter().enumerate().take(lanes) {
            let next = std::mem::replace(&mut self.lanes(before)[lane], index);
            self.entries[index as usize].next[lane] = next;
        }
    }

    /// Removes the first entry at or after a place.
    fn remove(&mut self, order: &K) -> Option<FrontierKey> {
        let before = self.before(order);
        let index = self.lanes(before[0])[0];
        let (key, next) = self.entries.get(index as usize).map(|entry| (entry.key, entry.next))?;
        for (lane, before) in before.into_iter().enumerate() {
            let after = &mut self.lanes(before)[lane];
            if *after == index {
                *after = next[lane];
            }
        }
        self.free.push(index);
        Some(key)
    }

    /// The first entry at or after a place.
    fn find(&mut self, order: &K) -> Option<&mut SkipEntry<K>> {
        let before = self.before(order);
        let index = self.lanes(before[0])[0];
        self.entries.get_mut(index as usize)
    }

    /// The entries in order.
    fn iter(&self) -> impl Iterator<Item = &SkipEntry<K>> {
        let first = self.entries.get(self.head[0] as usize);
        std::iter::successors(first, |entry| self.entries.get(entry.next[0] as usize))
    }
}

/// A skip list sorted by rank.
#[derive(Clone, Debug)]
pub struct RankedSkipList(SkipList<FrontierKey>);

impl Default for RankedSkipList {
    fn default() -> Self {
        Self(SkipList::new())
    }
}

impl PriorityQueue for RankedSkipList {
    fn push(&mut self, key: FrontierKey) {
        self.0.insert(key, key);
    }
    fn pop(&mut self) -> Option<FrontierKey> {
        let first = self.0.iter().next()?.key;
        self.0.remove(&first)
    }
    fn len(&self) -> usize {
        self.0.len()
    }
    fn clear(&mut self) {
        *self = Self::default();
    }
}

/// A skip list sorted by node, with at most one entry for each.
#[derive(Clone, Debug)]
pub struct PlacedSkipList(SkipList<NodeId>);

impl Default for PlacedSkipList {
    fn default() -> Self {
        Self(SkipList::new())
    }
}

impl PlacedSkipList {
    /// The entry of a node.
    pub fn get(&mut self, node: NodeId) -> Option<FrontierKey> {
        self.0.find(&node).map(|entry| entry.key).filter(|key| key.node == node)
    }
}

impl PriorityQueue for PlacedSkipList {
    fn push(&mut self, key: FrontierKey) {
        match self.0.find(&key.node) {
            Some(entry) if entry.order == key.node => entry.key = key,
            _ => self.0.insert(key.node, key),
        }
    }
    fn pop(&mut self) -> Option<FrontierKey> {
        let best = self.0.iter().map(|entry| entry.key).min()?;
        self.0.remove(&best.node)
    }
    fn len(&self) -> usize {
        self.0.len()
    }
    fn clear(&mut self) {
        *self = Self::default();
    }
}
