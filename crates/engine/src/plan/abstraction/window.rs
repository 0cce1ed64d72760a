//! Exact searches over the cells of some chunks: A* (Hart, Nilsson & Raphael 1968) on compiled pages.
//!
//! The idea: costs and last directions are in two small arrays, one slot per cell of the window, and open cells are in
//! buckets, each for a range of f. A bucket is emptied in any order; a cell that is improved meanwhile is inserted and
//! expanded again, which is rare as long as a bucket is narrower than most steps are long. A cell that cannot lead to
//! the goal more cheaply than a path already found is not inserted, and the search ends with the first bucket that lies
//! beyond that path's cost.
//! Promise: the cheapest path within the window. Needs: an admissible estimate.
//! Units: milli-steps.
//! Ties: the path found first.
//! Cost: some twenty nanoseconds a cell; five bytes a cell, and the open cells.
//! Differs from the paper, and from `search::best_first`, in expanding without a total order: a third of the time,
//! since there are no comparisons and nothing to clear between searches. Not here: the choice of chunks, and the use of
//! the path.

use super::super::price::PRICE_MAX;
use super::flood::NEVER;
use super::page::{INSIDE, Page, beside};
use super::shape::{AREA, ChunkGrid, SIDE};
use crate::graph::{Cost, NO_PATH, diagonal};
use crate::grid::{Cell, Dir8};

/// The largest number of chunks of a window.
pub(super) const CHUNKS_MAX: usize = 255;
// A path visits no cell twice, so that its cost within a window fits into 32 bits. With an estimate it may not.
const _: () = assert!((CHUNKS_MAX * AREA) as Cost * (PRICE_MAX as Cost) < NEVER as Cost);
/// No chunk of the window.
const NOWHERE: u8 = u8::MAX;
/// Number of buckets in the ring.
const PILES: Cost = 64;
/// What may wait in each of them without taking more room, which is given back when the next search begins: else all would
/// in time keep the room of the largest search that ever came to them.
const PILE_ROOM: usize = 512;

/// Some chunks with their pages. A slot consists of the index of a chunk and the cell's local index in it.
pub(super) struct ChunkWindow<'a> {
    pages: Vec<&'a Page>,
    lows: Vec<Cell>,
    /// For each chunk the indices of those around it, row by row.
    around: Vec<[u8; 9]>,
}

/// The result of a search in a window.
pub(super) struct Swept {
    /// The cheapest path within it, both ends included.
    pub cells: Vec<Cell>,
    /// Its cost.
    pub cost: u32,
    /// Number of cells expanded.
    pub expansions: u32,
    /// Whether no path that leaves the window can be cheaper: from every expanded cell at its edge even the straight
    /// line to the goal costs at least as much. That holds if no straight step of the land costs less than the estimate
    /// assumes.
    pub is_best: bool,
}

/// The reusable memory of searches in windows.
#[derive(Clone, Debug, Default)]
pub(super) struct Sweep {
    costs: Vec<u32>,
    /// The direction of the last step to each cell.
    dirs: Vec<u8>,
    /// The open cells: cost and slot.
    piles: Vec<Vec<(u32, u16)>>,
}

impl<'a> ChunkWindow<'a> {
    /// A window of chunks with these indices, sorted, and their pages.
    pub fn new(shape: &ChunkGrid, chunks: &[u32], pages: Vec<&'a Page>) -> Self {
        let around = |chunk: &u32| {
            let (column, row) = shape.place(0, *chunk);
            let place = |i: usize| {
                let other = shape.at(0, column as i32 + i as i32 % 3 - 1, row as i32 + i as i32 / 3 - 1)?;
                chunks.binary_search(&other).ok()
            };
            std::array::from_fn(|i| place(i).map_or(NOWHERE, |place| place as u8))
        };
        let lows = chunks.iter().map(|chunk| shape.span(0, *chunk).0).collect();
        ChunkWindow { pages, lows, around: chunks.iter().map(around).collect() }
    }

