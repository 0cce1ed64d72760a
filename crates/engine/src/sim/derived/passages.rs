//! One-wide passages, derived from the ground.
//!
//! A cell is *narrow* when the ground around it would fall apart without it; a passage is a connected group of narrow
//! cells. Which cells are narrow is in `land`, which unit may enter in `walk::passage_tokens`.

use crate::grid::{Cell, Layer, Size};
use crate::land::Land;

/// Fewer narrow cells than this make a doorway, where passing and yielding are enough.
const CELLS_MIN: usize = 3;

/// The passages of a land.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Passages {
    /// 1 + the index of the passage of each cell, or 0.
    indices: Layer<u16>,
    /// The cells of each passage.
    cells: Vec<Vec<Cell>>,
}

impl Passages {
    /// Finds the passages of a land.
    pub fn of(land: &Land) -> Self {
        let size = land.size;
        let mut passages = Self { indices: Layer::new(size, 0), cells: Vec::new() };
        let is_narrow_cell = |cell: Cell| !land.is_barred(cell) && land.is_narrow(cell);
        let mut seen = Layer::new(size, false);
        for start in size.cells() {
            if seen[start] || !is_narrow_cell(start) {
                continue;
            }
            let cells = connected_narrow_cells(size, start, &mut seen, &is_narrow_cell);
            if cells.len() >= CELLS_MIN && passages.cells.len() < usize::from(u16::MAX) - 1 {
                passages.cells.push(cells);
                for cell in passages.cells.last().into_iter().flatten() {
                    passages.indices[*cell] = passages.cells.len() as u16;
                }
            }
        }
        passages
    }

    /// The index of the passage that a cell belongs to.
    pub fn at(&self, cell: Cell) -> Option<usize> {
        usize::from(self.indices[cell]).checked_sub(1)
    }

    /// Whether a step would lead into a passage. Units are never pushed into one, nor do they enter one without a path.
    pub(in crate::sim) fn enters(&self, from: Cell, to: Cell) -> bool {
        self.at(to).is_some_and(|passage| self.at(from) != Some(passage))
    }

    /// The cells of a passage.
    pub fn cells(&self, passage: usize) -> &[Cell] {
        &self.cells[passage]
    }
}

/// The narrow cells connected to one.
fn connected_narrow_cells(
    size: Size,
    start: Cell,
    seen: &mut Layer<bool>,
    is_narrow: &impl Fn(Cell) -> bool,
) -> Vec<Cell> {
    let mut cells = vec![start];
    seen[start] = true;
    let mut next = 0;
    while next < cells.len() {
        for (_, other) in size.neighbours(cells[next]) {
            if !seen[other] && is_narrow(other) {
                seen[other] = true;
                cells.push(other);
            }
        }
        next += 1;
    }
    cells
}
