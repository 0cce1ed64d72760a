//! Bucket queues (Dial 1969): an array of lists, one for each f, so that almost nothing is compared. And the HOT queue
//! (Cherkassky, Goldberg & Silverstein 1997): coarse buckets, of which only the first is a heap.
//!
//! Both rely on this: an open node in A* has an f near the smallest one, within the dearest step plus the largest
//! change of the estimate along it. Entries farther off wait in an overflow heap.

use super::super::{Frontier, Key, Queue};
use crate::graph::{Cost, NodeId};
use std::collections::BTreeMap;

/// The fewest and the most buckets, as powers of two.
const BITS: std::ops::RangeInclusive<u32> = 12..=17;

/// No link: the end of a list.
const END: u32 = u32::MAX;

/// One entry of a bucket's list.
#[derive(Clone, Copy, Debug)]
struct Link {
    g: Cost,
    node: NodeId,
    next: u32,
}

/// Buckets per drawer.
const DRAWER: usize = 64;

/// Adjacent buckets.
#[derive(Clone, Copy, Debug)]
struct Drawer {
    /// A bit for each bucket that is not empty.
    filled: u64,
    /// First link of each bucket's list.
    heads: [u32; DRAWER],
}

impl Drawer {
    const EMPTY: Drawer = Drawer { filled: 0, heads: [END; DRAWER] };
}

/// A ring of buckets, one per f, with a bit for each that is not empty. Within a bucket the newest goes first: not the
/// total order, but as fast as a frontier can be, and the costs found are the same.
#[derive(Clone, Debug)]
pub struct Buckets {
    drawers: Vec<Drawer>,
    links: Vec<Link>,
    /// Head of the list of free links.
    free: u32,
    /// A lower bound of the f in the ring.
    floor: Cost,
    /// Entries in the ring. There are fewer than nodes times their neighbours, so that the number cannot wrap.
    in_ring: u32,
    /// Entries outside the range of the ring.
    far: Frontier,
}

impl Buckets {
    /// An empty frontier for steps of at most this cost, in milli-steps: along a step f rises by at most twice that.
    pub fn for_steps(dearest: u32) -> Self {
        let bits = dearest.saturating_mul(2).max(1).ilog2() + 1;
        let count = 1 << bits.clamp(*BITS.start(), *BITS.end());
        let drawers = vec![Drawer::EMPTY; count / DRAWER];
        Self { drawers, links: Vec::new(), free: END, floor: 0, in_ring: 0, far: Frontier::default() }
    }

    /// The drawer of an f, and its index in it.
    #[inline]
    fn place_of(&self, f: Cost) -> (usize, usize) {
        ((f as usize / DRAWER) & (self.drawers.len() - 1), f as usize % DRAWER)
    }

    /// Adds an entry outside the range of the ring. If there is no other entry, the ring moves there.
    #[cold]
    fn push_far(&mut self, f: Cost, g: Cost, node: NodeId) {
        if self.in_ring > 0 || !self.far.is_empty() {
            return self.far.push(Key { f, g, node });
        }
        self.floor = f;
        self.push(Key { f, g, node });
    }

    /// Adds an entry with a new link.
    #[cold]
    fn push_new(&mut self, f: Cost, g: Cost, node: NodeId) {
        self.free = self.links.len() as u32;
        self.links.push(Link { g: 0, node: 0, next: END });
        self.push(Key { f, g, node });
    }

    /// Takes the best entry if there is none in the rest of the floor's drawer, or if there are entries outside the
    /// ring.
    #[cold]
    fn pop_elsewhere(&mut self) -> Option<Key> {
        if self.in_ring == 0 {
            let key = self.far.pop()?;
            self.floor = key.f;
            return Some(key);
        }
        self.raise_floor();
        if self.far.peek().is_some_and(|key| key.f < self.floor) {
            return self.far.pop();
        }
        let (drawer, bucket) = self.place_of(self.floor);
        Some(self.take(drawer, bucket))
    }

