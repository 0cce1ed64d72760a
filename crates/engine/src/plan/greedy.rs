//! The first path found, for kinds that prefer a quick answer: greedy best-first search (Doran & Michie 1966).
//!
//! The idea: always expand the cell that is nearest to the goal in a straight line, whatever it costs to be there.
//! Promise: some path, seldom the cheapest. Needs: nothing but what is believed to be passable.
//! Units: milli-steps.
//! Ties: those of `search::best_first`, smaller estimate, larger cost, smaller cell.
//! Cost: in the open one expansion per step; at a concave obstacle all cells of the concavity. A search that reaches
//! its limit of expansions is followed by one for the cheapest path, as for any other kind.
//! Differs from the paper in ending at a number of expansions, so that its answer is one bounded piece of work. Not
//! here: which kinds use it, which is data of a kind (`world::kind`).

use super::price::BelievedPrices;
use super::target::CellTarget;
use crate::graph::{Corner, CostModel, Grid8, NodeId};
use crate::grid::{Cell, Size};
use crate::search::{NoObserver, Rank, Search, Step, run};

/// The first path from a cell to another within `expansions_max` expansions, both ends included; and the number of
/// expansions.
pub(super) fn greedy_path(
    believes: &BelievedPrices,
    size: Size,
    (from, goal): (Cell, Cell),
    expansions_max: u32,
) -> (Option<Vec<Cell>>, u32) {
    let graph = Grid8 { size, cost: believes, corner: Corner::BothFree };
    let to = CellTarget { goal, size, cheapest: believes.cheapest() };
    let start = size.index(from) as NodeId;
    let mut search = Search::new(size.area() as u32, start, Rank::Greedy, &to, u32::MAX);
    let step = run(&mut search, &graph, &to, expansions_max, &mut NoObserver);
    let path = |node| search.path_to(node).into_iter().map(|node| size.cell(node as usize)).collect();
    (if let Step::Found(node) = step { Some(path(node)) } else { None }, search.expansions())
}
