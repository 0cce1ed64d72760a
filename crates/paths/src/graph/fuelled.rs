//! ⟨Cell, fuel left⟩ as nodes. Only so can a search find the cheapest path on which the fuel lasts, since a path that
//! is cheaper so far may have burnt too much of it.
//!
//! Fuel is counted in whole units, rounded up at every step, so that no path that is found runs dry. Fewer and larger
//! units make fewer nodes and waste more by rounding.

use super::{Cost, Graph, GridGraph, Layout, NODE_COUNT_MAX, NodeId, Terrain, Visit};
use crate::grid::Size;

/// A terrain on which every step burns fuel, and wells refill the tank. Cells times (tank + 1) nodes.
#[derive(Clone, Debug)]
pub struct Fuelled<'a> {
    terrain: &'a Terrain,
    tank_units: u32,
    unit_millisteps: u32,
    wells: Vec<bool>,
}

impl<'a> Fuelled<'a> {
    /// A terrain on which every path starts with a tank of `tank_units`, `unit_millisteps` of cost burn one unit, and the
    /// cells in `wells` (one flag per cell, row by row) refill the tank.
    ///
    /// Returns `None` if a unit burns at no cost, if the number of flags is not the area, or if there are more than
    /// [`NODE_COUNT_MAX`] nodes.
    pub fn new(
        terrain: &'a Terrain,
        tank_units: u32,
        unit_millisteps: u32,
        wells: Vec<bool>,
    ) -> Option<Self> {
        let nodes = u64::from(terrain.node_count()) * (u64::from(tank_units) + 1);
        let is_sound = unit_millisteps > 0 && wells.len() == terrain.size().area();
        (is_sound && nodes <= NODE_COUNT_MAX.into()).then_some(Self {
            terrain,
            tank_units,
            unit_millisteps,
            wells,
        })
    }

    /// A terrain without wells on which every step burns one unit.
    ///
    /// Returns `None` if there are more than [`NODE_COUNT_MAX`] nodes.
    pub fn by_steps(terrain: &'a Terrain, tank_units: u32) -> Option<Self> {
        let wells = vec![false; terrain.size().area()];
        Self::new(terrain, tank_units, GridGraph::dearest(terrain), wells)
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
