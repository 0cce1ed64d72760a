//! Bucket queues (Dial 1969): an array of lists, one for each f, so that almost nothing is compared. And the HOT queue
//! (Cherkassky, Goldberg & Silverstein 1997): coarse buckets, of which only the first is a heap.
//!
//! Both rely on this: an open node in A* has an f near the smallest one, within the dearest step plus the largest
//! change of the estimate along it. Entries farther off wait in an overflow heap.

use super::super::{FrontierKey, HeapFrontier, PriorityQueue};
use crate::graph::{Cost, NodeId};
use std::collections::BTreeMap;

/// The fewest and the most buckets, as powers of two.
const BUCKET_BITS: std::ops::RangeInclusive<u32> = 12..=17;

/// No link: the end of a list.
const NONE: u32 = u32::MAX;

/// One entry of a bucket's list.
#[derive(Clone, Copy, Debug)]
struct Link {
    g: Cost,
    node: NodeId,
    next: u32,
}

/// Buckets per drawer.
const BLOCK_BUCKETS: usize = 64;

/// Adjacent buckets.
#[derive(Clone, Copy, Debug)]
struct BucketBlock {
    /// A bit for each bucket that is not empty.
    filled: u64,
    /// First link of each bucket's list.
    heads: [u32; BLOCK_BUCKETS],
}

impl BucketBlock {
    const EMPTY: BucketBlock = BucketBlock { filled: 0, heads: [NONE; BLOCK_BUCKETS] };
}

/// A ring of buckets, one per f, with a bit for each that is not empty. Within a bucket the newest goes first: not the
/// total order, but as fast as a frontier can be, and the costs found are the same.
#[derive(Clone, Debug)]
pub struct Buckets {
    blocks: Vec<BucketBlock>,
    links: Vec<Link>,
    /// Head of the list of free links.
    free: u32,
    /// A lower bound of the f in the ring.
    floor: Cost,
    /// Entries in the ring. There are fewer than nodes times their neighbours, so that the number cannot wrap.
    in_ring: u32,
    /// Entries outside the range of the ring.
    overflow: HeapFrontier,
}

impl Buckets {
    /// An empty frontier for steps of at most this cost, in milli-steps: along a step f rises by at most twice that.
    pub fn for_steps(dearest: u32) -> Self {
        let bits = dearest.saturating_mul(2).max(1).ilog2() + 1;
        let count = 1 << bits.clamp(*BUCKET_BITS.start(), *BUCKET_BITS.end());
        let blocks = vec![BucketBlock::EMPTY; count / BLOCK_BUCKETS];
        Self {
            blocks,
            links: Vec::new(),
            free: NONE,
            floor: 0,
            in_ring: 0,
            overflow: HeapFrontier::default(),
        }
    }

    /// The drawer of an f, and its index in it.
    #[inline]
    fn block_and_bucket(&self, f: Cost) -> (usize, usize) {
        ((f as usize / BLOCK_BUCKETS) & (self.blocks.len() - 1), f as usize % BLOCK_BUCKETS)
    }

    /// Adds an entry outside the range of the ring. If there is no other entry, the ring moves there.
    #[cold]
    fn push_overflow(&mut self, f: Cost, g: Cost, node: NodeId) {
        if self.in_ring > 0 || !self.overflow.is_empty() {
            return self.overflow.push(FrontierKey { f, g, node });
        }
        self.floor = f;
        self.push(FrontierKey { f, g, node });
    }

    /// Adds an entry with a new link.
    #[cold]
    fn push_new(&mut self, f: Cost, g: Cost, node: NodeId) {
        self.free = self.links.len() as u32;
        self.links.push(Link { g: 0, node: 0, next: NONE });
        self.push(FrontierKey { f, g, node });
    }

    /// Takes the best entry if there is none in the rest of the floor's drawer, or if there are entries outside the
    /// ring.
    #[cold]
    fn pop_slow(&mut self) -> Option<FrontierKey> {
        if self.in_ring == 0 {
            let key = self.overflow.pop()?;
            self.floor = key.f;
            return Some(key);
        }
        self.raise_floor();
        if self.overflow.peek().is_some_and(|key| key.f < self.floor) {
            return self.overflow.pop();
        }
        let (drawer, bucket) = self.block_and_bucket(self.floor);
        Some(self.take(drawer, bucket))
    }

