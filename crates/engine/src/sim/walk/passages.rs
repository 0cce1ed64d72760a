//! One-wide passages, derived from the ground.
//!
//! A cell is *narrow* when the ground around it would fall apart without it; a passage is a connected group of narrow
//! cells. Who may enter is in `passage_tokens`.

use crate::grid::{Cell, Layer, Size};
use crate::land::{Land, Surface};

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
        let is_narrow_cell = |cell: Cell| !is_permanently_blocked(land, cell) && is_narrow(land, cell);
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

/// Whether a cell is blocked permanently; fire is not.
fn is_permanently_blocked(land: &Land, cell: Cell) -> bool {
    land.is_blocked(cell) && land.surface[cell] != Surface::Fire
}

/// Whether the free cells around a free cell fall into parts that are connected only through it.
pub(in crate::sim) fn is_narrow(land: &Land, cell: Cell) -> bool {
    let mut free = [false; 8];
    for (dir, other) in land.size.neighbours(cell) {
        free[dir as usize] = !is_permanently_blocked(land, other);
    }
    // Around the ring: a part begins where a free cell follows a blocked one. Parts of a single corner do not count.
    let starts_part = |i: usize| free[i] && !free[(i + 7) % 8];
    let reaches_side = |i: usize| {
        let part = (0..8).map(|step| (i + step) % 8).take_while(|at| free[*at]);
        part.into_iter().any(|at| at % 2 == 0)
    };
    (0..8).filter(|i| starts_part(*i) && reaches_side(*i)).count() >= 2
}
