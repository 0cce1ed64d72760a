//! Pieces: which cells can reach each other at all, chunk by chunk, so that "no way" is known before a search begins
//! and a change makes only the chunks around it be looked at again.
//!
//! The idea: flood each smallest chunk, walls apart; of a larger chunk join the pieces of the smaller ones in it wherever
//! two free cells lie side by side across a border; at last do the same for the whole land. A cell's piece of the land
//! is looked up through its chunks. Promise: exact, since whoever may go may come back. Needs: passability of cells
//! alone; prices do not matter. Numbers are given in the order of the cells. Cost: some microseconds a chunk, a byte a
//! cell where a chunk has more than one piece.
//! What does not live here: what a way costs.

use super::cache::stamp_of;
use super::page::BARRED;
use super::shape::{AREA, ChunkGrid, SIDE, SIDE_BITS, SUBS};
use super::{Abstraction, StepPrices};
use crate::graph::root;
use crate::grid::Cell;
use crate::world::LEVELS;
use xxhash_rust::xxh3::xxh3_64;

/// Marks cells that nobody can stand on.
const WALL: u8 = u8::MAX;

/// Pieces of a smallest chunk.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Pieces {
    count: u8,
    /// The piece of each cell; nothing if all are of piece 0, or all are walls.
    labels: Option<Box<[u8; AREA]>>,
    /// For what they are.
    stamp: u64,
}

/// Pieces of the smaller chunks in a chunk, joined; or those of the largest chunks, joined to those of the land.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Joined {
    /// Where the pieces of each smaller chunk begin in `of`; the last is their number.
    first: Box<[u32]>,
    /// The piece that each belongs to.
    of: Box<[u32]>,
    count: u32,
    /// For the pieces of the smallest chunks in it.
    stamp: u64,
}

impl Pieces {
    pub fn of(shape: &ChunkGrid, low: Cell, prices: &impl StepPrices) -> Pieces {
        let mut labels = Box::new([WALL; AREA]);
        let is_land = |inner: usize| shape.size.contains(ChunkGrid::outer(low, inner));
        let is_free = |inner: usize| !prices.is_blocked(shape.land(ChunkGrid::outer(low, inner)));
        let mut free: [bool; AREA] = std::array::from_fn(|inner| is_land(inner) && is_free(inner));
        let walls = (0..AREA).filter(|inner| !free[*inner] && is_land(*inner)).count();
        if walls == 0 {
            return Pieces { count: 1, labels: None, stamp: 1 };
        }
        let mut count = 0;
        let mut waiting = Vec::new();
        for seed in 0..AREA {
            if !free[seed] {
                continue;
            }
            waiting.push(seed);
            while let Some(inner) = waiting.pop() {
                if std::mem::take(&mut free[inner]) {
                    labels[inner] = count;
                    waiting.extend(beside(inner).filter(|next| free[*next]));
                }
            }
            count += 1;
        }
        let stamp = if count > 0 { xxh3_64(&labels[..]) } else { 0 };
        Pieces { count, labels: (count > 0).then_some(labels), stamp }
    }

    fn at(&self, inner: usize) -> Option<u8> {
        match &self.labels {
            Some(labels) => (labels[inner] != WALL).then_some(labels[inner]),
            None => (self.count > 0).then_some(0),
        }
    }
}

/// The up to four neighbours of a cell within its chunk.
fn beside(inner: usize) -> impl Iterator<Item = usize> {
    let (column, row, side) = (inner % usize::from(SIDE), inner >> SIDE_BITS, usize::from(SIDE));
    let steps = [
        (row > 0, inner.wrapping_sub(side)),
        (column + 1 < side, inner + 1),
        (row + 1 < side, inner + side),
        (column > 0, inner.wrapping_sub(1)),
    ];
    steps.into_iter().filter(|(is_inside, _)| *is_inside).map(|(_, next)| next)
}