    /// Moves the floor to the smallest f in the ring, which must not be empty.
    fn raise_floor(&mut self) {
        let (mut drawer, bucket) = self.block_and_bucket(self.floor);
        let mut filled = self.blocks[drawer].filled >> bucket << bucket;
        self.floor -= bucket as Cost;
        while filled == 0 {
            drawer = (drawer + 1) & (self.blocks.len() - 1);
            self.floor += BLOCK_BUCKETS as Cost;
            filled = self.blocks[drawer].filled;
        }
        self.floor += Cost::from(filled.trailing_zeros());
    }

    /// Takes the newest entry of a non-empty bucket at the floor.
    #[inline]
    fn take(&mut self, drawer: usize, bucket: usize) -> FrontierKey {
        let drawer = &mut self.blocks[drawer];
        let link = &mut self.links[drawer.heads[bucket] as usize];
        let key = FrontierKey { f: self.floor, g: link.g, node: link.node };
        let next = std::mem::replace(&mut link.next, self.free);
        self.free = std::mem::replace(&mut drawer.heads[bucket], next);
        drawer.filled &= !(u64::from(next == NONE) << bucket);
        self.in_ring = self.in_ring.wrapping_sub(1);
        key
    }
}

impl PriorityQueue for Buckets {
    #[expect(
        clippy::inline_always,
        reason = "called once a reached node, where a call costs as much as the work"
    )]
    #[inline(always)]
    fn push(&mut self, key: FrontierKey) {
        let FrontierKey { f, g, node } = key;
        if f < self.floor || (f - self.floor) as usize >= self.blocks.len() * BLOCK_BUCKETS {
            return self.push_overflow(f, g, node);
        }
        let (drawer, bucket) = self.block_and_bucket(f);
        let Some(link) = self.links.get_mut(self.free as usize) else { return self.push_new(f, g, node) };
        let drawer = &mut self.blocks[drawer];
        let next = std::mem::replace(&mut drawer.heads[bucket], self.free);
        drawer.filled |= 1 << bucket;
        self.free = link.next;
        *link = Link { g, node, next };
        self.in_ring = self.in_ring.wrapping_add(1);
    }

    #[expect(
        clippy::inline_always,
        reason = "called once an expansion, where a call costs as much as the work"
    )]
    #[inline(always)]
    fn pop(&mut self) -> Option<FrontierKey> {
        let (drawer, bucket) = self.block_and_bucket(self.floor);
        let rest = self.blocks[drawer].filled >> bucket;
        if rest == 0 || !self.overflow.is_empty() {
            return self.pop_slow();
        }
        let by = rest.trailing_zeros();
        self.floor += Cost::from(by);
        Some(self.take(drawer, (bucket + by as usize) % BLOCK_BUCKETS))
    }

    #[inline]
    fn len(&self) -> usize {
        self.in_ring as usize + self.overflow.len()
    }

    fn clear(&mut self) {
        for drawer in self.blocks.iter_mut().filter(|drawer| drawer.filled != 0) {
            *drawer = BucketBlock::EMPTY;
        }
        self.links.clear();
        (self.free, self.in_ring) = (NONE, 0);
        self.overflow.clear();
    }
}

/// Coarse buckets of `width` milli-steps each; the first that is not empty is a heap, the others are unsorted piles
/// that become heaps when their turn comes. Pops in the total order.
#[derive(Clone, Debug)]
pub struct HotQueue {
    hot: HeapFrontier,
    /// Everything with an f below this is in the heap.
    hot_below: Cost,
    cold: BTreeMap<Cost, Vec<FrontierKey>>,
    width: Cost,
    len: usize,
}

impl HotQueue {
    /// An empty queue with buckets of this many milli-steps (at least 1).
    pub fn new(width: Cost) -> Self {
        Self {
            hot: HeapFrontier::default(),
            hot_below: 0,
            cold: BTreeMap::new(),
            width: width.max(1),
            len: 0,
        }
    }
}

impl PriorityQueue for HotQueue {
    fn push(&mut self, key: FrontierKey) {
        self.len += 1;
        if key.f < self.hot_below {
            self.hot.push(key);
        } else {
            self.cold.entry(key.f / self.width).or_default().push(key);
        }
    }
    fn pop(&mut self) -> Option<FrontierKey> {
        if self.hot.is_empty() {
            let (bucket, pile) = self.cold.pop_first()?;
            self.hot_below = (bucket + 1).saturating_mul(self.width);
            for key in pile {
                self.hot.push(key);
            }
        }
        self.len -= 1;
        self.hot.pop()
    }
    fn len(&self) -> usize {
        self.len
    }
    fn clear(&mut self) {
        self.hot.clear();
        self.cold.clear();
        (self.hot_below, self.len) = (0, 0);
    }
}
