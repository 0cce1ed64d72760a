//! Height of a bridge's deck: a bridge spares walkers the climb down one bank and up the other.

use crate::grid::{Dir8, Size};

/// Height of the deck across the cell `at`, in units: the lower of two opposite neighbours, for the highest such pair;
/// never below the ground. Only neighbours for which `counts` is true are banks.
pub fn deck(size: Size, heights: &[u16], at: usize, counts: impl Fn(usize) -> bool) -> u16 {
    let cell = size.cell(at);
    let bank = |dir: Dir8| {
        let beside = size.step(cell, dir).map(|beside| size.index(beside));
        beside.filter(|beside| counts(*beside)).map(|beside| heights[beside])
    };
    let across = |dir: Dir8| Some(bank(dir)?.min(bank(dir.rotated(4))?));
    let spans = [Dir8::North, Dir8::NorthEast, Dir8::East, Dir8::SouthEast];
    spans.into_iter().filter_map(across).fold(heights[at], u16::max)
}