    /// A lower bound of the cost of a straight step in its chunks.
    pub fn cheapest(&self) -> u32 {
        self.pages.iter().map(|page| u32::from(page.cheapest)).min().unwrap_or(1)
    }

    fn place(&self, cell: Cell) -> Option<usize> {
        let low = Cell::new(cell.x / SIDE * SIDE, cell.y / SIDE * SIDE);
        let chunk = self.lows.iter().position(|other| *other == low)?;
        Some(chunk * AREA + ChunkGrid::inner(cell))
    }

    fn cell(&self, slot: usize) -> Cell {
        ChunkGrid::outer(self.lows[slot / AREA], slot % AREA)
    }

    /// The neighbour of a slot across the border of its chunk.
    fn across(&self, slot: usize, dir: usize) -> Option<usize> {
        let (dx, dy) = Dir8::ALL[dir].offset();
        let (inner, side) = ((slot % AREA) as i32, i32::from(SIDE));
        let (x, y) = (inner % side + dx, inner / side + dy);
        let around = 4 + x.div_euclid(side) + 3 * y.div_euclid(side);
        let chunk = self.around[slot / AREA][around as usize];
        let inner = y.rem_euclid(side) * side + x.rem_euclid(side);
        (chunk != NOWHERE).then(|| usize::from(chunk) * AREA + inner as usize)
    }
}

/// What a step changes in a cell's column and row, by direction.
const OFFSETS: [(u16, u16); 8] = offsets();

const fn offsets() -> [(u16, u16); 8] {
    let mut table = [(0, 0); 8];
    let mut dir = 0;
    while dir < 8 {
        let (dx, dy) = Dir8::ALL[dir].offset();
        table[dir] = (dx as u16, dy as u16);
        dir += 1;
    }
    table
}

/// Estimates: octile distance to the goal at the cheapest price, rounded step by step as prices are.
struct GoalEstimate {
    goal: Cell,
    straight: u32,
    /// What a diagonal step costs more than a straight one.
    more: u32,
}

impl GoalEstimate {
    #[inline]
    fn far(&self, x: u16, y: u16) -> u32 {
        let (dx, dy) = (u32::from(x.abs_diff(self.goal.x)), u32::from(y.abs_diff(self.goal.y)));
        self.straight.wrapping_mul(dx.max(dy)).wrapping_add(self.more.wrapping_mul(dx.min(dy)))
    }
}

/// The state of the buckets.
struct OpenList {
    /// Number of the bucket that is being emptied, counted from f = 0.
    turn: Cost,
    /// A bit for each bucket that may hold cells.
    filled: u64,
    /// Width of a bucket, as a power of two.
    bits: u32,
    /// The least f at which a path could have left the window.
    outside: Cost,
    /// Only cheaper paths are searched for.
    most: Cost,
}

impl Sweep {
    /// The cheapest path from a cell to another within a window, if it costs less than `most`. No straight step of the
    /// window may cost less than `straight`; if one does, a dearer path may be found.
    pub fn run(
        &mut self,
        window: &ChunkWindow,
        (from, goal): (Cell, Cell),
        straight: u32,
        most: u32,
    ) -> Option<Swept> {
        let (start, end) = (window.place(from)?, window.place(goal)?);
        self.clear(window.pages.len() * AREA);
        let aim = GoalEstimate { goal, straight, more: diagonal(straight) - straight };
        let dearest = window.pages.iter().map(|page| u32::from(page.dearest)).max().unwrap_or(1);
        // Along a step, f rises by its price and by the change of the estimate.
        let bits =
            ((dearest + 2 * aim.straight) / (PILES as u32 - 2)).checked_ilog2().map_or(0, |log| log + 1);
        let turn = Cost::from(aim.far(from.x, from.y)) >> bits;
        let mut open = OpenList { turn, filled: 0, bits, outside: NO_PATH, most: most.into() };
        open.filled = 1 << (open.turn % PILES);
        // A direction left by an earlier search would decide ties.
        (self.costs[start], self.dirs[start]) = (0, 0);
        self.piles[(open.turn % PILES) as usize].push((0, start as u16));
        let mut expansions = 0;
        while open.filled != 0 {
            open.turn += Cost::from(open.filled.rotate_right((open.turn % PILES) as u32).trailing_zeros());
            if open.turn > Cost::from(self.costs[end].min(most) >> bits) {
                break;
            }
            let Some((cost, slot)) = self.piles[(open.turn % PILES) as usize].pop() else {
                open.filled &= !(1 << (open.turn % PILES));
                continue;
            };
            if self.costs[usize::from(slot)] == cost {
                expansions += 1;
                self.expand(window, &aim, &mut open, (usize::from(slot), start, end));
            }
        }
        let cost = self.costs[end];
        let is_best = Cost::from(cost) <= open.outside;
        (cost != NEVER).then(|| Swept { cells: self.way(window, start, end), cost, expansions, is_best })
    }

