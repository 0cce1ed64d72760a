//! The catalogue of algorithms: one row makes an algorithm available to the lab, the command line, the conformance
//! tests, the benchmarks and `docs/TECHNIQUES.md`.

mod row;
mod rows;

pub use row::{
    CatalogueRow, Constructor, FEW_CELLS_MAX, FEW_CORNERS_CELLS_MAX, Need, Promise, SMALL_MAP_CELLS_MAX,
};
pub use rows::ROWS;

/// The row with this id.
pub fn find(id: &str) -> Option<&'static CatalogueRow> {
    ROWS.iter().find(|row| row.id == id)
}
