//! Exact searches over the cells of some chunks: A* (Hart, Nilsson & Raphael 1968) on compiled pages.
//!
//! The idea: costs and last directions lie in two small arrays, one place a cell of the window, and what waits lies in
//! piles, each for a range of f. A pile is emptied in any order; a cell that is reached more cheaply meanwhile is put
//! there again and expanded again, which is rare as long as a pile is narrower than most steps are long. What cannot lead
//! to the goal more cheaply than a way already found is not put anywhere, and the search ends with the first pile that
//! lies beyond that way's cost.
//! Promise: the cheapest way within the window. Needs: an estimate that is never too high. Units: milli-steps.
//! Ties: the way that was found first. Cost: some twenty nanoseconds a cell; five bytes a cell, and what waits.
//! Differs from the paper, and from the kernel (`search::best_first`), in expanding without a total order: a third of the
//! time, since nothing is compared and nothing has to be forgotten from search to search.
//! What does not live here: which chunks a window has, and what becomes of the way.

use super::super::price::PRICE_MAX;
use super::flood::NEVER;
use super::page::{INSIDE, Page, beside};
use super::shape::{AREA, ChunkGrid, SIDE};
use crate::graph::{Cost, NO_PATH, diagonal};
use crate::grid::{Cell, Dir8};

/// Chunks that a window can have.
pub(super) const CHUNKS_MAX: usize = 255;
// A path visits no cell twice, so what it costs within a window fits into 32 bits. With an estimate it may not.
const _: () = assert!((CHUNKS_MAX * AREA) as Cost * (PRICE_MAX as Cost) < NEVER as Cost);
/// No chunk of the window.
const NOWHERE: u8 = u8::MAX;
/// Piles of the ring.
const PILES: Cost = 64;
/// What may wait in each of them without taking more room, which is given back when the next search begins: else all would
/// in time keep the room of the largest search that ever came to them.
const PILE_ROOM: usize = 512;

/// Some chunks with their pages. A place in it is that of the chunk and the cell's index in it.
pub(super) struct ChunkWindow<'a> {
    pages: Vec<&'a Page>,
    lows: Vec<Cell>,
    /// For each chunk the places of those around it, row by row.
    around: Vec<[u8; 9]>,
}

/// What a search in a window comes to.
pub(super) struct Swept {
    /// The cheapest way within it, both ends included.
    pub cells: Vec<Cell>,
    /// What it costs.
    pub cost: u32,
    /// Cells that were expanded.
    pub expansions: u32,
    /// Whether no way that leaves the window can be cheaper: from no expanded cell at its edge would even the crow get to
    /// the goal for less. It holds if no straight step of the whole land costs less than the estimate says.
    pub is_best: bool,
}

/// What a search in a window knows, to be used again and again.
#[derive(Clone, Debug, Default)]
pub(super) struct Sweep {
    costs: Vec<u32>,
    /// The direction of the last step to each cell.
    dirs: Vec<u8>,
    /// What waits: cost and place.
    piles: Vec<Vec<(u32, u16)>>,
}

impl<'a> ChunkWindow<'a> {
    /// A window of chunks with these numbers, in order, and pages.
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

    /// No straight step of its chunks costs less.
    pub fn cheapest(&self) -> u32 {
        self.pages.iter().map(|page| u32::from(page.cheapest)).min().unwrap_or(1)
    }

    fn place(&self, cell: Cell) -> Option<usize> {
        let low = Cell::new(cell.x / SIDE * SIDE, cell.y / SIDE * SIDE);
        let chunk = self.lows.iter().position(|other| *other == low)?;
        Some(chunk * AREA + ChunkGrid::inner(cell))
    }

    fn cell(&self, place: usize) -> Cell {
        ChunkGrid::outer(self.lows[place / AREA], place % AREA)
    }