impl Joined {
    /// Joins pieces: `counts` are those of each smaller chunk, `links` pairs of pieces that touch, each piece given by the
    /// place of its chunk and its number in it.
    fn of(
        counts: impl Iterator<Item = u32>,
        links: impl Fn(&mut dyn FnMut(usize, u32, usize, u32)),
        stamp: u64,
    ) -> Joined {
        let mut first = vec![0];
        for count in counts {
            first.push(first[first.len() - 1] + count);
        }
        let mut roots: Vec<u32> = (0..first[first.len() - 1]).collect();
        links(&mut |a, piece_a, b, piece_b| {
            let (a, b) = (root(&mut roots, first[a] + piece_a), root(&mut roots, first[b] + piece_b));
            // The smaller becomes the root, so that numbers are given in order.
            roots[a.max(b) as usize] = a.min(b);
        });
        let mut count = 0;
        let mut of = vec![0; roots.len()];
        for piece in 0..roots.len() as u32 {
            let root = root(&mut roots, piece);
            of[piece as usize] = if root == piece { count } else { of[root as usize] };
            count += u32::from(root == piece);
        }
        Joined { first: first.into(), of: of.into(), count, stamp }
    }

    fn at(&self, sub: usize, piece: u32) -> u32 {
        self.of[(self.first[sub] + piece) as usize]
    }
}

impl Abstraction {
    fn leaf_pieces(&self, chunk: u32, prices: &impl StepPrices) -> &Pieces {
        self.leaves[chunk as usize].get_or_init(|| {
            self.count_built();
            Pieces::of(&self.shape, self.shape.span(0, chunk).0, prices)
        })
    }

    fn joined_pieces(&self, level: usize, chunk: u32, prices: &impl StepPrices) -> &Joined {
        let slot = &self.joined[level - 1][chunk as usize];
        slot.now.get_or_init(|| {
            let mut subs = [None; SUBS];
            for sub in self.shape.subs(level, chunk) {
                subs[self.shape.place_in_parent(level - 1, sub)] = Some(sub);
            }
            let place = |sub: u32| {
                let is_inside = self.shape.parent(level - 1, sub) == chunk;
                is_inside.then(|| self.shape.place_in_parent(level - 1, sub))
            };
            self.join(level - 1, &subs, place, slot.before.as_deref(), prices).into()
        })
    }

    fn land_pieces(&self, prices: &impl StepPrices) -> &Joined {
        self.whole.now.get_or_init(|| {
            let chunks: Vec<Option<u32>> = (0..self.shape.count(LEVELS - 1) as u32).map(Some).collect();
            let place = |chunk| Some(chunk as usize);
            self.join(LEVELS - 1, &chunks, place, self.whole.before.as_deref(), prices).into()
        })
    }

    /// Joins the pieces of chunks, which stand at these places, unless those `before` are made of the same.
    fn join(
        &self,
        level: usize,
        chunks: &[Option<u32>],
        place: impl Fn(u32) -> Option<usize>,
        before: Option<&Joined>,
        prices: &impl StepPrices,
    ) -> Joined {
        let shape = &self.shape;
        let parts = chunks.iter().flatten().map(|chunk| match level {
            0 => self.leaf_pieces(*chunk, prices).stamp,
            _ => self.joined_pieces(level, *chunk, prices).stamp,
        });
        let stamp = stamp_of(parts);
        if let Some(before) = before.filter(|before| before.stamp == stamp) {
            return before.clone();
        }
        self.count_built();
        let counts =
            chunks.iter().map(|chunk| chunk.map_or(0, |chunk| self.piece_count(level, chunk, prices)));
        let links = |link: &mut dyn FnMut(usize, u32, usize, u32)| {
            for (a, chunk) in chunks.iter().enumerate() {
                let Some(chunk) = chunk else { continue };
                let (low, high) = shape.span(level, *chunk);
                let right = (low.y..=high.y).map(|y| (Cell::new(high.x, y), (1, 0), y % SIDE));
                let below = (low.x..=high.x).map(|x| (Cell::new(x, high.y), (0, 1), x % SIDE));
                let (mut last, mut is_told) = (None, false);
                for (here, (dx, dy), at) in right.chain(below) {
                    // Where neither side has walls, one pair of cells tells all.
                    if at > 0 && is_told {
                        continue;
                    }
                    let Some(there) = shape.size.offset(here, dx, dy) else { continue };
                    let Some(b) = place(shape.chunk(level, there)) else { continue };
                    is_told = self.is_open(here, prices) && self.is_open(there, prices);
                    let pair = (self.piece_in(level, here, prices), self.piece_in(level, there, prices), b);
                    if let (Some(piece_a), Some(piece_b), b) = pair
                        && last != Some(pair)
                    {
                        link(a, piece_a, b, piece_b);
                        last = Some(pair);
                    }
                }
            }
        };
        Joined::of(counts, links, stamp)
    }

