//! Acts of the player that are measured until they are reported, two days later.
//!
//! `sim` decides what is measured and when it is reported.

use super::{Brush, TownIx, UnitId};
use crate::grid::Cell;
use serde::{Deserialize, Serialize};

/// Acts that are measured at a time, at most.
pub const REPORTED_ACTS_MAX: usize = 16;
/// Cells, users and pairs of settlements of one act, at most.
pub const REPORTED_CELLS_MAX: usize = 1024;
/// See [`REPORTED_CELLS_MAX`].
pub const REPORTED_USERS_MAX: usize = 256;
/// See [`REPORTED_CELLS_MAX`].
pub const REPORTED_PAIRS_MAX: usize = 12;

/// An act of the player on the land, with the measurements taken when it was done.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct ReportedAct {
    /// When it began.
    pub tick: u64,
    /// When it was last added to.
    pub latest: u64,
    /// What was drawn.
    pub brush: Brush,
    /// Where.
    pub cells: Vec<Cell>,
    /// Units whose path led over these cells then, each with its goal; in the order of their ids.
    pub users: Vec<(UnitId, Cell)>,
    /// Users that have since planned another path to the same goal.
    pub away: Vec<UnitId>,
    /// Units that have since planned a path over these cells.
    pub through: Vec<UnitId>,
    /// Known trips between settlements near it, with their walking time in milli-steps.
    pub pairs: Vec<(TownIx, TownIx, u32)>,
    /// Deliveries in the two days before.
    pub delivered_before: u32,
    /// Deliveries since the game's start when it was done.
    pub deliveries: u64,
}

impl ReportedAct {
    /// Adds cells that are missing, as far as there is room.
    pub fn add_cells(&mut self, cells: &[Cell]) {
        for cell in cells {
            add_missing(&mut self.cells, *cell, REPORTED_CELLS_MAX);
        }
    }

    /// After a unit has got a new path: notes whether it crosses the cells of this act or now goes around them.
    pub fn note_path(&mut self, unit: UnitId, goal: Cell, path: &[Cell]) {
        if path.iter().any(|cell| self.cells.contains(cell)) {
            add_missing(&mut self.through, unit, REPORTED_USERS_MAX);
        } else if self.users.contains(&(unit, goal)) {
            add_missing(&mut self.away, unit, REPORTED_USERS_MAX);
        }
    }
}

/// Appends an item if it is missing and the list has fewer than `most`.
fn add_missing<T: PartialEq>(list: &mut Vec<T>, item: T, most: usize) {
    if list.len() < most && !list.contains(&item) {
        list.push(item);
    }
}
