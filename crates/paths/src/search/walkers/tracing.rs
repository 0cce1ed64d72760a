//! Wall following with the left hand, and three rules for when to leave the wall.
//!
//! Why the robust rule never fails: the obstacle that blocks the line leaves it again farther on, or the goal would be
//! inside it. Where the line leaves the obstacle for the last time, the cell behind is free, touches the obstacle and
//! lies on the same side of it as the walker if the goal does, so that a full round passes it. The walker leaves at the
//! first cell of the line that is farther along than where it was blocked; so it never comes back to a wall at the same
//! index, and the line has a finite number of cells. A round that ends where it began means that there is no path.

use super::{StraightLine, Walker};
use crate::graph::NodeId;
use crate::grid::Dir8;

/// When to leave the wall.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    /// When heading in the original direction. Can go in circles, and then gives up.
    Simple,
    /// When on the line from the start to the goal again, beyond where it was blocked.
    Robust,
    /// Simple until it notices a circle, robust from there on.
    Combined,
}

/// A wall that is being followed.
#[derive(Clone, Copy, Debug)]
pub struct Wall {
    /// Cell and direction of the first step: when they repeat, the round is complete.
    first: (NodeId, Dir8),
    /// The direction that was blocked.
    wanted: Dir8,
    /// Index on the line where it was blocked.
    place: u32,
    heading: Dir8,
}

impl Walker<'_> {
    /// The direction of the next step of a walker that follows walls; `None` once it gives up.
    pub(super) fn follow(&mut self, here: NodeId, stop: Stop) -> Option<Dir8> {
        if self.wall.is_some_and(|wall| self.is_past(here, stop, wall)) {
            self.wall = None;
            if !self.is_robust(stop) {
                self.line = StraightLine::new(self.terrain.cell(here), self.goal);
            }
        }
        let Some(wall) = self.wall else { return self.along_or_around(here, stop) };
        // The wall is at the left hand; after a diagonal step it is an eighth farther back.
        let left = wall.heading.turned(if wall.heading.is_diagonal() { 5 } else { 6 });
        let heading = self.sweep(here, left)?;
        if wall.first == (here, heading) {
            return self.after_a_circle(here, stop);
        }
        self.wall = Some(Wall { heading, ..wall });
        Some(heading)
    }

    fn is_robust(&self, stop: Stop) -> bool {
        stop == Stop::Robust || self.is_wary
    }

    fn is_past(&self, here: NodeId, stop: Stop, wall: Wall) -> bool {
        if self.is_robust(stop) {
            let place = self.line.place_of(self.terrain.cell(here));
            return place.is_some_and(|place| place > wall.place);
        }
        // Where corners are cut, a diagonal step passes what takes two straight ones elsewhere.
        let off = (wall.heading as u8 + 8 - wall.wanted as u8) % 8;
        off == 0 || (wall.heading.is_diagonal() && matches!(off, 1 | 7))
    }

    /// Straight on, or along the wall that is in the way.
    fn along_or_around(&mut self, here: NodeId, stop: Stop) -> Option<Dir8> {
        let wanted = match self.along(here) {
            Ok(free) => return Some(free),
            Err(barred) => barred,
        };
        if !self.is_robust(stop) && !self.bumps.insert((here, wanted)) {
            return self.after_a_circle(here, stop);
        }
        let place = self.line.place_of(self.terrain.cell(here)).unwrap_or(0);
        let heading = self.sweep(here, wanted)?;
        self.wall = Some(Wall { first: (here, heading), wanted, place, heading });
        Some(heading)
    }

    /// The walker is at the same cell and about to repeat itself.
    fn after_a_circle(&mut self, here: NodeId, stop: Stop) -> Option<Dir8> {
        if stop != Stop::Combined || self.is_wary {
            return None;
        }
        self.is_wary = true;
        self.wall = None;
        self.line = StraightLine::new(self.terrain.cell(here), self.goal);
        self.along_or_around(here, stop)
    }
}
