//! Compiled step prices of a smallest chunk: for each of its 256 cells the price of a step in each direction, including
//! steps that leave the chunk. Searches look prices up here instead of computing them again.
//!
//! Not here: entrances, larger chunks, and floods over the page.

use super::StepPrices;
use super::shape::{CHUNK_AREA, CHUNK_SIDE, CHUNK_SIDE_BITS, ChunkGrid};
use crate::grid::{Cell, DIAGONAL, Dir8, STRAIGHT};
use wide::{u16x8, u32x8};

/// A step that is not allowed.
pub(super) const BLOCKED: u16 = u16::MAX;
/// The largest price; higher ones count as this.
const STEP_PRICE_MAX: u16 = u16::MAX - 1;

/// The price of each step from each cell of a chunk, in milli-steps.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Page {
    steps: [[u16; 8]; CHUNK_AREA],
    /// A bit for each direction of an allowed step.
    legal_dirs: [u8; CHUNK_AREA],
    /// Price of the dearest step.
    pub dearest: u16,
    /// Price of the cheapest step, relative to its length.
    pub cheapest: u16,
}

/// For each cell of a chunk a bit for each direction that stays in it.
pub(super) const INSIDE_DIRS: [u8; CHUNK_AREA] = inside();

const fn inside() -> [u8; CHUNK_AREA] {
    let mut table = [0; CHUNK_AREA];
    let side = CHUNK_SIDE as i32;
    let mut cell = 0;
    while cell < CHUNK_AREA {
        let (x, y) = (cell as i32 % side, cell as i32 / side);
        let mut dir = 0;
        while dir < 8 {
            let (dx, dy) = Dir8::ALL[dir].offset();
            if x + dx >= 0 && x + dx < side && y + dy >= 0 && y + dy < side {
                table[cell] |= 1 << dir;
            }
            dir += 1;
        }
        cell += 1;
    }
    table
}

/// The neighbour of a cell of a chunk, which must have one in this direction.
#[inline]
pub(super) const fn neighbour(cell: usize, dir: usize) -> usize {
    cell.wrapping_add_signed(OFFSETS[dir & 7])
}

/// What to add to a cell's index to get its neighbour's, by direction.
const OFFSETS: [isize; 8] = offsets();

const fn offsets() -> [isize; 8] {
    let mut table = [0; 8];
    let mut dir = 0;
    while dir < 8 {
        let (dx, dy) = Dir8::ALL[dir].offset();
        table[dir] = (dx + (dy << CHUNK_SIDE_BITS)) as isize;
        dir += 1;
    }
    table
}

/// Number of cells from a cell's neighbour in the north-west to the cell, in row-major order. Costs of cells have as
/// many before the first and after the last, so that every cell has some around it.
pub(super) const MARGIN: usize = CHUNK_SIDE as usize + 1;

/// Costs from a cell's neighbour in the north-west to the one in the south-east, in row-major order.
pub(super) type CostsAround = [u32; 2 * MARGIN + 1];

/// Direction bits of the steps from a cell of this cost, with these prices, that lead to a neighbour for less than its
/// cost. All eight are compared at once: most fail, and the processor could not foretell which.
#[inline]
pub(super) fn cheaper_dirs(cost: u32, prices: [u16; 8], around: &CostsAround) -> u8 {
    let known: [u32; 8] = std::array::from_fn(|dir| around[neighbour(MARGIN, dir)]);
    let sums = u32x8::splat(cost) + u32x8::from(u16x8::from(prices));
    sums.simd_lt(u32x8::from(known)).to_bitmask() as u8
}

impl Page {
    /// Compiles the steps of the chunk that begins at `low`.
    pub(super) fn of(shape: &ChunkGrid, low: Cell, prices: &impl StepPrices) -> Box<Page> {
        let mut page = Box::new(Page {
            steps: [[BLOCKED; 8]; CHUNK_AREA],
            legal_dirs: [0; CHUNK_AREA],
            dearest: 1,
            cheapest: STEP_PRICE_MAX,
        });
        let free = PassableBits::around(shape, low, prices);
        let prices_of = prices.row_prices(shape.size, low);
        // Direction by direction, so that what depends on that alone is computed once.
        for (index, dir) in Dir8::ALL.into_iter().enumerate() {
            let mut cheapest = BLOCKED;
            for row in 0..usize::from(CHUNK_SIDE) {
                let prices = prices_of(row, dir);
                let mut left = free.legal_columns(row, index);
                while left != 0 {
                    let column = left.trailing_zeros() as usize;
                    left &= left - 1;
                    let Some(price) = prices[column] else { continue };
                    let (price, inner) =
                        (price.min(u32::from(STEP_PRICE_MAX)) as u16, column + (row << CHUNK_SIDE_BITS));
                    page.steps[inner][index] = price;
                    page.legal_dirs[inner] |= 1 << index;
                    page.dearest = page.dearest.max(price);
                    cheapest = cheapest.min(price);
                }
            }
            if cheapest != BLOCKED {
                page.cheapest = page.cheapest.min(straight_equivalent(cheapest, index));
            }
        }
        page
    }

