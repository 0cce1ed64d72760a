//! Connected components, chunk by chunk: which cells can reach each other at all. "No path" is known before a search
//! begins, and a change invalidates only the chunks around it.
//!
//! The idea: flood each smallest chunk; for a larger chunk join the components of the smaller ones in it wherever two
//! free cells lie side by side across a border; finally do the same for the whole land. The component of a cell is
//! looked up through its chunks.
//! Promise: exact, since every step can be reversed. Needs: passability of cells alone; prices do not matter.
//! Cost: some microseconds a chunk. Not here: the cost of a path.

use super::cache::hash_of;
use super::components::{JoinedComponents, LeafComponents};
use super::page::BLOCKED;
use super::shape::{CHUNK_CHILDREN, CHUNK_SIDE, ChunkGrid};
use super::{Abstraction, StepPrices};
use crate::grid::{Cell, distinct};
use crate::world::LEVELS;

impl Abstraction {
    fn leaf_components(&self, chunk: u32, prices: &impl StepPrices) -> &LeafComponents {
        self.leaf_components[chunk as usize].get_or_init(|| {
            self.count_built();
            LeafComponents::of(&self.shape, self.shape.span(0, chunk).0, prices)
        })
    }

    fn joined_components(&self, level: usize, chunk: u32, prices: &impl StepPrices) -> &JoinedComponents {
        let slot = &self.joined_components[level - 1][chunk as usize];
        slot.current.get_or_init(|| {
            let mut subs = [None; CHUNK_CHILDREN];
            for sub in self.shape.children(level, chunk) {
                subs[self.shape.index_in_parent(level - 1, sub)] = Some(sub);
            }
            let place = |sub: u32| {
                let is_inside = self.shape.parent(level - 1, sub) == chunk;
                is_inside.then(|| self.shape.index_in_parent(level - 1, sub))
            };
            self.join_components(level - 1, &subs, place, slot.previous.as_deref(), prices).into()
        })
    }

    fn land_components(&self, prices: &impl StepPrices) -> &JoinedComponents {
        self.land_components.current.get_or_init(|| {
            let chunks: Vec<Option<u32>> = (0..self.shape.count(LEVELS - 1) as u32).map(Some).collect();
            let place = |chunk| Some(chunk as usize);
            self.join_components(LEVELS - 1, &chunks, place, self.land_components.previous.as_deref(), prices)
                .into()
        })
    }

    /// Joins the components of chunks at these indices, unless those in `before` have the same inputs.
    fn join_components(
        &self,
        level: usize,
        chunks: &[Option<u32>],
        place: impl Fn(u32) -> Option<usize>,
        before: Option<&JoinedComponents>,
        prices: &impl StepPrices,
    ) -> JoinedComponents {
        let shape = &self.shape;
        let parts = chunks.iter().flatten().map(|chunk| match level {
            0 => self.leaf_components(*chunk, prices).hash,
            _ => self.joined_components(level, *chunk, prices).hash,
        });
        let stamp = hash_of(parts);
        if let Some(before) = before.filter(|before| before.hash == stamp) {
            return before.clone();
        }
        self.count_built();
        let counts =
            chunks.iter().map(|chunk| chunk.map_or(0, |chunk| self.component_count(level, chunk, prices)));
        let links = |link: &mut dyn FnMut(usize, u32, usize, u32)| {
            for (a, chunk) in chunks.iter().enumerate() {
                let Some(chunk) = chunk else { continue };
                let (low, high) = shape.span(level, *chunk);
                let right = (low.y..=high.y).map(|y| (Cell::new(high.x, y), (1, 0), y % CHUNK_SIDE));
                let below = (low.x..=high.x).map(|x| (Cell::new(x, high.y), (0, 1), x % CHUNK_SIDE));
                let (mut last, mut is_settled) = (None, false);
                for (here, (dx, dy), at) in right.chain(below) {
                    // Where neither side has walls, one pair of cells is enough.
                    if at > 0 && is_settled {
                        continue;
                    }
                    let Some(there) = shape.size.offset(here, dx, dy) else { continue };
                    let Some(b) = place(shape.chunk(level, there)) else { continue };
                    is_settled = self.is_open(here, prices) && self.is_open(there, prices);
                    let pair =
                        (self.component_in(level, here, prices), self.component_in(level, there, prices), b);
                    if let (Some(piece_a), Some(piece_b), b) = pair
                        && last != Some(pair)
                    {
                        link(a, piece_a, b, piece_b);
                        last = Some(pair);
                    }
                }
            }
        };
        JoinedComponents::of(counts, links, stamp)
    }

    /// Whether the smallest chunk of a cell has no walls.
    fn is_open(&self, cell: Cell, prices: &impl StepPrices) -> bool {
        self.leaf_components(self.shape.chunk(0, cell), prices).is_open()
    }

    fn component_count(&self, level: usize, chunk: u32, prices: &impl StepPrices) -> u32 {
        match level {
            0 => self.leaf_components(chunk, prices).count.into(),
            _ => self.joined_components(level, chunk, prices).count,
        }
    }

