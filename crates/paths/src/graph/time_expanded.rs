//! ⟨Cell, tick⟩ as nodes, so that a search can avoid moving units and wait for them.
//!
//! A step takes one tick, whatever it costs. After the last tick of all reservations nothing moves any more, so that
//! one layer of nodes stands for all later ticks and the graph is finite. Not here: who reserves, and in which order.

use super::{Cost, Graph, NODE_COUNT_MAX, NodeId, Terrain, Visit};
use std::collections::HashMap;

/// Which traveller stands where at which tick: a reservation table (Silver 2005).
#[derive(Clone, Debug, Default)]
pub struct Reservations {
    taken: HashMap<(NodeId, u32), u32>,
    /// The cells where paths end: from which tick on, and the traveller.
    resting: HashMap<NodeId, (u32, u32)>,
    last_tick: u32,
}

impl Reservations {
    /// Removes all reservations.
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    /// Reserves a path for traveller `id`: one cell per tick from tick 0 on, and its end for ever after.
    pub fn reserve(&mut self, id: u32, path: &[NodeId]) {
        for (tick, cell) in (0..).zip(path) {
            self.taken.insert((*cell, tick), id);
        }
        let last = (path.len() as u32).saturating_sub(1);
        if let Some(end) = path.last() {
            self.resting.insert(*end, (last, id));
        }
        self.last_tick = self.last_tick.max(last);
    }

    /// The traveller that has this cell at this tick.
    pub fn occupant(&self, cell: NodeId, tick: u32) -> Option<u32> {
        let resting = || self.resting.get(&cell).filter(|(from, _)| *from <= tick).map(|(_, id)| *id);
        self.taken.get(&(cell, tick)).copied().or_else(resting)
    }

    /// The tick from which on every traveller rests.
    pub fn last_tick(&self) -> u32 {
        self.last_tick
    }

    /// Whether a cell stays free from this tick on.
    pub fn is_free_from(&self, cell: NodeId, tick: u32) -> bool {
        (tick..=self.last_tick.max(tick)).all(|tick| self.occupant(cell, tick).is_none())
    }

    /// Whether a step from one cell to another after this tick collides: at the target, head-on, or with a crossing
    /// diagonal.
    pub fn blocks_move(&self, terrain: &Terrain, (from, to): (NodeId, NodeId), tick: u32) -> bool {
        let moves = |a, b| self.occupant(a, tick).is_some_and(|id| self.occupant(b, tick + 1) == Some(id));
        let (a, b) = (terrain.cell(from), terrain.cell(to));
        let corners = [(a.x, b.y), (b.x, a.y)].map(|(x, y)| terrain.node(crate::grid::Cell::new(x, y)));
        let is_diagonal = a.x != b.x && a.y != b.y;
        self.occupant(to, tick + 1).is_some()
            || moves(to, from)
            || (is_diagonal && (moves(corners[0], corners[1]) || moves(corners[1], corners[0])))
    }
}

/// A terrain in time, for one traveller among reservations. A node is cell × layers + tick; the last tick stands for
/// all later ones.
#[derive(Clone, Copy, Debug)]
pub struct TimeExpanded<'a> {
    terrain: &'a Terrain,
    reservations: &'a Reservations,
    layers: u32,
    goal: NodeId,
    can_wait: bool,
}

impl<'a> TimeExpanded<'a> {
    /// A terrain in this many layers, one per tick, for a traveller to the cell `goal`, where waiting costs next to
    /// nothing. Without `can_wait`, time passes only with steps.
    ///
    /// Returns `None` if there is no layer, if the goal is not a cell, or if there are more than [`NODE_COUNT_MAX`] nodes.
    pub fn new(
        terrain: &'a Terrain,
        reservations: &'a Reservations,
        layers: u32,
        goal: NodeId,
        can_wait: bool,
    ) -> Option<Self> {
        let cells = terrain.node_count();
        let has_room = cells.checked_mul(layers).is_some_and(|nodes| nodes <= NODE_COUNT_MAX);
        (layers > 0 && goal < cells && has_room).then_some(Self {
            terrain,
            reservations,
            layers,
            goal,
            can_wait,
        })
    }

    /// Whether this node is at the goal, and no other traveller comes there later.
    pub fn is_at_rest(&self, node: NodeId) -> bool {
        let (cell, tick) = self.cell_and_tick(node);
        cell == self.goal && self.reservations.is_free_from(cell, tick)
    }

    /// The cell and the tick of a node.
    pub fn cell_and_tick(&self, node: NodeId) -> (NodeId, u32) {
        (node / self.layers, node % self.layers)
    }
}

impl Graph for TimeExpanded<'_> {
    fn node_count(&self) -> u32 {
        self.terrain.node_count() * self.layers
    }

    fn successors(&self, visit: Visit, emit: &mut impl FnMut(NodeId, Cost)) {
        let (cell, tick) = self.cell_and_tick(visit.node);
        let then = (tick + 1).min(self.layers - 1);
        let mut go = |next: NodeId, cost: Cost| {
            if !self.reservations.blocks_move(self.terrain, (cell, next), tick) {
                emit(next * self.layers + then, cost);
            }
        };
        self.terrain.successors(Visit { node: cell, parent: cell }, &mut go);
        if self.can_wait && then > tick {
            go(cell, if cell == self.goal { 1 } else { self.terrain.cheapest().into() });
        }
    }
}