    /// Whether the smallest chunk of a cell has no walls.
    fn is_open(&self, cell: Cell, prices: &impl StepPrices) -> bool {
        let leaf = self.leaf_pieces(self.shape.chunk(0, cell), prices);
        leaf.labels.is_none() && leaf.count == 1
    }

    fn piece_count(&self, level: usize, chunk: u32, prices: &impl StepPrices) -> u32 {
        match level {
            0 => self.leaf_pieces(chunk, prices).count.into(),
            _ => self.joined_pieces(level, chunk, prices).count,
        }
    }

    /// The piece of a cell within its chunk of this level; nothing if nobody can stand there.
    pub(super) fn piece_in(&self, level: usize, cell: Cell, prices: &impl StepPrices) -> Option<u32> {
        let leaf = self.leaf_pieces(self.shape.chunk(0, cell), prices);
        let mut piece = leaf.at(ChunkGrid::inner(cell))?.into();
        for level in 1..=level {
            let sub = self.shape.place_in_parent(level - 1, self.shape.chunk(level - 1, cell));
            piece = self.joined_pieces(level, self.shape.chunk(level, cell), prices).at(sub, piece);
        }
        Some(piece)
    }

    /// The piece of the land that a cell belongs to; nothing if nobody can stand there.
    pub(super) fn piece(&self, cell: Cell, prices: &impl StepPrices) -> Option<u32> {
        let piece = self.piece_in(LEVELS - 1, cell, prices)?;
        Some(self.land_pieces(prices).at(self.shape.chunk(LEVELS - 1, cell) as usize, piece))
    }

    /// Whether a chunk of this level has a cell of a piece of the land.
    fn has_piece(&self, level: usize, chunk: u32, piece: u32, prices: &impl StepPrices) -> bool {
        let whole = self.land_pieces(prices);
        let (low, _) = self.shape.span(level, chunk);
        let up = |mut own: u32| {
            for level in level + 1..LEVELS {
                let sub = self.shape.place_in_parent(level - 1, self.shape.chunk(level - 1, low));
                own = self.joined_pieces(level, self.shape.chunk(level, low), prices).at(sub, own);
            }
            whole.at(self.shape.chunk(LEVELS - 1, low) as usize, own)
        };
        (0..self.piece_count(level, chunk, prices)).any(|own| up(own) == piece)
    }

    /// Where one can begin from a cell: there, or, if nobody can stand there, on the neighbour that is cheapest to step
    /// to and nearest to the goal.
    pub(super) fn foothold(&self, prices: &impl StepPrices, from: Cell, goal: Cell) -> Option<Cell> {
        let wanted = self.piece(goal, prices)?;
        let price = |price: u16, cell: Cell| u64::from(price) + u64::from(cell.octile(goal));
        let fits = self.footholds(from, prices).filter(|(_, cell)| self.piece(*cell, prices) == Some(wanted));
        fits.min_by_key(|(step, cell)| (price(*step, *cell), *cell)).map(|(_, cell)| cell)
    }

