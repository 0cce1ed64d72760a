//! Checks the data of an abstraction against a new one, for tests and the self-check. Not here: invalidation, which
//! keeps it valid (`touch`).

use super::cache::CacheSlot;
use super::page::Page;
use super::{Abstraction, StepPrices};
use crate::grid::Cell;
use crate::world::LEVELS;
use std::sync::OnceLock;

/// A kind of data of an abstraction, and the first cell of the chunk where it differs.
pub type Differs = (&'static str, Cell);

impl Abstraction {
    /// The first data that is invalid at these prices; pages are checked against the prices that `of_set` returns for
    /// their set.
    pub fn stale<P: StepPrices>(
        &self,
        guide: &impl StepPrices,
        of_set: impl Fn(usize) -> P,
    ) -> Option<Differs> {
        let fresh = Abstraction::new(self.shape.size);
        fresh.build(guide);
        self.difference(&fresh).or_else(|| self.stale_page(of_set))
    }

    /// The first data that both have and that differs.
    fn difference(&self, other: &Abstraction) -> Option<Differs> {
        let at = |level: usize, index: usize| self.shape.span(level, index as u32).0;
        let leaf = place_of(&self.leaves, &other.leaves).map(|index| ("components", at(0, index)));
        let levels = (0..LEVELS).find_map(|level| {
            let gates = place_of(&self.borders[level], &other.borders[level]);
            let chunk = place_of_slot(&self.chunks[level], &other.chunks[level]);
            let gates = gates.map(|index| ("entrances", at(level, index)));
            gates.or(chunk.map(|index| ("costs through a chunk", at(level, index))))
        });
        let joined = || {
            (1..LEVELS).find_map(|level| {
                let index = place_of_slot(&self.joined[level - 1], &other.joined[level - 1])?;
                Some(("joined components", at(level, index)))
            })
        };
        let whole = || is_other(self.whole.now.get(), other.whole.now.get());
        let whole = || whole().then_some(("components of the land", Cell::new(0, 0)));
        leaf.or(levels).or_else(joined).or_else(whole)
    }

    fn stale_page<P: StepPrices>(&self, of_set: impl Fn(usize) -> P) -> Option<Differs> {
        self.pages.all().find_map(|(set, chunk, page)| {
            let low = self.shape.span(0, chunk).0;
            (*page != *Page::of(&self.shape, low, &of_set(set))).then_some(("step prices", low))
        })
    }
}

/// Whether both exist and differ.
fn is_other<T: PartialEq>(one: Option<&T>, other: Option<&T>) -> bool {
    matches!((one, other), (Some(one), Some(other)) if one != other)
}

fn place_of<T: PartialEq>(one: &[OnceLock<T>], other: &[OnceLock<T>]) -> Option<usize> {
    one.iter().zip(other).position(|(one, other)| is_other(one.get(), other.get()))
}

fn place_of_slot<T: PartialEq>(one: &[CacheSlot<T>], other: &[CacheSlot<T>]) -> Option<usize> {
    one.iter().zip(other).position(|(one, other)| is_other(one.now.get(), other.now.get()))
}
