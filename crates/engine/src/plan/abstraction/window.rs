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
//! Cost: some twenty nanoseconds a cell; five bytes a cell, and twelve for each time that one is inserted.
//! Differs from the paper, and from `search::best_first`, in expanding without a total order: a third of the time,
//! since there are no comparisons and nothing to clear between searches. Not here: the choice of chunks, and the use of
//! the path.

use super::super::price::PRICE_MAX;
use super::flood::UNREACHED;
use super::page::{INSIDE_DIRS, MARGIN, Page, neighbour};
use super::shape::{CHUNK_AREA, CHUNK_SIDE, ChunkGrid};
use crate::graph::{Cost, NO_PATH, diagonal_cost};
use crate::grid::{Cell, Dir8};

/// The largest number of chunks of a window without a bound on the cost.
pub(super) const CHUNKS_MAX: usize = 255;
// A path visits no cell twice, so that its cost within a window fits into 32 bits. With an estimate it may not.
const _: () = assert!((CHUNKS_MAX * CHUNK_AREA) as Cost * (PRICE_MAX as Cost) < UNREACHED as Cost);
/// No chunk of the window.
const NO_CHUNK: u16 = u16::MAX;
/// Number of buckets in the ring.
const BUCKETS: Cost = 64;
/// Marks the direction of a cell that is not expanded again.
const EXPANDED: u8 = 8;
/// No entry of a bucket.
const NO_ENTRY: u32 = u32::MAX;

/// Some chunks with their pages. A slot consists of the index of a chunk and the cell's local index in it.
pub(super) struct ChunkWindow<'a> {
    pages: Vec<&'a Page>,
    first_cells: Vec<Cell>,
    /// For each chunk the indices of those around it, row by row.
    around: Vec<[u16; 9]>,
}

/// The result of a search in a window.
pub(super) struct WindowPath {
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
pub(super) struct WindowSearch {
    /// With a margin at both ends.
    costs: Vec<u32>,
    /// The direction of the last step to each cell.
    dirs: Vec<u8>,
    /// What was inserted into the buckets, in this order.
    entries: Vec<Entry>,
}

/// A cell in a bucket.
#[derive(Clone, Copy, Debug)]
struct Entry {
    cost: u32,
    slot: u32,
    /// The entry inserted into this bucket before, or [`NO_ENTRY`].
    before: u32,
}

impl<'a> ChunkWindow<'a> {
    /// A window of chunks with these indices, sorted, and their pages.
    pub(super) fn new(shape: &ChunkGrid, chunks: &[u32], pages: Vec<&'a Page>) -> Self {
        let around = |chunk: &u32| {
            let (column, row) = shape.column_and_row(0, *chunk);
            let mut around = [NO_CHUNK; 9];
            for (three, dy) in around.chunks_exact_mut(3).zip(-1..) {
                // Those of a row follow one another.
                let mut next = None;
                for (place, dx) in three.iter_mut().zip(-1..) {
                    let Some(other) = shape.chunk_at(0, column as i32 + dx, row as i32 + dy) else {
                        continue;
                    };
                    let at = *next.get_or_insert_with(|| chunks.partition_point(|chunk| *chunk < other));
                    if chunks.get(at) == Some(&other) {
                        (*place, next) = (at as u16, Some(at + 1));
                    }
                }
            }
            around
        };
        let first_cells = chunks.iter().map(|chunk| shape.span(0, *chunk).0).collect();
        ChunkWindow { pages, first_cells, around: chunks.iter().map(around).collect() }
    }

    /// A lower bound of the cost of a straight step in its chunks.
    pub(super) fn cheapest(&self) -> u32 {
        self.pages.iter().map(|page| u32::from(page.cheapest)).min().unwrap_or(1)
    }

    /// All slots.
    pub(super) fn slots(&self) -> std::ops::Range<usize> {
        0..self.pages.len() * CHUNK_AREA
    }

    pub(super) fn slot(&self, cell: Cell) -> Option<usize> {
        let low = Cell::new(cell.x / CHUNK_SIDE * CHUNK_SIDE, cell.y / CHUNK_SIDE * CHUNK_SIDE);
        let chunk = self.first_cells.iter().position(|other| *other == low)?;
        Some(chunk * CHUNK_AREA + ChunkGrid::local_index(cell))
    }

    pub(super) fn cell(&self, slot: usize) -> Cell {
        ChunkGrid::cell_at(self.first_cells[slot / CHUNK_AREA], slot % CHUNK_AREA)
    }

    /// The neighbour of a slot, if it is in the window.
    fn neighbour(&self, slot: usize, dir: usize) -> Option<usize> {
        let inner = slot % CHUNK_AREA;
        let is_inside = INSIDE_DIRS[inner] & 1 << dir != 0;
        if is_inside { Some(slot - inner + neighbour(inner, dir)) } else { self.neighbour_across(slot, dir) }
    }