    /// The cell itself, or, if nobody can stand there, those that one can step to from it; with what that costs.
    fn footholds(&self, from: Cell, prices: &impl StepPrices) -> impl Iterator<Item = (u16, Cell)> {
        let shape = &self.shape;
        let is_blocked = prices.is_blocked(shape.land(from));
        let here = (!is_blocked).then_some((0, from));
        let page = is_blocked.then(|| self.page(shape.chunk(0, from), prices));
        let beside = page.into_iter().flat_map(move |page| {
            let steps = shape.size.neighbours(from);
            steps.map(move |(dir, cell)| (page.step(ChunkGrid::inner(from), dir as usize), cell))
        });
        here.into_iter().chain(beside.filter(|(step, _)| *step != BARRED))
    }

    /// The pieces of the land that one can reach from a cell: one, unless it is a wall.
    fn pieces_from(&self, from: Cell, prices: &impl StepPrices) -> Vec<u32> {
        let mut pieces: Vec<u32> =
            self.footholds(from, prices).filter_map(|(_, cell)| self.piece(cell, prices)).collect();
        pieces.sort_unstable();
        pieces.dedup();
        pieces
    }

    /// Whether one can get from `a` to `b` at all.
    pub fn connected(&self, prices: &impl StepPrices, a: Cell, b: Cell) -> bool {
        let wanted = self.piece(b, prices);
        wanted.is_some() && self.foothold(prices, a, b).is_some_and(|a| self.piece(a, prices) == wanted)
    }

    /// Of all cells that can be reached from `from`, the nearest to `goal` by octile distance; of several, the first in
    /// the order of cells. Nothing if one cannot even stand at `from`.
    ///
    /// Chunks are looked into in the order of their distance, larger ones first, and only those that have a cell of
    /// that piece.
    pub fn nearest_connected(&self, prices: &impl StepPrices, from: Cell, goal: Cell) -> Option<Cell> {
        let pieces = self.pieces_from(from, prices);
        let is_wanted = |piece: Option<u32>| piece.is_some_and(|piece| pieces.contains(&piece));
        if is_wanted(self.piece(goal, prices)) {
            return Some(goal);
        }
        let mut waiting = std::collections::BinaryHeap::new();
        let shape = &self.shape;
        let distance = |level: usize, chunk: u32| {
            let (low, high) = shape.span(level, chunk);
            let near = |at: u16, low: u16, high: u16| at.clamp(low, high);
            goal.octile(Cell::new(near(goal.x, low.x, high.x), near(goal.y, low.y, high.y)))
        };
        let entry = |level: usize, chunk: u32| std::cmp::Reverse((distance(level, chunk), level, chunk));
        waiting.extend((0..shape.count(LEVELS - 1) as u32).map(|chunk| entry(LEVELS - 1, chunk)));
        let mut best: Option<(u32, Cell)> = None;
        while let Some(std::cmp::Reverse((least, level, chunk))) = waiting.pop() {
            if best.is_some_and(|(found, _)| found < least) {
                break;
            }
            if !pieces.iter().any(|piece| self.has_piece(level, chunk, *piece, prices)) {
                continue;
            }
            if level > 0 {
                waiting.extend(shape.subs(level, chunk).map(|sub| entry(level - 1, sub)));
                continue;
            }
            let (low, high) = shape.span(0, chunk);
            let cells = (low.y..=high.y).flat_map(|y| (low.x..=high.x).map(move |x| Cell::new(x, y)));
            let inside = cells.filter(|cell| is_wanted(self.piece(*cell, prices)));
            let nearest = inside.map(|cell| (cell.octile(goal), cell)).min();
            best = best.into_iter().chain(nearest).min();
        }
        best.map(|(_, cell)| cell)
    }
}
