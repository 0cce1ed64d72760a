//! The straight line that a walker follows to its goal, and which steps are free on it and beside it.

use super::grid_line::GridLine;
use crate::graph::{NodeId, Terrain};
use crate::grid::{Cell, Dir8};
use std::collections::HashSet;

/// A walker's line to its goal, and what it sees around it.
#[derive(Clone, Debug)]
pub(super) struct Beeline<'a> {
    pub(super) terrain: &'a Terrain,
    pub(super) goal: Cell,
    /// The straight line that it follows, or left.
    line: GridLine,
    /// Cells to stay out of.
    avoided: HashSet<NodeId>,
    /// Where it was blocked, and in which direction: a repetition would repeat for ever.
    blocked_at: HashSet<(NodeId, Dir8)>,
}

impl<'a> Beeline<'a> {
    pub(super) fn new(terrain: &'a Terrain) -> Self {
        Self {
            terrain,
            goal: Cell::default(),
            line: GridLine::default(),
            avoided: HashSet::new(),
            blocked_at: HashSet::new(),
        }
    }

    /// Draws the line from the start to the goal.
    pub(super) fn begin(&mut self, start: NodeId, goal: NodeId, avoided: impl Iterator<Item = NodeId>) {
        self.goal = self.terrain.cell(goal);
        self.draw_from(start);
        self.avoided.clear();
        self.avoided.extend(avoided);
        self.blocked_at.clear();
    }

    /// Draws a new line from here to the goal.
    pub(super) fn draw_from(&mut self, here: NodeId) {
        self.line = GridLine::new(self.terrain.cell(here), self.goal);
    }

    /// Index on the line of where one stands; `None` beside it.
    pub(super) fn index_of(&self, here: NodeId) -> Option<u32> {
        self.line.index_of(self.terrain.cell(here))
    }

    /// The neighbour in this direction, if the step is legal and not avoided.
    pub(super) fn free_neighbour(&self, here: NodeId, dir: Dir8) -> Option<NodeId> {
        if self.terrain.legal_dirs(here) & 1 << dir as u8 == 0 {
            return None;
        }
        let next = self.terrain.node(self.terrain.size().step(self.terrain.cell(here), dir)?);
        (!self.avoided.contains(&next)).then_some(next)
    }

    /// The first free direction clockwise from this one, itself included.
    pub(super) fn first_free_dir(&self, here: NodeId, from: Dir8) -> Option<Dir8> {
        (0..8).map(|by| from.rotated(by)).find(|dir| self.free_neighbour(here, *dir).is_some())
    }

    /// The direction of the next step along the line: `Ok` if it is free, `Err` if it is blocked. `here` must lie on
    /// the line, before its end.
    pub(super) fn step_along(&self, here: NodeId) -> Result<Dir8, Dir8> {
        let cell = self.terrain.cell(here);
        let index = self.line.index_of(cell).unwrap_or(0);
        let towards = |index| cell.dir_to(self.line.cell_at(index));
        let ahead = towards(index + 1).unwrap_or(Dir8::North);
        let across =
            towards(index + 2).filter(|dir| dir.is_diagonal() && self.free_neighbour(here, *dir).is_some());
        let straight = || self.free_neighbour(here, ahead).map(|_| ahead);
        across.or_else(straight).ok_or(ahead)
    }

    /// The next step along a new line from here to the goal.
    pub(super) fn step_along_new(&mut self, here: NodeId) -> Result<Dir8, Dir8> {
        self.draw_from(here);
        self.step_along(here)
    }

    /// Notes that the way is blocked here in a direction. Whether this is the first time.
    pub(super) fn note_blocked(&mut self, here: NodeId, dir: Dir8) -> bool {
        self.blocked_at.insert((here, dir))
    }
}
