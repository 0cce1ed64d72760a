//! The first way that comes, for kinds in haste: greedy best-first search (Doran & Michie 1966).
//!
//! The idea: always go on from the cell that lies nearest to the goal as the crow flies, whatever it costs to be there.
//! Promise: some way, seldom the cheapest. Needs: nothing but what is believed to be open. Units: milli-steps.
//! Ties: those of `search::best_first`, smaller estimate, larger cost, smaller cell. Cost: in the open a cell a step; in
//! front of a hollow all of the hollow. Whoever has looked at so many cells and is not there looks for the cheapest way
//! after all, as everybody else does.
//! Differs from the paper in ending at a number of expansions, so that its answer is one bounded piece of work.
//! What does not live here: who is in haste, which is data of a kind (`world::kind`).

use super::price::Believes;
use super::target::To;
use crate::graph::{Corner, CostModel, Grid8, NodeId};
use crate::grid::{Cell, Size};
use crate::search::{Rank, Search, Step, Watch, run};

/// The first way from a cell to another that comes within so many expansions, both ends included; and the expansions
/// spent.
pub(super) fn first_way(
    believes: &Believes,
    size: Size,
    (from, goal): (Cell, Cell),
    expansions_max: u32,
) -> (Option<Vec<Cell>>, u32) {
    let graph = Grid8 { size, cost: believes, corner: Corner::BothFree };
    let to = To { goal, size, cheapest: believes.cheapest() };
    let start = size.index(from) as NodeId;
    let mut search = Search::new(size.area() as u32, start, Rank::Greedy, &to, u32::MAX);
    let step = run(&mut search, &graph, &to, expansions_max, &mut Watch);
    let way = |node| search.way_to(node).into_iter().map(|node| size.cell(node as usize)).collect();
    (if let Step::Found(node) = step { Some(way(node)) } else { None }, search.expansions())
}
