//! The abstraction: chunks of three sizes with entrances between them, routes from entrance to entrance, and exact
//! paths nearby.
//!
//! A land is too large to be searched cell by cell for every unit that wants to cross it. So it is divided into chunks,
//! and the cost to cross each chunk from entrance to entrance is cached (`chunk_costs`, `entrances`). A query is first
//! answered by entrances alone (`route`): a few thousand expansions, however large the land. The next stretch of that
//! route is refined to cells by an exact search in the chunks around it (`corridor`), shortly before it is walked; the
//! rest is left for later, when it may have changed anyway.
//!
//! Everything here is computed on demand, and invalidated chunk by chunk when prices change. The data of a chunk
//! depends on prices alone, never on the order of queries or invalidations: repaired equals rebuilt.
//!
//! Not here: where prices come from, which request comes next, and which unit walks.

mod abstract_search;
mod bucket_queue;
mod cache;
mod cache_check;
mod catalogue_row;
mod chunk;
mod chunk_costs;
mod components;
mod connectivity;
mod corridor;
mod entrances;
mod flood;
mod page;
mod prices;
mod route;
mod scratch;
mod shape;
mod supposed;
mod supposed_pages;
mod window;

use crate::grid::{Cell, Size, distinct};
use crate::world::LEVELS;
use cache::{CacheSlot, PageSets, empty_slots};
use chunk::{Chunk, ChunkEntrances};
use components::{JoinedComponents, LeafComponents};
use page::Page;
use rayon::prelude::*;
use shape::{ChunkGrid, ChunkSide, is_at_sides};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

pub(super) use bucket_queue::BucketQueue;
pub use cache_check::Difference;
pub use catalogue_row::{PLANNER, PLANNER_COST_PERCENT_MAX};
pub use prices::StepPrices;
pub use scratch::Scratch;
pub(super) use supposed::{TooLarge, cheapest_path};

/// The amount of work so far, for display: it depends on the queries.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counters {
    /// Pages, borders, chunks and components of chunks computed.
    pub built: u64,
    /// Smallest chunks invalidated because prices changed.
    pub invalidated: u64,
}

/// A land divided into chunks. Its answers do not depend on earlier queries; only their timing does.
///
/// Prices must stay the same between two calls of [`Abstraction::invalidate_cell`]. Many threads can query it at once.
#[derive(Debug)]
pub struct Abstraction {
    shape: ChunkGrid,
    pages: PageSets,
    border_entrances: [Vec<OnceLock<ChunkEntrances>>; LEVELS],
    chunks: [Vec<CacheSlot<Chunk>>; LEVELS],
    leaf_components: Vec<OnceLock<LeafComponents>>,
    /// Components of the chunks above the smallest.
    joined_components: [Vec<CacheSlot<JoinedComponents>>; LEVELS - 1],
    land_components: CacheSlot<JoinedComponents>,
    built: AtomicU64,
    invalidated: u64,
}

/// A clone is empty: it would compute the same.
impl Clone for Abstraction {
    fn clone(&self) -> Self {
        Self::new(self.shape.size)
    }
}

impl Abstraction {
    /// An abstraction of a land of this size, with nothing computed yet.
    pub fn new(size: Size) -> Self {
        let shape = ChunkGrid::new(size);
        Self {
            shape,
            pages: PageSets::new(shape.count(0)),
            border_entrances: std::array::from_fn(|level| empty_slots(shape.count(level))),
            chunks: std::array::from_fn(|level| empty_slots(shape.count(level))),
            leaf_components: empty_slots(shape.count(0)),
            joined_components: std::array::from_fn(|level| empty_slots(shape.count(level + 1))),
            land_components: CacheSlot::default(),
            built: AtomicU64::new(0),
            invalidated: 0,
        }
    }

    /// Invalidates what depends on a cell: prices of steps onto or off it may have changed, or whether it is passable.
    pub fn invalidate_cell(&mut self, cell: Cell) {
        let shape = self.shape;
        for near in shape.size.square(cell, 1) {
            self.pages.invalidate(shape.chunk(0, near));
        }
        self.leaf_components[shape.chunk(0, cell) as usize].take();
        self.land_components.mark_dirty();
        self.invalidated += 1;
        let at_border = is_at_sides(cell);
        for level in 0..LEVELS {
            let chunk = shape.chunk(level, cell);
            if level > 0 {
                self.joined_components[level - 1][chunk as usize].mark_dirty();
            }
            // Entrances of larger chunks depend on the components anywhere in them.
            let [east, south, west, north] = if level == 0 { at_border } else { [true; 4] };
            let beside = ChunkSide::ALL.map(|side| shape.adjacent(level, chunk, side));
            let owners =
                [(east || south).then_some(chunk), beside[2].filter(|_| west), beside[3].filter(|_| north)];
            for owner in owners.into_iter().flatten() {
                self.border_entrances[level][owner as usize].take();
            }
            for (other, is_near) in beside.into_iter().zip([east, south, west, north]) {
                if let Some(other) = other.filter(|_| is_near) {
                    self.chunks[level][other as usize].mark_dirty();
                }
            }
            // The neighbours to the east and south include the price of the step from this cell.
            let entered = [(1, 0), (0, 1)].into_iter().filter_map(|(dx, dy)| shape.size.offset(cell, dx, dy));
            for near in entered.chain([cell]) {
                let slot = &mut self.chunks[level][shape.chunk(level, near) as usize];
                if level == 0 { slot.invalidate() } else { slot.mark_dirty() }
            }
        }
    }

