//! Which unit holds each cell, and a bit for each held cell, so that a square is looked at a row at a time: most of a
//! land is empty.
//!
//! Not here: when a unit holds a cell (`sim::derived`).

use super::UnitId;
use crate::grid::{Cell, Layer, Size};

/// Marks a cell that no unit holds.
const NO_UNIT: u32 = 0;
/// Cells whose bits share a word.
const WORD_CELLS: u16 = u64::BITS as u16;

/// The cells that units hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HeldCells {
    /// The id of the unit that holds each cell.
    ids: Layer<u32>,
    /// A bit for each cell that is held; each row of cells begins with a word.
    bits: Vec<u64>,
    words_per_row: usize,
}

impl HeldCells {
    /// No cell is held.
    pub fn new(size: Size) -> HeldCells {
        let words_per_row = size.width.div_ceil(WORD_CELLS).into();
        let bits = vec![0; words_per_row * usize::from(size.height)];
        HeldCells { ids: Layer::new(size, NO_UNIT), bits, words_per_row }
    }

    /// Size of the land.
    pub fn size(&self) -> Size {
        self.ids.size()
    }

    /// The id of the unit that holds each cell, or 0.
    pub fn ids(&self) -> &Layer<u32> {
        &self.ids
    }

    /// The unit that holds a cell.
    pub fn holder(&self, cell: Cell) -> Option<UnitId> {
        let id = self.ids[cell];
        (id != NO_UNIT).then_some(UnitId(id))
    }

    /// Makes a unit hold a cell, or none.
    pub fn set(&mut self, cell: Cell, unit: Option<UnitId>) {
        self.ids[cell] = unit.map_or(NO_UNIT, |unit| unit.0);
        let place = self.word(cell.x / WORD_CELLS, cell.y);
        let (word, bit) = (&mut self.bits[place], 1 << (cell.x % WORD_CELLS));
        *word = if unit.is_some() { *word | bit } else { *word & !bit };
    }

    /// Calls `emit` for each held cell within `radius` steps, row by row.
    pub fn for_each_near(&self, centre: Cell, radius: u16, mut emit: impl FnMut(Cell)) {
        let size = self.size();
        let (left, right) = (centre.x.saturating_sub(radius), (centre.x + radius + 1).min(size.width));
        let (top, bottom) = (centre.y.saturating_sub(radius), (centre.y + radius + 1).min(size.height));
        for y in top..bottom {
            for column in left / WORD_CELLS..right.div_ceil(WORD_CELLS) {
                let mut held = self.bits[self.word(column, y)];
                while held != 0 {
                    let cell = Cell::new(column * WORD_CELLS + held.trailing_zeros() as u16, y);
                    held &= held - 1;
                    if (left..right).contains(&cell.x) {
                        emit(cell);
                    }
                }
            }
        }
    }

    /// Where the bits of a column of words are, in a row of cells.
    fn word(&self, column: u16, y: u16) -> usize {
        usize::from(y) * self.words_per_row + usize::from(column)
    }
}
