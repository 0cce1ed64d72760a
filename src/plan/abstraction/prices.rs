//! What the abstraction needs to know of a land, and who can tell it: what a people believes, and public maps.
//! What does not live here: how a price comes about (`plan::price`, `graph::Terrain`).

use super::super::price::Believes;
use crate::graph::{CostModel, NodeId, Terrain};
use crate::grid::Cell;

/// Prices of steps, and the walking time in them.
///
/// Who may stand where is a matter of cells: a step between two free cells side by side is allowed in both directions,
/// at whatever prices, and a diagonal one if both cells beside it are free. A blocked cell may be left, never entered.
/// Prices of steps are at least 1; beyond 65,534 milli-steps they count as that.
pub trait Prices: CostModel + Sync {
    /// Walking time of an allowed step, in milli-steps.
    fn time(&self, from: NodeId, to: NodeId, length: u32) -> u32;

    /// Where steps onto the cells from `low` to `high`, or within one step around them, are dearer than when the
    /// abstraction was built, by something that is true for one walker only.
    fn surcharge(&self, _low: Cell, _high: Cell) -> Surcharge {
        Surcharge::Anywhere
    }
}

/// Where one walker pays more than those who guide him.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Surcharge {
    /// Nowhere there.
    Nowhere,
    /// For each step onto one of these cells, by so many milli-steps.
    Onto(Vec<Cell>, u32),
    /// Perhaps anywhere, and by any amount.
    Anywhere,
}

impl Prices for Believes<'_> {
    fn time(&self, from: NodeId, to: NodeId, length: u32) -> u32 {
        Believes::time(self, from, to, length).unwrap_or(0)
    }

    fn surcharge(&self, low: Cell, high: Cell) -> Surcharge {
        match self.dearer_than_guide(low, high) {
            None => Surcharge::Anywhere,
            Some((cells, _)) if cells.is_empty() => Surcharge::Nowhere,
            Some((cells, extra)) => Surcharge::Onto(cells, extra),
        }
    }
}

impl Prices for Terrain {
    fn time(&self, from: NodeId, to: NodeId, _length: u32) -> u32 {
        self.step(from, to).unwrap_or(0)
    }

    fn surcharge(&self, _low: Cell, _high: Cell) -> Surcharge {
        Surcharge::Nowhere
    }
}
