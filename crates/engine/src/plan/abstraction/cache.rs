//! The cache of computed data: pages with a limit, and slots whose previous value stays valid if its inputs turn out
//! unchanged. Not here: what is computed, and when it is invalidated.

use super::page::Page;
use super::prices::PAGE_SETS;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use xxhash_rust::xxh3::Xxh3;

/// The data of a chunk, and the data before something around it changed, which is still valid if its inputs are equal.
#[derive(Debug)]
pub(super) struct CacheSlot<T> {
    pub current: OnceLock<Box<T>>,
    pub previous: Option<Box<T>>,
}

impl<T> Default for CacheSlot<T> {
    fn default() -> Self {
        CacheSlot { current: OnceLock::new(), previous: None }
    }
}

impl<T> CacheSlot<T> {
    /// Its inputs have changed.
    pub(super) fn invalidate(&mut self) {
        *self = CacheSlot::default();
    }

    /// Its inputs may have changed.
    pub(super) fn mark_dirty(&mut self) {
        self.previous = self.current.take().or(self.previous.take());
    }
}

/// A hash of the inputs of something, from the hashes of its parts.
pub(super) fn hash_of(parts: impl Iterator<Item = u64>) -> u64 {
    let mut hash = Xxh3::new();
    parts.for_each(|part| hash.update(&part.to_le_bytes()));
    hash.digest()
}

/// The compiled pages of each set of prices; sets are allocated on demand.
#[derive(Debug)]
pub(super) struct PageSets {
    sets: [OnceLock<PageCache>; PAGE_SETS],
    chunks: usize,
}

impl PageSets {
    pub(super) fn new(chunks: usize) -> PageSets {
        PageSets { sets: [const { OnceLock::new() }; PAGE_SETS], chunks }
    }

    pub(super) fn get(&self, set: usize, chunk: u32, make: impl FnOnce() -> Box<Page>) -> &Page {
        self.sets[set % PAGE_SETS].get_or_init(|| PageCache::new(self.chunks)).get(chunk, make)
    }

    /// Number of pages.
    pub(super) fn count(&self) -> usize {
        self.sets.iter().filter_map(OnceLock::get).map(|set| set.count.load(Ordering::Relaxed)).sum()
    }

    /// All pages, each with its set and its chunk.
    pub(super) fn all(&self) -> impl Iterator<Item = (usize, u32, &Page)> {
        let sets = self.sets.iter().enumerate().filter_map(|(set, pages)| Some((set, pages.get()?)));
        sets.flat_map(|(set, pages)| {
            let chunks = pages.pages.iter().zip(0..);
            chunks.filter_map(move |(page, chunk)| Some((set, chunk, &**page.get()?)))
        })
    }

    pub(super) fn invalidate(&mut self, chunk: u32) {
        self.sets.iter_mut().filter_map(OnceLock::get_mut).for_each(|set| set.invalidate(chunk));
    }

    /// Lets a turn pass: pages used until now age by one.
    pub(super) fn advance_turn(&mut self) {
        self.sets
            .iter_mut()
            .filter_map(OnceLock::get_mut)
            .for_each(|set| set.turn = set.turn.wrapping_add(1));
    }

    /// For each page the turns since its last use.
    pub(super) fn ages(&self) -> impl Iterator<Item = u32> {
        let sets = self.sets.iter().filter_map(OnceLock::get);
        sets.flat_map(|set| set.ages().map(|(_, age)| age))
    }

    /// Drops the pages that have not been used for more than so many turns, and as many as `ties` says of those that
    /// have been used just then.
    pub(super) fn drop_unused(&mut self, turns: u32, ties: &mut usize) {
        self.sets.iter_mut().filter_map(OnceLock::get_mut).for_each(|set| set.drop_unused(turns, ties));
    }

    /// The pages that both have.
    pub(super) fn common_pages<'a>(&'a self, other: &'a PageSets) -> Vec<(&'a Page, &'a Page)> {
        let sets = self.sets.iter().zip(&other.sets).filter_map(|(a, b)| Some((a.get()?, b.get()?)));
        let pages = sets.flat_map(|(a, b)| a.pages.iter().zip(&b.pages));
        pages.filter_map(|(a, b)| Some((&**a.get()?, &**b.get()?))).collect()
    }
}

/// The compiled pages of one set of prices, with the time of their last use.
#[derive(Debug)]
struct PageCache {
    pages: Vec<OnceLock<Box<Page>>>,
    last_used: Vec<AtomicU32>,
    /// Number of pages.
    count: AtomicUsize,
    /// The time, in turns.
    turn: u32,
}

impl PageCache {
    fn new(count: usize) -> PageCache {
        PageCache {
            pages: empty_slots(count),
            last_used: empty_slots(count),
            count: AtomicUsize::new(0),
            turn: 0,
        }
    }

    fn get(&self, chunk: u32, make: impl FnOnce() -> Box<Page>) -> &Page {
        self.last_used[chunk as usize].store(self.turn, Ordering::Relaxed);
        self.pages[chunk as usize].get_or_init(|| {
            self.count.fetch_add(1, Ordering::Relaxed);
            make()
        })
    }

    fn invalidate(&mut self, chunk: u32) {
        if self.pages[chunk as usize].take().is_some() {
            *self.count.get_mut() -= 1;
        }
    }

    /// The chunks with a page, and the turns since its last use.
    fn ages(&self) -> impl Iterator<Item = (u32, u32)> {
        let pages = self.pages.iter().zip(&self.last_used).zip(0..);
        pages
            .filter(|((page, _), _)| page.get().is_some())
            .map(|((_, used), chunk)| (chunk, self.turn.wrapping_sub(used.load(Ordering::Relaxed))))
    }

    fn drop_unused(&mut self, turns: u32, ties: &mut usize) {
        let mut unused: Vec<u32> =
            self.ages().filter(|(_, age)| *age > turns).map(|(chunk, _)| chunk).collect();
        let tied = unused.len();
        unused.extend(self.ages().filter(|(_, age)| *age == turns).map(|(chunk, _)| chunk).take(*ties));
        *ties -= unused.len() - tied;
        for chunk in unused {
            self.invalidate(chunk);
        }
    }
}

/// This many empty slots.
pub(super) fn empty_slots<T: Default>(count: usize) -> Vec<T> {
    std::iter::repeat_with(T::default).take(count).collect()
}
