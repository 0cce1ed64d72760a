//! The jump points of a terrain as a graph.

use super::super::{Goal, Heuristic};
use super::lines::AllLines;
use crate::graph::{Graph, NodeId, Terrain, Visit, diagonal};
use crate::grid::Dir8;

/// Cells and the jumps between them. A jump is a diagonal leg and then a straight one, of which either may be missing.
/// It also knows the goal, because jumps end there, and how far it is.
#[derive(Clone, Debug)]
pub(super) struct JumpPoints<'a> {
    terrain: &'a Terrain,
    lines: AllLines,
    /// Both straight legs that may follow a diagonal leg, the one along the row first.
    legs: [[Leg; 2]; 4],
    /// What to add to a node for a step in each direction.
    offsets: [i32; 8],
    /// What a straight and a diagonal step cost.
    costs: [u32; 2],
    goal: (i32, i32),
    goal_node: NodeId,
    /// The goal's places in the straight lines.
    goal_at: [u32; 4],
}

/// A straight leg after a diagonal one.
#[derive(Clone, Copy, Debug)]
struct Leg {
    /// Half the number of its direction.
    side: usize,
    /// What a diagonal step adds to the place in the lines of that direction.
    by: i32,
    /// What a straight step adds to a node.
    offset: i32,
}

impl<'a> JumpPoints<'a> {
    pub fn new(terrain: &'a Terrain) -> Self {
        let lines = AllLines::of(terrain);
        let offset = |dir: Dir8| dir.offset().0 + dir.offset().1 * i32::from(terrain.size().width);
        let legs = [Dir8::NorthEast, Dir8::SouthEast, Dir8::SouthWest, Dir8::NorthWest].map(|dir| {
            let mut sides = [dir.turned(7), dir.turned(1)];
            sides.sort_by_key(|side| side.offset().0 == 0);
            sides.map(|side| {
                let by = lines.straight[side as usize / 2].by(dir);
                Leg { side: side as usize / 2, by, offset: offset(side) }
            })
        });
        Self {
            terrain,
            lines,
            legs,
            offsets: Dir8::ALL.map(offset),
            costs: [terrain.cheapest(), diagonal(terrain.cheapest())],
            goal: (0, 0),
            goal_node: 0,
            goal_at: [0; 4],
        }
    }

    pub fn terrain(&self) -> &'a Terrain {
        self.terrain
    }

    pub fn bytes(&self) -> usize {
        self.lines.bytes()
    }

    /// Jumps end at this node, too, from now on.
    pub fn aim_at(&mut self, goal: NodeId) {
        self.goal_node = goal;
        self.goal = self.position(goal);
        self.goal_at = self.lines.straight.each_ref().map(|lines| lines.at(self.goal));
    }

    /// Column and row of a node.
    #[inline]
    fn position(&self, node: NodeId) -> (i32, i32) {
        let width = u32::from(self.terrain.size().width);
        ((node % width) as i32, (node / width) as i32)
    }

    /// The node so many steps away.
    #[inline]
    fn beyond(node: NodeId, offset: i32, steps: u32) -> NodeId {
        node.wrapping_add_signed(offset.wrapping_mul(steps as i32))
    }

    /// Emits what a straight run finds.
    #[inline]
    fn straight(&self, node: NodeId, from: (i32, i32), dir: usize, emit: &mut impl FnMut(NodeId, u32)) {
        let lines = &self.lines.straight[dir / 2];
        let at = lines.at(from);
        let (steps, is_point) = lines.run(at);
        // Places of other lines are before the first of this line, or behind where the run stops.
        let to_goal = self.goal_at[dir / 2].wrapping_sub(at);
        if to_goal.wrapping_sub(1) < steps {
            emit(self.goal_node, to_goal * self.costs[0]);
        } else if is_point {
            emit(Self::beyond(node, self.offsets[dir], steps), steps * self.costs[0]);
        }
    }

    /// Emits what the straight runs from the cells of a diagonal run find.
    #[inline]
    fn diagonal(&self, node: NodeId, from: (i32, i32), dir: usize, emit: &mut impl FnMut(NodeId, u32)) {
        let legs = &self.legs[dir / 2];
        let run = |steps: u32, leg: &Leg| {
            let lines = &self.lines.straight[leg.side];
            lines.run(lines.at(from).wrapping_add_signed(leg.by.wrapping_mul(steps as i32))).0
        };
        let lines = &self.lines.diagonal[dir / 2];
        let open = lines.run(lines.at(from), |steps, along_column| {
            let leg = &legs[usize::from(along_column)];
            let length = run(steps, leg);
            let point = Self::beyond(Self::beyond(node, self.offsets[dir], steps), leg.offset, length);
            emit(point, steps * self.costs[1] + length * self.costs[0]);
        });
        let (dx, dy) = Dir8::ALL[dir].offset();
        let (x, y) = ((self.goal.0 - from.0) * dx, (self.goal.1 - from.1) * dy);
        let steps = x.min(y);
        if steps < 1 || steps as u32 > open {
            return;
        }
        let rest = x.abs_diff(y);
        if rest == 0 || run(steps as u32, &legs[usize::from(y > x)]) >= rest {
            emit(self.goal_node, steps as u32 * self.costs[1] + rest * self.costs[0]);
        }
    }
}