    /// The neighbour of a slot across the border of its chunk.
    #[inline]
    fn neighbour_across(&self, slot: usize, dir: usize) -> Option<usize> {
        let (around, inner) = NEIGHBOURS[slot % CHUNK_AREA][dir % 8];
        let chunk = self.around[slot / CHUNK_AREA][usize::from(around)];
        (chunk != NO_CHUNK).then(|| usize::from(chunk) * CHUNK_AREA + usize::from(inner))
    }
}

/// For each cell of a chunk and direction the neighbour: which of the chunks around it lies in, and its index there.
const NEIGHBOURS: [[(u8, u8); 8]; CHUNK_AREA] = neighbours();

const fn neighbours() -> [[(u8, u8); 8]; CHUNK_AREA] {
    let mut table = [[(0, 0); 8]; CHUNK_AREA];
    let side = CHUNK_SIDE as i32;
    let mut place = 0;
    while place < 8 * CHUNK_AREA {
        let (cell, dir) = (place / 8, place % 8);
        let (dx, dy) = Dir8::ALL[dir].offset();
        let (x, y) = (cell as i32 % side + dx, cell as i32 / side + dy);
        let around = 4 + x.div_euclid(side) + 3 * y.div_euclid(side);
        let inner = y.rem_euclid(side) * side + x.rem_euclid(side);
        table[cell][dir] = (around as u8, inner as u8);
        place += 1;
    }
    table
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
    diagonal_extra: u32,
}

impl GoalEstimate {
    #[inline]
    fn estimate(&self, x: u16, y: u16) -> u32 {
        let (dx, dy) = (u32::from(x.abs_diff(self.goal.x)), u32::from(y.abs_diff(self.goal.y)));
        self.straight.wrapping_mul(dx.max(dy)).wrapping_add(self.diagonal_extra.wrapping_mul(dx.min(dy)))
    }
}

/// The state of the buckets.
struct OpenList {
    /// Number of the bucket that is being emptied, counted from f = 0.
    current: Cost,
    /// The last entry of each bucket, if its bit in `filled` is set.
    last: [u32; BUCKETS as usize],
    /// A bit for each bucket that holds cells.
    filled: u64,
    /// Width of a bucket, as a power of two.
    bits: u32,
    /// The least f at which a path could have left the window.
    exit_f_min: Cost,
    /// Only cheaper paths are searched for.
    cost_max: Cost,
    care: Care,
}

/// What a search in a window takes care of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Care {
    /// Some path soon: no cell is expanded twice.
    SomePath,
    /// The cheapest path.
    CheapestPath,
    /// All cheapest paths: each of their cells gets its cost.
    AllCheapest,
}

