//! Betweenness: how many of the best paths between several places pass each cell. High values are passes, fords and
//! bridges.
//!
//! Like every plan it reads beliefs. Not here: which places count (`scene`, `study`).

use super::Planner;
use crate::grid::{Cell, Layer};

/// Places between which paths are counted around a place, at most.
const ENDS_MAX: usize = 3;

/// Number of best paths over each cell, one path for every two of `ends`, as this planner finds them.
pub fn betweenness(planner: &Planner, ends: &[Cell]) -> Layer<u16> {
    let mut counts = Layer::new(planner.size(), 0u16);
    for (i, from) in ends.iter().enumerate() {
        for to in &ends[i + 1..] {
            let path = planner.path(*from, *to);
            for cell in path.cells.into_iter().filter(|_| path.reaches) {
                counts[cell] = counts[cell].saturating_add(1);
            }
        }
    }
    counts
}

/// The same, between those of these places that are nearest to one: for each cell, how many of the best paths between
/// them pass it.
pub fn betweenness_around(planner: &Planner, place: Cell, ends: impl Iterator<Item = Cell>) -> Layer<u16> {
    let mut ends: Vec<Cell> = ends.collect();
    ends.sort_unstable_by_key(|end| (end.octile(place), *end));
    ends.truncate(ENDS_MAX);
    betweenness(planner, &ends)
}
