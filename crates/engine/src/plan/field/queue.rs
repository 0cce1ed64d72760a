//! What a flood works with: labels, the queue of buckets, and where it starts and ends.

use crate::grid::Cell;

/// A label is the cost in milli-steps and below it, in three bits, the direction of the next step. It is negative, so
/// that the zeros of fresh memory stand for cells that were not generated.
pub(super) const REACHED: u32 = 1 << 31;
/// Bits of a label that hold the direction.
pub(super) const ARROW_BITS: i32 = 7;
/// The largest cost of a label, in milli-steps.
pub const FIELD_COST_MAX: u32 = 267_000_000;
/// The label of a cost, without a direction.
pub(super) const fn label(cost: u32) -> i32 {
    (REACHED | cost << 3) as i32
}

/// The cost in a label, in milli-steps.
pub(super) const fn cost_in(label: i32) -> u32 {
    (label as u32 & !REACHED) >> 3
}

/// How far a flood goes.
#[derive(Clone, Copy, Debug)]
pub enum Extent<'a> {
    /// Everywhere.
    All,
    /// To cells that cost less than this, in milli-steps.
    Cost(u32),
    /// Until these are settled, with all cells as near; everywhere if one of them is unreachable.
    Cells(&'a [Cell]),
}

/// The buckets of floods, which are empty between floods; one queue serves any number of fields.
#[derive(Clone, Debug, Default)]
pub struct FloodQueue {
    /// A ring: the entries of each bucket.
    ring: Vec<Vec<u32>>,
    /// Emptied buckets, the last one on top: it is still in the processor's cache.
    spare: Vec<Vec<u32>>,
    len: usize,
}

impl FloodQueue {
    /// Sizes the ring for steps of up to 65,535 milli-steps in buckets of 2^`bits` labels.
    pub(super) fn reserve(&mut self, bits: u32) {
        let slots = ((usize::from(u16::MAX) << 3 >> bits) + 2).next_power_of_two();
        if self.ring.len() < slots {
            self.ring.resize_with(slots, Vec::new);
        }
    }

    /// Removes what a flood that ended early has left.
    pub(super) fn clear(&mut self) {
        if self.len > 0 {
            self.ring.iter_mut().for_each(Vec::clear);
            self.len = 0;
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Removes the entries of a bucket.
    pub(super) fn take(&mut self, bucket: u32) -> Vec<u32> {
        let slot = bucket as usize & (self.ring.len() - 1);
        if self.ring[slot].is_empty() {
            return Vec::new();
        }
        let places = std::mem::take(&mut self.ring[slot]);
        self.len -= places.len();
        places
    }

    /// Takes the memory of an expanded bucket back.
    pub(super) fn reuse(&mut self, mut places: Vec<u32>) {
        places.clear();
        self.spare.push(places);
    }

    #[inline]
    pub(super) fn push(&mut self, bucket: u32, place: usize) {
        let slot = bucket as usize & (self.ring.len() - 1);
        let entries = &mut self.ring[slot];
        if entries.len() == entries.capacity() && entries.is_empty() {
            *entries = self.spare.pop().unwrap_or_default();
        }
        entries.push(place as u32);
        self.len = self.len.wrapping_add(1);
    }
}

/// The result of a flood.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct FloodResult {
    /// Number of cells expanded.
    pub expanded: u32,
    /// Costs below this are settled, in milli-steps.
    pub settled_below: u32,
}

/// The start and the end of a flood.
pub(super) struct FloodBounds {
    /// Slots that have a label and are not settled.
    pub seeds: Vec<u32>,
    /// Largest cost, in milli-steps.
    pub limit: u32,
    /// Slots that end the flood once all of them are settled; without any it does not end so.
    pub until: Vec<u32>,
    /// Largest number of expansions; beyond it the flood gives up.
    pub budget: u32,
}
