//! The price of entering each cell from each of its neighbours, in the layout that floods need.
//!
//! A backward flood expands a cell and needs the steps *onto* it, all eight at once. They are computed a block at a
//! time when a flood first visits it, which also brings them into the processor's cache, and stay for later floods:
//! fields with the same prices share them. Not here: where prices come from; any [`CostModel`] will do.

use super::frame::{BLOCK, COLUMNS, FieldWindow, SlotLayout};
use crate::graph::{CostModel, NodeId};
use crate::grid::{Cell, DIAGONAL, Dir8, STRAIGHT, Size, distinct};

/// Marks a step that is not allowed.
pub(super) const BLOCKED: u16 = u16::MAX;
/// Side of a block plus the ring of slots around it.
const BLOCK_RING: usize = 18;

/// The prices of the steps onto the cells of a window. By slot, and by the direction of the neighbour: the price of the
/// step from it, in milli-steps. Steps from an impassable cell, or at [`u16::MAX`] or more, are blocked.
#[derive(Clone, Debug)]
pub struct FieldPrices {
    pub(super) frame: SlotLayout,
    land: Size,
    prices: Vec<[u16; 8]>,
    /// By block: whether it is computed.
    is_computed: Vec<bool>,
}

impl FieldPrices {
    /// Nothing computed yet, for a window of a land of this size.
    pub fn new(land: Size, window: FieldWindow) -> Self {
        let frame = SlotLayout::new(window);
        let places = frame.len();
        Self { frame, land, prices: vec![[0; 8]; places], is_computed: vec![false; places / BLOCK] }
    }

    /// Bytes that the computed prices take.
    pub fn bytes(&self) -> usize {
        self.is_computed.len()
            + self.is_computed.iter().filter(|done| **done).count() * BLOCK * size_of::<[u16; 8]>()
    }

    /// The prices of the steps onto the cell of a slot.
    #[inline]
    pub(super) fn prices_onto(&mut self, cost: &impl CostModel, slot: usize) -> &[u16; 8] {
        if !self.is_computed[slot / BLOCK] {
            self.compute_block(cost, slot / BLOCK);
        }
        &self.prices[slot]
    }

    /// Loads the prices of a slot into the processor's cache.
    #[inline]
    pub(super) fn prefetch(&self, slot: usize) {
        std::hint::black_box(self.prices.get(slot).map(|prices| prices[0]));
    }

    /// Computes the steps onto and out of these cells again; returns the cells whose entry prices have changed, each
    /// once.
    pub fn refresh(&mut self, cost: &impl CostModel, cells: &[Cell]) -> Vec<Cell> {
        let inside = |cell: &Cell| self.frame.window.contains(*cell);
        let around = cells.iter().flat_map(|cell| self.land.square(*cell, 1)).filter(inside);
        let slots: Vec<usize> = distinct(around.map(|cell| self.frame.slot(cell)));
        let mut changed = Vec::new();
        for slot in slots.into_iter().filter(|slot| self.is_computed[slot / BLOCK]) {
            let Some(cell) = self.frame.cell(slot) else { continue };
            let prices = self.compute(cost, cell);
            if std::mem::replace(&mut self.prices[slot], prices) != prices {
                changed.push(cell);
            }
        }
        changed
    }

    /// The first cell whose computed entry prices are out of date.
    pub(super) fn first_stale(&self, cost: &impl CostModel) -> Option<Cell> {
        let done = |cell: &Cell| self.is_computed[self.frame.slot(*cell) / BLOCK];
        let mut cells = self.land.cells().filter(|cell| self.frame.window.contains(*cell)).filter(done);
        cells.find(|cell| self.prices[self.frame.slot(*cell)] != self.compute(cost, *cell))
    }

