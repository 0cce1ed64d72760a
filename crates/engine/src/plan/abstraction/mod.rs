//! The abstraction: chunks of three sizes with gates between them, ways from gate to gate, and exact ways near by.
//!
//! A land is too large to be searched cell by cell for everybody who wants to cross it. So it is cut into chunks, and
//! of each chunk it is known what it costs to go through it from gate to gate (`chunk`, `gates`). A question is first
//! answered by gates alone (`route`): a few thousand steps, however large the land. The next stretch of that route is
//! turned into cells by an exact search in the chunks around it (`corridor`), when it is about to be walked; what lies
//! farther is left for later, when it may have changed anyway.
//!
//! Everything here is worked out when it is first asked for, and forgotten chunk by chunk when prices change. What is
//! known of a chunk depends on prices alone, never on the order of asking or forgetting: repaired is rebuilt.
//!
//! What does not live here: where prices come from, whose turn it is, and who walks.

mod abstract_search;
mod bucket_queue;
mod cache;
mod cache_check;
mod catalogue_row;
mod chunk;
mod connectivity;
mod corridor;
mod entrances;
mod flood;
mod page;
mod prices;
mod route;
mod shape;
mod window;

use crate::grid::{Cell, Size};
use crate::world::LEVELS;
use cache::{CacheSlot, PageSets, empty};
use chunk::Chunk;
use connectivity::{Joined, Pieces};
use entrances::ChunkEntrances;
use page::Page;
use rayon::prelude::*;
use shape::{ChunkGrid, Side};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

pub use cache_check::Differs;
pub use catalogue_row::{BOUND, PLANNER};
pub use prices::StepPrices;
pub use route::Scratch;

/// How much was worked out and forgotten so far: for show, since what was asked decides it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counters {
    /// Pages, borders, chunks and pieces of chunks that were worked out.
    pub built: u64,
    /// Smallest chunks that were forgotten because prices changed.
    pub forgotten: u64,
}

/// A land cut into chunks. It is the same whatever was asked of it before; only how long answers take differs.
///
/// Prices must stay the same between two calls of [`Abstraction::touch`]; it can be asked from many threads at once.
#[derive(Debug)]
pub struct Abstraction {
    shape: ChunkGrid,
    pages: PageSets,
    borders: [Vec<OnceLock<ChunkEntrances>>; LEVELS],
    chunks: [Vec<CacheSlot<Chunk>>; LEVELS],
    leaves: Vec<OnceLock<Pieces>>,
    /// Pieces of the chunks above the smallest.
    joined: [Vec<CacheSlot<Joined>>; LEVELS - 1],
    whole: CacheSlot<Joined>,
    built: AtomicU64,
    forgotten: u64,
}

/// A copy knows nothing yet: it would come to know the same.
impl Clone for Abstraction {
    fn clone(&self) -> Self {
        Self::new(self.shape.size)
    }
}

impl Abstraction {
    /// An abstraction of a land of this size, of which nothing is known yet.
    pub fn new(size: Size) -> Self {
        let shape = ChunkGrid::new(size);
        Self {
            shape,
            pages: PageSets::new(shape.count(0)),
            borders: std::array::from_fn(|level| empty(shape.count(level))),
            chunks: std::array::from_fn(|level| empty(shape.count(level))),
            leaves: empty(shape.count(0)),
            joined: std::array::from_fn(|level| empty(shape.count(level + 1))),
            whole: CacheSlot::default(),
            built: AtomicU64::new(0),
            forgotten: 0,
        }
    }

    /// Prices of steps onto or off this cell may have changed, or whether one can stand there.
    pub fn touch(&mut self, cell: Cell) {
        let shape = self.shape;
        for near in shape.size.square(cell, 1) {
            self.pages.forget(shape.chunk(0, near));
        }
        self.leaves[shape.chunk(0, cell) as usize].take();
        self.whole.doubt();
        self.forgotten += 1;
        let at_border = entrances::at_sides(cell);
        for level in 0..LEVELS {
            let chunk = shape.chunk(level, cell);
            if level > 0 {
                self.joined[level - 1][chunk as usize].doubt();
            }
            // Gates of larger chunks depend on what hangs together in them, wherever that changed.
            let [east, south, west, north] = if level == 0 { at_border } else { [true; 4] };
            let beside = Side::ALL.map(|side| shape.beside(level, chunk, side));
            let owners =
                [(east || south).then_some(chunk), beside[2].filter(|_| west), beside[3].filter(|_| north)];
            for owner in owners.into_iter().flatten() {
                self.borders[level][owner as usize].take();
            }
            for (other, is_near) in beside.into_iter().zip([east, south, west, north]) {
                if let Some(other) = other.filter(|_| is_near) {
                    self.chunks[level][other as usize].doubt();
                }
            }
            // Who comes in from this cell pays for the step in there.
            let entered = [(1, 0), (0, 1)].into_iter().filter_map(|(dx, dy)| shape.size.offset(cell, dx, dy));
            for near in entered.chain([cell]) {
                let slot = &mut self.chunks[level][shape.chunk(level, near) as usize];
                if level == 0 { slot.forget() } else { slot.doubt() }
            }
        }
    }

