//! The loop of all fields: a bucket queue whose buckets are no wider than the cheapest step, so that the entries of the
//! first one are settled, in whatever order they are expanded.

use super::Field;
use super::entries::{BLOCKED, FieldPrices};
use super::frame::NEIGHBOUR_OFFSETS;
use super::queue::{ARROW_BITS, FIELD_COST_MAX, FloodBounds, FloodQueue, FloodResult, REACHED};
use crate::graph::CostModel;

/// Entries of a bucket whose prices are prefetched together.
const PREFETCH_ENTRIES: usize = 16;

impl Field {
    /// Floods from the seeds. A repair (`MENDS`) meets labels that were settled before; a first flood does not, and can
    /// rely on an improved label in the same bucket being queued there. `None` if it gave up; the labels are invalid
    /// then.
    pub(super) fn flood<const MENDS: bool>(
        &mut self,
        entries: &mut FieldPrices,
        cost: &impl CostModel,
        flood: &mut FloodQueue,
        mut bounds: FloodBounds,
    ) -> Option<FloodResult> {
        let bits = cost.cheapest().max(1).ilog2() + 3;
        flood.reserve(bits);
        let end = (REACHED | bounds.limit.min(FIELD_COST_MAX) << 3).div_ceil(1 << bits);
        bounds.seeds.sort_unstable_by_key(|seed| std::cmp::Reverse(self.labels[*seed as usize]));
        let mut ended = FloodResult { expanded: 0, settled_below: 0 };
        let has_until = !bounds.until.is_empty();
        let mut bucket = REACHED >> bits;
        loop {
            if flood.is_empty() {
                let Some(seed) = bounds.seeds.last() else { break };
                bucket = bucket.max(self.labels[*seed as usize] as u32 >> bits);
            }
            let is_behind = |place: &u32, bucket: u32| {
                let label = self.labels[*place as usize] as u32;
                label >= REACHED && label >> bits < bucket
            };
            while bounds.until.last().is_some_and(|place| is_behind(place, bucket)) {
                bounds.until.pop();
            }
            if bucket >= end || has_until && bounds.until.is_empty() {
                break;
            }
            while bounds.seeds.last().is_some_and(|seed| self.labels[*seed as usize] as u32 >> bits <= bucket)
            {
                if let Some(seed) = bounds.seeds.pop().filter(|seed| !is_behind(seed, bucket)) {
                    flood.push(bucket, seed as usize);
                }
            }
            ended.expanded += self.expand_bucket::<MENDS>(entries, cost, flood, (bucket, bits));
            if ended.expanded > bounds.budget {
                flood.clear();
                return None;
            }
            bucket += 1;
        }
        let is_everywhere = flood.is_empty() && bounds.seeds.is_empty();
        flood.clear();
        ended.settled_below = if is_everywhere { FIELD_COST_MAX } else { (bucket << bits & !REACHED) >> 3 };
        Some(ended)
    }

    /// Expands all cells of one bucket; returns how many.
    fn expand_bucket<const MENDS: bool>(
        &mut self,
        entries: &mut FieldPrices,
        cost: &impl CostModel,
        flood: &mut FloodQueue,
        (bucket, bits): (u32, u32),
    ) -> u32 {
        let places = flood.take(bucket);
        if places.is_empty() {
            return 0;
        }
        let mut expanded = 0u32;
        for few in places.chunks(PREFETCH_ENTRIES) {
            for place in few {
                entries.prefetch(*place as usize);
            }
            for place in few {
                let is_due = self.labels[*place as usize] as u32 >> bits == bucket;
                if is_due {
                    self.expand::<MENDS>(
                        entries.prices_onto(cost, *place as usize),
                        flood,
                        *place as usize,
                        bits,
                    );
                    expanded = expanded.wrapping_add(1);
                }
            }
        }
        flood.reuse(places);
        expanded
    }

    /// Settles a cell: sets its arrow, and relaxes the edges to its neighbours.
    #[inline]
    fn expand<const MENDS: bool>(
        &mut self,
        onto: &[u16; 8],
        flood: &mut FloodQueue,
        place: usize,
        bits: u32,
    ) {
        const AROUND: usize = 17;
        let Some(near) = self.labels.get(place.wrapping_sub(AROUND)..=place + AROUND) else { return };
        let old = NEIGHBOUR_OFFSETS.map(|by| near[AROUND.wrapping_add_signed(by as isize)]);
        let here = near[AROUND];
        self.set_arrow(place, here);
        let base = here & !ARROW_BITS;
        let offer = |dir: usize| base.wrapping_add((i32::from(onto[dir]) << 3) + (dir as i32 ^ 4));
        let new: [i32; 8] = std::array::from_fn(offer);
        // The sign of a difference as a bit: a branch would be mispredicted every other time.
        let sign = |dir: usize| new[dir].wrapping_sub(old[dir]) as u32 >> 31;
        let mut better = (0..8).fold(0, |bits, dir| bits | sign(dir) << dir);
        while better != 0 {
            let dir = better.trailing_zeros() as usize & 7;
            better &= better - 1;
            if onto[dir] == BLOCKED {
                continue;
            }
            let there = place.wrapping_add_signed(NEIGHBOUR_OFFSETS[dir] as isize);
            let own = there.wrapping_add_signed(self.frame.to_own[there % 16] as isize);
            self.set(there, new[dir]);
            let is_nearer = if MENDS {
                new[dir] >> 3 != old[dir] >> 3
            } else {
                new[dir] as u32 >> bits != old[dir] as u32 >> bits
            };
            if is_nearer {
                if MENDS {
                    self.arrows[own] = 0;
                }
                flood.push(new[dir] as u32 >> bits, own);
            } else if MENDS && self.arrows[own] != 0 {
                self.set_arrow(own, new[dir]);
            }
        }
    }
}