    /// Relaxes the edges of a cell.
    #[expect(
        clippy::inline_always,
        reason = "called once an expansion, where a call costs as much as the work"
    )]
    #[inline(always)]
    fn expand(
        &mut self,
        window: &ChunkWindow,
        aim: &GoalEstimate,
        open: &mut OpenList,
        (slot, start, end): (usize, usize, usize),
    ) {
        let (page, inner) = (window.pages[slot / AREA], slot % AREA);
        let (cell, cost) = (window.cell(slot), self.costs[slot]);
        let is_inner = INSIDE[inner] == u8::MAX;
        let most = Cost::from(self.costs[end]).min(open.most);
        // Directions are counted from the one that led here, so that the branch predictor can learn which of them
        // succeed; none leads back.
        let ahead = usize::from(self.dirs[slot]);
        let mut left = page.legal(inner).rotate_right(ahead as u32) & !(u8::from(slot != start) << 4);
        while left != 0 {
            let dir = (left.trailing_zeros() as usize + ahead) % 8;
            left &= left - 1;
            let next = if is_inner || INSIDE[inner] & 1 << dir != 0 {
                slot - inner + beside(inner, dir) % AREA
            } else {
                let Some(next) = window.across(slot, dir) else {
                    open.outside = open.outside.min(Cost::from(cost) + Cost::from(aim.far(cell.x, cell.y)));
                    continue;
                };
                next
            };
            let sum = cost.wrapping_add(u32::from(page.step(inner, dir)));
            let known = &mut self.costs[next];
            if sum >= *known {
                continue;
            }
            let (dx, dy) = OFFSETS[dir];
            let far = aim.far(cell.x.wrapping_add(dx), cell.y.wrapping_add(dy));
            let f = Cost::from(sum) + Cost::from(far);
            // A cell that cannot lead to the goal more cheaply than a path already found is not inserted.
            if f < most {
                *known = sum;
                self.dirs[next] = dir as u8;
                let pile = (f >> open.bits).max(open.turn) % PILES;
                self.piles[pile as usize].push((sum, next as u16));
                open.filled |= 1 << pile;
            }
        }
    }

    fn clear(&mut self, places: usize) {
        self.costs.clear();
        self.costs.resize(places, NEVER);
        self.dirs.resize(places.max(self.dirs.len()), 0);
        self.piles.resize(PILES as usize, Vec::new());
        for pile in &mut self.piles {
            pile.clear();
            pile.shrink_to(PILE_ROOM);
        }
    }

    fn way(&self, window: &ChunkWindow, start: usize, end: usize) -> Vec<Cell> {
        let mut path = vec![window.cell(end)];
        let mut slot = end;
        while slot != start {
            let back = usize::from(self.dirs[slot] ^ 4);
            let is_inside = INSIDE[slot % AREA] & 1 << back != 0;
            let inside = || slot / AREA * AREA + beside(slot % AREA, back);
            slot = if is_inside { inside() } else { window.across(slot, back).unwrap_or(start) };
            path.push(window.cell(slot));
        }
        path.reverse();
        path
    }
}