    /// The same for some cells of one of the smallest chunks, by its number: of cells at its border also the chunk on the
    /// other side has to be named.
    pub fn touch_chunk(&mut self, chunk: u32) {
        let shape = self.shape;
        let low = shape.span(0, chunk).0;
        self.pages.forget(chunk);
        self.leaves[chunk as usize].take();
        self.whole.doubt();
        self.forgotten += 1;
        for level in 0..LEVELS {
            let chunk = shape.chunk(level, low);
            if level > 0 {
                self.joined[level - 1][chunk as usize].doubt();
            }
            let [east, south, west, north] = Side::ALL.map(|side| shape.beside(level, chunk, side));
            for owner in [Some(chunk), west, north].into_iter().flatten() {
                self.borders[level][owner as usize].take();
            }
            for other in [east, south, west, north].into_iter().flatten() {
                self.chunks[level][other as usize].doubt();
            }
            let slot = &mut self.chunks[level][chunk as usize];
            if level == 0 { slot.forget() } else { slot.doubt() }
        }
    }

    /// All prices may have changed.
    pub fn touch_all(&mut self) {
        let fresh = Abstraction::new(self.shape.size);
        let forgotten = self.forgotten + self.shape.count(0) as u64;
        *self = Self { built: AtomicU64::new(self.built.load(Ordering::Relaxed)), forgotten, ..fresh };
    }

    /// Drops the compiled pages that were not used for longest where there are more than `most`. They are made again when
    /// somebody asks: nothing but time changes.
    pub fn trim(&mut self, most: usize) {
        self.pages.trim(most);
    }

    /// How much was worked out and forgotten so far.
    pub fn built(&self) -> Counters {
        Counters { built: self.built.load(Ordering::Relaxed), forgotten: self.forgotten }
    }

    /// Bytes that everything takes now.
    pub fn bytes(&self) -> usize {
        let pages = self.pages.count() * size_of::<Page>();
        let chunks = self.chunks.iter().flatten().filter_map(|slot| slot.now.get());
        let places: usize = self.chunks.iter().map(|chunks| chunks.len() * 64).sum();
        pages + places + chunks.map(|chunk| chunk.bytes()).sum::<usize>()
    }

    /// Works out all chunks of all levels, in parallel.
    pub fn build(&self, prices: &impl StepPrices) {
        for level in 0..LEVELS {
            (0..self.shape.count(level) as u32).into_par_iter().for_each(|chunk| {
                self.chunk(level, chunk, prices);
            });
        }
        self.piece(Cell::new(0, 0), prices);
    }

    /// Works out again, in parallel, what touching these cells made it forget. Whoever asks first does so, too; this is
    /// for a time at which nothing else uses the threads.
    pub fn repair(&self, prices: &impl StepPrices, cells: &[Cell]) {
        let shape = &self.shape;
        for level in 0..LEVELS {
            let around = |cell: &Cell| {
                let chunk = shape.chunk(level, *cell);
                Side::ALL.into_iter().filter_map(move |side| shape.beside(level, chunk, side)).chain([chunk])
            };
            let mut chunks: Vec<u32> = cells.iter().flat_map(around).collect();
            chunks.sort_unstable();
            chunks.dedup();
            chunks.into_par_iter().for_each(|chunk| {
                self.chunk(level, chunk, prices);
            });
        }
        self.piece(Cell::new(0, 0), prices);
    }

    /// The compiled steps of a smallest chunk.
    fn page(&self, chunk: u32, prices: &impl StepPrices) -> &Page {
        self.pages.get(prices.pages(), chunk, || {
            self.count_built();
            Page::of(&self.shape, self.shape.span(0, chunk).0, prices)
        })
    }

    fn count_built(&self) {
        self.built.fetch_add(1, Ordering::Relaxed);
    }

    /// Whether both know the same, as far as both know something; and of how many chunks they do.
    pub fn agrees_with(&self, other: &Abstraction) -> (bool, usize) {
        let slots = self.chunks.iter().flatten().zip(other.chunks.iter().flatten());
        let chunks = slots.filter_map(|(a, b)| Some((a.now.get()?, b.now.get()?)));
        let pages = self.pages.both(&other.pages);
        let joined = self.joined.iter().flatten().zip(other.joined.iter().flatten());
        let mut pieces = joined.filter_map(|(a, b)| Some((a.now.get()?, b.now.get()?)));
        let mut leaves =
            self.leaves.iter().zip(&other.leaves).filter_map(|(a, b)| Some((a.get()?, b.get()?)));
        let count = chunks.clone().count();
        let agree = chunks.clone().all(|(a, b)| a == b)
            && pages.into_iter().all(|(a, b)| a == b)
            && pieces.all(|(a, b)| a == b)
            && leaves.all(|(a, b)| a == b);
        (agree, count)
    }
}
