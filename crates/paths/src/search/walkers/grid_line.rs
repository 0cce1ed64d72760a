//! The straight line between two cells, as cells that share a side: what a walker follows until it is blocked.

use crate::grid::Cell;

/// A line from cell to cell by straight steps only, as even as possible. Its cells are not stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct GridLine {
    from: Cell,
    to: Cell,
}

impl GridLine {
    /// The line between two cells.
    pub fn new(from: Cell, to: Cell) -> Self {
        Self { from, to }
    }

    fn width(self) -> u32 {
        u32::from(self.from.x.abs_diff(self.to.x))
    }

    /// Number of steps.
    pub fn step_count(self) -> u32 {
        self.width() + u32::from(self.from.y.abs_diff(self.to.y))
    }

    /// The cell after so many steps; the last one beyond the end.
    pub fn cell_at(self, index: u32) -> Cell {
        let steps = self.step_count().max(1);
        let index = index.min(self.step_count());
        let across = (index * self.width() + steps / 2) / steps;
        let moved = |from: u16, to: u16, by: u32| if to < from { from - by as u16 } else { from + by as u16 };
        Cell::new(moved(self.from.x, self.to.x, across), moved(self.from.y, self.to.y, index - across))
    }

    /// After how many steps the line passes a cell, or `None` if it does not.
    pub fn index_of(self, cell: Cell) -> Option<u32> {
        let index = GridLine::new(self.from, cell).step_count();
        (index <= self.step_count() && self.cell_at(index) == cell).then_some(index)
    }
}