    /// The page of the chunk that begins at `low`, with the price of each step onto one of these cells raised by
    /// `extra`.
    pub(super) fn with_raised_prices(&self, low: Cell, cells: &[Cell], extra: u32) -> Box<Page> {
        let mut page = Box::new(self.clone());
        for cell in cells {
            for (dir, step) in Dir8::ALL.iter().enumerate() {
                let (dx, dy) = step.offset();
                let (x, y) =
                    (i32::from(cell.x) - dx - i32::from(low.x), i32::from(cell.y) - dy - i32::from(low.y));
                let inside = 0..i32::from(CHUNK_SIDE);
                if !inside.contains(&x) || !inside.contains(&y) {
                    continue;
                }
                let inner = (x + (y << CHUNK_SIDE_BITS)) as usize;
                if page.legal_dirs[inner] & 1 << dir != 0 {
                    let price =
                        (u32::from(page.steps[inner][dir]) + extra).min(u32::from(STEP_PRICE_MAX)) as u16;
                    page.steps[inner][dir] = price;
                    page.dearest = page.dearest.max(price);
                }
            }
        }
        page
    }

    /// Price of a step from a cell of the chunk, [`BLOCKED`] if it is not allowed.
    #[inline]
    pub(super) fn step(&self, inner: usize, dir: usize) -> u16 {
        self.steps[inner % CHUNK_AREA][dir % 8]
    }

    /// Direction bits of the allowed steps from a cell that stay in the chunk and lead to a cell for less than its cost so
    /// far.
    #[inline]
    pub(super) fn improving_dirs(&self, inner: usize, cost: u32, around: &CostsAround) -> u8 {
        let improving = cheaper_dirs(cost, self.steps[inner % CHUNK_AREA], around);
        improving & self.legal_dirs(inner) & INSIDE_DIRS[inner % CHUNK_AREA]
    }

    /// Loads the prices of a cell of the chunk into the processor's cache.
    #[inline]
    pub(super) fn prefetch(&self, inner: usize) {
        std::hint::black_box(self.step(inner, 0));
    }

    /// Direction bits of the allowed steps from a cell of the chunk.
    #[inline]
    pub(super) fn legal_dirs(&self, inner: usize) -> u8 {
        self.legal_dirs[inner % CHUNK_AREA]
    }
}

/// The price of a straight step with the same price per length, rounded down.
fn straight_equivalent(price: u16, dir: usize) -> u16 {
    if dir.is_multiple_of(2) { price } else { (u32::from(price) * STRAIGHT / DIAGONAL) as u16 }
}

/// The passable cells of a chunk and of the ring around it.
struct PassableBits {
    /// A bit per column.
    rows: [u32; CHUNK_SIDE as usize + 2],
    /// A bit for each column of the chunk that lies on the land, in each of its rows.
    on_land: [u32; CHUNK_SIDE as usize],
}

impl PassableBits {
    fn around(shape: &ChunkGrid, low: Cell, prices: &impl StepPrices) -> PassableBits {
        let row = |dy: usize| {
            let is_free = |dx: u32| {
                let cell = shape.size.offset(low, dx as i32 - 1, dy as i32 - 1);
                cell.is_some_and(|cell| !prices.is_blocked(shape.node(cell)))
            };
            (0..u32::from(CHUNK_SIDE) + 2).fold(0, |bits, dx| bits | u32::from(is_free(dx)) << dx)
        };
        let columns = (1 << (shape.size.width - low.x).min(CHUNK_SIDE)) - 1;
        let is_on_land = |row: usize| row < usize::from(shape.size.height - low.y);
        PassableBits {
            rows: std::array::from_fn(row),
            on_land: std::array::from_fn(|row| if is_on_land(row) { columns } else { 0 }),
        }
    }

    /// The columns of a row of the chunk from which a step in a direction leads to a passable cell, a bit each; a
    /// diagonal one also needs both cells beside it, which lie in the directions before and after.
    fn legal_columns(&self, row: usize, dir: usize) -> u32 {
        let free = |dir: usize| {
            let (dx, dy) = AROUND[dir % 8];
            self.rows[row + dy] >> dx
        };
        let is_diagonal = dir % 2 == 1;
        let legal = if is_diagonal { free(dir - 1) & free(dir) & free(dir + 1) } else { free(dir) };
        legal & self.on_land[row]
    }
}

/// Where the neighbours lie in the rows of [`PassableBits`], which begin one before the chunk, by direction.
const AROUND: [(usize, usize); 8] = around();

const fn around() -> [(usize, usize); 8] {
    let mut table = [(0, 0); 8];
    let mut dir = 0;
    while dir < 8 {
        let (dx, dy) = Dir8::ALL[dir].offset();
        table[dir] = ((1 + dx) as usize, (1 + dy) as usize);
        dir += 1;
    }
    table
}
