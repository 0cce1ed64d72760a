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

use super::flood::NEVER;
use super::page::{INSIDE, Page, beside};
use super::shape::{AREA, SIDE, Shape};
use super::sketch::far;
use crate::grid::{Cell, Dir8};

/// Chunks that a window can have.
pub(super) const CHUNKS_MAX: usize = 40;
/// No chunk of the window.
const NOWHERE: u8 = u8::MAX;
/// Piles of the ring.
const PILES: u32 = 64;

/// Some chunks with their pages. A place in it is that of the chunk and the cell's index in it.
pub(super) struct Window<'a> {
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
    /// the goal for less.
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

impl<'a> Window<'a> {
    /// A window of chunks with these numbers and pages.
    pub fn new(shape: &Shape, chunks: &[u32], pages: Vec<&'a Page>) -> Self {
        let around = |chunk: &u32| {
            let (column, row) = shape.place(0, *chunk);
            let place = |i: usize| {
                let other = shape.at(0, column as i32 + i as i32 % 3 - 1, row as i32 + i as i32 / 3 - 1)?;
                chunks.iter().position(|chunk| *chunk == other)
            };
            std::array::from_fn(|i| place(i).map_or(NOWHERE, |place| place as u8))
        };
        let lows = chunks.iter().map(|chunk| shape.span(0, *chunk).0).collect();
        Window { pages, lows, around: chunks.iter().map(around).collect() }
    }

    fn place(&self, cell: Cell) -> Option<usize> {
        let low = Cell::new(cell.x / SIDE * SIDE, cell.y / SIDE * SIDE);
        let chunk = self.lows.iter().position(|other| *other == low)?;
        Some(chunk * AREA + Shape::inner(cell))
    }

    fn cell(&self, place: usize) -> Cell {
        Shape::outer(self.lows[place / AREA], place % AREA)
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

impl Sweep {
    /// The cheapest way from a cell to another within a window, no straight step of which costs less than `cheapest`.
    pub fn run(&mut self, window: &Window, from: Cell, goal: Cell, cheapest: u32) -> Option<Swept> {
        let (start, end) = (window.place(from)?, window.place(goal)?);
        self.clear(window.pages.len() * AREA);
        let dearest = window.pages.iter().map(|page| u32::from(page.dearest)).max().unwrap_or(1);
        // Along a step, f rises by its price and by what the estimate changes.
        let bits = ((dearest + 2 * cheapest) / (PILES - 2)).checked_ilog2().map_or(0, |log| log + 1);
        let estimate = |place: usize| far(window.cell(place), goal, cheapest);
        let mut turn = estimate(start) >> bits;
        let mut filled = 1u64 << (turn % PILES);
        self.costs[start] = 0;
        self.piles[(turn % PILES) as usize].push((0, start as u16));
        let (mut expansions, mut outside) = (0, NEVER);
        while filled != 0 {
            turn += filled.rotate_right(turn % PILES).trailing_zeros();
            if turn > self.costs[end] >> bits {
                break;
            }
            let Some((cost, place)) = self.piles[(turn % PILES) as usize].pop() else {
                filled &= !(1 << (turn % PILES));
                continue;
            };
            let place = usize::from(place);
            if self.costs[place] != cost {
                continue;
            }
            expansions += 1;
            let (page, inner) = (window.pages[place / AREA], place % AREA);
            let mut left = page.legal(inner);
            while left != 0 {
                let dir = left.trailing_zeros() as usize;
                left &= left - 1;
                let is_inside = INSIDE[inner] & 1 << dir != 0;
                let next = if is_inside {
                    place - inner + beside(inner, dir)
                } else {
                    let Some(next) = window.across(place, dir) else {
                        outside = outside.min(cost + estimate(place));
                        continue;
                    };
                    next
                };
                let sum = cost + u32::from(page.step(inner, dir));
                if sum < self.costs[next] {
                    let f = sum + estimate(next);
                    if f >= self.costs[end] {
                        continue;
                    }
                    self.costs[next] = sum;
                    self.dirs[next] = dir as u8;
                    let pile = (f >> bits).max(turn) % PILES;
                    self.piles[pile as usize].push((sum, next as u16));
                    filled |= 1 << pile;
                }
            }
        }
        let cost = self.costs[end];
        let is_best = cost <= outside;
        (cost != NEVER).then(|| Swept { cells: self.way(window, start, end), cost, expansions, is_best })
    }

    fn clear(&mut self, places: usize) {
        self.costs.clear();
        self.costs.resize(places, NEVER);
        self.dirs.resize(places.max(self.dirs.len()), 0);
        self.piles.resize(PILES as usize, Vec::new());
        self.piles.iter_mut().for_each(Vec::clear);
    }

    fn way(&self, window: &Window, start: usize, end: usize) -> Vec<Cell> {
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
