//! Search targets: where a search ends, and the estimate to it.

use super::price::BelievedPrices;
use crate::graph::{Cost, CostModel, NodeId};
use crate::grid::{Cell, DIAGONAL, STRAIGHT, Size};
use crate::search::{Goal, Heuristic};
use crate::world::Belief;

/// One goal cell, with the octile distance at the cheapest believed price as the estimate.
pub struct CellTarget {
    /// The goal.
    pub goal: Cell,
    /// Size of the land.
    pub size: Size,
    /// Cost of the cheapest straight step, in milli-steps.
    pub cheapest: u32,
}

impl Goal for CellTarget {
    fn contains(&self, node: NodeId) -> bool {
        self.size.cell(node as usize) == self.goal
    }
}

impl Heuristic for CellTarget {
    fn estimate(&self, node: NodeId) -> Cost {
        let here = self.size.cell(node as usize);
        let (dx, dy) = (u64::from(here.x.abs_diff(self.goal.x)), u64::from(here.y.abs_diff(self.goal.y)));
        let straight = u64::from(self.cheapest);
        // Rounded step by step, as prices are: rounded as a whole it could exceed the cost of the steps.
        let diagonal = straight * u64::from(DIAGONAL) / u64::from(STRAIGHT);
        straight * dx.abs_diff(dy) + diagonal * dx.min(dy)
    }
}

/// The nearest known cell with an unknown neighbour.
pub struct NearestFrontier<'a> {
    /// The belief that says what is known.
    pub believes: &'a BelievedPrices<'a>,
    /// Size of the land.
    pub size: Size,
    /// Cells that other scouts walk to.
    pub claimed: &'a [Cell],
}

/// Minimum distance from another scout's goal, in steps.
const FRONTIERS_APART_STEPS: u32 = 8;

impl Goal for NearestFrontier<'_> {
    fn contains(&self, node: NodeId) -> bool {
        if !Belief::word_is_known(self.believes.word(node)) || self.believes.is_blocked(node) {
            return false;
        }
        let cell = self.size.cell(node as usize);
        let unknown =
            |other: Cell| !Belief::word_is_known(self.believes.word(self.size.index(other) as NodeId));
        let at_border = self.size.neighbours(cell).any(|(_, other)| unknown(other));
        at_border && self.claimed.iter().all(|other| other.chebyshev(cell) >= FRONTIERS_APART_STEPS)
    }
}

impl Heuristic for NearestFrontier<'_> {
    fn estimate(&self, _node: NodeId) -> Cost {
        0
    }
}
