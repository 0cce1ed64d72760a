//! The remaining steps of a path.
//!
//! Each tick reads a unit's next two steps, and those of units that it meets: the next few are stored inline with the unit,
//! the others on the heap.

use crate::grid::{Cell, Dir8, Size};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Steps that are stored inline, at most.
const NEAR: usize = 14;

/// Steps, each the number of a direction.
#[derive(Clone, Debug, Default)]
pub struct Steps {
    /// Those after the near ones, last first.
    later: Vec<u8>,
    /// The next few in the same order; empty only where `later` is empty.
    near: [u8; NEAR],
    /// How many of these there are.
    count: u8,
}

impl Steps {
    /// No steps.
    pub(super) const NONE: Steps = Steps { later: Vec::new(), near: [0; NEAR], count: 0 };

    /// How many there are.
    pub fn len(&self) -> usize {
        self.later.len() + usize::from(self.count)
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The next one.
    pub fn next(&self) -> Option<Dir8> {
        self.iter().next()
    }

    /// All of them, the next one first.
    pub fn iter(&self) -> impl Iterator<Item = Dir8> {
        self.near().iter().rev().chain(self.later.iter().rev()).copied().map(Dir8::from_index)
    }

    /// The cells that they lead over from a cell, without that one, as far as there is land.
    pub fn cells_after(&self, from: Cell, size: Size) -> impl Iterator<Item = Cell> {
        self.iter().scan(from, move |here, dir| {
            *here = size.step(*here, dir)?;
            Some(*here)
        })
    }

    /// Takes the next one.
    pub fn pop(&mut self) {
        self.count = self.count.saturating_sub(1);
        if self.count == 0 {
            self.refill_near();
        }
    }

    /// Adds a step before the others.
    pub fn push(&mut self, dir: Dir8) {
        if usize::from(self.count) == NEAR {
            self.flush_near();
        }
        self.near[usize::from(self.count)] = dir as u8;
        self.count += 1;
    }

    /// Replaces the next `count` steps.
    pub fn replace(&mut self, count: usize, with: &Steps) {
        self.flush_near();
        self.later.truncate(self.later.len().saturating_sub(count));
        self.later.extend_from_slice(&with.later);
        self.later.extend_from_slice(with.near());
        self.refill_near();
    }

    /// Appends steps.
    pub fn extend(&mut self, mut with: Steps) {
        with.flush_near();
        with.later.append(&mut self.later);
        self.later = with.later;
        if self.count == 0 {
            self.refill_near();
        }
    }

    fn near(&self) -> &[u8] {
        &self.near[..usize::from(self.count)]
    }

    /// Moves the next few of the later ones to the empty near ones.
    fn refill_near(&mut self) {
        let start = self.later.len().saturating_sub(NEAR);
        let next = &self.later[start..];
        self.near[..next.len()].copy_from_slice(next);
        self.count = next.len() as u8;
        self.later.truncate(start);
    }

    /// Moves the near ones to the later ones.
    fn flush_near(&mut self) {
        self.later.extend_from_slice(&self.near[..usize::from(self.count)]);
        self.count = 0;
    }
}

/// Where steps are stored does not matter.
impl PartialEq for Steps {
    fn eq(&self, other: &Steps) -> bool {
        self.len() == other.len() && self.iter().eq(other.iter())
    }
}

impl Eq for Steps {}

/// The last first.
impl From<Vec<u8>> for Steps {
    fn from(later: Vec<u8>) -> Steps {
        let mut steps = Steps { later, ..Steps::NONE };
        steps.refill_near();
        steps
    }
}

/// From the first to the last.
impl FromIterator<Dir8> for Steps {
    fn from_iter<I: IntoIterator<Item = Dir8>>(dirs: I) -> Steps {
        let mut all: Vec<u8> = dirs.into_iter().map(|dir| dir as u8).collect();
        all.reverse();
        Steps::from(all)
    }
}

/// They are saved as one list, the last first.
impl Serialize for Steps {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.later.iter().chain(self.near()))
    }
}

impl<'de> Deserialize<'de> for Steps {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Steps, D::Error> {
        Vec::deserialize(deserializer).map(Steps::from)
    }
}