    /// Moves the floor to the smallest f in the ring, which must not be empty.
    fn raise_floor(&mut self) {
        let (mut drawer, bucket) = self.place_of(self.floor);
        let mut filled = self.drawers[drawer].filled >> bucket << bucket;
        self.floor -= bucket as Cost;
        while filled == 0 {
            drawer = (drawer + 1) & (self.drawers.len() - 1);
            self.floor += DRAWER as Cost;
            filled = self.drawers[drawer].filled;
        }
        self.floor += Cost::from(filled.trailing_zeros());
    }

    /// Takes the newest entry of a non-empty bucket at the floor.
    #[inline]
    fn take(&mut self, drawer: usize, bucket: usize) -> Key {
        let drawer = &mut self.drawers[drawer];
        let link = &mut self.links[drawer.heads[bucket] as usize];
        let key = Key { f: self.floor, g: link.g, node: link.node };
        let next = std::mem::replace(&mut link.next, self.free);
        self.free = std::mem::replace(&mut drawer.heads[bucket], next);
        drawer.filled &= !(u64::from(next == END) << bucket);
        self.in_ring = self.in_ring.wrapping_sub(1);
        key
    }
}

impl Queue for Buckets {
    #[expect(
        clippy::inline_always,
        reason = "called once a reached node, where a call costs as much as the work"
    )]
    #[inline(always)]
    fn push(&mut self, key: Key) {
        let Key { f, g, node } = key;
        if f < self.floor || (f - self.floor) as usize >= self.drawers.len() * DRAWER {
            return self.push_far(f, g, node);
        }
        let (drawer, bucket) = self.place_of(f);
        let Some(link) = self.links.get_mut(self.free as usize) else { return self.push_new(f, g, node) };
        let drawer = &mut self.drawers[drawer];
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
    fn pop(&mut self) -> Option<Key> {
        let (drawer, bucket) = self.place_of(self.floor);
        let rest = self.drawers[drawer].filled >> bucket;
        if rest == 0 || !self.far.is_empty() {
            return self.pop_elsewhere();
        }
        let by = rest.trailing_zeros();
        self.floor += Cost::from(by);
        Some(self.take(drawer, (bucket + by as usize) % DRAWER))
    }

    #[inline]
    fn len(&self) -> usize {
        self.in_ring as usize + self.far.len()
    }

    fn clear(&mut self) {
        for drawer in self.drawers.iter_mut().filter(|drawer| drawer.filled != 0) {
            *drawer = Drawer::EMPTY;
        }
        self.links.clear();
        (self.free, self.in_ring) = (END, 0);
        self.far.clear();
    }
}

/// Coarse buckets of `width` milli-steps each; the first that is not empty is a heap, the others are unsorted piles
/// that become heaps when their turn comes. Pops in the total order.
#[derive(Clone, Debug)]
pub struct HotQueue {
    hot: Frontier,
    /// Everything with an f below this is in the heap.
    bar: Cost,
    piles: BTreeMap<Cost, Vec<Key>>,
    width: Cost,
    len: usize,
}

impl HotQueue {
    /// An empty queue with buckets of this many milli-steps (at least 1).
    pub fn new(width: Cost) -> Self {
        Self { hot: Frontier::default(), bar: 0, piles: BTreeMap::new(), width: width.max(1), len: 0 }
    }
}

impl Queue for HotQueue {
    fn push(&mut self, key: Key) {
        self.len += 1;
        if key.f < self.bar {
            self.hot.push(key);
        } else {
            self.piles.entry(key.f / self.width).or_default().push(key);
        }
    }
    fn pop(&mut self) -> Option<Key> {
        if self.hot.is_empty() {
            let (bucket, pile) = self.piles.pop_first()?;
            self.bar = (bucket + 1).saturating_mul(self.width);
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
        self.piles.clear();
        (self.bar, self.len) = (0, 0);
    }
}