    /// Invalidates what depends on any cells of a smallest chunk, by its index. For cells at its border, call it for
    /// the chunk on the other side, too.
    pub fn invalidate_chunk(&mut self, chunk: u32) {
        let shape = self.shape;
        let low = shape.span(0, chunk).0;
        self.pages.invalidate(chunk);
        self.leaf_components[chunk as usize].take();
        self.land_components.mark_dirty();
        self.invalidated += 1;
        for level in 0..LEVELS {
            let chunk = shape.chunk(level, low);
            if level > 0 {
                self.joined_components[level - 1][chunk as usize].mark_dirty();
            }
            let [east, south, west, north] = ChunkSide::ALL.map(|side| shape.adjacent(level, chunk, side));
            for owner in [Some(chunk), west, north].into_iter().flatten() {
                self.border_entrances[level][owner as usize].take();
            }
            for other in [east, south, west, north].into_iter().flatten() {
                self.chunks[level][other as usize].mark_dirty();
            }
            let slot = &mut self.chunks[level][chunk as usize];
            if level == 0 { slot.invalidate() } else { slot.mark_dirty() }
        }
    }

    /// Invalidates everything: all prices may have changed.
    pub fn invalidate_all(&mut self) {
        let fresh = Abstraction::new(self.shape.size);
        let forgotten = self.invalidated + self.shape.count(0) as u64;
        *self = Self {
            built: AtomicU64::new(self.built.load(Ordering::Relaxed)),
            invalidated: forgotten,
            ..fresh
        };
    }

    /// Drops the least recently used compiled pages where all of these have more than `most` together, and some more,
    /// so that not every call drops some. They are compiled again on demand: only timing changes.
    pub fn trim(all: &mut [&mut Abstraction], most: usize) {
        for one in all.iter_mut() {
            one.pages.advance_turn();
        }
        if all.iter().map(|one| one.pages.count()).sum::<usize>() <= most {
            return;
        }
        let mut ages: Vec<u32> = all.iter().flat_map(|one| one.pages.ages()).collect();
        let (_, youngest_dropped, older) = ages.select_nth_unstable(most - most / 4);
        let turns = *youngest_dropped;
        let mut ties = 1 + older.iter().filter(|age| **age == turns).count();
        for one in all {
            one.pages.drop_unused(turns, &mut ties);
        }
    }

    /// The amount of work so far.
    pub fn counters(&self) -> Counters {
        Counters { built: self.built.load(Ordering::Relaxed), invalidated: self.invalidated }
    }

    /// Bytes that all cached data take.
    pub fn bytes(&self) -> usize {
        let pages = self.pages.count() * size_of::<Page>();
        let chunks = self.chunks.iter().flatten().filter_map(|slot| slot.current.get());
        let places: usize = self.chunks.iter().map(|chunks| chunks.len() * 64).sum();
        pages + places + chunks.map(|chunk| chunk.bytes()).sum::<usize>()
    }

    /// Computes all chunks of all levels, in parallel.
    pub fn build(&self, prices: &impl StepPrices) {
        for level in 0..LEVELS {
            (0..self.shape.count(level) as u32).into_par_iter().for_each(|chunk| {
                self.chunk(level, chunk, prices);
            });
        }
        self.component(Cell::new(0, 0), prices);
    }

    /// Computes again, in parallel, what was invalidated by changes of these cells. Queries do so on demand; this is
    /// for a time at which nothing else uses the threads.
    pub fn repair(&self, prices: &impl StepPrices, cells: &[Cell]) {
        let shape = &self.shape;
        for level in 0..LEVELS {
            let around = |cell: &Cell| {
                let chunk = shape.chunk(level, *cell);
                ChunkSide::ALL
                    .into_iter()
                    .filter_map(move |side| shape.adjacent(level, chunk, side))
                    .chain([chunk])
            };
            let chunks: Vec<u32> = distinct(cells.iter().flat_map(around));
            chunks.into_par_iter().for_each(|chunk| {
                self.chunk(level, chunk, prices);
            });
        }
        self.component(Cell::new(0, 0), prices);
    }

    /// The compiled steps of a smallest chunk.
    fn page(&self, chunk: u32, prices: &impl StepPrices) -> &Page {
        self.pages.get(prices.page_set(), chunk, || {
            self.count_built();
            Page::of(&self.shape, self.shape.span(0, chunk).0, prices)
        })
    }

    fn count_built(&self) {
        self.built.fetch_add(1, Ordering::Relaxed);
    }

    /// Whether both agree wherever both have data; and on how many chunks both have it.
    pub fn agrees_with(&self, other: &Abstraction) -> (bool, usize) {
        let slots = self.chunks.iter().flatten().zip(other.chunks.iter().flatten());
        let chunks = slots.filter_map(|(a, b)| Some((a.current.get()?, b.current.get()?)));
        let pages = self.pages.common_pages(&other.pages);
        let joined = self.joined_components.iter().flatten().zip(other.joined_components.iter().flatten());
        let mut pieces = joined.filter_map(|(a, b)| Some((a.current.get()?, b.current.get()?)));
        let mut leaves = self
            .leaf_components
            .iter()
            .zip(&other.leaf_components)
            .filter_map(|(a, b)| Some((a.get()?, b.get()?)));
        let count = chunks.clone().count();
        let agree = chunks.clone().all(|(a, b)| a == b)
            && pages.into_iter().all(|(a, b)| a == b)
            && pieces.all(|(a, b)| a == b)
            && leaves.all(|(a, b)| a == b);
        (agree, count)
    }
}
