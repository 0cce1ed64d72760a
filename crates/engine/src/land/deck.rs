//! Height of a bridge's deck: a bridge spares walkers the climb down one bank and up the other.

use super::Land;
use crate::grid::{Cell, Dir8, Size};

/// How far below its banks a dry cell must lie to be bridged, in units of height.
const GORGE_DEPTH_MIN: u16 = 20;

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

impl Land {
    /// Whether a cell lies so far below its banks that a bridge saves a climb.
    pub fn is_gorge(&self, cell: Cell) -> bool {
        self.depth_below_deck(cell) >= GORGE_DEPTH_MIN
    }

    /// How far a cell lies below a deck from bank to bank, in units of height.
    pub fn depth_below_deck(&self, cell: Cell) -> u16 {
        deck(self.size, self.height.values(), self.size.index(cell), |_| true) - self.height[cell]
    }
}
