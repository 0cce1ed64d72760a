//! Wall following with the left hand, and three rules for when to leave the wall.
//!
//! Why the robust rule never fails: the obstacle that blocks the line leaves it again farther on, or the goal would be
//! inside it. Where the line leaves the obstacle for the last time, the cell behind is free, touches the obstacle and
//! lies on the same side of it as the walker if the goal does, so that a full round passes it. The walker leaves at the
//! first cell of the line that is farther along than where it was blocked; so it never comes back to a wall at the same
//! index, and the line has a finite number of cells. A round that ends where it began means that there is no path.

use super::beeline::Beeline;
use crate::graph::NodeId;
use crate::grid::Dir8;

/// When to leave the wall.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum LeaveRule {
    /// When heading in the original direction. Can go in circles, and then gives up.
    Simple,
    /// When on the line from the start to the goal again, beyond where it was blocked.
    Robust,
    /// Simple until it notices a circle, robust from there on.
    Combined,
}

/// A wall that is being followed.
#[derive(Clone, Copy, Debug)]
struct TracedWall {
    /// Cell and direction of the first step: when they repeat, the round is complete.
    first: (NodeId, Dir8),
    /// The direction that was blocked.
    wanted: Dir8,
    /// Index on the line where it was blocked.
    line_index: u32,
    heading: Dir8,
}

/// Where a walker is on its way round walls.
#[derive(Clone, Debug, Default)]
pub(super) struct WallTracer {
    /// The wall that it follows, if any.
    wall: Option<TracedWall>,
    /// Whether it has noticed that it walks in circles.
    knows_circle: bool,
}

impl WallTracer {
    /// The direction of the next step of a walker that follows walls; `None` once it gives up.
    pub(super) fn next_dir(&mut self, line: &mut Beeline, here: NodeId, stop: LeaveRule) -> Option<Dir8> {
        if self.wall.is_some_and(|wall| self.is_past_wall(line, here, stop, wall)) {
            self.wall = None;
            if !self.is_robust(stop) {
                line.draw_from(here);
            }
        }
        let Some(wall) = self.wall else { return self.line_or_wall_dir(line, here, stop) };
        // The wall is at the left hand; after a diagonal step it is an eighth farther back.
        let left = wall.heading.rotated(if wall.heading.is_diagonal() { 5 } else { 6 });
        let heading = line.first_free_dir(here, left)?;
        if wall.first == (here, heading) {
            return self.dir_after_circle(line, here, stop);
        }
        self.wall = Some(TracedWall { heading, ..wall });
        Some(heading)
    }

    fn is_robust(&self, stop: LeaveRule) -> bool {
        stop == LeaveRule::Robust || self.knows_circle
    }

    fn is_past_wall(&self, line: &Beeline, here: NodeId, stop: LeaveRule, wall: TracedWall) -> bool {
        if self.is_robust(stop) {
            return line.index_of(here).is_some_and(|place| place > wall.line_index);
        }
        // Where corners are cut, a diagonal step passes what takes two straight ones elsewhere.
        let off = (wall.heading as u8 + 8 - wall.wanted as u8) % 8;
        off == 0 || (wall.heading.is_diagonal() && matches!(off, 1 | 7))
    }

    /// Straight on, or along the wall that is in the way.
    fn line_or_wall_dir(&mut self, line: &mut Beeline, here: NodeId, stop: LeaveRule) -> Option<Dir8> {
        let wanted = match line.step_along(here) {
            Ok(free) => return Some(free),
            Err(barred) => barred,
        };
        if !self.is_robust(stop) && !line.note_blocked(here, wanted) {
            return self.dir_after_circle(line, here, stop);
        }
        let place = line.index_of(here).unwrap_or(0);
        let heading = line.first_free_dir(here, wanted)?;
        self.wall = Some(TracedWall { first: (here, heading), wanted, line_index: place, heading });
        Some(heading)
    }

    /// The walker is at the same cell and about to repeat itself.
    fn dir_after_circle(&mut self, line: &mut Beeline, here: NodeId, stop: LeaveRule) -> Option<Dir8> {
        if stop != LeaveRule::Combined || self.knows_circle {
            return None;
        }
        self.knows_circle = true;
        self.wall = None;
        line.draw_from(here);
        self.line_or_wall_dir(line, here, stop)
    }
}