    /// The place beside another, across the border of its chunk.
    fn across(&self, place: usize, dir: usize) -> Option<usize> {
        let (dx, dy) = Dir8::ALL[dir].offset();
        let (inner, side) = ((place % AREA) as i32, i32::from(SIDE));
        let (x, y) = (inner % side + dx, inner / side + dy);
        let around = 4 + x.div_euclid(side) + 3 * y.div_euclid(side);
        let chunk = self.around[place / AREA][around as usize];
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

/// Estimates: octile distance to the goal at the cheapest price there is, rounded step by step as prices are.
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

/// Where the search stands among the piles.
struct OpenList {
    /// Number of the pile that is emptied, counted from f = 0.
    turn: Cost,
    /// A bit for each pile that may hold something.
    filled: u64,
    /// Width of a pile, as a power of two.
    bits: u32,
    /// The least f at which the window could have been left.
    outside: Cost,
    /// What would cost as much or more is not looked for.
    most: Cost,
}

impl Sweep {
    /// The cheapest way from a cell to another within a window, no straight step of which costs less than `straight`, if
    /// it costs less than `most`. Where some step does cost less, another way may be found instead.
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
        // Along a step, f rises by its price and by what the estimate changes.
        let bits =
            ((dearest + 2 * aim.straight) / (PILES as u32 - 2)).checked_ilog2().map_or(0, |log| log + 1);
        let turn = Cost::from(aim.far(from.x, from.y)) >> bits;
        let mut waiting = OpenList { turn, filled: 0, bits, outside: NO_PATH, most: most.into() };
        waiting.filled = 1 << (waiting.turn % PILES);
        // What an earlier search left there would decide ties.
        (self.costs[start], self.dirs[start]) = (0, 0);
        self.piles[(waiting.turn % PILES) as usize].push((0, start as u16));
        let mut expansions = 0;
        while waiting.filled != 0 {
            waiting.turn +=
                Cost::from(waiting.filled.rotate_right((waiting.turn % PILES) as u32).trailing_zeros());
            if waiting.turn > Cost::from(self.costs[end].min(most) >> bits) {
                break;
            }
            let Some((cost, place)) = self.piles[(waiting.turn % PILES) as usize].pop() else {
                waiting.filled &= !(1 << (waiting.turn % PILES));
                continue;
            };
            if self.costs[usize::from(place)] == cost {
                expansions += 1;
                self.expand(window, &aim, &mut waiting, (usize::from(place), start, end));
            }
        }
        let cost = self.costs[end];
        let is_best = Cost::from(cost) <= waiting.outside;
        (cost != NEVER).then(|| Swept { cells: self.way(window, start, end), cost, expansions, is_best })
    }

    /// Reaches the neighbours of a place.
    #[expect(
        clippy::inline_always,
        reason = "called once an expansion, where a call costs as much as the work"
    )]
    #[inline(always)]
    fn expand(
        &mut self,
        window: &ChunkWindow,
        aim: &GoalEstimate,
        waiting: &mut OpenList,
        (place, start, end): (usize, usize, usize),
    ) {
        let (page, inner) = (window.pages[place / AREA], place % AREA);
        let (cell, cost) = (window.cell(place), self.costs[place]);
        let is_inner = INSIDE[inner] == u8::MAX;
        let most = Cost::from(self.costs[end]).min(waiting.most);
        // Directions are counted from the one that led here, so that the processor can learn which of them go on well;
        // nothing leads back.
        let ahead = usize::from(self.dirs[place]);
        let mut left = page.legal(inner).rotate_right(ahead as u32) & !(u8::from(place != start) << 4);
        while left != 0 {
            let dir = (left.trailing_zeros() as usize + ahead) % 8;
            left &= left - 1;
            let next = if is_inner || INSIDE[inner] & 1 << dir != 0 {
                place - inner + beside(inner, dir) % AREA
            } else {
                let Some(next) = window.across(place, dir) else {
                    waiting.outside =
                        waiting.outside.min(Cost::from(cost) + Cost::from(aim.far(cell.x, cell.y)));
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
            // What cannot lead to the goal more cheaply than a way already found is not put anywhere.
            if f < most {
                *known = sum;
                self.dirs[next] = dir as u8;
                let pile = (f >> waiting.bits).max(waiting.turn) % PILES;
                self.piles[pile as usize].push((sum, next as u16));
                waiting.filled |= 1 << pile;
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
        let mut way = vec![window.cell(end)];
        let mut place = end;
        while place != start {
            let back = usize::from(self.dirs[place] ^ 4);
            let is_inside = INSIDE[place % AREA] & 1 << back != 0;
            let inside = || place / AREA * AREA + beside(place % AREA, back);
            place = if is_inside { inside() } else { window.across(place, back).unwrap_or(start) };
            way.push(window.cell(place));
        }
        way.reverse();
        way
    }
}
