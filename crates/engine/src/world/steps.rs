//! The steps of a path that are still to be taken.
//!
//! Everybody looks at his next two steps in each tick, and at those of whom he meets: the next few are kept with the unit,
//! and only the others are kept apart, where one would have to wait for memory.

use crate::grid::{Cell, Dir8, Size};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Steps that are kept with the unit, at most.
const NEAR: usize = 14;

/// Steps, each the number of a direction.
#[derive(Clone, Debug, Default)]
pub struct Steps {
    /// Those after the near ones, the last of all first.
    later: Vec<u8>,
    /// The next few in the same order; none only where there are no later ones either.
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
            self.draw_near();
        }
    }

    /// A step to be taken before the others.
    pub fn push(&mut self, dir: Dir8) {
        if usize::from(self.count) == NEAR {
            self.draw_away();
        }
        self.near[usize::from(self.count)] = dir as u8;
        self.count += 1;
    }

    /// Others in place of the next so many.
    pub fn replace(&mut self, count: usize, with: &Steps) {
        self.draw_away();
        self.later.truncate(self.later.len().saturating_sub(count));
        self.later.extend_from_slice(&with.later);
        self.later.extend_from_slice(with.near());
        self.draw_near();
    }

    /// Others to be taken after these.
    pub fn extend(&mut self, mut with: Steps) {
        with.draw_away();
        with.later.append(&mut self.later);
        self.later = with.later;
        if self.count == 0 {
            self.draw_near();
        }
    }

    fn near(&self) -> &[u8] {
        &self.near[..usize::from(self.count)]
    }

    /// The next few of the later ones come to be the near ones, of which there are none.
    fn draw_near(&mut self) {
        let start = self.later.len().saturating_sub(NEAR);
        let next = &self.later[start..];
        self.near[..next.len()].copy_from_slice(next);
        self.count = next.len() as u8;
        self.later.truncate(start);
    }

    /// The near ones come to be the first of the later ones.
    fn draw_away(&mut self) {
        self.later.extend_from_slice(&self.near[..usize::from(self.count)]);
        self.count = 0;
    }
}

/// Where they are kept is of no account.
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
        steps.draw_near();
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
