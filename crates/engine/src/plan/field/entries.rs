//! What it costs to enter each cell from each of its neighbours: prices in the form that floods want them.
//!
//! A flood backwards looks at a cell and asks for the steps *onto* it, all eight at once. They are worked out a block
//! at a time when a flood first comes by, which is when they are wanted in the cache, and stay for the floods after
//! it: fields with the same prices share them. What does not live here: how prices are made; any [`CostModel`] will
//! do.

use super::frame::{BLOCK, COLUMNS, FieldWindow, Frame};
use crate::graph::{CostModel, NodeId};
use crate::grid::{Cell, DIAGONAL, Dir8, STRAIGHT, Size};

/// Marks a step that may not be taken.
pub(super) const BARRED: u16 = u16::MAX;
/// Side of a block with the places around it.
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
    pub fn new(land: Size, window: FieldWindow) -> Self {
        let frame = Frame::new(window);
        let places = frame.len();
        Self { frame, land, prices: vec![[0; 8]; places], done: vec![false; places / BLOCK] }
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
            let prices = self.fresh(cost, cell);
            if std::mem::replace(&mut self.prices[place], prices) != prices {
                changed.push(cell);
            }
        }
        changed
    }

    /// The first cell of which the steps onto it were worked out and cost something else now.
    pub(super) fn stale(&self, cost: &impl CostModel) -> Option<Cell> {
        let done = |cell: &Cell| self.done[self.frame.place(*cell) / BLOCK];
        let mut cells = self.land.cells().filter(|cell| self.frame.window.contains(*cell)).filter(done);
        cells.find(|cell| self.prices[self.frame.place(*cell)] != self.fresh(cost, *cell))
    }

    /// The steps out of a cell, whether or not one may be on it: price in milli-steps, and where to.
    pub(super) fn steps_out(&self, cost: &impl CostModel, from: Cell) -> impl Iterator<Item = (u32, Cell)> {
        Dir8::ALL.into_iter().filter_map(move |dir| {
            let (dx, dy) = dir.offset();
            let is_free = |dx, dy| self.is_free(cost, i32::from(from.x) + dx, i32::from(from.y) + dy);
            let can_pass = is_free(dx, dy) && (!dir.is_diagonal() || is_free(dx, 0) && is_free(0, dy));
            let next = self.land.step(from, dir).filter(|_| can_pass)?;
            let node = |cell: Cell| self.land.index(cell) as NodeId;
            Some((cost.step(node(from), node(next), dir.length())?, next))
        })
    }

    /// Whether one can stand on a cell; false outside of the window.
    fn is_free(&self, cost: &impl CostModel, x: i32, y: i32) -> bool {
        let (Ok(x), Ok(y)) = (u16::try_from(x), u16::try_from(y)) else { return false };
        let cell = Cell::new(x, y);
        self.frame.window.contains(cell) && !cost.is_blocked(self.land.index(cell) as NodeId)
    }

    /// Three bits for the cells of a row of which this is the middle: those on which one can stand.
    fn free_row(&self, cost: &impl CostModel, cell: Cell, dy: i32) -> u32 {
        let is_free = |dx: i32| self.is_free(cost, i32::from(cell.x) + dx, i32::from(cell.y) + dy);
        (0..3).map(|column| u32::from(is_free(column - 1)) << column).sum()
    }

    /// The prices of the steps onto a cell, whatever was worked out.
    fn fresh(&self, cost: &impl CostModel, cell: Cell) -> [u16; 8] {
        let free = [-1, 0, 1].map(|dy| self.free_row(cost, cell, dy));
        self.steps_onto(cost, self.land.index(cell), free)
    }

    #[inline(never)]
    fn work_out(&mut self, cost: &impl CostModel, block: usize) {
        self.done[block] = true;
        // Where the block's first column and row would be in the land; both may be outside of the window.
        let (left, top) = self.frame.origin(block * BLOCK);
        let free: [u32; AROUND] = std::array::from_fn(|row| {
            let is_free = |column: usize| self.is_free(cost, left + column as i32 - 1, top + row as i32 - 1);
            (0..AROUND).map(|column| u32::from(is_free(column)) << column).sum()
        });
        let width = i64::from(self.land.width);
        for row in 0..COLUMNS {
            let beside = [free[row], free[row + 1], free[row + 2]];
            for column in 0..COLUMNS {
                let to = i64::from(left) + column as i64 + (i64::from(top) + row as i64) * width;
                let place = block * BLOCK + row * COLUMNS + column;
                let free = beside.map(|bits| bits >> column & 7);
                self.prices[place] = self.steps_onto(cost, to as usize, free);
            }
        }
    }

    /// The prices of the steps onto a node, of which three rows of three bits say where one can stand around it.
    #[inline]
    fn steps_onto(&self, cost: &impl CostModel, to: usize, free: [u32; 3]) -> [u16; 8] {
        let mut prices = [BARRED; 8];
        let [above, beside, below] = free;
        let passable = PASSABLE[(above | beside << 3 | below << 6) as usize & 511];
        let width = i32::from(self.land.width);
        let offsets = [-width, 1 - width, 1, 1 + width, width, width - 1, -1, -1 - width];
        let is_passable = |dir: &usize| passable >> dir & 1 != 0;
        for dir in (0..8).filter(is_passable) {
            let from = (to as NodeId).wrapping_add_signed(offsets[dir]);
            let step = cost.step(from, to as NodeId, LENGTHS[dir]);
            prices[dir] = step.map_or(BARRED, |price| price.min(u32::from(BARRED)) as u16);
        }
        prices
    }
}

/// By direction: how long a step is.
const LENGTHS: [u32; 8] = [STRAIGHT, DIAGONAL, STRAIGHT, DIAGONAL, STRAIGHT, DIAGONAL, STRAIGHT, DIAGONAL];

/// By three rows of three bits for where one can stand: bits of the directions from which one can come to the middle.
const PASSABLE: [u8; 512] = {
    let mut table = [0; 512];
    // The bits of the eight neighbours, clockwise from north.
    let bits = [1, 2, 5, 8, 7, 6, 3, 0];
    let mut free = 0;
    while free < 512 {
        let mut dir = 0;
        while dir < 8 && free >> 4 & 1 != 0 {
            let is_open = free >> bits[dir] & 1 != 0;
            let corners = dir % 2 == 0 || (free >> bits[dir - 1] & free >> bits[(dir + 1) % 8]) & 1 != 0;
            if is_open && corners {
                table[free] |= 1 << dir;
            }
            dir += 1;
        }
        free += 1;
    }
    table
};
