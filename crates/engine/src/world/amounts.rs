//! Amounts and counts that grow for as long as a game runs: their limits, and sums that keep within them.

use super::DAY;
use crate::graph::Cost;

/// Largest 32-bit amount.
pub const AMOUNT_MAX: u32 = 1 << 30;
/// Largest amount in a settlement, and largest load: rules multiply these.
pub const TOWN_AMOUNT_MAX: u32 = AMOUNT_MAX / 1000;
/// Largest 16-bit amount.
pub const FEW_MAX: u16 = 1 << 14;
/// Largest count in 64 bits.
pub(super) const COUNT_MAX: u64 = 1 << 48;

/// A cost as an amount: beyond [`AMOUNT_MAX`] milli-steps, 26,800 days of walking, it counts as that.
pub fn amount_of(cost: Cost) -> u32 {
    cost.min(AMOUNT_MAX.into()) as u32
}

/// Whole days in so many ticks, as an amount.
pub fn days_in(ticks: u64) -> u32 {
    (ticks / DAY).min(AMOUNT_MAX.into()) as u32
}

/// Adds to a count that grows for as long as a game runs.
pub fn add_to_count(counted: &mut u64, more: u64) {
    *counted = counted.saturating_add(more).min(COUNT_MAX);
}

/// Adds to an amount that grows for as long as a game runs, up to `max`.
pub fn add_capped(amount: &mut u32, more: u32, max: u32) {
    *amount = amount.saturating_add(more).min(max);
}

/// Adds an item; the oldest are forgotten beyond `most`.
pub(crate) fn push_bounded<T>(items: &mut Vec<T>, item: T, most: usize) {
    items.push(item);
    let surplus = items.len().saturating_sub(most);
    items.drain(..surplus);
}
