//! Paths as lists of cells: measured, checked, and repaired locally.

use super::nearest::way_within;
use super::price::{Believes, Terms};
use super::target::To;
use crate::graph::{Corner, Cost, CostModel, Grid8, NodeId};
use crate::grid::{Cell, Size};
use crate::search::{Rank, Search};
use crate::world::Steps;

/// The items of a whole path, turns included, and the number of its unknown cells; `None` if one of its steps is
/// blocked.
pub fn measure(believes: &Believes, size: Size, cells: &[Cell]) -> Option<(Terms, u32)> {
    let mut sum = Terms::default();
    let mut unknown = 0;
    let mut before = None;
    for two in cells.windows(2) {
        let (from, to) = (size.index(two[0]) as NodeId, size.index(two[1]) as NodeId);
        let dir = two[0].dir_to(two[1])?;
        sum.add(&believes.terms(from, to, dir.length())?);
        if let Some(before) = before.replace(dir) {
            sum.add(&believes.turn(before, dir));
        }
        unknown += u32::from(!crate::world::Belief::word_is_known(believes.word(to)));
    }
    Some((sum, unknown))
}

/// Whether every step of a path is allowed as far as is known, corners included.
pub fn is_walkable(believes: &Believes, size: Size, cells: &[Cell]) -> bool {
    let Some((from, rest)) = cells.split_first() else { return true };
    leads_on(believes, size, *from, rest.iter().copied())
}

/// Whether every step from a cell to the next ones is allowed as far as is known, corners included.
pub fn leads_on(believes: &Believes, size: Size, from: Cell, mut cells: impl Iterator<Item = Cell>) -> bool {
    let graph = Grid8 { size, cost: believes, corner: Corner::BothFree };
    let mut here = from;
    cells.all(|next| {
        let (node, to) = (size.index(here) as NodeId, size.index(next) as NodeId);
        let dir = here.dir_to(next);
        here = next;
        dir.is_some_and(|dir| graph.step(node, dir, to).is_some())
    })
}

/// The steps of a path, as units store it.
pub fn steps_of(cells: &[Cell]) -> Steps {
    cells.windows(2).filter_map(|two| two[0].dir_to(two[1])).collect()
}

/// Prices of a land on which some cells are blocked for now.
struct BlockedPrices<'a> {
    believes: &'a Believes<'a>,
    /// Sorted.
    walls: &'a [NodeId],
}

impl CostModel for BlockedPrices<'_> {
    fn step(&self, from: NodeId, to: NodeId, length: u32) -> Option<u32> {
        if self.walls.binary_search(&to).is_ok() { None } else { self.believes.step(from, to, length) }
    }
    fn is_blocked(&self, node: NodeId) -> bool {
        self.believes.is_blocked(node)
    }
    fn cheapest(&self) -> u32 {
        self.believes.cheapest()
    }
}

/// Labels at which the search for a detour gives up.
const DETOUR_LABELS: u32 = 400;
/// The hoped cost of a straight step of it, in milli-steps: as on a dirt road.
const DETOUR_HOPED: u32 = 600;

/// A short path from `from` to `to` around `walls` (cells that others hold), to splice into a path. `None` if there is
/// none nearby, or if it costs more than `price_max`, in milli-steps.
pub fn detour(
    believes: &Believes,
    size: Size,
    from: Cell,
    to: Cell,
    walls: &[Cell],
    price_max: Cost,
) -> Option<Vec<Cell>> {
    let mut walls: Vec<NodeId> = walls.iter().map(|cell| size.index(*cell) as NodeId).collect();
    walls.sort_unstable();
    let around = BlockedPrices { believes, walls: &walls };
    let graph = Grid8 { size, cost: &around, corner: Corner::BothFree };
    // It need not be the cheapest, but should be found soon.
    let target = To { goal: to, size, cheapest: believes.cheapest().max(DETOUR_HOPED) };
    let start = size.index(from) as NodeId;
    let mut search = Search::new(size.area() as u32, start, Rank::AStar, &target, DETOUR_LABELS);
    way_within(&mut search, &graph, &target, price_max)
}