impl Goal for JumpPoints<'_> {
    #[inline]
    fn contains(&self, node: NodeId) -> bool {
        node == self.goal_node
    }
}

impl Heuristic for JumpPoints<'_> {
    /// Octile distance, which is exact on open ground.
    #[inline]
    fn estimate(&self, node: NodeId) -> u32 {
        let here = self.position(node);
        let (dx, dy) = (here.0.abs_diff(self.goal.0), here.1.abs_diff(self.goal.1));
        self.costs[0] * dx.abs_diff(dy) + self.costs[1] * dx.min(dy)
    }
}

/// The direction in which a jump from one cell arrives at another: a diagonal leg first, then a straight one.
fn arrival(from: (i32, i32), to: (i32, i32)) -> Option<Dir8> {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let across = if dx.abs() >= dy.abs() { dx.signum() } else { 0 };
    let down = if dy.abs() >= dx.abs() { dy.signum() } else { 0 };
    ARRIVALS[(across + 1 + 3 * (down + 1)) as usize]
}

/// Directions by where they lead, row by row.
const ARRIVALS: [Option<Dir8>; 9] = [
    Some(Dir8::NorthWest),
    Some(Dir8::North),
    Some(Dir8::NorthEast),
    Some(Dir8::West),
    None,
    Some(Dir8::East),
    Some(Dir8::SouthWest),
    Some(Dir8::South),
    Some(Dir8::SouthEast),
];

/// Bits of the directions worth trying at a cell with these legal moves that was reached in direction `dir`.
const fn worthwhile(dir: Dir8, legal: u8) -> u8 {
    let forward = 1u8 << dir as u8;
    if dir.is_diagonal() {
        return legal & (forward | forward.rotate_left(1) | forward.rotate_right(1));
    }
    let mut dirs = forward;
    // Where a side is free and the cell behind it is not, only through this cell is that side best reached.
    if legal & forward.rotate_left(2) != 0 && legal & forward.rotate_left(3) == 0 {
        dirs |= forward.rotate_left(2) | forward.rotate_left(1);
    }
    if legal & forward.rotate_right(2) != 0 && legal & forward.rotate_right(3) == 0 {
        dirs |= forward.rotate_right(2) | forward.rotate_right(1);
    }
    legal & dirs
}

/// [`worthwhile`] for every direction and all moves that may be legal.
static WORTHWHILE: [[u8; 256]; 8] = {
    let mut table = [[0; 256]; 8];
    let mut dir = 0;
    while dir < 8 {
        let mut legal = 0;
        while legal < 256 {
            table[dir][legal] = worthwhile(Dir8::ALL[dir], legal as u8);
            legal += 1;
        }
        dir += 1;
    }
    table
};

impl Graph for JumpPoints<'_> {
    fn node_count(&self) -> u32 {
        self.terrain.node_count()
    }

    fn successors(&self, visit: Visit, emit: &mut impl FnMut(NodeId, u32)) {
        let here = self.position(visit.node);
        let legal = self.terrain.legal(visit.node);
        let mut left = match arrival(self.position(visit.parent), here) {
            Some(dir) => WORTHWHILE[dir as usize][usize::from(legal)],
            None => legal,
        };
        while left != 0 {
            let dir = left.trailing_zeros() as usize;
            left &= left - 1;
            if dir & 1 == 1 {
                self.diagonal(visit.node, here, dir, emit);
            } else {
                self.straight(visit.node, here, dir, emit);
            }
        }
    }
}
