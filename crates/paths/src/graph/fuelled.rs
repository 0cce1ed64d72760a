//! ⟨Cell, fuel left⟩ as nodes. Only so can a search find the cheapest path on which the fuel lasts, since a path that
//! is cheaper so far may have burnt too much of it.
//!
//! Fuel is counted in whole units, rounded up at every step, so that no path that is found runs dry. Fewer and larger
//! units make fewer nodes and waste more by rounding.

use super::{Cost, Graph, GridGraph, Layout, NodeId, Terrain, Visit};
use crate::grid::Size;

/// A terrain on which every step burns fuel, and wells refill the tank. Cells times (tank + 1) nodes, which must be
/// less than 2³².
#[derive(Clone, Debug)]
pub struct Fuelled<'a> {
    /// The cells.
    pub terrain: &'a Terrain,
    /// Units in a full tank, which every path starts with.
    pub tank_units: u32,
    /// Cost in milli-steps that burns one unit. If it is the cost of the dearest step, every step burns one unit.
    pub unit_millisteps: u32,
    /// Cells that refill the tank, one flag per cell, row by row.
    pub wells: Vec<bool>,
}

impl<'a> Fuelled<'a> {
    /// A terrain without wells on which every step burns one unit.
    pub fn by_steps(terrain: &'a Terrain, tank_units: u32) -> Self {
        let wells = vec![false; terrain.size().area()];
        Self { terrain, tank_units, unit_millisteps: GridGraph::dearest(terrain), wells }
    }

    /// The node of a cell with this much fuel left, in units.
    pub fn node(&self, cell: u32, fuel: u32) -> NodeId {
        cell * self.states_per_cell() + fuel
    }

    /// Units burnt by a step of this cost.
    pub fn fuel_for(&self, cost: Cost) -> u32 {
        cost.div_ceil(self.unit_millisteps.into()) as u32
    }
}

impl Graph for Fuelled<'_> {
    fn node_count(&self) -> u32 {
        self.terrain.node_count() * self.states_per_cell()
    }

    fn successors(&self, visit: Visit, emit: &mut impl FnMut(NodeId, Cost)) {
        let (cell, fuel) = (visit.node / self.states_per_cell(), visit.node % self.states_per_cell());
        self.terrain.successors(Visit { node: cell, parent: cell }, &mut |next, cost| {
            if let Some(left) = fuel.checked_sub(self.fuel_for(cost)) {
                let left = if self.wells[next as usize] { self.tank_units } else { left };
                emit(self.node(next, left), cost);
            }
        });
    }
}

impl GridGraph for Fuelled<'_> {
    fn size(&self) -> Size {
        self.terrain.size()
    }
    fn layout(&self) -> Layout {
        self.terrain.layout()
    }
    fn states_per_cell(&self) -> u32 {
        self.tank_units + 1
    }
    fn start_node(&self, cell: u32) -> NodeId {
        self.node(cell, self.tank_units)
    }
    fn cheapest(&self) -> u32 {
        self.terrain.cheapest()
    }
    fn dearest(&self) -> u32 {
        GridGraph::dearest(self.terrain)
    }
}
