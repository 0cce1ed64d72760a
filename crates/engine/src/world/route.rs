//! The far part of a path, known only by the chunk borders that it crosses (an abstract path).

use crate::graph::Cost;
use crate::grid::{Cell, Size};
use serde::{Deserialize, Serialize};

/// Levels of chunks in a route.
pub const LEVELS: usize = 3;

/// A step across the border of two chunks: from the cell on its west or north side to the one on the other side, or
/// back. Saved as a place and not as the number of an entrance, so that later prices may move the entrance.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Crossing(u32);

impl Crossing {
    /// The crossing between a cell and its eastern or (`south`) southern neighbour.
    pub fn new(size: Size, cell: Cell, south: bool) -> Crossing {
        Crossing((size.index(cell) as u32) << 1 | u32::from(south))
    }

    /// The cell on the west or north side, and the one on the other side; `None` off the land (for untrusted input).
    pub fn cells(self, size: Size) -> Option<(Cell, Cell)> {
        let index = (self.0 >> 1) as usize;
        if index >= size.area() {
            return None;
        }
        let cell = size.cell(index);
        let (x, y) = if self.0 & 1 == 0 { (cell.x + 1, cell.y) } else { (cell.x, cell.y + 1) };
        let other = Cell::new(x, y);
        size.contains(other).then_some((cell, other))
    }
}

/// The rest of a path beyond the cells that are refined.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Route {
    /// Its goal.
    pub goal: Cell,
    /// By level of chunks, lowest first: crossings, the farthest first. Those of a higher level follow those of the
    /// levels below.
    pub levels: [Vec<Crossing>; LEVELS],
    /// Estimated price, in milli-steps.
    pub price: Cost,
    /// Estimated walking time, in milli-steps.
    pub time: Cost,
    /// Nodes that were expanded for it so far.
    pub expansions: u32,
}

impl Route {
    /// The crossings, nearest first.
    pub fn crossings(&self) -> impl Iterator<Item = Crossing> {
        self.levels.iter().flat_map(|level| level.iter().rev().copied())
    }

    /// Whether every crossing lies on the land (for untrusted input).
    pub fn fits(&self, size: Size) -> bool {
        size.contains(self.goal) && self.crossings().all(|crossing| crossing.cells(size).is_some())
    }
}
