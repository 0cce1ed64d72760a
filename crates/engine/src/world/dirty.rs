//! Where a belief has changed since somebody last asked: what abstractions, fields and walkers are told.
//!
//! Derived and forgetful: never saved, hashed or compared. What does not live here: who is told (`sim`).

use crate::grid::{Cell, Size};
use std::collections::{BTreeMap, BTreeSet};

/// Side of a chunk, in cells.
pub const CHUNK: u16 = 16;

/// What has changed.
#[derive(Clone, Debug, Default)]
pub struct Touched {
    /// Chunks in which the price of a step onto or off some cell may have changed, by their number (row by row), each
    /// once; with whether a cell there was opened or closed to some kind.
    pub chunks: Vec<(u32, bool)>,
    /// Whether prices may have changed everywhere (nothing was opened or closed by that).
    pub all: bool,
}

impl Touched {
    /// Whether nothing has changed.
    pub fn is_empty(&self) -> bool {
        self.chunks.is_empty() && !self.all
    }
}

/// The log itself.
#[derive(Clone, Debug, Default)]
pub(super) struct DirtyLog {
    chunks: BTreeMap<u32, bool>,
    all: bool,
    /// Strangers' towers, standing or gone, of which it has to be found out what they look down on.
    towers: BTreeSet<Cell>,
}

/// All logs are equal: what somebody has not been told yet is no part of a belief.
impl PartialEq for DirtyLog {
    fn eq(&self, _other: &DirtyLog) -> bool {
        true
    }
}

impl Eq for DirtyLog {}

impl DirtyLog {
    /// Notes that prices of steps which begin within `reach` of a cell may have changed.
    pub fn note(&mut self, size: Size, cell: Cell, reach: u16, is_passability: bool) {
        let chunks = |at: u16, side: u16| {
            (at.saturating_sub(reach) / CHUNK)..=(at.saturating_add(reach).min(side - 1) / CHUNK)
        };
        let columns = u32::from(size.width.div_ceil(CHUNK));
        for row in chunks(cell.y, size.height) {
            for column in chunks(cell.x, size.width) {
                *self.chunks.entry(u32::from(row) * columns + u32::from(column)).or_default() |=
                    is_passability;
            }
        }
    }

    /// Notes that another view may be had from a tower.
    pub fn note_tower(&mut self, tower: Cell) {
        self.towers.insert(tower);
    }

    /// The towers that were noted, and forgets them.
    pub fn take_towers(&mut self) -> BTreeSet<Cell> {
        std::mem::take(&mut self.towers)
    }

    /// Notes that prices changed everywhere.
    pub fn note_all(&mut self) {
        self.all = true;
    }

    /// Tells everything, and forgets it.
    pub fn drain(&mut self) -> Touched {
        let log = std::mem::take(self);
        Touched { chunks: log.chunks.into_iter().collect(), all: log.all }
    }
}
