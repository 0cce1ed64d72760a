//! Who wears the ground: passes by pair of settlements, in squares of a few cells.
//!
//! A square keeps only the pairs that pass it most (Metwally, Agrawal and El Abbadi, *Efficient computation of frequent
//! and top-k elements in data streams*, 2005): a new pair takes the place and the count of the rarest. So a pair with
//! more than a quarter of the passes is always among them, and its count is never too small; if a settlement falls, since
//! its trips were forgotten.

use crate::grid::{Cell, Size};
use crate::world::{AMOUNT_MAX, TownIx, TownPair, add_capped};
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// Side of a square, in cells.
const SQUARE_CELLS: u16 = 4;
/// Pairs of settlements that a square keeps.
const PAIRS_MAX: usize = 4;
/// Squares with passes, at most; beyond that, passes over new squares are not counted.
const SQUARES_MAX: usize = 1 << 16;

/// Passes of travellers between two settlements over a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PairPasses {
    /// The settlements.
    pub between: TownPair,
    /// Passes since the beginning.
    pub passes: u32,
}

/// Passes by square and pair of settlements.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Passes(BTreeMap<u32, Vec<PairPasses>>);

impl Passes {
    /// Whether a step leads into another square.
    pub fn enters_square(from: Cell, to: Cell) -> bool {
        let square = |cell: Cell| (cell.x / SQUARE_CELLS, cell.y / SQUARE_CELLS);
        square(from) != square(to)
    }

    /// Counts a pass over the square of a cell.
    pub fn count(&mut self, size: Size, cell: Cell, between: TownPair) {
        let square = square_of(size, cell);
        if self.0.len() >= SQUARES_MAX && !self.0.contains_key(&square) {
            return;
        }
        let pairs = self.0.entry(square).or_default();
        if let Some(known) = pairs.iter_mut().find(|known| known.between == between) {
            add_capped(&mut known.passes, 1, AMOUNT_MAX);
        } else if pairs.len() < PAIRS_MAX {
            pairs.push(PairPasses { between, passes: 1 });
        } else if let Some(rarest) =
            pairs.iter_mut().min_by_key(|known| (known.passes, Reverse(known.between)))
        {
            rarest.between = between;
            add_capped(&mut rarest.passes, 1, AMOUNT_MAX);
        }
    }

    /// Forgets the trips from and to a settlement.
    pub(super) fn forget(&mut self, town: TownIx) {
        self.0.retain(|_, pairs| {
            pairs.retain(|known| known.between.0 != town && known.between.1 != town);
            !pairs.is_empty()
        });
    }

    /// The pair that has passed the square of a cell most; of equals the one with the smaller ids.
    pub fn most_at(&self, size: Size, cell: Cell) -> Option<PairPasses> {
        let pairs = self.0.get(&square_of(size, cell))?;
        pairs.iter().copied().max_by_key(|known| (known.passes, Reverse(known.between)))
    }

    /// Whether it is what `count` can have made of it (for untrusted input).
    pub(in crate::world) fn is_sound(&self, size: Size, towns: usize) -> bool {
        let squares = squares_across(size.width) * squares_across(size.height);
        let sound = |known: &PairPasses| {
            let (a, b) = known.between;
            a < b && usize::from(b.0) < towns && known.passes <= AMOUNT_MAX
        };
        self.0.len() <= SQUARES_MAX
            && self.0.keys().next_back().is_none_or(|last| *last < squares)
            && self.0.values().all(|pairs| pairs.len() <= PAIRS_MAX && pairs.iter().all(sound))
    }
}

fn square_of(size: Size, cell: Cell) -> u32 {
    u32::from(cell.y / SQUARE_CELLS) * squares_across(size.width) + u32::from(cell.x / SQUARE_CELLS)
}

fn squares_across(cells: u16) -> u32 {
    u32::from(cells.div_ceil(SQUARE_CELLS))
}
