//! Paths as lists of cells: measured, checked, and repaired locally.

use super::nearest::path_within;
use super::price::{BelievedPrices, PriceTerms};
use super::target::CellTarget;
use crate::graph::{Corner, Cost, CostModel, Grid8, NodeId};
use crate::grid::{Cell, Size};
use crate::search::{Rank, Search};
use crate::world::{Path, PlannedBy, Steps};

/// How far along a new path a unit that has moved on may join it, in steps.
const JOIN_WITHIN_STEPS: usize = 10;
/// The highest price of joining a new path, in milli-steps.
const JOIN_PRICE_MAX: Cost = 60_000;

/// The items of a whole path, turns included, and the number of its unknown cells; `None` if one of its steps is
/// blocked.
pub fn path_terms(believes: &BelievedPrices, size: Size, cells: &[Cell]) -> Option<(PriceTerms, u32)> {
    let mut sum = PriceTerms::default();
    let mut unknown = 0;
    let mut before = None;
    for two in cells.windows(2) {
        let (from, to) = (size.index(two[0]) as NodeId, size.index(two[1]) as NodeId);
        let dir = two[0].dir_to(two[1])?;
        sum.add(&believes.terms(from, to, dir.length())?);
        if let Some(before) = before.replace(dir) {
            sum.add(&believes.turn_terms(before, dir));
        }
        unknown += u32::from(!crate::world::Belief::word_is_known(believes.word(to)));
    }
    Some((sum, unknown))
}

/// Whether every step of a path is allowed as far as is known, corners included.
pub fn is_walkable(believes: &BelievedPrices, size: Size, cells: &[Cell]) -> bool {
    let Some((from, rest)) = cells.split_first() else { return true };
    is_walkable_from(believes, size, *from, rest.iter().copied())
}

/// Whether every step from a cell to the next ones is allowed as far as is known, corners included.
pub fn is_walkable_from(
    believes: &BelievedPrices,
    size: Size,
    from: Cell,
    mut cells: impl Iterator<Item = Cell>,
) -> bool {
    let graph = Grid8 { size, cost: believes, corner: Corner::BothFree };
    let mut here = from;
    cells.all(|next| {
        let (node, to) = (size.index(here) as NodeId, size.index(next) as NodeId);
        let dir = here.dir_to(next);
        here = next;
        dir.is_some_and(|dir| graph.step_cost(node, dir, to).is_some())
    })
}

/// The steps of a path, as units store it.
pub fn to_steps(cells: &[Cell]) -> Steps {
    cells.windows(2).filter_map(|two| two[0].dir_to(two[1])).collect()
}

/// Prices of a land on which steps onto some cells cost otherwise.
pub(super) struct ChangedPrices<'a> {
    pub(super) believes: &'a BelievedPrices<'a>,
    /// Those cells, sorted.
    pub(super) cells: &'a [NodeId],
    /// What such a step costs instead of this; `None` if it is not allowed.
    pub(super) instead: fn(u32) -> Option<u32>,
}

impl CostModel for ChangedPrices<'_> {
    fn step_cost(&self, from: NodeId, to: NodeId, length: u32) -> Option<u32> {
        let price = self.believes.step_cost(from, to, length)?;
        if self.cells.binary_search(&to).is_ok() { (self.instead)(price) } else { Some(price) }
    }
    fn is_blocked(&self, node: NodeId) -> bool {
        self.believes.is_blocked(node)
    }
    fn cheapest(&self) -> u32 {
        self.believes.cheapest()
    }
}

/// Labels at which the search for a detour gives up.
const DETOUR_LABELS_MAX: u32 = 400;
/// The hoped cost of a straight step of it, in milli-steps: as on a dirt road.
const DETOUR_HOPED_STEP_COST: u32 = 600;

/// A short path from `from` to `to` around `walls` (cells that others hold), to splice into a path. `None` if there is
/// none nearby, or if it costs more than `price_max`, in milli-steps.
pub fn detour(
    believes: &BelievedPrices,
    size: Size,
    from: Cell,
    to: Cell,
    walls: &[Cell],
    price_max: Cost,
) -> Option<Vec<Cell>> {
    let mut walls: Vec<NodeId> = walls.iter().map(|cell| size.index(*cell) as NodeId).collect();
    walls.sort_unstable();
    let around = ChangedPrices { believes, cells: &walls, instead: |_| None };
    let graph = Grid8 { size, cost: &around, corner: Corner::BothFree };
    // It need not be the cheapest, but should be found soon.
    let target = CellTarget { goal: to, size, cheapest: believes.cheapest().max(DETOUR_HOPED_STEP_COST) };
    let start = size.index(from) as NodeId;
    let mut search = Search::new(size.area() as u32, start, Rank::AStar, &target, DETOUR_LABELS_MAX);
    path_within(&mut search, &graph, &target, price_max)
}

/// A path of these cells, planned in this way at this tick. `None` if it is not walkable.
pub fn path_along(
    believes: &BelievedPrices,
    size: Size,
    cells: &[Cell],
    reaches: bool,
    (by, planned): (PlannedBy, u64),
) -> Option<Path> {
    if !is_walkable(believes, size, cells) {
        return None;
    }
    let (terms, unknown) = path_terms(believes, size, cells)?;
    Some(Path {
        steps: to_steps(cells),
        goal: *cells.last()?,
        reaches,
        planned,
        by,
        length: cells.len() as u32 - 1,
        price: terms.total() as Cost,
        terms: terms.list().to_vec(),
        time: terms.time as Cost,
        unknown,
        route: None,
    })
}

/// The cells from `here` along a planned path: from the unit's position on it, or by a short detour onto it.
pub fn join_path(believes: &BelievedPrices, size: Size, here: Cell, planned: &[Cell]) -> Option<Vec<Cell>> {
    if let Some(place) = planned.iter().position(|cell| *cell == here) {
        return Some(planned[place..].to_vec());
    }
    let onto = JOIN_WITHIN_STEPS.min(planned.len() - 1);
    let mut cells = detour(believes, size, here, planned[onto], &[], JOIN_PRICE_MAX)?;
    cells.extend_from_slice(&planned[onto + 1..]);
    Some(cells)
}
