//! ⟨Cell, fuel left⟩ as nodes: where somebody stands and how far he still gets. Only so can a search find the cheapest
//! way on which the fuel lasts, since a way that is cheaper so far may have burnt too much.
//!
//! Fuel is counted in whole units, rounded up at every step, so that nobody runs dry who was promised to arrive. Fewer
//! and larger units make fewer nodes, and waste more by rounding.

use super::{Board, Cost, Graph, Layout, NodeId, Terrain, Visit};
use crate::grid::Size;

/// A terrain on which every step burns fuel, and wells fill the tank again. Its nodes, cells times the units from an
/// empty to a full tank, are fewer than 2³².
#[derive(Clone, Debug)]
pub struct Fuelled<'a> {
    /// The cells.
    pub terrain: &'a Terrain,
    /// Units in a full tank, with which everybody begins.
    pub tank: u32,
    /// Milli-steps of a step's cost that burn a unit. Where one unit is worth the dearest step, every step burns one.
    pub unit: u32,
    /// Cells on which the tank is filled, one flag a cell.
    pub wells: Vec<bool>,
}

impl<'a> Fuelled<'a> {
    /// A terrain without wells on which every step burns one unit.
    pub fn by_steps(terrain: &'a Terrain, tank: u32) -> Self {
        let wells = vec![false; terrain.size().area()];
        Self { terrain, tank, unit: Board::dearest(terrain), wells }
    }

    /// The node of a cell with so much fuel left.
    pub fn node(&self, cell: u32, fuel: u32) -> NodeId {
        cell * self.states() + fuel
    }

    /// Units that a step of this cost burns.
    pub fn burnt(&self, cost: Cost) -> u32 {
        cost.div_ceil(self.unit.into()) as u32
    }
}

impl Graph for Fuelled<'_> {
    fn node_count(&self) -> u32 {
        self.terrain.node_count() * self.states()
    }

    fn successors(&self, visit: Visit, emit: &mut impl FnMut(NodeId, Cost)) {
        let (cell, fuel) = (visit.node / self.states(), visit.node % self.states());
        self.terrain.successors(Visit { node: cell, parent: cell }, &mut |next, cost| {
            if let Some(left) = fuel.checked_sub(self.burnt(cost)) {
                let left = if self.wells[next as usize] { self.tank } else { left };
                emit(self.node(next, left), cost);
            }
        });
    }
}

impl Board for Fuelled<'_> {
    fn size(&self) -> Size {
        self.terrain.size()
    }
    fn layout(&self) -> Layout {
        self.terrain.layout()
    }
    fn states(&self) -> u32 {
        self.tank + 1
    }
    fn begin_at(&self, cell: u32) -> NodeId {
        self.node(cell, self.tank)
    }
    fn cheapest(&self) -> u32 {
        self.terrain.cheapest()
    }
    fn dearest(&self) -> u32 {
        Board::dearest(self.terrain)
    }
}