    /// The steps out of a cell, which may be impassable itself: price in milli-steps, and target.
    pub(super) fn steps_out(&self, cost: &impl CostModel, from: Cell) -> impl Iterator<Item = (u32, Cell)> {
        Dir8::ALL.into_iter().filter_map(move |dir| {
            let (dx, dy) = dir.offset();
            let is_free = |dx, dy| self.is_free(cost, i32::from(from.x) + dx, i32::from(from.y) + dy);
            let can_pass = is_free(dx, dy) && (!dir.is_diagonal() || is_free(dx, 0) && is_free(0, dy));
            let next = self.land.step(from, dir).filter(|_| can_pass)?;
            let node = |cell: Cell| self.land.index(cell) as NodeId;
            Some((cost.step_cost(node(from), node(next), dir.length())?, next))
        })
    }

    /// Whether a cell is passable; false outside of the window.
    fn is_free(&self, cost: &impl CostModel, x: i32, y: i32) -> bool {
        let (Ok(x), Ok(y)) = (u16::try_from(x), u16::try_from(y)) else { return false };
        let cell = Cell::new(x, y);
        self.frame.window.contains(cell) && !cost.is_blocked(self.land.index(cell) as NodeId)
    }

    /// Three bits for the passable cells of a row with `cell` in its middle.
    fn free_row(&self, cost: &impl CostModel, cell: Cell, dy: i32) -> u32 {
        let is_free = |dx: i32| self.is_free(cost, i32::from(cell.x) + dx, i32::from(cell.y) + dy);
        (0..3).map(|column| u32::from(is_free(column - 1)) << column).sum()
    }

    /// The prices of the steps onto a cell, computed anew.
    fn compute(&self, cost: &impl CostModel, cell: Cell) -> [u16; 8] {
        let free = [-1, 0, 1].map(|dy| self.free_row(cost, cell, dy));
        self.steps_onto(cost, self.land.index(cell), free)
    }

    #[inline(never)]
    fn compute_block(&mut self, cost: &impl CostModel, block: usize) {
        self.is_computed[block] = true;
        // Column and row of the block's first cell in the land; both may be outside of the window.
        let (left, top) = self.frame.origin(block * BLOCK);
        let free: [u32; BLOCK_RING] = std::array::from_fn(|row| {
            let is_free = |column: usize| self.is_free(cost, left + column as i32 - 1, top + row as i32 - 1);
            (0..BLOCK_RING).map(|column| u32::from(is_free(column)) << column).sum()
        });
        let width = i64::from(self.land.width);
        for row in 0..COLUMNS {
            let beside = [free[row], free[row + 1], free[row + 2]];
            for column in 0..COLUMNS {
                let to = i64::from(left) + column as i64 + (i64::from(top) + row as i64) * width;
                let slot = block * BLOCK + row * COLUMNS + column;
                let free = beside.map(|bits| bits >> column & 7);
                self.prices[slot] = self.steps_onto(cost, to as usize, free);
            }
        }
    }

    /// The prices of the steps onto a node, given three rows of three bits for the passable cells around it.
    #[inline]
    fn steps_onto(&self, cost: &impl CostModel, to: usize, free: [u32; 3]) -> [u16; 8] {
        let mut prices = [BLOCKED; 8];
        let [above, beside, below] = free;
        let passable = PASSABLE_DIRS[(above | beside << 3 | below << 6) as usize & 511];
        let width = i32::from(self.land.width);
        let offsets = [-width, 1 - width, 1, 1 + width, width, width - 1, -1, -1 - width];
        let is_passable = |dir: &usize| passable >> dir & 1 != 0;
        for dir in (0..8).filter(is_passable) {
            let from = (to as NodeId).wrapping_add_signed(offsets[dir]);
            let step = cost.step_cost(from, to as NodeId, STEP_LENGTHS[dir]);
            prices[dir] = step.map_or(BLOCKED, |price| price.min(u32::from(BLOCKED)) as u16);
        }
        prices
    }
}

/// Length of a step, by direction.
const STEP_LENGTHS: [u32; 8] =
    [STRAIGHT, DIAGONAL, STRAIGHT, DIAGONAL, STRAIGHT, DIAGONAL, STRAIGHT, DIAGONAL];

/// Direction bits from which the middle can be entered, by three rows of three bits for the passable cells.
const PASSABLE_DIRS: [u8; 512] = {
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
