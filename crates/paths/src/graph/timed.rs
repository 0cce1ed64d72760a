//! ⟨Cell, tick⟩ as nodes: where somebody stands and when, so that a search can see others pass, and wait for them.
//!
//! A step takes one tick, whatever it costs. From the last tick of a reservation on nothing moves any more, so one
//! layer of nodes stands for all ticks after it, and the graph is finite. What does not live here: who reserves, and
//! in which order.

use super::{Cost, Graph, NodeId, Terrain, Visit};
use std::collections::HashMap;

/// Who stands where at which tick.
#[derive(Clone, Debug, Default)]
pub struct Reservations {
    taken: HashMap<(NodeId, u32), u32>,
    /// Where somebody stays at the end: from which tick on, and who.
    rests: HashMap<NodeId, (u32, u32)>,
    last: u32,
}

impl Reservations {
    /// Forgets everybody.
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    /// Reserves a way, one cell a tick from tick 0 on, and its end for ever after.
    pub fn reserve(&mut self, who: u32, way: &[NodeId]) {
        for (tick, cell) in (0..).zip(way) {
            self.taken.insert((*cell, tick), who);
        }
        let last = (way.len() as u32).saturating_sub(1);
        if let Some(end) = way.last() {
            self.rests.insert(*end, (last, who));
        }
        self.last = self.last.max(last);
    }

    /// Who has this cell at this tick.
    pub fn holder(&self, cell: NodeId, tick: u32) -> Option<u32> {
        let resting = || self.rests.get(&cell).filter(|(from, _)| *from <= tick).map(|(_, who)| *who);
        self.taken.get(&(cell, tick)).copied().or_else(resting)
    }

    /// From this tick on everybody is at rest.
    pub fn last(&self) -> u32 {
        self.last
    }

    /// Whether nobody comes by a cell from this tick on.
    pub fn is_free_from(&self, cell: NodeId, tick: u32) -> bool {
        (tick..=self.last.max(tick)).all(|tick| self.holder(cell, tick).is_none())
    }

    /// Whether who goes from one cell to another after this tick would meet somebody: there, on the way, or across.
    pub fn bars(&self, terrain: &Terrain, (from, to): (NodeId, NodeId), tick: u32) -> bool {
        let moves = |a, b| self.holder(a, tick).is_some_and(|who| self.holder(b, tick + 1) == Some(who));
        let (a, b) = (terrain.cell(from), terrain.cell(to));
        let corners = [(a.x, b.y), (b.x, a.y)].map(|(x, y)| terrain.node(crate::grid::Cell::new(x, y)));
        let is_diagonal = a.x != b.x && a.y != b.y;
        self.holder(to, tick + 1).is_some()
            || moves(to, from)
            || (is_diagonal && (moves(corners[0], corners[1]) || moves(corners[1], corners[0])))
    }
}

/// A terrain in time, for one traveller among reservations. A node is a cell times `ticks`, and a tick; the last tick
/// stands for all after it.
#[derive(Clone, Copy, Debug)]
pub struct Timed<'a> {
    /// The cells.
    pub terrain: &'a Terrain,
    /// Where others are.
    pub reserved: &'a Reservations,
    /// Number of layers, at least 1.
    pub ticks: u32,
    /// Where waiting costs next to nothing.
    pub goal: NodeId,
    /// Whether one may wait: else time passes only with steps, as in a search that is told when it would arrive.
    pub waits: bool,
}

impl Timed<'_> {
    /// The cell and the tick of a node.
    pub fn place(&self, node: NodeId) -> (NodeId, u32) {
        (node / self.ticks, node % self.ticks)
    }
}

impl Graph for Timed<'_> {
    fn node_count(&self) -> u32 {
        self.terrain.node_count().saturating_mul(self.ticks)
    }

    fn successors(&self, visit: Visit, emit: &mut impl FnMut(NodeId, Cost)) {
        let (cell, tick) = self.place(visit.node);
        let then = (tick + 1).min(self.ticks - 1);
        let mut go = |next: NodeId, cost: Cost| {
            if !self.reserved.bars(self.terrain, (cell, next), tick) {
                emit(next * self.ticks + then, cost);
            }
        };
        self.terrain.successors(Visit { node: cell, parent: cell }, &mut go);
        if self.waits && then > tick {
            go(cell, if cell == self.goal { 1 } else { self.terrain.cheapest().into() });
        }
    }
}
