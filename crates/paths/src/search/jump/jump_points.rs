//! The jump points of a terrain as a graph.

use super::super::{Goal, Heuristic};
use super::jump_lines::JumpLines;
use super::natural_dirs::{DIR_BY_OFFSET, NATURAL_DIRS};
use super::weighted;
use crate::graph::{Cost, Graph, NodeId, Terrain, Visit, diagonal_cost};
use crate::grid::Dir8;

/// Cells and the jumps between them. A jump is a diagonal leg and then a straight one, of which either may be missing.
/// The graph also contains the goal, because jumps end there, and estimates the distance to it.
#[derive(Clone, Debug)]
pub(super) struct JumpPoints<'a> {
    terrain: &'a Terrain,
    lines: JumpLines,
    /// The two straight legs that may follow a diagonal leg, the one along the row first.
    legs: [[StraightLeg; 2]; 4],
    /// What a step in each direction adds to a node.
    offsets: [i32; 8],
    /// Cost of a straight and of a diagonal step.
    costs: [Cost; 2],
    goal: (i32, i32),
    goal_node: NodeId,
    /// Places of the goal in the straight lines.
    goal_bits: [u32; 4],
}

/// A straight leg after a diagonal one.
#[derive(Clone, Copy, Debug)]
struct StraightLeg {
    /// Half the index of its direction.
    lines_index: usize,
    /// What a diagonal step adds to the place in the lines of that direction.
    bit_offset: i32,
    /// What a straight step adds to a node.
    offset: i32,
}

impl<'a> JumpPoints<'a> {
    pub(super) fn new(terrain: &'a Terrain) -> Self {
        Self::along(terrain, JumpLines::of(terrain))
    }

    /// Jumps along these lines of the terrain.
    pub(super) fn along(terrain: &'a Terrain, lines: JumpLines) -> Self {
        let offset = |dir: Dir8| dir.offset().0 + dir.offset().1 * i32::from(terrain.size().width);
        let legs = [Dir8::NorthEast, Dir8::SouthEast, Dir8::SouthWest, Dir8::NorthWest].map(|dir| {
            let mut sides = [dir.rotated(7), dir.rotated(1)];
            sides.sort_by_key(|side| side.offset().0 == 0);
            sides.map(|side| {
                let by = lines.straight[side as usize / 2].bit_offset(dir);
                StraightLeg { lines_index: side as usize / 2, bit_offset: by, offset: offset(side) }
            })
        });
        Self {
            terrain,
            lines,
            legs,
            offsets: Dir8::ALL.map(offset),
            costs: [terrain.cheapest(), diagonal_cost(terrain.cheapest())].map(Cost::from),
            goal: (0, 0),
            goal_node: 0,
            goal_bits: [0; 4],
        }
    }

