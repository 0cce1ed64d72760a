//! The frontier: nodes that were generated and wait to be expanded.

use crate::graph::{COST_MAX, Cost, NodeId};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

/// Key of a frontier entry. The order is total: smaller `f`, then larger `g` (nearer the goal), then the smaller node.
/// With it every correct frontier pops the same sequence.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct FrontierKey {
    /// Rank, in milli-steps.
    pub f: Cost,
    /// Accumulated cost, in milli-steps.
    pub g: Cost,
    /// The node.
    pub node: NodeId,
}

impl Ord for FrontierKey {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        self.f.cmp(&other.f).then(other.g.cmp(&self.g)).then(self.node.cmp(&other.node))
    }
}

impl PartialOrd for FrontierKey {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// A priority queue of open nodes. Entries with an outdated `g` may stay in it; the search skips them when it pops
/// them.
pub trait PriorityQueue {
    /// Adds an entry.
    fn push(&mut self, key: FrontierKey);
    /// Removes and returns the best entry.
    fn pop(&mut self) -> Option<FrontierKey>;
    /// Number of entries, stale ones included.
    fn len(&self) -> usize;
    /// Whether there are no entries.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// Removes all entries.
    fn clear(&mut self);
}

impl<Q: PriorityQueue + ?Sized> PriorityQueue for Box<Q> {
    #[inline]
    fn push(&mut self, key: FrontierKey) {
        (**self).push(key);
    }
    #[inline]
    fn pop(&mut self) -> Option<FrontierKey> {
        (**self).pop()
    }
    #[inline]
    fn len(&self) -> usize {
        (**self).len()
    }
    fn clear(&mut self) {
        (**self).clear();
    }
}

/// A binary heap with duplicates instead of decreased keys; stale entries are skipped when popped.
///
/// Push and pop are O(log n). It is serialized in key order, so that two frontiers with the same entries have the same
/// bytes whatever the inner layout of the heap.
#[derive(Clone, Debug)]
pub struct HeapFrontier {
    heap: BinaryHeap<Reverse<FrontierKey>>,
}

/// Initial capacity in entries: most searches are short, and growing would cost as much as searching.
const CAPACITY_AT_FIRST: usize = 128;

impl Default for HeapFrontier {
    fn default() -> Self {
        Self { heap: BinaryHeap::with_capacity(CAPACITY_AT_FIRST) }
    }
}

impl PriorityQueue for HeapFrontier {
    #[inline]
    fn push(&mut self, key: FrontierKey) {
        self.heap.push(Reverse(key));
    }
    #[inline]
    fn pop(&mut self) -> Option<FrontierKey> {
        self.heap.pop().map(|Reverse(key)| key)
    }
    #[inline]
    fn len(&self) -> usize {
        self.heap.len()
    }
    fn clear(&mut self) {
        self.heap.clear();
    }
}

impl HeapFrontier {
    /// The best entry, which stays.
    #[inline]
    pub fn peek(&self) -> Option<FrontierKey> {
        self.heap.peek().map(|Reverse(key)| *key)
    }

    /// The best entry for which `is_fresh` holds; those before it are dropped.
    pub(super) fn drop_until(&mut self, is_fresh: impl Fn(FrontierKey) -> bool) -> Option<FrontierKey> {
        while let Some(key) = self.peek() {
            if is_fresh(key) {
                return Some(key);
            }
            self.pop();
        }
        None
    }

    /// The entries in no particular order, for drawing.
    pub fn nodes(&self) -> impl Iterator<Item = NodeId> {
        self.heap.iter().map(|Reverse(key)| key.node)
    }
}

impl Serialize for HeapFrontier {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut keys: Vec<FrontierKey> = self.heap.iter().map(|Reverse(key)| *key).collect();
        keys.sort_unstable();
        keys.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for HeapFrontier {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let keys = Vec::<FrontierKey>::deserialize(deserializer)?;
        if keys.iter().any(|key| key.g > COST_MAX) {
            return Err(serde::de::Error::custom("a cost beyond all paths"));
        }
        Ok(Self { heap: keys.into_iter().map(Reverse).collect() })
    }
}
