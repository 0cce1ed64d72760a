//! The convex corners of walls on a terrain of one price, and which of them can be reached directly from a cell: the
//! subgoals and edges of subgoal graphs, found by runs over rows of bits.
//!
//! A shortest path turns only round a corner. Diagonal steps to the northeast or southwest can be taut only at a corner
//! of a wall in the northwest or southeast, and the other way round; so runs in these directions pass by corners of the
//! other kind. Straight runs stop at either.

use super::bit_map::BitMap;
use super::jump_lines::JumpLines;
use super::jump_points::JumpPoints;
use crate::graph::{Cost, NodeId, Terrain};
use crate::grid::Dir8;
use crate::search::Goal;

/// Directions of diagonal runs along rising and along falling diagonals. The corners of each are those of walls in the
/// directions of the other.
const DIAGONALS: [u8; 2] = [
    1 << Dir8::NorthEast as u8 | 1 << Dir8::SouthWest as u8,
    1 << Dir8::SouthEast as u8 | 1 << Dir8::NorthWest as u8,
];

/// Directions of straight runs.
const STRAIGHT: u8 = 0b0101_0101;

/// The corners of a terrain with eight neighbours, both corners free.
#[derive(Clone, Debug)]
pub(in crate::search) struct TurningCorners<'a> {
    /// The runs along both kinds of diagonals.
    jumps: [JumpPoints<'a>; 2],
    /// The cells in ascending order.
    cells: Vec<NodeId>,
    /// A bit for each cell that is a corner, row by row.
    bits: Vec<u64>,
    /// Number of corners before each word of bits.
    counts: Vec<u32>,
}

impl<'a> TurningCorners<'a> {
    pub(in crate::search) fn new(terrain: &'a Terrain) -> Self {
        let nodes = terrain.prices().len() as NodeId;
        let with_wall_in = |dirs: u8| -> Vec<NodeId> {
            (0..nodes).filter(|node| corner_dirs(terrain.legal_dirs(*node)) & dirs != 0).collect()
        };
        let cells = with_wall_in(u8::MAX);
        let mut bits = vec![0_u64; nodes.div_ceil(64) as usize];
        for cell in &cells {
            bits[*cell as usize / 64] |= 1 << (cell % 64);
        }
        let counts = bits.iter().scan(0, |sum, word| {
            let before = *sum;
            *sum += word.count_ones();
            Some(before)
        });
        let counts = counts.collect();
        let walls = BitMap::walls(terrain);
        let jumps = [DIAGONALS[1], DIAGONALS[0]].map(|wall_dirs| {
            let stops = BitMap::cells(terrain, &walls, &with_wall_in(wall_dirs));
            JumpPoints::along(terrain, JumpLines::to_cells(&walls, stops))
        });
        Self { jumps, cells, bits, counts }
    }

    pub(in crate::search) fn terrain(&self) -> &'a Terrain {
        self.jumps[0].terrain()
    }

    /// The corners in ascending order.
    pub(in crate::search) fn cells(&self) -> &[NodeId] {
        &self.cells
    }

    /// The index of a cell among the corners, if it is one.
    #[inline]
    pub(in crate::search) fn index_of(&self, cell: NodeId) -> Option<u32> {
        let (word, bit) = (cell as usize / 64, cell % 64);
        let bits = self.bits[word];
        (bits >> bit & 1 == 1).then(|| self.counts[word] + (bits & !(u64::MAX << bit)).count_ones())
    }

    /// Sets the cell that runs find besides corners.
    pub(in crate::search) fn set_goal(&mut self, goal: NodeId) {
        self.jumps.iter_mut().for_each(|jumps| jumps.set_goal(goal));
    }

    /// Calls `emit(cell, cost)` for each corner, and for the goal, that a run from the end of a path reaches: diagonal
    /// steps and then straight ones. Corners behind a nearer one are left out: a shortest path leads by that.
    pub(in crate::search) fn reachable_from_end(&self, end: NodeId, emit: impl FnMut(NodeId, Cost)) {
        self.reachable(end, u8::MAX, emit);
    }

    /// The same from a corner, for paths that turn there: only the diagonals round it can be taut.
    pub(in crate::search) fn reachable_from_corner(&self, corner: NodeId, emit: impl FnMut(NodeId, Cost)) {
        let walls = corner_dirs(self.terrain().legal_dirs(corner));
        let taut = [0, 1].map(|kind| if walls & DIAGONALS[1 - kind] == 0 { 0 } else { DIAGONALS[kind] });
        self.reachable(corner, STRAIGHT | taut[0] | taut[1], emit);
    }

    fn reachable(&self, from: NodeId, dirs: u8, mut emit: impl FnMut(NodeId, Cost)) {
        let dirs = dirs & self.terrain().legal_dirs(from);
        let here = self.jumps[0].position(from);
        for (jumps, diagonals) in self.jumps.iter().zip(DIAGONALS) {
            // Length of the shortest straight leg found so far, by octant.
            let mut shortest = [u32::MAX; 8];
            jumps.emit_runs(from, dirs & (STRAIGHT | diagonals), &mut |cell, cost| {
                if jumps.contains(cell) || self.index_of(cell).is_none() {
                    return emit(cell, cost);
                }
                let there = jumps.position(cell);
                let (dx, dy) = (there.0.wrapping_sub(here.0), there.1.wrapping_sub(here.1));
                if is_behind(&mut shortest, dx, dy) {
                    return;
                }
                emit(cell, cost);
            });
        }
    }

    pub(in crate::search) fn bytes(&self) -> usize {
        self.jumps.iter().map(|jumps| jumps.lines().bytes()).sum::<usize>()
            + self.cells.len() * size_of::<NodeId>()
            + self.bits.len() * (size_of::<u64>() + size_of::<u32>())
    }
}

/// Whether a cell found so many columns and rows away is behind one found with fewer diagonal steps and a straight leg
/// no longer, which `shortest` keeps by octant.
fn is_behind(shortest: &mut [u32; 8], dx: i32, dy: i32) -> bool {
    let (wide, high) = (dx.unsigned_abs(), dy.unsigned_abs());
    let straight = wide.abs_diff(high);
    if straight == 0 {
        return false;
    }
    let is_column = high > wide;
    let (ahead, side) = if is_column { (dy, dx) } else { (dx, dy) };
    let octant =
        |is_right: bool| 4 * usize::from(is_column) + 2 * usize::from(ahead > 0) + usize::from(is_right);
    // A straight run lies between two octants.
    let octants = [octant(side >= 0), octant(side > 0)];
    let is_behind = straight >= shortest[octants[0]];
    for octant in octants {
        shortest[octant] = shortest[octant].min(straight);
    }
    is_behind
}

/// The directions in which a diagonal step is blocked between two legal straight ones: only there can a shortest path
/// turn.
fn corner_dirs(legal: u8) -> u8 {
    let straight = legal & STRAIGHT;
    straight.rotate_left(1) & straight.rotate_right(1) & !legal
}
