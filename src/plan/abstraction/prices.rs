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

    /// Whether steps within the rectangle from `low` to `high` may be dearer here than when the abstraction was built,
    /// by something that is true for one walker only. If in doubt, yes.
    fn differs(&self, _low: Cell, _high: Cell) -> bool {
        true
    }
}

impl Prices for Believes<'_> {
    fn time(&self, from: NodeId, to: NodeId, length: u32) -> u32 {
        Believes::time(self, from, to, length).unwrap_or(0)
    }

    fn differs(&self, low: Cell, high: Cell) -> bool {
        self.differs_from_guide(low, high)
    }
}

impl Prices for Terrain {
    fn time(&self, from: NodeId, to: NodeId, _length: u32) -> u32 {
        self.step(from, to).unwrap_or(0)
    }

    fn differs(&self, _low: Cell, _high: Cell) -> bool {
        false
    }
}
