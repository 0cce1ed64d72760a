//! Why this path: the best path now, the second best and the straight line, each itemised.

use super::EXACT_LABELS_MAX;
use super::price::{Believes, Terms};
use super::route::measure;
use super::target::To;
use crate::graph::{Corner, CostModel, Grid8, NodeId};
use crate::grid::{Cell, Size, line};
use crate::search::{Rank, Search, Step, Watch, run};

/// A path with its itemised price.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Account {
    /// The cells, including the start.
    pub cells: Vec<Cell>,
    /// Items of the price; meaningless if `barred`.
    pub terms: Terms,
    /// Number of cells unknown to the people.
    pub unknown: u32,
    /// Whether it reaches the goal.
    pub reaches: bool,
    /// The first cell that cannot be entered, if any.
    pub barred: Option<Cell>,
    /// Number of labels of the search for it; 0 without a search.
    pub reached: u32,
}

/// Prices of a land on which some cells cost half as much again.
struct Dearer<'a> {
    believes: &'a Believes<'a>,
    used: Vec<NodeId>,
}

impl CostModel for Dearer<'_> {
    fn step(&self, from: NodeId, to: NodeId, length: u32) -> Option<u32> {
        let price = self.believes.step(from, to, length)?;
        Some(if self.used.binary_search(&to).is_ok() { price + price / 2 } else { price })
    }
    fn is_blocked(&self, node: NodeId) -> bool {
        self.believes.is_blocked(node)
    }
    fn cheapest(&self) -> u32 {
        self.believes.cheapest()
    }
}

/// The best path as far as is known, by a complete search: the reference for planned paths.
pub fn exact_way(believes: &Believes, size: Size, from: Cell, goal: Cell) -> Account {
    search_with(believes, believes, size, from, goal)
}

/// The cheapest path if the cells of `way` cost half as much again; `None` unless at least a third of its cells differ.
pub fn second_best(believes: &Believes, size: Size, way: &[Cell]) -> Option<Account> {
    let (from, goal) = (*way.first()?, *way.last()?);
    let mut used: Vec<NodeId> = way.iter().map(|cell| size.index(*cell) as NodeId).collect();
    used.sort_unstable();
    let dearer = Dearer { believes, used };
    let other = search_with(&dearer, believes, size, from, goal);
    let is_new = |cell: &&Cell| dearer.used.binary_search(&(size.index(**cell) as NodeId)).is_err();
    let new = other.cells.iter().filter(is_new).count();
    (other.reaches && new * 3 >= other.cells.len()).then_some(other)
}

/// An existing path with its items; `None` if one of its steps is blocked.
pub fn account_of(believes: &Believes, size: Size, cells: Vec<Cell>) -> Option<Account> {
    let (terms, unknown) = measure(believes, size, &cells)?;
    Some(Account { cells, terms, unknown, reaches: true, barred: None, reached: 0 })
}

/// The straight line, whether it can be walked or not.
pub fn straight_line(believes: &Believes, size: Size, from: Cell, goal: Cell) -> Account {
    let cells: Vec<Cell> = line(from, goal).collect();
    let is_blocked = |cell: &Cell| believes.is_blocked(size.index(*cell) as NodeId);
    // A blocked corner forbids a diagonal step; the corners of a straight step lie on the line.
    let corners = |two: &[Cell]| [two[1], Cell::new(two[0].x, two[1].y), Cell::new(two[1].x, two[0].y)];
    let barred = cells.windows(2).flat_map(corners).find(is_blocked);
    let (terms, unknown) = measure(believes, size, &cells).unwrap_or_default();
    Account { cells, terms, unknown, reaches: barred.is_none(), barred, reached: 0 }
}

/// Searches with one cost model and measures with another.
fn search_with(cost: &impl CostModel, believes: &Believes, size: Size, from: Cell, goal: Cell) -> Account {
    let graph = Grid8 { size, cost, corner: Corner::BothFree };
    let target = To { goal, size, cheapest: cost.cheapest() };
    let start = size.index(from) as NodeId;
    let mut search = Search::new(size.area() as u32, start, Rank::AStar, &target, EXACT_LABELS_MAX);
    let step = run(&mut search, &graph, &target, u32::MAX, &mut Watch);
    let end = if let Step::Found(node) = step { node } else { search.closest() };
    let cells: Vec<Cell> = search.way_to(end).into_iter().map(|node| size.cell(node as usize)).collect();
    let (terms, unknown) = measure(believes, size, &cells).unwrap_or_default();
    let reached = search.labels().reached();
    Account { cells, terms, unknown, reaches: matches!(step, Step::Found(_)), barred: None, reached }
}
