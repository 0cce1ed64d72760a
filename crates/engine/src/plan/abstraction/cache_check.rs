//! Checks the data of an abstraction against a new one, for tests and the self-check. Not here: invalidation, which
//! keeps it valid (`touch`).

use super::cache::CacheSlot;
use super::page::Page;
use super::{Abstraction, StepPrices};
use crate::grid::Cell;
use crate::world::LEVELS;
use std::sync::OnceLock;

/// A kind of data of an abstraction, and the first cell of the chunk where it differs.
pub type Difference = (&'static str, Cell);

impl Abstraction {
    /// The first data that is invalid at these prices; pages are checked against the prices that `of_set` returns for
    /// their set.
    pub fn first_stale<P: StepPrices>(
        &self,
        coarse: &impl StepPrices,
        of_set: impl Fn(usize) -> P,
    ) -> Option<Difference> {
        let fresh = Abstraction::new(self.shape.size);
        fresh.build(coarse);
        self.difference(&fresh).or_else(|| self.stale_page(of_set))
    }

    /// The first data that both have and that differs.
    fn difference(&self, other: &Abstraction) -> Option<Difference> {
        let at = |level: usize, index: usize| self.shape.span(level, index as u32).0;
        let leaf = first_difference(&self.leaf_components, &other.leaf_components)
            .map(|index| ("components", at(0, index)));
        let levels = (0..LEVELS).find_map(|level| {
            let entrances = first_difference(&self.border_entrances[level], &other.border_entrances[level]);
            let chunk = first_slot_difference(&self.chunks[level], &other.chunks[level]);
            let entrances = entrances.map(|index| ("entrances", at(level, index)));
            entrances.or(chunk.map(|index| ("costs through a chunk", at(level, index))))
        });
        let joined = || {
            (1..LEVELS).find_map(|level| {
                let index = first_slot_difference(
                    &self.joined_components[level - 1],
                    &other.joined_components[level - 1],
                )?;
                Some(("joined components", at(level, index)))
            })
        };
        let whole = || differs(self.land_components.current.get(), other.land_components.current.get());
        let whole = || whole().then_some(("components of the land", Cell::new(0, 0)));
        leaf.or(levels).or_else(joined).or_else(whole)
    }

    fn stale_page<P: StepPrices>(&self, of_set: impl Fn(usize) -> P) -> Option<Difference> {
        self.pages.all().find_map(|(set, chunk, page)| {
            let low = self.shape.span(0, chunk).0;
            (*page != *Page::of(&self.shape, low, &of_set(set))).then_some(("step prices", low))
        })
    }
}

/// Whether both exist and differ.
fn differs<T: PartialEq>(one: Option<&T>, other: Option<&T>) -> bool {
    matches!((one, other), (Some(one), Some(other)) if one != other)
}

fn first_difference<T: PartialEq>(one: &[OnceLock<T>], other: &[OnceLock<T>]) -> Option<usize> {
    one.iter().zip(other).position(|(one, other)| differs(one.get(), other.get()))
}

fn first_slot_difference<T: PartialEq>(one: &[CacheSlot<T>], other: &[CacheSlot<T>]) -> Option<usize> {
    one.iter().zip(other).position(|(one, other)| differs(one.current.get(), other.current.get()))
}