    pub(super) fn terrain(&self) -> &'a Terrain {
        self.terrain
    }

    pub(super) fn lines(&self) -> &JumpLines {
        &self.lines
    }

    /// Sets the goal, at which jumps end, too.
    pub(super) fn set_goal(&mut self, goal: NodeId) {
        self.goal_node = goal;
        self.goal = self.position(goal);
        self.goal_bits = self.lines.straight.each_ref().map(|lines| lines.bit_of(self.goal));
    }

    /// Column and row of a node.
    #[inline]
    pub(super) fn position(&self, node: NodeId) -> (i32, i32) {
        let width = u32::from(self.terrain.size().width);
        ((node % width) as i32, (node / width) as i32)
    }

    /// The node so many steps away.
    #[inline]
    fn node_after(node: NodeId, offset: i32, steps: u32) -> NodeId {
        node.wrapping_add_signed(offset.wrapping_mul(steps as i32))
    }

    /// Cost of straight and diagonal steps along runs that enter this cell first.
    #[inline]
    fn costs_from(&self, first: NodeId) -> [Cost; 2] {
        if self.terrain.is_uniform() {
            return self.costs;
        }
        let price = u32::from(self.terrain.price(first));
        [price, diagonal_cost(price)].map(Cost::from)
    }

    /// Emits what the runs in these directions find, the straight runs first.
    pub(super) fn emit_runs(&self, node: NodeId, dirs: u8, emit: &mut impl FnMut(NodeId, Cost)) {
        let here = self.position(node);
        for dir in (0..8).step_by(2).filter(|dir| dirs >> dir & 1 == 1) {
            self.emit_straight(node, here, dir, emit);
        }
        for dir in (1..8).step_by(2).filter(|dir| dirs >> dir & 1 == 1) {
            self.emit_diagonal(node, here, dir, emit);
        }
    }

    /// Emits what a straight run finds.
    #[inline]
    fn emit_straight(&self, node: NodeId, from: (i32, i32), dir: usize, emit: &mut impl FnMut(NodeId, Cost)) {
        let lines = &self.lines.straight[dir / 2];
        let at = lines.bit_of(from);
        let (steps, is_point) = lines.next_stop(at);
        // Places in other lines are before the first bit of this line, or behind the stop of the run.
        let to_goal = self.goal_bits[dir / 2].wrapping_sub(at);
        let meets_goal = to_goal.wrapping_sub(1) < steps;
        if is_point || meets_goal {
            let steps = if meets_goal { to_goal } else { steps };
            let costs = self.costs_from(Self::node_after(node, self.offsets[dir], 1));
            emit(Self::node_after(node, self.offsets[dir], steps), steps_cost(costs, 0, steps));
        }
    }

    /// Emits the cell at which a diagonal run ends after so many steps, if that is a fixed stop and not a wall.
    fn emit_fixed_stop(
        &self,
        node: NodeId,
        dir: usize,
        steps: u32,
        costs: [Cost; 2],
        emit: &mut impl FnMut(NodeId, Cost),
    ) {
        let last = Self::node_after(node, self.offsets[dir], steps);
        if self.terrain.legal_dirs(last) >> dir & 1 == 1 {
            emit(Self::node_after(last, self.offsets[dir], 1), steps_cost(costs, steps + 1, 0));
        }
    }

    /// Emits what the straight runs from the cells of a diagonal run find.
    #[inline]
    fn emit_diagonal(&self, node: NodeId, from: (i32, i32), dir: usize, emit: &mut impl FnMut(NodeId, Cost)) {
        let legs = &self.legs[dir / 2];
        let costs = self.costs_from(Self::node_after(node, self.offsets[dir], 1));
        let run = |steps: u32, leg: &StraightLeg| {
            let lines = &self.lines.straight[leg.lines_index];
            lines
                .next_stop(lines.bit_of(from).wrapping_add_signed(leg.bit_offset.wrapping_mul(steps as i32)))
                .0
        };
        let lines = &self.lines.diagonal[dir / 2];
        let open = lines.next_stop(lines.bit_of(from), |steps, along_column| {
            let leg = &legs[usize::from(along_column)];
            let length = run(steps, leg);
            let point =
                Self::node_after(Self::node_after(node, self.offsets[dir], steps), leg.offset, length);
            emit(point, steps_cost(costs, steps, length));
        });
        if self.lines.has_fixed_stops() {
            self.emit_fixed_stop(node, dir, open, costs, emit);
        }
        let (dx, dy) = Dir8::ALL[dir].offset();
        let x = self.goal.0.wrapping_sub(from.0).wrapping_mul(dx);
        let y = self.goal.1.wrapping_sub(from.1).wrapping_mul(dy);
        let steps = x.min(y);
        if steps < 1 || steps as u32 > open {
            return;
        }
        let rest = x.abs_diff(y);
        if rest == 0 || run(steps as u32, &legs[usize::from(y > x)]) >= rest {
            emit(self.goal_node, steps_cost(costs, steps as u32, rest));
        }
    }
}

/// Cost of so many diagonal and straight steps.
#[inline]
fn steps_cost(costs: [Cost; 2], diagonal: u32, straight: u32) -> Cost {
    Cost::from(diagonal).wrapping_mul(costs[1]).wrapping_add(Cost::from(straight).wrapping_mul(costs[0]))
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
    fn estimate(&self, node: NodeId) -> Cost {
        let here = self.position(node);
        let (dx, dy) = (here.0.abs_diff(self.goal.0), here.1.abs_diff(self.goal.1));
        steps_cost(self.costs, dx.min(dy), dx.abs_diff(dy))
    }
}

/// Index of the direction in which a jump from one cell arrives at another: a diagonal leg first, then a straight one.
#[inline]
fn arrival_dir(from: (i32, i32), to: (i32, i32)) -> usize {
    let (dx, dy) = (to.0.wrapping_sub(from.0), to.1.wrapping_sub(from.1));
    let (wide, high) = (dx.unsigned_abs(), dy.unsigned_abs());
    let across = if wide >= high { dx.signum() } else { 0 };
    let down = if high >= wide { dy.signum() } else { 0 };
    DIR_BY_OFFSET[(4 + across + 3 * down) as usize]
}

impl Graph for JumpPoints<'_> {
    fn node_count(&self) -> u32 {
        self.terrain.node_count()
    }

    fn successors(&self, visit: Visit, emit: &mut impl FnMut(NodeId, Cost)) {
        let here = self.position(visit.node);
        let legal = self.terrain.legal_dirs(visit.node);
        let arrival = arrival_dir(self.position(visit.parent), here);
        let mut left = if self.lines.is_fixed_stop(here) {
            weighted::natural_dirs(self.terrain, &self.offsets, visit.node, arrival)
        } else {
            NATURAL_DIRS[arrival][usize::from(legal)]
        };
        while left != 0 {
            let dir = left.trailing_zeros() as usize;
            left &= left - 1;
            if dir & 1 == 1 {
                self.emit_diagonal(visit.node, here, dir, emit);
            } else {
                self.emit_straight(visit.node, here, dir, emit);
            }
        }
    }
}
