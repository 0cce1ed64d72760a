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
    pub now: OnceLock<Box<T>>,
    pub before: Option<Box<T>>,
}

impl<T> Default for CacheSlot<T> {
    fn default() -> Self {
        CacheSlot { now: OnceLock::new(), before: None }
    }
}

impl<T> CacheSlot<T> {
    /// Its inputs have changed.
    pub fn forget(&mut self) {
        *self = CacheSlot::default();
    }

    /// Its inputs may have changed.
    pub fn doubt(&mut self) {
        self.before = self.now.take().or(self.before.take());
    }
}

/// A hash of the inputs of something, from the hashes of its parts.
pub(super) fn stamp_of(parts: impl Iterator<Item = u64>) -> u64 {
    let mut hash = Xxh3::new();
    parts.for_each(|part| hash.update(&part.to_le_bytes()));
    hash.digest()
}

/// The compiled pages of each set of prices; sets are allocated on demand.
#[derive(Debug)]
pub(super) struct PageSets {
    sets: [OnceLock<Pages>; PAGE_SETS],
    chunks: usize,
}

impl PageSets {
    pub fn new(chunks: usize) -> PageSets {
        PageSets { sets: [const { OnceLock::new() }; PAGE_SETS], chunks }
    }

    pub fn get(&self, set: usize, chunk: u32, make: impl FnOnce() -> Box<Page>) -> &Page {
        self.sets[set % PAGE_SETS].get_or_init(|| Pages::new(self.chunks)).get(chunk, make)
    }

    /// Number of pages.
    pub fn count(&self) -> usize {
        self.sets.iter().filter_map(OnceLock::get).map(|set| set.count.load(Ordering::Relaxed)).sum()
    }

    /// All pages, each with its set and its chunk.
    pub fn all(&self) -> impl Iterator<Item = (usize, u32, &Page)> {
        let sets = self.sets.iter().enumerate().filter_map(|(set, pages)| Some((set, pages.get()?)));
        sets.flat_map(|(set, pages)| {
            let chunks = pages.of.iter().zip(0..);
            chunks.filter_map(move |(page, chunk)| Some((set, chunk, &**page.get()?)))
        })
    }

    pub fn forget(&mut self, chunk: u32) {
        self.sets.iter_mut().filter_map(OnceLock::get_mut).for_each(|set| set.forget(chunk));
    }

    /// Drops the least recently used pages, if there are more than `most` in total.
    pub fn trim(&mut self, most: usize) {
        let share = most / self.sets.iter().filter(|set| set.get().is_some()).count().max(1);
        self.sets.iter_mut().filter_map(OnceLock::get_mut).for_each(|set| set.trim(share));
    }

    /// The pages that both have.
    pub fn both<'a>(&'a self, other: &'a PageSets) -> Vec<(&'a Page, &'a Page)> {
        let sets = self.sets.iter().zip(&other.sets).filter_map(|(a, b)| Some((a.get()?, b.get()?)));
        let pages = sets.flat_map(|(a, b)| a.of.iter().zip(&b.of));
        pages.filter_map(|(a, b)| Some((&**a.get()?, &**b.get()?))).collect()
    }
}

/// The compiled pages of one set of prices, with the time of their last use.
#[derive(Debug)]
struct Pages {
    of: Vec<OnceLock<Box<Page>>>,
    used: Vec<AtomicU32>,
    /// Number of pages.
    count: AtomicUsize,
    /// Counts the calls of `trim`.
    turn: u32,
}

impl Pages {
    fn new(count: usize) -> Pages {
        Pages { of: empty(count), used: empty(count), count: AtomicUsize::new(0), turn: 0 }
    }

    fn get(&self, chunk: u32, make: impl FnOnce() -> Box<Page>) -> &Page {
        self.used[chunk as usize].store(self.turn, Ordering::Relaxed);
        self.of[chunk as usize].get_or_init(|| {
            self.count.fetch_add(1, Ordering::Relaxed);
            make()
        })
    }

    fn forget(&mut self, chunk: u32) {
        if self.of[chunk as usize].take().is_some() {
            *self.count.get_mut() -= 1;
        }
    }

    /// Drops the least recently used pages if there are more than `most`, and some more, so that not every call drops
    /// some.
    fn trim(&mut self, most: usize) {
        self.turn = self.turn.wrapping_add(1);
        if *self.count.get_mut() <= most {
            return;
        }
        let (turn, used) = (self.turn, &self.used);
        let age = |chunk: &u32| turn.wrapping_sub(used[*chunk as usize].load(Ordering::Relaxed));
        let mut chunks: Vec<u32> =
            (0..self.of.len() as u32).filter(|chunk| self.of[*chunk as usize].get().is_some()).collect();
        chunks.sort_by_key(|chunk| (age(chunk), *chunk));
        for chunk in chunks.split_off(most - most / 4) {
            self.forget(chunk);
        }
    }
}

/// This many empty slots.
pub(super) fn empty<T: Default>(count: usize) -> Vec<T> {
    std::iter::repeat_with(T::default).take(count).collect()
}
