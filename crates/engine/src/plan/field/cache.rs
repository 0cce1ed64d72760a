//! The cache of fields: fields stay while there is capacity, and are updated before they are read.
//!
//! The cache changes timing only: a field is a pure function of prices and goals, so that a repaired, a new and a
//! rebuilt one are equal. Whether a field answers must be decided *by saved state*, never by what is cached. Not here:
//! noticing that a belief has changed, of which the cache must be notified ([`FieldCache::mark_changed`]).

use super::{Extent, FIELD_COST_MAX, Field, FieldPrices, FieldWindow, FloodQueue};
use crate::graph::CostModel;
use crate::grid::{Cell, Size, distinct};
use crate::world::{Kind, PeopleIx};

/// Changed cells beyond which a rebuild is faster.
const CHANGED_CELLS_MAX: usize = 16_384;
/// A repair may change one cell in this many; beyond that the field is rebuilt.
const REPAIR_CELLS_DIVISOR: u32 = 8;

/// Whose belief and whose prices: people and kind.
pub type FieldOwner = (PeopleIx, Kind);

/// Fields with their prices, and the changes to apply before they are read.
#[derive(Clone, Debug)]
pub struct FieldCache {
    pub(super) land: Size,
    fields_max: usize,
    bytes_max: usize,
    flood: FloodQueue,
    prices: Vec<SharedPrices>,
    pub(super) cached: Vec<CachedField>,
    /// Counts reads: the least recently read field is evicted first.
    read_count: u64,
}

/// Prices that several fields share.
#[derive(Clone, Debug)]
struct SharedPrices {
    owner: FieldOwner,
    entries: FieldPrices,
    /// Cells about which the belief has changed.
    touched: Vec<Cell>,
    last_read: u64,
}

/// A field in the cache.
#[derive(Clone, Debug)]
pub(super) struct CachedField {
    pub owner: FieldOwner,
    pub field: Field,
    /// Cells whose entry prices have changed since the field was updated.
    changed: Vec<Cell>,
    last_read: u64,
}

impl FieldCache {
    /// An empty cache for a land of this size, with these limits.
    pub fn new(land: Size, fields_max: usize, bytes_max: usize) -> Self {
        let (prices, cached) = (Vec::new(), Vec::new());
        Self { land, fields_max, bytes_max, flood: FloodQueue::default(), prices, cached, read_count: 0 }
    }

    /// Marks cells about which the belief of a people has changed: its fields are repaired before they are read.
    pub fn mark_changed(&mut self, people: PeopleIx, cells: &[Cell]) {
        let is_too_much = |prices: &SharedPrices| prices.touched.len() + cells.len() > CHANGED_CELLS_MAX;
        if self.prices.iter().any(|prices| prices.owner.0 == people && is_too_much(prices)) {
            return self.forget(people);
        }
        for prices in self.prices.iter_mut().filter(|prices| prices.owner.0 == people) {
            prices.touched.extend_from_slice(cells);
        }
    }

    /// Drops everything cached for a people, for when all of its beliefs or prices have changed.
    pub fn forget(&mut self, people: PeopleIx) {
        self.prices.retain(|prices| prices.owner.0 != people);
        self.cached.retain(|kept| kept.owner.0 != people);
    }

    /// Number of cached fields.
    pub fn len(&self) -> usize {
        self.cached.len()
    }

    /// Whether the cache is empty.
    pub fn is_empty(&self) -> bool {
        self.cached.is_empty()
    }

    /// Bytes that all fields and prices take.
    pub fn bytes(&self) -> usize {
        let fields: usize = self.cached.iter().map(|kept| kept.field.bytes()).sum();
        fields + self.prices.iter().map(|prices| prices.entries.bytes()).sum::<usize>()
    }

    /// The field towards the nearest of these goals, up to date and settled at least at the starts that have a path.
    /// `cost` must be the current prices of `who`, without a crowd.
    pub fn field_toward(
        &mut self,
        who: FieldOwner,
        cost: &impl CostModel,
        goals: &[Cell],
        starts: &[Cell],
    ) -> (&Field, &FieldPrices) {
        self.read_count += 1;
        let prices = self.refreshed_prices(who, cost);
        let entries = &mut self.prices[prices].entries;
        let sorted = distinct(goals.iter().copied());
        let flood = &mut self.flood;
        let found = self.cached.iter().position(|kept| kept.owner == who && kept.field.goals() == sorted);
        let index = found.unwrap_or(self.cached.len());
        if let Some(kept) = self.cached.get_mut(index) {
            let changed = std::mem::take(&mut kept.changed);
            let reaches = |field: &Field| {
                field.settled() >= FIELD_COST_MAX || starts.iter().all(|start| field.cost(*start).is_some())
            };
            if !changed.is_empty() {
                let budget = self.land.area() as u32 / REPAIR_CELLS_DIVISOR;
                kept.field.repair(entries, cost, flood, &changed, budget);
            }
            if !reaches(&kept.field) {
                kept.field.rebuild(entries, cost, flood, Extent::Cells(starts));
            }
        } else {
            let field = Field::build(entries, cost, flood, &sorted, Extent::Cells(starts));
            self.cached.push(CachedField { owner: who, field, changed: Vec::new(), last_read: 0 });
        }
        (self.cached[index].last_read, self.prices[prices].last_read) = (self.read_count, self.read_count);
        self.evict();
        self.most_recent()
    }

    /// Index of the prices of an owner, up to date; their changes are noted for the owner's fields.
    fn refreshed_prices(&mut self, who: FieldOwner, cost: &impl CostModel) -> usize {
        let Some(index) = self.prices.iter().position(|prices| prices.owner == who) else {
            let entries = FieldPrices::new(self.land, FieldWindow::all(self.land));
            self.prices.push(SharedPrices { owner: who, entries, touched: Vec::new(), last_read: 0 });
            return self.prices.len() - 1;
        };
        let SharedPrices { entries, touched, .. } = &mut self.prices[index];
        if !touched.is_empty() {
            let changed = entries.refresh(cost, &std::mem::take(touched));
            for kept in self.cached.iter_mut().filter(|kept| kept.owner == who) {
                kept.changed.extend_from_slice(&changed);
            }
        }
        index
    }

    /// Evicts the least recently read fields until there is capacity; prices go after the last of their fields.
    fn evict(&mut self) {
        while self.cached.len() > 1 && (self.cached.len() > self.fields_max || self.bytes() > self.bytes_max)
        {
            let oldest =
                (0..self.cached.len()).min_by_key(|index| self.cached[*index].last_read).unwrap_or(0);
            self.cached.remove(oldest);
        }
        let Self { prices, cached: kept, .. } = self;
        prices.retain(|prices| kept.iter().any(|kept| kept.owner == prices.owner));
    }

    /// The field read last, which is never evicted.
    fn most_recent(&self) -> (&Field, &FieldPrices) {
        let newest = (0..self.cached.len()).max_by_key(|index| self.cached[*index].last_read).unwrap_or(0);
        let kept = &self.cached[newest];
        let index = self.prices.iter().position(|prices| prices.owner == kept.owner).unwrap_or(0);
        (&kept.field, &self.prices[index].entries)
    }
}
