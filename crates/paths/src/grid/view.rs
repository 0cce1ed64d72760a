//! A field of view: the cells seen from one cell, a disc stored as rows of bits. Two views are compared a row at a
//! time, which suits a unit that takes one step and sees nearly the same cells again. Tens of thousands of views are
//! cached, so the rows are packed without gaps.
//!
//! Not here: what blocks sight (`sight`).

use super::Cell;
use std::sync::Arc;

/// The largest radius of a view, in cells: one row of bits still fits into a word.
pub const VIEW_RADIUS_MAX: u16 = 31;

/// Bits of a word.
const WORD_BITS: usize = 64;

/// The cells seen from a centre cell. The bits are shared, so that a clone is cheap.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct View {
    centre: Cell,
    radius: u16,
    /// Row by row from the top, one bit per cell from the left.
    bits: Arc<[u64]>,
}

impl View {
    /// The view with the cells at these `(dx, dy)` from the centre, to the east and south, each within `radius` in both
    /// axes. `radius` is in cells, at most [`VIEW_RADIUS_MAX`].
    ///
    /// # Panics
    /// If the radius is larger.
    pub fn new(centre: Cell, radius: u16, seen: impl Iterator<Item = (i16, i16)>) -> Self {
        assert!(radius <= VIEW_RADIUS_MAX, "a row of a view fits into one word");
        let (far, width) = (radius as i16, radius as i16 * 2 + 1);
        let mut bits = vec![0; Self::word_count(radius)];
        for (dx, dy) in seen {
            let bit = ((dy + far) * width + dx + far) as usize;
            bits[bit / WORD_BITS] |= 1 << (bit % WORD_BITS);
        }
        Self { centre, radius, bits: bits.into() }
    }

    /// A view from stored bits: [`View::word_count`] of them, as [`View::bits`] returns them.
    pub fn from_bits(centre: Cell, radius: u16, bits: &[u64]) -> Self {
        debug_assert_eq!(bits.len(), Self::word_count(radius));
        Self { centre, radius, bits: bits.into() }
    }

    /// The bits row by row from the top, one per cell from the left.
    pub fn bits(&self) -> &[u64] {
        &self.bits
    }

    /// Number of 64-bit words in the bits of a view with this radius in cells.
    pub fn word_count(radius: u16) -> usize {
        let width = usize::from(radius) * 2 + 1;
        width * width / WORD_BITS + 1
    }

    /// Whether a cell is seen.
    pub fn contains(&self, cell: Cell) -> bool {
        let column = i32::from(cell.x) - self.top_left().0;
        (0..self.width()).contains(&column) && self.row_bits(i32::from(cell.y)) & 1 << column != 0
    }

    /// The cells, row by row.
    pub fn cells(&self) -> Vec<Cell> {
        let mut cells = Vec::with_capacity(self.bits.iter().map(|word| word.count_ones() as usize).sum());
        self.for_each_not_in(None, |cell| cells.push(cell));
        cells
    }

    /// Calls `emit` for each cell that is not in the other view, row by row.
    pub fn for_each_not_in(&self, other: Option<&View>, mut emit: impl FnMut(Cell)) {
        let (left, top) = self.top_left();
        let shift = other.map_or(0, |other| other.top_left().0 - left);
        for y in top..top + self.width() {
            let mut rest = self.row_bits(y) & !other.map_or(0, |other| shifted(other.row_bits(y), shift));
            while rest != 0 {
                emit(Cell::new((left + rest.trailing_zeros() as i32) as u16, y as u16));
                rest &= rest - 1;
            }
        }
    }

    /// Column and row of the top left cell of the surrounding square, which may lie off the map.
    fn top_left(&self) -> (i32, i32) {
        let low = |at: u16| i32::from(at) - i32::from(self.radius);
        (low(self.centre.x), low(self.centre.y))
    }

    /// Columns of the surrounding square, which are as many as its rows.
    fn width(&self) -> i32 {
        i32::from(self.radius) * 2 + 1
    }

    /// The bits of row `y` of the map; 0 outside of the view.
    fn row_bits(&self, y: i32) -> u64 {
        let (row, width) = (y - self.top_left().1, self.width());
        if !(0..width).contains(&row) {
            return 0;
        }
        let start = (row * width) as usize;
        let here = self.bits[start / WORD_BITS] >> (start % WORD_BITS);
        // A row may continue in the next word. Shift by one and then by the rest: a shift by all 64 bits would
        // overflow.
        let next = self
            .bits
            .get(start / WORD_BITS + 1)
            .map_or(0, |next| next << 1 << (WORD_BITS - 1 - start % WORD_BITS));
        (here | next) & ((1 << width) - 1)
    }
}

/// The bits shifted so many columns to the east, or to the west if negative.
fn shifted(row: u64, by: i32) -> u64 {
    let far = by.unsigned_abs();
    if by >= 0 { row.checked_shl(far) } else { row.checked_shr(far) }.unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// A view with holes: it lacks the cells where 3x + 5y is a multiple of `holes`.
    fn holey(middle: Cell, radius: u16, holes: i32) -> View {
        let far = radius as i16;
        let square = (-far..=far).flat_map(|dy| (-far..=far).map(move |dx| (dx, dy)));
        let is_seen = |(dx, dy): &(i16, i16)| {
            let (x, y) = (i32::from(middle.x) + i32::from(*dx), i32::from(middle.y) + i32::from(*dy));
            x >= 0 && y >= 0 && (x * 3 + y * 5) % holes != 0
        };
        View::new(middle, radius, square.filter(is_seen))
    }

    #[test]
    fn the_difference_of_two_views_is_that_of_their_cell_sets() {
        let middles = [(0, 0), (3, 1), (9, 9), (10, 9), (40, 11), (200, 200)].map(|(x, y)| Cell::new(x, y));
        for (a, b) in middles.into_iter().flat_map(|a| middles.map(|b| (a, b))) {
            for (one, other) in [(0, 31), (4, 4), (7, 12), (31, 31)] {
                let (one, other) = (holey(a, one, 3), holey(b, other, 7));
                let sets = [&one, &other].map(|view| BTreeSet::from_iter(view.cells()));
                let mut left = Vec::new();
                one.for_each_not_in(Some(&other), |cell| left.push(cell));
                assert!(left.is_sorted_by_key(|cell| (cell.y, cell.x)));
                assert_eq!(BTreeSet::from_iter(left), &sets[0] - &sets[1]);
                for cell in &sets[0] {
                    assert_eq!(other.contains(*cell), sets[1].contains(cell));
                }
            }
        }
    }
}
