//! Connected components, chunk by chunk: which cells can reach each other at all. "No path" is known before a search
//! begins, and a change invalidates only the chunks around it.
//!
//! The idea: flood each smallest chunk; for a larger chunk join the components of the smaller ones in it wherever two
//! free cells lie side by side across a border; finally do the same for the whole land. The component of a cell is
//! looked up through its chunks.
//! Promise: exact, since every step can be reversed. Needs: passability of cells alone; prices do not matter.
//! Components are numbered in the order of their cells.
//! Cost: some microseconds a chunk, a byte a cell where a chunk has more than one component. Not here: the cost of a
//! path.

use super::cache::stamp_of;
use super::page::BARRED;
use super::shape::{AREA, ChunkGrid, SIDE, SIDE_BITS, SUBS};
use super::{Abstraction, StepPrices};
use crate::graph::root;
use crate::grid::Cell;
use crate::world::LEVELS;
use xxhash_rust::xxh3::xxh3_64;

/// Marks impassable cells.
const WALL: u8 = u8::MAX;

/// Components of a smallest chunk.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Pieces {
    count: u8,
    /// The component of each cell; `None` if all are in component 0, or all are walls.
    labels: Option<Box<[u8; AREA]>>,
    /// Hash of the labels.
    stamp: u64,
}

/// The components of the smaller chunks in a chunk, joined; or those of the largest chunks, joined to those of the
/// land.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Joined {
    /// Where the components of each smaller chunk start in `of`, and the end of the last.
    first: Box<[u32]>,
    /// The joined component of each.
    of: Box<[u32]>,
    count: u32,
    /// Hash of the components of the smallest chunks in it.
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
        let mut stack = Vec::new();
        for seed in 0..AREA {
            if !free[seed] {
                continue;
            }
            stack.push(seed);
            while let Some(inner) = stack.pop() {
                if std::mem::take(&mut free[inner]) {
                    labels[inner] = count;
                    stack.extend(beside(inner).filter(|next| free[*next]));
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

/// The neighbours of a cell within its chunk, at most four.
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
    /// Joins components: `counts` are those of each smaller chunk, `links` yields pairs of touching components, each
    /// given by the index of its chunk and its label in it.
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
            // The smaller one becomes the root, so that components are numbered in order.
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

    /// Joins the components of chunks at these indices, unless those in `before` have the same inputs.
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
                let (mut last, mut is_settled) = (None, false);
                for (here, (dx, dy), at) in right.chain(below) {
                    // Where neither side has walls, one pair of cells is enough.
                    if at > 0 && is_settled {
                        continue;
                    }
                    let Some(there) = shape.size.offset(here, dx, dy) else { continue };
                    let Some(b) = place(shape.chunk(level, there)) else { continue };
                    is_settled = self.is_open(here, prices) && self.is_open(there, prices);
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

    /// The component of a cell within its chunk of this level; `None` for a wall.
    pub(super) fn piece_in(&self, level: usize, cell: Cell, prices: &impl StepPrices) -> Option<u32> {
        let leaf = self.leaf_pieces(self.shape.chunk(0, cell), prices);
        let mut piece = leaf.at(ChunkGrid::inner(cell))?.into();
        for level in 1..=level {
            let sub = self.shape.place_in_parent(level - 1, self.shape.chunk(level - 1, cell));
            piece = self.joined_pieces(level, self.shape.chunk(level, cell), prices).at(sub, piece);
        }
        Some(piece)
    }

    /// The component of a cell in the land; `None` for a wall.
    pub(super) fn piece(&self, cell: Cell, prices: &impl StepPrices) -> Option<u32> {
        let piece = self.piece_in(LEVELS - 1, cell, prices)?;
        Some(self.land_pieces(prices).at(self.shape.chunk(LEVELS - 1, cell) as usize, piece))
    }

    /// Whether a chunk of this level has a cell of a component of the land.
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

    /// Where a path from a cell can start: there or, if it is a wall, on the neighbour for which the step plus the
    /// distance to the goal is least.
    pub(super) fn foothold(&self, prices: &impl StepPrices, from: Cell, goal: Cell) -> Option<Cell> {
        let wanted = self.piece(goal, prices)?;
        let price = |price: u16, cell: Cell| u64::from(price) + u64::from(cell.octile(goal));
        let fits = self.footholds(from, prices).filter(|(_, cell)| self.piece(*cell, prices) == Some(wanted));
        fits.min_by_key(|(step, cell)| (price(*step, *cell), *cell)).map(|(_, cell)| cell)
    }

    /// The cell itself or, if it is a wall, the neighbours that a step can reach; with the price of the step.
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

    /// The components of the land that a cell can reach: one, unless it is a wall.
    fn pieces_from(&self, from: Cell, prices: &impl StepPrices) -> Vec<u32> {
        let mut pieces: Vec<u32> =
            self.footholds(from, prices).filter_map(|(_, cell)| self.piece(cell, prices)).collect();
        pieces.sort_unstable();
        pieces.dedup();
        pieces
    }

    /// Whether there is a path from `a` to `b`.
    pub fn connected(&self, prices: &impl StepPrices, a: Cell, b: Cell) -> bool {
        let wanted = self.piece(b, prices);
        wanted.is_some() && self.foothold(prices, a, b).is_some_and(|a| self.piece(a, prices) == wanted)
    }

    /// The nearest cell to `goal` by octile distance that is reachable from `from`; of several, the first in the order
    /// of cells. `None` if no path can start at `from`.
    ///
    /// Chunks are examined in the order of their distance, larger ones first, and only those with a cell of that
    /// component.
    pub fn nearest_connected(&self, prices: &impl StepPrices, from: Cell, goal: Cell) -> Option<Cell> {
        let pieces = self.pieces_from(from, prices);
        let is_wanted = |piece: Option<u32>| piece.is_some_and(|piece| pieces.contains(&piece));
        if is_wanted(self.piece(goal, prices)) {
            return Some(goal);
        }
        let mut open = std::collections::BinaryHeap::new();
        let shape = &self.shape;
        let distance = |level: usize, chunk: u32| {
            let (low, high) = shape.span(level, chunk);
            let near = |at: u16, low: u16, high: u16| at.clamp(low, high);
            goal.octile(Cell::new(near(goal.x, low.x, high.x), near(goal.y, low.y, high.y)))
        };
        let entry = |level: usize, chunk: u32| std::cmp::Reverse((distance(level, chunk), level, chunk));
        open.extend((0..shape.count(LEVELS - 1) as u32).map(|chunk| entry(LEVELS - 1, chunk)));
        let mut best: Option<(u32, Cell)> = None;
        while let Some(std::cmp::Reverse((least, level, chunk))) = open.pop() {
            if best.is_some_and(|(found, _)| found < least) {
                break;
            }
            if !pieces.iter().any(|piece| self.has_piece(level, chunk, *piece, prices)) {
                continue;
            }
            if level > 0 {
                open.extend(shape.subs(level, chunk).map(|sub| entry(level - 1, sub)));
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
