//! Where ways come together: how many of the best ways between several places lead over each cell. The high ones are
//! passes, fords and bridges.
//!
//! Like every plan it reads beliefs. What does not live here: which places count (`scene`, `study`).

use super::Planner;
use crate::grid::{Cell, Layer};

/// Best ways over each cell, between every two of some places, as one planner finds them.
pub fn traversals(planner: &Planner, ends: &[Cell]) -> Layer<u16> {
    let mut counts = Layer::new(planner.size(), 0u16);
    for (i, from) in ends.iter().enumerate() {
        for to in &ends[i + 1..] {
            let way = planner.way(*from, *to);
            for cell in way.cells.into_iter().filter(|_| way.reaches) {
                counts[cell] = counts[cell].saturating_add(1);
            }
        }
    }
    counts
}
