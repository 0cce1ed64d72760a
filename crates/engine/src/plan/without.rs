//! The walking time of a trip on a land that differs in some cells from what a people believes: without the works
//! that stand there, for example.
//!
//! An exact search over the people's beliefs with other words; it gives up beyond [`LABELS_MAX`] labels. Which cells
//! differ is up to the caller.

use super::nearest::path_within;
use super::price::BelievedPrices;
use super::route::path_terms;
use super::target::CellTarget;
use crate::graph::{Corner, Cost, CostModel, Grid8, NO_PATH, NodeId};
use crate::grid::{Cell, Size};
use crate::search::{Rank, Search};

/// Labels of the search, at most.
const LABELS_MAX: u32 = 1 << 17;

/// The walking time of the cheapest path from one cell to another where these are the packed beliefs, in milli-steps.
/// `None` if there is no path, or the search is too large.
pub fn trip_time_over(
    believes: BelievedPrices,
    words: &[u16],
    size: Size,
    (from, goal): (Cell, Cell),
) -> Option<Cost> {
    let other = believes.with_words(words);
    let graph = Grid8 { size, cost: &other, corner: Corner::BothFree };
    let target = CellTarget { goal, size, cheapest: other.cheapest() };
    let start = size.index(from) as NodeId;
    let mut search = Search::new(size.area() as u32, start, Rank::AStar, &target, LABELS_MAX);
    let cells = path_within(&mut search, &graph, &target, NO_PATH)?;
    path_terms(&other, size, &cells).map(|(terms, _)| terms.time as Cost)
}
