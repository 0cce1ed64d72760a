//! The cache of fields: fields stay while there is capacity, and are updated before they are read.
//!
//! The cache changes timing only: a field is a pure function of prices and goals, so that a repaired, a new and a
//! rebuilt one are equal. Whether a field answers must be decided *by saved state*, never by what is cached. Not here:
//! noticing that a belief has changed, of which the cache must be notified ([`Fields::touch`], [`Fields::forget`]).

use super::{Entries, Extent, FARTHEST, Field, FieldWindow, FloodQueue};
use crate::graph::CostModel;
use crate::grid::{Cell, Size};
use crate::world::Kind;

/// Changed cells beyond which a rebuild is faster.
const TOUCHED_MAX: usize = 16_384;
/// A repair may change one cell in this many; beyond that the field is rebuilt.
const REPAIR_SHARE: u32 = 8;

/// Whose belief and whose prices: people and kind.
pub type Who = (u8, Kind);

/// Fields with their prices, and the changes to apply before they are read.
#[derive(Clone, Debug)]
pub struct Fields {
    pub(super) land: Size,
    count_max: usize,
    bytes_max: usize,
    flood: FloodQueue,
    prices: Vec<SharedPrices>,
    pub(super) kept: Vec<Kept>,
    /// Counts reads: the least recently read field is evicted first.
    reads: u64,
}

/// Prices that several fields share.
#[derive(Clone, Debug)]
struct SharedPrices {
    who: Who,
    entries: Entries,
    /// Cells about which the belief has changed.
    touched: Vec<Cell>,
    read: u64,
}

/// A field in the cache.
#[derive(Clone, Debug)]
pub(super) struct Kept {
    pub who: Who,
    pub field: Field,
    /// Cells whose entry prices have changed since the field was updated.
    changed: Vec<Cell>,
    read: u64,
}

impl Fields {
    /// An empty cache for a land of this size, with these limits.
    pub fn new(land: Size, count_max: usize, bytes_max: usize) -> Self {
        let (prices, kept) = (Vec::new(), Vec::new());
        Self { land, count_max, bytes_max, flood: FloodQueue::default(), prices, kept, reads: 0 }
    }

    /// Marks cells about which the belief of a people has changed: its fields are repaired before they are read.
    pub fn touch(&mut self, people: u8, cells: &[Cell]) {
        let is_too_much = |prices: &SharedPrices| prices.touched.len() + cells.len() > TOUCHED_MAX;
        if self.prices.iter().any(|prices| prices.who.0 == people && is_too_much(prices)) {
            return self.forget(people);
        }
        for prices in self.prices.iter_mut().filter(|prices| prices.who.0 == people) {
            prices.touched.extend_from_slice(cells);
        }
    }

    /// Drops everything cached for a people, for when all of its beliefs or prices have changed.
    pub fn forget(&mut self, people: u8) {
        self.prices.retain(|prices| prices.who.0 != people);
        self.kept.retain(|kept| kept.who.0 != people);
    }

    /// Number of cached fields.
    pub fn len(&self) -> usize {
        self.kept.len()
    }

    /// Whether the cache is empty.
    pub fn is_empty(&self) -> bool {
        self.kept.is_empty()
    }

    /// Bytes that all fields and prices take.
    pub fn bytes(&self) -> usize {
        let fields: usize = self.kept.iter().map(|kept| kept.field.bytes()).sum();
        fields + self.prices.iter().map(|prices| prices.entries.bytes()).sum::<usize>()
    }

    /// The field towards the nearest of these goals, up to date and settled at least at the starts that have a path.
    /// `cost` must be the current prices of `who`, without a crowd.
    pub fn toward(
        &mut self,
        who: Who,
        cost: &impl CostModel,
        goals: &[Cell],
        starts: &[Cell],
    ) -> (&Field, &Entries) {
        self.reads += 1;
        let prices = self.prices_of(who, cost);
        let entries = &mut self.prices[prices].entries;
        let mut sorted = goals.to_vec();
        sorted.sort_unstable();
        sorted.dedup();
        let flood = &mut self.flood;
        let found = self.kept.iter().position(|kept| kept.who == who && kept.field.goals() == sorted);
        let index = found.unwrap_or(self.kept.len());
        if let Some(kept) = self.kept.get_mut(index) {
            let changed = std::mem::take(&mut kept.changed);
            let reaches = |field: &Field| {
                field.settled() >= FARTHEST || starts.iter().all(|start| field.cost(*start).is_some())
            };
            if !changed.is_empty() {
                let budget = self.land.area() as u32 / REPAIR_SHARE;
                kept.field.repair(entries, cost, flood, &changed, budget);
            }
            if !reaches(&kept.field) {
                kept.field.rebuild(entries, cost, flood, Extent::Cells(starts));
            }
        } else {
            let field = Field::build(entries, cost, flood, &sorted, Extent::Cells(starts));
            self.kept.push(Kept { who, field, changed: Vec::new(), read: 0 });
        }
        (self.kept[index].read, self.prices[prices].read) = (self.reads, self.reads);
        self.make_room();
        self.last_read()
    }

    /// Index of the prices of an owner, up to date; their changes are noted for the owner's fields.
    fn prices_of(&mut self, who: Who, cost: &impl CostModel) -> usize {
        let Some(index) = self.prices.iter().position(|prices| prices.who == who) else {
            let entries = Entries::new(self.land, FieldWindow::all(self.land));
            self.prices.push(SharedPrices { who, entries, touched: Vec::new(), read: 0 });
            return self.prices.len() - 1;
        };
        let SharedPrices { entries, touched, .. } = &mut self.prices[index];
        if !touched.is_empty() {
            let changed = entries.refresh(cost, &std::mem::take(touched));
            for kept in self.kept.iter_mut().filter(|kept| kept.who == who) {
                kept.changed.extend_from_slice(&changed);
            }
        }
        index
    }

    /// Evicts the least recently read fields until there is capacity; prices go after the last of their fields.
    fn make_room(&mut self) {
        while self.kept.len() > 1 && (self.kept.len() > self.count_max || self.bytes() > self.bytes_max) {
            let oldest = (0..self.kept.len()).min_by_key(|index| self.kept[*index].read).unwrap_or(0);
            self.kept.remove(oldest);
        }
        let Self { prices, kept, .. } = self;
        prices.retain(|prices| kept.iter().any(|kept| kept.who == prices.who));
    }

    /// The field read last, which is never evicted.
    fn last_read(&self) -> (&Field, &Entries) {
        let newest = (0..self.kept.len()).max_by_key(|index| self.kept[*index].read).unwrap_or(0);
        let kept = &self.kept[newest];
        let index = self.prices.iter().position(|prices| prices.who == kept.who).unwrap_or(0);
        (&kept.field, &self.prices[index].entries)
    }
}
