//! The shelf: fields are kept as long as there is room, and brought up to date before they are read.
//!
//! What is kept changes nothing but time: a field is a pure function of prices and goals, so that one that was built
//! long ago and repaired, one that was built just now and one that was thrown away in between say the same. Whoever
//! asks decides *by saved state* that a field shall answer, never by what is on the shelf. What does not live here:
//! noticing that a belief has changed; that has to be told ([`Fields::touch`], [`Fields::forget`]).

use super::{Entries, Extent, FARTHEST, Field, FieldWindow, FloodQueue};
use crate::graph::CostModel;
use crate::grid::{Cell, Size};
use crate::world::Kind;

/// Touched cells beyond which it is quicker to begin anew.
const TOUCHED_MAX: usize = 16_384;
/// A repair may concern one cell in this many; beyond that the field is built anew.
const REPAIR_SHARE: u32 = 8;

/// Whose knowledge and whose prices: people and kind.
pub type Who = (u8, Kind);

/// Fields with their prices, and what has to be done to them before they are read.
#[derive(Clone, Debug)]
pub struct Fields {
    pub(super) land: Size,
    count_max: usize,
    bytes_max: usize,
    flood: FloodQueue,
    prices: Vec<SharedPrices>,
    pub(super) kept: Vec<Kept>,
    /// Counts reads: what was read last is kept longest.
    reads: u64,
}

/// Prices that several fields share.
#[derive(Clone, Debug)]
struct SharedPrices {
    who: Who,
    entries: Entries,
    /// Cells that something was learnt about.
    touched: Vec<Cell>,
    read: u64,
}

/// A field on the shelf.
#[derive(Clone, Debug)]
pub(super) struct Kept {
    pub who: Who,
    pub field: Field,
    /// Cells of which a step onto them has another price than the field knows of.
    changed: Vec<Cell>,
    read: u64,
}

impl Fields {
    /// An empty shelf for a land of this size, with room for so many fields and bytes.
    pub fn new(land: Size, count_max: usize, bytes_max: usize) -> Self {
        let (prices, kept) = (Vec::new(), Vec::new());
        Self { land, count_max, bytes_max, flood: FloodQueue::default(), prices, kept, reads: 0 }
    }

    /// A people has learnt something about these cells: what is kept for it is mended before it is read.
    pub fn touch(&mut self, people: u8, cells: &[Cell]) {
        let is_too_much = |prices: &SharedPrices| prices.touched.len() + cells.len() > TOUCHED_MAX;
        if self.prices.iter().any(|prices| prices.who.0 == people && is_too_much(prices)) {
            return self.forget(people);
        }
        for prices in self.prices.iter_mut().filter(|prices| prices.who.0 == people) {
            prices.touched.extend_from_slice(cells);
        }
    }

    /// Everything has become different for a people: what is kept for it is of no use.
    pub fn forget(&mut self, people: u8) {
        self.prices.retain(|prices| prices.who.0 != people);
        self.kept.retain(|kept| kept.who.0 != people);
    }

    /// Fields on the shelf.
    pub fn len(&self) -> usize {
        self.kept.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.kept.is_empty()
    }

    /// Bytes that everything takes.
    pub fn bytes(&self) -> usize {
        let fields: usize = self.kept.iter().map(|kept| kept.field.bytes()).sum();
        fields + self.prices.iter().map(|prices| prices.entries.bytes()).sum::<usize>()
    }

    /// The field towards the nearest of these goals, up to date and reaching at least to the starts, as far as one can
    /// get there from them. `cost` has to be what `who` believes now, without a crowd.
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
        let place = found.unwrap_or(self.kept.len());
        if let Some(kept) = self.kept.get_mut(place) {
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
        (self.kept[place].read, self.prices[prices].read) = (self.reads, self.reads);
        self.make_room();
        self.last_read()
    }

    /// Where the prices of somebody are, up to date: what has changed is noted for his fields.
    fn prices_of(&mut self, who: Who, cost: &impl CostModel) -> usize {
        let Some(place) = self.prices.iter().position(|prices| prices.who == who) else {
            let entries = Entries::new(self.land, FieldWindow::all(self.land));
            self.prices.push(SharedPrices { who, entries, touched: Vec::new(), read: 0 });
            return self.prices.len() - 1;
        };
        let SharedPrices { entries, touched, .. } = &mut self.prices[place];
        if !touched.is_empty() {
            let changed = entries.refresh(cost, &std::mem::take(touched));
            for kept in self.kept.iter_mut().filter(|kept| kept.who == who) {
                kept.changed.extend_from_slice(&changed);
            }
        }
        place
    }

    /// Lets go of what was not read for longest until there is room; prices go only after all of their fields.
    fn make_room(&mut self) {
        while self.kept.len() > 1 && (self.kept.len() > self.count_max || self.bytes() > self.bytes_max) {
            let oldest = (0..self.kept.len()).min_by_key(|place| self.kept[*place].read).unwrap_or(0);
            self.kept.remove(oldest);
        }
        let Self { prices, kept, .. } = self;
        prices.retain(|prices| kept.iter().any(|kept| kept.who == prices.who));
    }

    /// What was read last, which is never let go.
    fn last_read(&self) -> (&Field, &Entries) {
        let newest = (0..self.kept.len()).max_by_key(|place| self.kept[*place].read).unwrap_or(0);
        let kept = &self.kept[newest];
        let place = self.prices.iter().position(|prices| prices.who == kept.who).unwrap_or(0);
        (&kept.field, &self.prices[place].entries)
    }
}
