//! Acts of the player on the land, and what each changed: what *undo* takes back.
//!
//! A stroke of the brush is one act, however many commands it came in. Carrying acts out and taking them back is in
//! `sim`.

use super::{Brush, Paint, Patch, Unit, UnitId};
use crate::grid::Cell;
use crate::land::Surface;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

/// Acts that are remembered, at most.
pub const ACTS_MAX: usize = 64;
/// Changes that one act may come to.
pub const CHANGES_MAX: usize = 8192;
/// Changes of all remembered acts together; older acts are forgotten beyond that.
const ALL_CHANGES_MAX: usize = 32_768;

/// What happened to one cell or one walker.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Changed {
    /// The ground of a cell.
    Ground {
        /// Where.
        cell: Cell,
        /// What was there.
        before: Patch,
        /// What was put there: when something else is there by now, the change is history.
        after: Surface,
    },
    /// A wish of the player's people.
    Paint {
        /// Where.
        cell: Cell,
        /// The wish before.
        before: Paint,
        /// The wish after.
        after: Paint,
    },
    /// Somebody came.
    Spawned(UnitId),
    /// Somebody went.
    Removed(Box<Unit>),
}

/// A change and the coin that was paid for it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Change {
    /// What.
    pub what: Changed,
    /// Coin.
    pub paid: u32,
}

/// One act.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Act {
    /// The stroke and its brush, if it was one.
    pub stroke: Option<(u32, Brush)>,
    /// What it changed, in order.
    pub changes: Vec<Change>,
}

/// The last acts, the latest last.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Journal {
    acts: VecDeque<Act>,
}

impl Journal {
    /// The act that a command with this stroke would join.
    pub fn joins(&self, stroke: Option<(u32, Brush)>) -> Option<&Act> {
        self.acts.back().filter(|act| stroke.is_some() && act.stroke == stroke)
    }

    /// Adds changes to the act of this stroke, or as an act of their own; the oldest acts are forgotten.
    pub fn add(&mut self, stroke: Option<(u32, Brush)>, changes: Vec<Change>) {
        match self.acts.back_mut() {
            Some(act) if stroke.is_some() && act.stroke == stroke => act.changes.extend(changes),
            _ => self.acts.push_back(Act { stroke, changes }),
        }
        while self.acts.len() > ACTS_MAX || (self.acts.len() > 1 && self.changes() > ALL_CHANGES_MAX) {
            self.acts.pop_front();
        }
    }

    /// Takes the latest act out.
    pub fn pop(&mut self) -> Option<Act> {
        self.acts.pop_back()
    }

    /// All acts, the latest last.
    pub fn acts(&self) -> impl Iterator<Item = &Act> {
        self.acts.iter()
    }

    /// The number of the latest stroke, or 0.
    pub fn last_stroke(&self) -> u32 {
        self.acts.iter().rev().find_map(|act| act.stroke).map_or(0, |(stroke, _)| stroke)
    }

    fn changes(&self) -> usize {
        self.acts.iter().map(|act| act.changes.len()).sum()
    }

    /// Whether there is no more of it than there may be (for untrusted input).
    pub fn is_bounded(&self) -> bool {
        self.acts.len() <= ACTS_MAX
            && self.changes() <= ALL_CHANGES_MAX
            && self.acts.iter().all(|act| act.changes.len() <= CHANGES_MAX)
    }
}