impl WindowSearch {
    /// The cheapest path from a cell to another within a window, if it costs less than `most`. No straight step of the
    /// window may cost less than `straight`; if one does, a dearer path may be found.
    pub(super) fn run(
        &mut self,
        window: &ChunkWindow,
        (from, goal): (Cell, Cell),
        straight: u32,
        (most, care): (u32, Care),
    ) -> Option<WindowPath> {
        let (start, end) = (window.slot(from)?, window.slot(goal)?);
        self.clear(window.pages.len() * CHUNK_AREA);
        let aim = GoalEstimate { goal, straight, diagonal_extra: diagonal_cost(straight) - straight };
        let dearest = window.pages.iter().map(|page| u32::from(page.dearest)).max().unwrap_or(1);
        // Along a step, f rises by its price and by the change of the estimate.
        let bits =
            ((dearest + 2 * aim.straight) / (BUCKETS as u32 - 2)).checked_ilog2().map_or(0, |log| log + 1);
        let turn = Cost::from(aim.estimate(from.x, from.y)) >> bits;
        let cost_max = most.into();
        let last = [NO_ENTRY; BUCKETS as usize];
        let mut open = OpenList { current: turn, last, filled: 0, bits, exit_f_min: NO_PATH, cost_max, care };
        // A direction left by an earlier search would decide ties.
        (self.costs[MARGIN + start], self.dirs[start]) = (0, 0);
        self.insert(&mut open, turn, (0, start));
        let mut expansions = 0;
        while open.filled != 0 {
            open.current +=
                Cost::from(open.filled.rotate_right((open.current % BUCKETS) as u32).trailing_zeros());
            if open.current > Cost::from(self.cost(end).min(most) >> bits) {
                break;
            }
            let place = open.current % BUCKETS;
            let Entry { cost, slot, before } = self.entries[open.last[place as usize] as usize];
            open.last[place as usize] = before;
            open.filled &= !(u64::from(before == NO_ENTRY) << place);
            if self.cost(slot as usize) == cost {
                expansions += 1;
                self.expand(window, &aim, &mut open, (slot as usize, start, end));
            }
        }
        let cost = self.cost(end);
        let is_best = Cost::from(cost) <= open.exit_f_min;
        (cost != UNREACHED).then(|| WindowPath {
            cells: self.path(window, start, end),
            cost,
            expansions,
            is_best,
        })
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
        let (page, inner) = (window.pages[slot / CHUNK_AREA], slot % CHUNK_AREA);
        let (cell, cost) = (window.cell(slot), self.cost(slot));
        let ties = Cost::from(open.care == Care::AllCheapest);
        let most = (Cost::from(self.cost(end)) + ties).min(open.cost_max);
        // Directions are counted from the one that led here, so that the branch predictor can learn which of them
        // succeed; none leads back.
        let ahead = usize::from(self.dirs[slot] % 8);
        if open.care == Care::SomePath {
            self.dirs[slot] |= EXPANDED;
        }
        let inside = INSIDE_DIRS[inner];
        let Some(around) = self.costs[slot..].first_chunk() else { return };
        let worth_it = page.improving_dirs(inner, cost, around) | page.legal_dirs(inner) & !inside;
        let mut left = worth_it.rotate_right(ahead as u32) & !(u8::from(slot != start) << 4);
        let mut leaves = false;
        while left != 0 {
            let dir = (left.trailing_zeros() as usize + ahead) % 8;
            left &= left - 1;
            let next = if inside & 1 << dir != 0 {
                slot - inner + neighbour(inner, dir) % CHUNK_AREA
            } else {
                let Some(next) = window.neighbour_across(slot, dir) else {
                    leaves = true;
                    continue;
                };
                next
            };
            let sum = cost.wrapping_add(u32::from(page.step(inner, dir)));
            let known = &mut self.costs[MARGIN + next];
            let is_settled = || open.care == Care::SomePath && self.dirs[next] & EXPANDED != 0;
            if sum >= *known || (*known != UNREACHED && is_settled()) {
                continue;
            }
            let (dx, dy) = OFFSETS[dir];
            let far = aim.estimate(cell.x.wrapping_add(dx), cell.y.wrapping_add(dy));
            let f = Cost::from(sum) + Cost::from(far);
            // A cell that cannot lead to the goal more cheaply than a path already found is not inserted.
            if f < most {
                *known = sum;
                self.dirs[next] = dir as u8;
                self.insert(open, (f >> open.bits).max(open.current), (sum, next));
                // Asked for now, its prices are there when it is expanded.
                window.pages[next / CHUNK_AREA].prefetch(next % CHUNK_AREA);
                // Its prices are far in memory: asked for now, they are there when it is expanded.
                std::hint::black_box(window.pages[next / CHUNK_AREA].step(next % CHUNK_AREA, 0));
            }
        }
        if leaves {
            let f = Cost::from(cost) + Cost::from(aim.estimate(cell.x, cell.y));
            open.exit_f_min = open.exit_f_min.min(f);
        }
    }

    /// Inserts a cost and its slot into the bucket of this number.
    #[inline]
    fn insert(&mut self, open: &mut OpenList, bucket: Cost, (cost, slot): (u32, usize)) {
        let place = bucket % BUCKETS;
        let before = std::mem::replace(&mut open.last[place as usize], self.entries.len() as u32);
        self.entries.push(Entry { cost, slot: slot as u32, before });
        open.filled |= 1 << place;
    }

    fn clear(&mut self, places: usize) {
        self.costs.clear();
        self.costs.resize(places + 2 * MARGIN, UNREACHED);
        self.dirs.resize(places.max(self.dirs.len()), 0);
        self.entries.clear();
    }

    /// After a search, the slots from which a step leads to this one at exactly its cost.
    pub(super) fn cheapest_steps_to<'a>(
        &'a self,
        window: &'a ChunkWindow,
        slot: usize,
    ) -> impl Iterator<Item = usize> + 'a {
        (0..8).filter_map(move |dir| {
            let before = window.neighbour(slot, dir ^ 4)?;
            let (page, inner) = (window.pages[before / CHUNK_AREA], before % CHUNK_AREA);
            let is_legal = page.legal_dirs(inner) & 1 << dir != 0 && self.cost(before) != UNREACHED;
            let is_cheapest =
                || self.cost(before).wrapping_add(u32::from(page.step(inner, dir))) == self.cost(slot);
            (is_legal && is_cheapest()).then_some(before)
        })
    }

    /// The cost of a slot after a search.
    pub(super) fn cost(&self, slot: usize) -> u32 {
        self.costs[MARGIN + slot]
    }

    fn path(&self, window: &ChunkWindow, start: usize, end: usize) -> Vec<Cell> {
        let mut path = vec![window.cell(end)];
        let mut slot = end;
        while slot != start {
            slot = window.neighbour(slot, usize::from((self.dirs[slot] % 8) ^ 4)).unwrap_or(start);
            path.push(window.cell(slot));
        }
        path.reverse();
        path
    }
}
