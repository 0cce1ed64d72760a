//! The memory layout of a field: strips of sixteen columns, one after the other.
//!
//! A cell's neighbours above and below are always sixteen slots away, and the three in a row side by side, so that the
//! eight of them are three short runs; sixteen rows of a strip are a block that is compact in memory in every
//! direction. For that, each strip has copies of the last column of the strip before it and of the first of the strip
//! after it: fourteen columns are its own. Not here: what the slots hold.

use crate::grid::{Cell, Dir8, Size};

/// Columns of a strip, and how many of them are its own.
pub(super) const COLUMNS: usize = 16;
const OWN_COLUMNS: usize = 14;
/// Slots of a block: sixteen rows of a strip.
pub(super) const BLOCK: usize = 256;
/// Offset of the neighbour's slot, by direction.
pub(super) const NEIGHBOUR_OFFSETS: [i32; 8] = [-16, -15, 1, 17, 16, 15, -1, -17];

/// A rectangle of a land: all that a field covers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FieldWindow {
    /// Its north-western cell.
    pub top_left: Cell,
    /// Its columns and rows, at least one of each.
    pub size: Size,
}

impl FieldWindow {
    /// The whole of a land.
    pub fn all(size: Size) -> Self {
        Self { top_left: Cell::new(0, 0), size }
    }

    /// The part of a land within `radius` steps of a cell.
    pub fn within(land: Size, centre: Cell, radius: u16) -> Self {
        let top_left = Cell::new(centre.x.saturating_sub(radius), centre.y.saturating_sub(radius));
        let end = |at: u16, length: u16| at.saturating_add(radius).min(length - 1) + 1;
        let (right, bottom) = (end(centre.x, land.width), end(centre.y, land.height));
        Self { top_left, size: Size::new(right - top_left.x, bottom - top_left.y) }
    }

    /// Whether the cell lies in it.
    pub fn contains(self, cell: Cell) -> bool {
        let (x, y) = (cell.x.wrapping_sub(self.top_left.x), cell.y.wrapping_sub(self.top_left.y));
        x < self.size.width && y < self.size.height
    }
}

/// The slots of a window's cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct SlotLayout {
    pub window: FieldWindow,
    /// Slots of a strip, a multiple of [`BLOCK`].
    stride: usize,
    /// By column of a strip: offset to the cell's own slot, and to its copy.
    pub to_own: [i32; COLUMNS],
    pub to_copy: [i32; COLUMNS],
}

impl SlotLayout {
    pub(super) fn new(window: FieldWindow) -> Self {
        let stride = (usize::from(window.size.height) + 2).next_multiple_of(COLUMNS) * COLUMNS;
        let (mut to_own, mut to_copy) = ([0; COLUMNS], [0; COLUMNS]);
        let (back, on) = (OWN_COLUMNS as i32 - stride as i32, stride as i32 - OWN_COLUMNS as i32);
        (to_own[0], to_copy[0], to_copy[1]) = (back, back, back);
        (to_own[OWN_COLUMNS + 1], to_copy[OWN_COLUMNS + 1], to_copy[OWN_COLUMNS]) = (on, on, on);
        Self { window, stride, to_own, to_copy }
    }

    /// Number of slots: there is an empty strip before the first one and after the last.
    pub(super) fn len(&self) -> usize {
        (usize::from(self.window.size.width).div_ceil(OWN_COLUMNS) + 2) * self.stride
    }

    /// The own slot of a cell, which must lie in the window.
    pub(super) fn slot(&self, cell: Cell) -> usize {
        let x = usize::from(cell.x - self.window.top_left.x);
        let y = usize::from(cell.y - self.window.top_left.y);
        (x / OWN_COLUMNS + 1) * self.stride + (y + 1) * COLUMNS + x % OWN_COLUMNS + 1
    }

    /// The cell of a slot, or `None` if no cell of the window has its own slot there.
    pub(super) fn cell(&self, place: usize) -> Option<Cell> {
        let (strip, rest) = (place / self.stride, place % self.stride);
        let column = (rest % COLUMNS).checked_sub(1).filter(|column| *column < OWN_COLUMNS)?;
        let x = strip.checked_sub(1)? * OWN_COLUMNS + column;
        let y = (rest / COLUMNS).checked_sub(1)?;
        let FieldWindow { top_left: corner, size } = self.window;
        let is_inside = x < usize::from(size.width) && y < usize::from(size.height);
        is_inside.then(|| Cell::new(corner.x + x as u16, corner.y + y as u16))
    }

    /// Column and row in the land of a slot, also outside of the window.
    pub(super) fn origin(&self, place: usize) -> (i32, i32) {
        let (strip, rest) = ((place / self.stride) as i32, (place % self.stride) as i32);
        let x = (strip - 1) * OWN_COLUMNS as i32 + rest % COLUMNS as i32 - 1;
        let y = rest / COLUMNS as i32 - 1;
        (i32::from(self.window.top_left.x) + x, i32::from(self.window.top_left.y) + y)
    }

    /// The own slot of the neighbour of a cell.
    #[inline]
    pub(super) fn neighbour_slot(&self, place: usize, dir: usize) -> usize {
        let there = place.wrapping_add_signed(NEIGHBOUR_OFFSETS[dir & 7] as isize);
        there.wrapping_add_signed(self.to_own[there % COLUMNS] as isize)
    }

    /// The slot of a cell's copy, or the slot itself if there is none.
    #[inline]
    pub(super) fn copy_slot(&self, place: usize) -> usize {
        place.wrapping_add_signed(self.to_copy[place % COLUMNS] as isize)
    }

    /// The cell in a direction, if it lies in the window.
    pub(super) fn step(&self, cell: Cell, dir: Dir8) -> Option<Cell> {
        let (dx, dy) = dir.offset();
        let (x, y) = (i32::from(cell.x) + dx, i32::from(cell.y) + dy);
        let next = Cell::new(u16::try_from(x).ok()?, u16::try_from(y).ok()?);
        self.window.contains(next).then_some(next)
    }
}
