//! A terrain whose successors leave out detours round a single cell. The cost of a step depends on the cell that is
//! entered and on whether the step is diagonal, so the last cell and the one before it already show that some
//! neighbours have a cheaper path:
//!
//! - a turn by more than a right angle leads back to the previous cell, or to a cell one cheaper step from it;
//! - a turn by a right angle could have been a turn by half of that one step earlier: over a cell that is no dearer,
//!   and with one diagonal less.
//!
//! Only what is strictly costlier is pruned, so that all cheapest paths remain, whatever the order of expansions. On
//! open ground a node has three successors instead of eight, and almost none is generated twice. It is the first half
//! of the pruning of jump point search (Harabor & Grastien 2011), which drops equally cheap paths, too.

use super::{Cost, Graph, GridGraph, Layout, NodeId, Terrain, Visit};
use crate::grid::Size;

/// A terrain for searches that generate each node from a neighbour they are just expanding.
#[derive(Clone, Copy, Debug)]
pub struct PrunedNeighbours<'a> {
    terrain: &'a Terrain,
    right_angles: RightAngles,
}

/// When a turn by a right angle costs more than half that turn one step earlier.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum RightAngles {
    /// Perhaps never: prices are so small that a diagonal may cost no more than a straight step.
    Unknown,
    /// Always: all cells cost the same.
    Dominated,
    /// If the last step was diagonal, past a corner cell that is no dearer than this one.
    ByPrice,
}

/// Index of the direction of a step, by its place in the 3×3 square around a cell, row by row.
const DIRECTIONS: [u8; 9] = [7, 0, 1, 6, STANDING, 2, 5, 4, 3];
const STANDING: u8 = 8;

/// Direction bits worth trying after a step in direction 0: ahead, half right, right, left, half left.
const AHEAD: u8 = 0b1100_0111;
const RIGHT: u8 = 0b0000_0100;
const LEFT: u8 = 0b0100_0000;

impl<'a> PrunedNeighbours<'a> {
    /// The pruned view of a terrain.
    pub fn new(terrain: &'a Terrain) -> Self {
        let [straight, diagonal] = terrain.cheapest_steps();
        let right_angles = match terrain.is_uniform() {
            _ if diagonal <= straight => RightAngles::Unknown,
            true => RightAngles::Dominated,
            false => RightAngles::ByPrice,
        };
        Self { terrain, right_angles }
    }

    /// Index of the direction of the step from the parent to the node; `None` if they are no neighbours.
    #[inline]
    fn arrival_dir(self, visit: Visit) -> Option<u8> {
        let width = u32::from(self.terrain.size().width);
        let place = visit.node.wrapping_add(width + 1).wrapping_sub(visit.parent);
        let row = u32::from(place >= width) + u32::from(place >= 2 * width);
        let dir = *DIRECTIONS.get(place.wrapping_sub(row * width).wrapping_add(row * 3) as usize)?;
        // On so few columns different steps can lead to the same node.
        (dir != STANDING && width > 2).then_some(dir)
    }

    /// Direction bits worth trying after a step in direction `dir`.
    #[expect(
        clippy::inline_always,
        reason = "called once an expansion, where a call costs as much as the work"
    )]
    #[inline(always)]
    fn unpruned_dirs(self, visit: Visit, dir: u8) -> u8 {
        // The legal moves one step earlier, rotated as if the step were in direction 0.
        let earlier = self.terrain.legal_dirs(visit.parent).rotate_right(u32::from(dir));
        let sides = (earlier & 0b10) << 1 | (earlier & 0b1000_0000) >> 1;
        let left_out = match self.right_angles {
            RightAngles::Unknown => 0,
            RightAngles::Dominated => sides,
            RightAngles::ByPrice => sides & self.cheaper_corners(visit, dir),
        };
        (AHEAD & !left_out).rotate_left(u32::from(dir))
    }

    /// The sides whose corner cell is no dearer than the node, if the last step was diagonal.
    #[inline]
    fn cheaper_corners(self, visit: Visit, dir: u8) -> u8 {
        if dir & 1 == 0 {
            return 0;
        }
        let price = self.terrain.price(visit.node);
        let is_cheap = |turn: u8| {
            let corner = self.terrain.neighbour(visit.parent, dir + turn);
            self.terrain.price(corner) <= price
        };
        (u8::from(is_cheap(1)) * RIGHT) | (u8::from(is_cheap(7)) * LEFT)
    }
}

impl Graph for PrunedNeighbours<'_> {
    fn node_count(&self) -> u32 {
        self.terrain.node_count()
    }

    #[inline]
    fn successors(&self, visit: Visit, emit: &mut impl FnMut(NodeId, Cost)) {
        let dirs = self.arrival_dir(visit).map_or(0xff, |dir| self.unpruned_dirs(visit, dir));
        self.terrain.successors_in(visit.node, dirs & self.terrain.legal_dirs(visit.node), emit);
    }
}

impl GridGraph for PrunedNeighbours<'_> {
    fn size(&self) -> Size {
        self.terrain.size()
    }
    fn layout(&self) -> Layout {
        self.terrain.layout()
    }
    fn cheapest(&self) -> u32 {
        self.terrain.cheapest()
    }
    fn dearest(&self) -> u32 {
        GridGraph::dearest(self.terrain)
    }
}
