//! Dirty chunks: where a belief has changed since the last look, for abstractions, fields and paths to be invalidated.
//!
//! Derived: never saved, hashed or compared. What does not live here: who is notified (`sim`).

use crate::grid::{Cell, Size};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// Side of a chunk, in cells.
pub const CHUNK: u16 = 16;

/// What has changed.
#[derive(Clone, Debug, Default)]
pub struct DirtyChunks {
    /// Chunks in which the price of a step onto or off some cell may have changed, by their number (row by row), each
    /// once; with whether a cell there was opened or closed to some kind.
    pub chunks: Vec<(u32, bool)>,
    /// Whether prices may have changed everywhere (nothing was opened or closed by that).
    pub all: bool,
}

impl DirtyChunks {
    /// Whether nothing has changed.
    pub fn is_empty(&self) -> bool {
        self.chunks.is_empty() && !self.all
    }
}

/// The log of changes.
#[derive(Clone, Debug, Default)]
pub(super) struct DirtyLog {
    chunks: BTreeMap<u32, bool>,
    all: bool,
    /// Strangers' towers, standing or gone, whose field of view has to be recomputed.
    towers: BTreeSet<Cell>,
}

/// All logs are equal: what has not been drained yet is no part of a belief.
impl PartialEq for DirtyLog {
    fn eq(&self, _other: &DirtyLog) -> bool {
        true
    }
}

impl Eq for DirtyLog {}

impl DirtyLog {
    /// Notes that prices of steps which begin within `reach` of a cell may have changed.
    pub(super) fn note(&mut self, size: Size, cell: Cell, reach: u16, is_passability: bool) {
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

    /// Notes that prices of steps which begin within `reach` of certain cells may have changed; none was opened or closed.
    /// `has_any`: whether such a cell is among those with these indices, of one row.
    pub(super) fn note_where(&mut self, size: Size, reach: u16, has_any: impl Fn(Range<usize>) -> bool) {
        let around = |chunk: u16, side: u16| {
            let first = chunk * CHUNK;
            first.saturating_sub(reach)..(first + CHUNK + reach).min(side)
        };
        let columns = size.width.div_ceil(CHUNK);
        for row in 0..size.height.div_ceil(CHUNK) {
            for column in 0..columns {
                let (xs, mut ys) = (around(column, size.width), around(row, size.height));
                let first = |y: u16| size.index(Cell::new(xs.start, y));
                if ys.any(|y| has_any(first(y)..first(y) + xs.len())) {
                    self.chunks.entry(u32::from(row) * u32::from(columns) + u32::from(column)).or_default();
                }
            }
        }
    }

    /// Notes that a tower's field of view may have changed.
    pub(super) fn note_tower(&mut self, tower: Cell) {
        self.towers.insert(tower);
    }

    /// Takes the towers that were noted.
    pub(super) fn take_towers(&mut self) -> BTreeSet<Cell> {
        std::mem::take(&mut self.towers)
    }

    /// Notes that prices changed everywhere.
    pub(super) fn note_all(&mut self) {
        self.all = true;
    }

    /// Takes all that was noted, towers apart.
    pub(super) fn drain(&mut self) -> DirtyChunks {
        let log = std::mem::take(self);
        DirtyChunks { chunks: log.chunks.into_iter().collect(), all: log.all }
    }
}
