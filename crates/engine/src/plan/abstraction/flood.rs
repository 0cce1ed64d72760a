//! Floods within a smallest chunk: Dijkstra's search (1959) over the cells of a page.
//!
//! The idea: open cells are in a ring of buckets by cost, and a bucket is a set of 256 bits, so that an insertion sets
//! a bit, however often it is repeated. A bucket is as wide as the ring needs to hold the dearest step; if that is no
//! wider than the cheapest step, the cells of a bucket cannot improve each other and each is expanded once. If it is
//! wider, a cell may be expanded again, and the costs are the same.
//! Promise: exact costs. Needs: nothing.
//! Units: milli-steps. Ties: the path found first.
//! Cost: some ten nanoseconds a cell; three kilobytes on the stack.
//! Differs from the paper in its queue alone.

use super::page::{BLOCKED, INSIDE_DIRS, MARGIN, Page, cheaper_dirs, neighbour};
use super::shape::CHUNK_AREA;

/// The cost of a cell that is not reached.
pub(super) const UNREACHED: u32 = u32::MAX;
/// Number of buckets in the ring.
const RING_BUCKETS: u32 = 64;

/// The costs within one chunk from a cell to each other, or from each other to it.
pub(super) struct ChunkFlood {
    /// With a margin at both ends.
    costs: [u32; CHUNK_AREA + 2 * MARGIN],
    /// The direction of the last step to a cell, or of the first step from it.
    dirs: [u8; CHUNK_AREA],
    is_backward: bool,
}

/// Open cells by cost.
struct FloodBuckets {
    buckets: [[u64; CHUNK_AREA / 64]; RING_BUCKETS as usize],
    /// A bit for each bucket that may hold cells.
    filled: u64,
    /// Width of a bucket, as a power of two.
    bits: u32,
}

impl FloodBuckets {
    /// Buckets for steps of at most this cost.
    fn for_steps(dearest: u16) -> FloodBuckets {
        let bits = (u32::from(dearest) / (RING_BUCKETS - 1)).checked_ilog2().map_or(0, |log| log + 1);
        FloodBuckets { buckets: [[0; CHUNK_AREA / 64]; RING_BUCKETS as usize], filled: 0, bits }
    }

    #[inline]
    fn insert(&mut self, cell: usize, cost: u32) {
        let bucket = (cost >> self.bits) % RING_BUCKETS;
        self.buckets[bucket as usize][cell / 64 % (CHUNK_AREA / 64)] |= 1 << (cell % 64);
        self.filled |= 1 << bucket;
    }

    /// Moves `turn` to the next non-empty bucket, and empties that.
    fn take_next(&mut self, turn: &mut u32) -> Option<[u64; CHUNK_AREA / 64]> {
        if self.filled == 0 {
            return None;
        }
        let ahead = self.filled.rotate_right(*turn % RING_BUCKETS).trailing_zeros();
        *turn += ahead;
        let bucket = *turn % RING_BUCKETS;
        self.filled &= !(1 << bucket);
        Some(std::mem::take(&mut self.buckets[bucket as usize]))
    }
}

impl ChunkFlood {
    /// Costs from a cell to all others.
    pub(super) fn from(page: &Page, start: usize) -> ChunkFlood {
        ChunkFlood::of::<false>(page, start)
    }

    /// Costs to a cell from all others.
    pub(super) fn to(page: &Page, goal: usize) -> ChunkFlood {
        ChunkFlood::of::<true>(page, goal)
    }

    fn of<const BACKWARD: bool>(page: &Page, start: usize) -> ChunkFlood {
        let costs = [UNREACHED; CHUNK_AREA + 2 * MARGIN];
        let mut flood = ChunkFlood { costs, dirs: [0; CHUNK_AREA], is_backward: BACKWARD };
        let mut ring = FloodBuckets::for_steps(page.dearest);
        flood.costs[MARGIN + start] = 0;
        ring.insert(start, 0);
        let mut turn = 0;
        while let Some(bucket) = ring.take_next(&mut turn) {
            for (word, mut cells) in bucket.into_iter().enumerate() {
                while cells != 0 {
                    let cell = word * 64 + cells.trailing_zeros() as usize;
                    cells &= cells - 1;
                    // A cell improved since was in an earlier bucket as well.
                    if flood.cost(cell) >> ring.bits == turn {
                        flood.expand::<BACKWARD>(page, cell, &mut ring);
                    }
                }
            }
        }
        flood
    }

    /// Relaxes the steps from a cell, or to it.
    #[inline]
    fn expand<const BACKWARD: bool>(&mut self, page: &Page, cell: usize, ring: &mut FloodBuckets) {
        // The remainders tell the compiler that all indices are in bounds.
        let target = |dir: usize| neighbour(cell, dir) % CHUNK_AREA;
        let price = |dir: usize| {
            if BACKWARD { page.step(target(dir), dir ^ 4) } else { page.step(cell, dir) }
        };
        let (cost, around) = (self.cost(cell), self.costs[cell % CHUNK_AREA..].first_chunk());
        let Some(around) = around else { return };
        let mut left = if BACKWARD {
            let legal = (0..8).fold(0, |bits, dir| bits | u8::from(price(dir) != BLOCKED) << dir);
            cheaper_dirs(cost, std::array::from_fn(price), around) & legal & INSIDE_DIRS[cell]
        } else {
            page.improving_dirs(cell, cost, around)
        };
        while left != 0 {
            let dir = left.trailing_zeros() as usize;
            left &= left - 1;
            let (next, sum) = (target(dir), cost.wrapping_add(u32::from(price(dir))));
            self.costs[MARGIN + next] = sum;
            self.dirs[next] = if BACKWARD { dir as u8 ^ 4 } else { dir as u8 };
            ring.insert(next, sum);
        }
    }

    /// The cost of a cell, [`UNREACHED`] if it is unreachable.
    pub(super) fn cost(&self, cell: usize) -> u32 {
        self.costs[MARGIN + cell % CHUNK_AREA]
    }

    /// The sum of `step` over the steps between the origin of the flood and a cell, which must be reachable. `step`
    /// takes the cell and the direction of each step.
    pub(super) fn sum(&self, mut cell: usize, mut step: impl FnMut(usize, usize) -> u32) -> u32 {
        let mut sum = 0;
        while self.cost(cell) != 0 {
            let dir = usize::from(self.dirs[cell]);
            if self.is_backward {
                sum += step(cell, dir);
                cell = neighbour(cell, dir);
            } else {
                cell = neighbour(cell, dir ^ 4);
                sum += step(cell, dir);
            }
        }
        sum
    }
}
