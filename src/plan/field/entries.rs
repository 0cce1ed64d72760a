//! What it costs to enter each cell from each of its neighbours: prices in the form that floods want them.
//!
//! A flood backwards looks at a cell and asks for the steps *onto* it, all eight at once. They are worked out a block
//! at a time when a flood first comes by, which is when they are wanted in the cache, and stay for the floods after
//! it: fields with the same prices share them. What does not live here: how prices are made; any [`CostModel`] will
//! do.

use super::frame::{BLOCK, Frame, Window};
use crate::graph::{CostModel, NodeId};
use crate::grid::{Cell, Dir8, Size};

/// Marks a step that may not be taken.
pub(super) const BARRED: u16 = u16::MAX;
/// Side of a block with the cells around it.
const AROUND: usize = 18;

/// The prices of the steps onto the cells of a window. By place, and by the direction in which the neighbour lies:
/// the price of the step from it, in milli-steps. Steps from a barred cell, or at [`u16::MAX`] or dearer, are barred.
#[derive(Clone, Debug)]
pub struct Entries {
    pub(super) frame: Frame,
    land: Size,
    prices: Vec<[u16; 8]>,
    /// By block: whether it was worked out.
    done: Vec<bool>,
}

impl Entries {
    /// Nothing worked out yet, for a window of a land of this size.
    pub fn new(land: Size, window: Window) -> Self {
        let frame = Frame::new(window);
        let places = frame.len();
        Self { frame, land, prices: vec![[0; 8]; places], done: vec![false; places / BLOCK] }
    }

    /// The rectangle of the land that it is about.
    pub fn window(&self) -> Window {
        self.frame.window
    }

    /// Bytes that what was worked out takes.
    pub fn bytes(&self) -> usize {
        self.done.len() + self.done.iter().filter(|done| **done).count() * BLOCK * size_of::<[u16; 8]>()
    }

    /// The prices of the steps onto the cell of a place.
    #[inline]
    pub(super) fn onto(&mut self, cost: &impl CostModel, place: usize) -> &[u16; 8] {
        if !self.done[place / BLOCK] {
            self.work_out(cost, place / BLOCK);
        }
        &self.prices[place]
    }

    /// Some number of a place: only to have its prices come into the cache.
    #[inline]
    pub(super) fn peek(&self, place: usize) -> u32 {
        self.prices.get(place).map_or(0, |prices| u32::from(prices[0]))
    }

    /// Works out again what has become of the steps onto and out of these cells; returns those cells of which a step
    /// onto them has another price now, each once.
    pub fn refresh(&mut self, cost: &impl CostModel, cells: &[Cell]) -> Vec<Cell> {
        let mut places: Vec<usize> = Vec::new();
        let inside = |cell: &Cell| self.frame.window.contains(*cell);
        for cell in cells.iter().flat_map(|cell| self.land.square(*cell, 1)).filter(inside) {
            places.push(self.frame.place(cell));
        }
        places.sort_unstable();
        places.dedup();
        let mut changed = Vec::new();
        for place in places.into_iter().filter(|place| self.done[place / BLOCK]) {
            let Some(cell) = self.frame.cell(place) else { continue };
            let is_free = |dx: i32, dy: i32| self.is_free(cost, cell, dx, dy);
            let prices = self.steps_onto(cost, cell, is_free);
            if std::mem::replace(&mut self.prices[place], prices) != prices {
                changed.push(cell);
            }
        }
        changed
    }

    /// The steps out of a cell, whether or not one may be on it: price in milli-steps, and where to.
    pub(super) fn steps_out(
        &self,
        cost: &impl CostModel,
        from: Cell,
    ) -> impl Iterator<Item = (u32, Cell)> {
        Dir8::ALL.into_iter().filter_map(move |dir| {
            let (dx, dy) = dir.offset();
            let is_free = |dx, dy| self.is_free(cost, from, dx, dy);
            let can_pass = is_free(dx, dy) && (!dir.is_diagonal() || is_free(dx, 0) && is_free(0, dy));
            let next = self.land.step(from, dir).filter(|_| can_pass)?;
            let node = |cell: Cell| self.land.index(cell) as NodeId;
            Some((cost.step(node(from), node(next), dir.length())?, next))
        })
    }

    /// Whether one can stand on the cell that lies so far off.
    fn is_free(&self, cost: &impl CostModel, cell: Cell, dx: i32, dy: i32) -> bool {
        let there = self.land.offset(cell, dx, dy).filter(|there| self.frame.window.contains(*there));
        there.is_some_and(|there| !cost.is_blocked(self.land.index(there) as NodeId))
    }

    #[cold]
    fn work_out(&mut self, cost: &impl CostModel, block: usize) {
        self.done[block] = true;
        // A cell's own places in a block are in columns 1 to 14 of its rows.
        let Some(first) = (0..BLOCK).find_map(|i| self.frame.cell(block * BLOCK + i)) else { return };
        let top = (0..16).find(|row| self.frame.cell((block * 16 + row) * 16 + 1).is_some()).unwrap_or(0);
        let mut free = [[false; AROUND]; AROUND];
        for (row, line) in free.iter_mut().enumerate() {
            for (column, free) in line.iter_mut().enumerate() {
                *free = self.is_free(cost, first, column as i32 - 1, row as i32 - 1 - top as i32);
            }
        }
        for place in block * BLOCK..(block + 1) * BLOCK {
            let Some(cell) = self.frame.cell(place) else { continue };
            let (column, row) = (place % 16, place / 16 % 16 + 1);
            let is_free = |dx: i32, dy: i32| {
                free[row.wrapping_add_signed(dy as isize)][column.wrapping_add_signed(dx as isize)]
            };
            self.prices[place] = self.steps_onto(cost, cell, is_free);
        }
    }

    #[inline]
    fn steps_onto(&self, cost: &impl CostModel, cell: Cell, is_free: impl Fn(i32, i32) -> bool) -> [u16; 8] {
        let mut prices = [BARRED; 8];
        if !is_free(0, 0) {
            return prices;
        }
        let to = self.land.index(cell) as i64;
        for (dir, price) in Dir8::ALL.into_iter().zip(&mut prices) {
            let (dx, dy) = dir.offset();
            let can_pass = is_free(dx, dy) && (!dir.is_diagonal() || is_free(dx, 0) && is_free(0, dy));
            if can_pass {
                let from = to + i64::from(dx) + i64::from(dy) * i64::from(self.land.width);
                let step = cost.step(from as NodeId, to as NodeId, dir.length());
                *price = step.and_then(|price| u16::try_from(price).ok()).unwrap_or(BARRED);
            }
        }
        prices
    }
}