    /// The component of a cell within its chunk of this level; `None` for a wall.
    pub(super) fn component_in(&self, level: usize, cell: Cell, prices: &impl StepPrices) -> Option<u32> {
        let leaf = self.leaf_components(self.shape.chunk(0, cell), prices);
        let mut piece = leaf.at(ChunkGrid::local_index(cell))?.into();
        for level in 1..=level {
            let sub = self.shape.index_in_parent(level - 1, self.shape.chunk(level - 1, cell));
            piece = self.joined_components(level, self.shape.chunk(level, cell), prices).at(sub, piece);
        }
        Some(piece)
    }

    /// The component of a cell in the land; `None` for a wall.
    pub(super) fn component(&self, cell: Cell, prices: &impl StepPrices) -> Option<u32> {
        let piece = self.component_in(LEVELS - 1, cell, prices)?;
        Some(self.land_components(prices).at(self.shape.chunk(LEVELS - 1, cell) as usize, piece))
    }

    /// Whether a chunk of this level has a cell of a component of the land.
    fn has_component(&self, level: usize, chunk: u32, piece: u32, prices: &impl StepPrices) -> bool {
        let whole = self.land_components(prices);
        let (low, _) = self.shape.span(level, chunk);
        let up = |mut own: u32| {
            for level in level + 1..LEVELS {
                let sub = self.shape.index_in_parent(level - 1, self.shape.chunk(level - 1, low));
                own = self.joined_components(level, self.shape.chunk(level, low), prices).at(sub, own);
            }
            whole.at(self.shape.chunk(LEVELS - 1, low) as usize, own)
        };
        (0..self.component_count(level, chunk, prices)).any(|own| up(own) == piece)
    }

    /// Where a path from a cell can start: there or, if it is a wall, on the neighbour for which the step plus the
    /// distance to the goal is least.
    pub(super) fn passable_start(&self, prices: &impl StepPrices, from: Cell, goal: Cell) -> Option<Cell> {
        let wanted = self.component(goal, prices)?;
        let price = |price: u16, cell: Cell| u64::from(price) + u64::from(cell.octile(goal));
        let fits = self
            .passable_starts(from, prices)
            .filter(|(_, cell)| self.component(*cell, prices) == Some(wanted));
        fits.min_by_key(|(step, cell)| (price(*step, *cell), *cell)).map(|(_, cell)| cell)
    }

    /// The cell itself or, if it is a wall, the neighbours that a step can reach; with the price of the step.
    fn passable_starts(&self, from: Cell, prices: &impl StepPrices) -> impl Iterator<Item = (u16, Cell)> {
        let shape = &self.shape;
        let is_blocked = prices.is_blocked(shape.node(from));
        let here = (!is_blocked).then_some((0, from));
        let page = is_blocked.then(|| self.page(shape.chunk(0, from), prices));
        let beside = page.into_iter().flat_map(move |page| {
            let steps = shape.size.neighbours(from);
            steps.map(move |(dir, cell)| (page.step(ChunkGrid::local_index(from), dir as usize), cell))
        });
        here.into_iter().chain(beside.filter(|(step, _)| *step != BLOCKED))
    }

    /// The components of the land that a cell can reach: one, unless it is a wall.
    fn components_from(&self, from: Cell, prices: &impl StepPrices) -> Vec<u32> {
        distinct(self.passable_starts(from, prices).filter_map(|(_, cell)| self.component(cell, prices)))
    }

    /// Whether there is a path from `a` to `b`.
    pub fn is_connected(&self, prices: &impl StepPrices, a: Cell, b: Cell) -> bool {
        let wanted = self.component(b, prices);
        wanted.is_some()
            && self.passable_start(prices, a, b).is_some_and(|a| self.component(a, prices) == wanted)
    }

    /// The nearest cell to `goal` by octile distance that is reachable from `from`; of several, the first in the order
    /// of cells. `None` if no path can start at `from`.
    ///
    /// Chunks are examined in the order of their distance, larger ones first, and only those with a cell of that
    /// component.
    pub fn nearest_reachable(&self, prices: &impl StepPrices, from: Cell, goal: Cell) -> Option<Cell> {
        let pieces = self.components_from(from, prices);
        let is_wanted = |piece: Option<u32>| piece.is_some_and(|piece| pieces.contains(&piece));
        if is_wanted(self.component(goal, prices)) {
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
            if !pieces.iter().any(|piece| self.has_component(level, chunk, *piece, prices)) {
                continue;
            }
            if level > 0 {
                open.extend(shape.children(level, chunk).map(|sub| entry(level - 1, sub)));
                continue;
            }
            let (low, high) = shape.span(0, chunk);
            let cells = (low.y..=high.y).flat_map(|y| (low.x..=high.x).map(move |x| Cell::new(x, y)));
            let inside = cells.filter(|cell| is_wanted(self.component(*cell, prices)));
            let nearest = inside.map(|cell| (cell.octile(goal), cell)).min();
            best = best.into_iter().chain(nearest).min();
        }
        best.map(|(_, cell)| cell)
    }
}
