//! ⟨Cell, direction⟩ as nodes: where somebody stands and how he came there. Only so can a search count turns
//! exactly, since the price of the next step depends on the one before. Nine nodes a cell.
//!
//! Where a turn costs more than any way without one, a best-first search finds the simplest way: fewest turns, and the
//! cheapest among those. It differs from "simplest paths" (Duckham & Kulik 2003) in counting all turns alike.

use super::{Board, Cost, Graph, Layout, NodeId, Terrain, Visit};
use crate::grid::{Cell, Dir8, Size};

/// Headings of a cell: eight directions, and "not yet moving".
const HEADINGS: u32 = 9;
const STANDING: u32 = 8;

/// What a turn costs where turns count before everything else, in cheapest steps: more than the ways it holds for.
const MANY: u32 = 1000;

/// A terrain on which a change of direction costs something, or is forbidden.
#[derive(Clone, Copy, Debug)]
pub struct Headed<'a> {
    /// The cells.
    pub terrain: &'a Terrain,
    /// What a change of direction costs, in milli-steps.
    pub turn: u32,
    /// Bits of the allowed changes of direction, in eighths of a circle clockwise (bit 0: straight on).
    pub turns: u8,
}

impl<'a> Headed<'a> {
    /// All changes of direction are allowed.
    pub const ANY: u8 = 0xff;
    /// Nobody turns left, nor round.
    pub const RIGHT: u8 = 1 | 1 << 2;
    /// Ships and wagons: nobody turns by more than an eighth of a circle, to either side.
    pub const GENTLE: u8 = 1 | 1 << 1 | 1 << 7;

    /// A terrain on which turns count before everything else, as long as ways cost less than a thousand of its
    /// cheapest steps.
    pub fn fewest_turns(terrain: &'a Terrain) -> Self {
        Self { terrain, turn: MANY * terrain.cheapest(), turns: Self::ANY }
    }

    /// A terrain for bodies that turn by at most an eighth of a circle a step, and may set out in any direction. Where there
    /// is no room for the curve there is no way, though others have one.
    pub fn gentle(terrain: &'a Terrain) -> Self {
        Self { terrain, turn: 0, turns: Self::GENTLE }
    }

    /// Changes of direction along a way over neighbouring cells.
    pub fn turns_of(way: &[Cell]) -> u32 {
        let dirs: Vec<Option<Dir8>> = way.windows(2).map(|two| two[0].dir_to(two[1])).collect();
        dirs.windows(2).filter(|two| two[0] != two[1]).count() as u32
    }
}

impl Graph for Headed<'_> {
    fn node_count(&self) -> u32 {
        self.terrain.node_count() * HEADINGS
    }

    fn successors(&self, visit: Visit, emit: &mut impl FnMut(NodeId, Cost)) {
        let (cell, heading) = (visit.node / HEADINGS, visit.node % HEADINGS);
        self.terrain.each_move(cell, &mut |next, dir| {
            let dir = dir as u32;
            let by = (dir + 8 - heading) % 8;
            let is_free = heading == STANDING || by == 0;
            if heading == STANDING || self.turns & (1 << by) != 0 {
                let turn = if is_free { 0 } else { self.turn };
                emit(
                    next * HEADINGS + dir,
                    Cost::from(self.terrain.cost_of_entering(next, dir as usize)) + Cost::from(turn),
                );
            }
        });
    }
}

impl Board for Headed<'_> {
    fn size(&self) -> Size {
        self.terrain.size()
    }
    fn layout(&self) -> Layout {
        self.terrain.layout()
    }
    fn states(&self) -> u32 {
        HEADINGS
    }
    fn begin_at(&self, cell: u32) -> NodeId {
        cell * HEADINGS + STANDING
    }
    fn cheapest(&self) -> u32 {
        self.terrain.cheapest()
    }
    fn dearest(&self) -> u32 {
        Board::dearest(self.terrain).saturating_add(self.turn)
    }
}
