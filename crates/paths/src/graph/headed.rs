//! ⟨Cell, heading⟩ as nodes: a cell and the direction in which it was entered. Only so can a search count turns
//! exactly, since the cost of the next step depends on the one before. Nine nodes per cell.
//!
//! If a turn costs more than any path without one, a best-first search finds the path with the fewest turns, and the
//! cheapest of those. It differs from "simplest paths" (Duckham & Kulik 2003) in counting all turns alike.

use super::{Cost, Graph, GridGraph, Layout, NodeId, Terrain, Visit};
use crate::grid::{Cell, Dir8, Size};

/// Headings per cell: eight directions, and "not yet moving".
const HEADINGS: u32 = 9;
const STANDING: u32 = 8;

/// Cost of a turn in cheapest steps where turns count before everything else. It is correct for paths that cost less.
const FEWEST_TURNS_FACTOR: u32 = 1000;

/// A terrain on which a change of direction costs extra, or is forbidden.
#[derive(Clone, Copy, Debug)]
pub struct Headed<'a> {
    terrain: &'a Terrain,
    turn_cost: u32,
    allowed_turns: u8,
}

impl<'a> Headed<'a> {
    /// All changes of direction are allowed.
    pub const ANY: u8 = 0xff;
    /// Only straight on and right turns of a quarter.
    pub const RIGHT: u8 = 1 | 1 << 2;
    /// For ships and wagons: turns of at most an eighth of a circle, to either side.
    pub const GENTLE: u8 = 1 | 1 << 1 | 1 << 7;

    /// The highest extra cost of a turn, in milli-steps: a thousand of the dearest straight steps.
    pub const TURN_COST_MAX: u32 = FEWEST_TURNS_FACTOR * u16::MAX as u32;

    /// A terrain on which a change of direction costs `turn_cost` milli-steps extra. `allowed_turns` is the bit set of the
    /// changes that are allowed, in eighths of a circle clockwise: bit 0 is straight on, bit 2 a right angle to the right.
    ///
    /// # Panics
    /// If a turn costs more than [`TURN_COST_MAX`](Self::TURN_COST_MAX), with which paths may exceed
    /// [`COST_MAX`](super::COST_MAX).
    pub fn new(terrain: &'a Terrain, turn_cost: u32, allowed_turns: u8) -> Self {
        assert!(turn_cost <= Self::TURN_COST_MAX, "a turn costs too much: {turn_cost} milli-steps");
        Self { terrain, turn_cost, allowed_turns }
    }

    /// A terrain on which turns count before everything else, as long as paths cost less than a thousand of its
    /// cheapest steps.
    pub fn fewest_turns(terrain: &'a Terrain) -> Self {
        Self::new(terrain, FEWEST_TURNS_FACTOR * terrain.cheapest(), Self::ANY)
    }

    /// A terrain for vehicles that turn by at most an eighth of a circle per step, from any initial heading. Where
    /// there is no room for the curve there is no path, though a walker may have one.
    pub fn gentle(terrain: &'a Terrain) -> Self {
        Self::new(terrain, 0, Self::GENTLE)
    }

    /// Number of changes of direction along a path of neighbouring cells.
    pub fn count_turns(path: &[Cell]) -> u32 {
        let dirs: Vec<Option<Dir8>> = path.windows(2).map(|two| two[0].dir_to(two[1])).collect();
        dirs.windows(2).filter(|two| two[0] != two[1]).count() as u32
    }
}

impl Graph for Headed<'_> {
    fn node_count(&self) -> u32 {
        self.terrain.node_count() * HEADINGS
    }

    fn successors(&self, visit: Visit, emit: &mut impl FnMut(NodeId, Cost)) {
        let (cell, heading) = (visit.node / HEADINGS, visit.node % HEADINGS);
        self.terrain.for_each_move(cell, &mut |next, dir| {
            let dir = dir as u32;
            let by = (dir + 8 - heading) % 8;
            let is_free = heading == STANDING || by == 0;
            if heading == STANDING || self.allowed_turns & (1 << by) != 0 {
                let turn = if is_free { 0 } else { self.turn_cost };
                emit(
                    next * HEADINGS + dir,
                    Cost::from(self.terrain.cost_of_entering(next, dir as usize)) + Cost::from(turn),
                );
            }
        });
    }
}

impl GridGraph for Headed<'_> {
    fn size(&self) -> Size {
        self.terrain.size()
    }
    fn layout(&self) -> Layout {
        self.terrain.layout()
    }
    fn states_per_cell(&self) -> u32 {
        HEADINGS
    }
    fn start_node(&self, cell: u32) -> NodeId {
        cell * HEADINGS + STANDING
    }
    fn cheapest(&self) -> u32 {
        self.terrain.cheapest()
    }
    fn dearest(&self) -> u32 {
        GridGraph::dearest(self.terrain).saturating_add(self.turn_cost)
    }
}
