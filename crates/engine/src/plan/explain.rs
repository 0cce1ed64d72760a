//! Why this path: the best path now, the second best and the straight line, each itemised.

use super::price::{BelievedPrices, PriceTerms};
use super::route::{ChangedPrices, path_terms};
use super::target::CellTarget;
use crate::graph::{Corner, CostModel, Grid8, NodeId};
use crate::grid::{Cell, Size, line};
use crate::search::{NoObserver, Rank, Search, Step, run};
use crate::world::PlannedBy;

/// Labels of an exact search for an explanation.
pub const EXACT_LABELS_MAX: u32 = 1 << 20;

/// A path with its itemised price.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PricedPath {
    /// The cells, including the start.
    pub cells: Vec<Cell>,
    /// Items of the price; meaningless if `barred`.
    pub terms: PriceTerms,
    /// Number of cells unknown to the people.
    pub unknown: u32,
    /// Whether it reaches the goal.
    pub reaches: bool,
    /// The first cell that cannot be entered, if any.
    pub blocked_at: Option<Cell>,
    /// Number of labels of the search for it; 0 without a search.
    pub labels: u32,
    /// The method by which it was planned, or would be; `None` for a path that is only compared with.
    pub by: Option<PlannedBy>,
}

/// The best path as far as is known, by a complete search: the reference for planned paths.
pub fn exact_path(believes: &BelievedPrices, size: Size, from: Cell, goal: Cell) -> PricedPath {
    search_with(believes, believes, size, from, goal)
}

/// The cheapest path if the cells of `way` cost half as much again; `None` unless at least a third of its cells differ.
pub fn second_best(believes: &BelievedPrices, size: Size, path: &[Cell]) -> Option<PricedPath> {
    let (from, goal) = (*path.first()?, *path.last()?);
    let mut used: Vec<NodeId> = path.iter().map(|cell| size.index(*cell) as NodeId).collect();
    used.sort_unstable();
    let dearer = ChangedPrices { believes, cells: &used, instead: |price| Some(price + price / 2) };
    let other = search_with(&dearer, believes, size, from, goal);
    let is_new = |cell: &&Cell| used.binary_search(&(size.index(**cell) as NodeId)).is_err();
    let new = other.cells.iter().filter(is_new).count();
    (other.reaches && new * 3 >= other.cells.len()).then_some(other)
}

/// An existing path with its items; `None` if one of its steps is blocked.
pub fn priced_path(believes: &BelievedPrices, size: Size, cells: Vec<Cell>) -> Option<PricedPath> {
    let (terms, unknown) = path_terms(believes, size, &cells)?;
    Some(PricedPath { cells, terms, unknown, reaches: true, blocked_at: None, labels: 0, by: None })
}

/// The straight line, whether it can be walked or not.
pub fn straight_line(believes: &BelievedPrices, size: Size, from: Cell, goal: Cell) -> PricedPath {
    let cells: Vec<Cell> = line(from, goal).collect();
    let is_blocked = |cell: &Cell| believes.is_blocked(size.index(*cell) as NodeId);
    // A blocked corner forbids a diagonal step; the corners of a straight step lie on the line.
    let corners = |two: &[Cell]| [two[1], Cell::new(two[0].x, two[1].y), Cell::new(two[1].x, two[0].y)];
    let barred = cells.windows(2).flat_map(corners).find(is_blocked);
    let (terms, unknown) = path_terms(believes, size, &cells).unwrap_or_default();
    PricedPath { cells, terms, unknown, reaches: barred.is_none(), blocked_at: barred, labels: 0, by: None }
}

/// Searches with one cost model and measures with another.
fn search_with(
    cost: &impl CostModel,
    believes: &BelievedPrices,
    size: Size,
    from: Cell,
    goal: Cell,
) -> PricedPath {
    let graph = Grid8 { size, cost, corner: Corner::BothFree };
    let target = CellTarget { goal, size, cheapest: cost.cheapest() };
    let start = size.index(from) as NodeId;
    let mut search = Search::new(size.area() as u32, start, Rank::AStar, &target, EXACT_LABELS_MAX);
    let step = run(&mut search, &graph, &target, u32::MAX, &mut NoObserver);
    let end = if let Step::Found(node) = step { node } else { search.closest() };
    let cells: Vec<Cell> = search.path_to(end).into_iter().map(|node| size.cell(node as usize)).collect();
    let (terms, unknown) = path_terms(believes, size, &cells).unwrap_or_default();
    let (reaches, labels) = (matches!(step, Step::Found(_)), search.labels().label_count());
    PricedPath { cells, terms, unknown, reaches, labels, ..PricedPath::default() }
}
