//! The cost model of the abstraction, and its implementations: a people's beliefs, and public maps. Not here: how a
//! price is computed (`plan::price`, `graph::Terrain`).

use super::super::price::BelievedPrices;
use super::shape::CHUNK_SIDE;
use crate::graph::{CostModel, NodeId, Terrain};
use crate::grid::{Cell, Dir8, Size};
use crate::world::{Kind, SUPPLY_BANDS};

/// Prices of the steps from a row of a smallest chunk; `None` where a step is not allowed.
pub(super) type RowPrices = [Option<u32>; CHUNK_SIDE as usize];

/// Prices of steps, and their walking times.
///
/// Passability is a property of cells: a step between two free cells side by side is allowed in both directions, at
/// whatever prices, and a diagonal one if both cells beside it are free. A blocked cell may be left, never entered.
/// Prices of steps are at least 1; above 65,534 milli-steps they count as that.
pub trait StepPrices: CostModel + Sync {
    /// Walking time of an allowed step, in milli-steps.
    fn step_time(&self, from: NodeId, to: NodeId, length: u32) -> u32;

    /// Index, below `PAGE_SETS`, of the set of compiled pages with the prices of [`StepPrices::price_without_crowd`]: the
    /// abstraction and the unit may have different prices.
    fn page_set(&self) -> usize {
        0
    }

    /// Price of a step that is the same for all units that share a set of pages.
    fn price_without_crowd(&self, from: NodeId, to: NodeId, length: u32) -> Option<u32> {
        self.step_cost(from, to, length)
    }

    /// [`StepPrices::price_without_crowd`] for the steps in a direction from the cells of a row of the chunk that begins
    /// at `low`: for callers that need all of them.
    fn row_prices(&self, size: Size, low: Cell) -> impl Fn(usize, Dir8) -> RowPrices {
        move |row, dir| {
            std::array::from_fn(|column| {
                let from = Cell::new(low.x + column as u16, low.y + row as u16);
                let to = size.step(from, dir).filter(|_| size.contains(from))?;
                self.price_without_crowd(size.index(from) as NodeId, size.index(to) as NodeId, dir.length())
            })
        }
    }

    /// The cells from `low` to `high`, and within one step around them, onto which steps cost more than
    /// [`StepPrices::price_without_crowd`] says, and by how much, in milli-steps.
    fn crowd(&self, _low: Cell, _high: Cell) -> (Vec<Cell>, u32) {
        (Vec::new(), 0)
    }
}

/// Sets of compiled pages of an abstraction: one per kind and hunger band.
pub(super) const PAGE_SETS: usize = Kind::ALL.len() * SUPPLY_BANDS as usize;

impl StepPrices for BelievedPrices<'_> {
    fn step_time(&self, from: NodeId, to: NodeId, length: u32) -> u32 {
        BelievedPrices::time(self, from, to, length).unwrap_or(0)
    }

    fn page_set(&self) -> usize {
        self.kind() as usize * usize::from(SUPPLY_BANDS) + usize::from(self.hunger())
    }

    fn price_without_crowd(&self, from: NodeId, to: NodeId, length: u32) -> Option<u32> {
        BelievedPrices::price_without_crowd(self, from, to, length)
    }

    fn row_prices(&self, _: Size, low: Cell) -> impl Fn(usize, Dir8) -> RowPrices {
        let around = self.neighbourhood(low, CHUNK_SIDE);
        move |row, dir| around.row_prices(row, dir)
    }

    fn crowd(&self, low: Cell, high: Cell) -> (Vec<Cell>, u32) {
        self.crowd_within(low, high)
    }
}

impl StepPrices for Terrain {
    fn step_time(&self, from: NodeId, to: NodeId, _length: u32) -> u32 {
        self.step_cost(from, to).unwrap_or(0)
    }
}
