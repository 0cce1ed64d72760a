//! The catalogue of algorithms: one row makes an algorithm available to the lab, the command line, the conformance
//! tests, the benchmarks and `docs/TECHNIQUES.md`.

mod row;
mod rows;
mod shape_rows;
mod speedups;

pub use row::{
    CatalogueRow, Constructor, FEW_CELLS_MAX, FEW_CORNERS_CELLS_MAX, Need, Promise, SMALL_MAP_CELLS_MAX,
};
use rows::CELL_ROWS;
use shape_rows::SHAPE_ROWS;

/// All algorithms: those on cells, then those on other shapes, the simplest of each first.
pub const ROWS: &[CatalogueRow] = &joined();

/// Both lists of rows.
const fn joined() -> [CatalogueRow; CELL_ROWS.len() + SHAPE_ROWS.len()] {
    let mut rows = [CELL_ROWS[0]; CELL_ROWS.len() + SHAPE_ROWS.len()];
    let mut i = 0;
    while i < rows.len() {
        rows[i] = if i < CELL_ROWS.len() { CELL_ROWS[i] } else { SHAPE_ROWS[i - CELL_ROWS.len()] };
        i += 1;
    }
    rows
}

/// The row with this id.
pub fn find(id: &str) -> Option<&'static CatalogueRow> {
    ROWS.iter().find(|row| row.id == id)
}
