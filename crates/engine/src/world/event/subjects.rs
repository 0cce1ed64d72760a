//! What an event names: for the register of names, for words, and for the check of what is loaded.

use crate::grid::Cell;
use crate::world::{BandId, PeopleIx, TownIx, TownPair, UnitId};
use serde::{Deserialize, Serialize};

/// A place that an event names.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct NamedPlace {
    /// Where.
    pub cell: Cell,
    /// The settlement that stood there then, as far as the player's people knew.
    pub town: Option<TownIx>,
}

/// What an event of a kind names.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct EventSubjects {
    units: [Option<UnitId>; 2],
    towns: [Option<TownIx>; 4],
    cells: [Option<Cell>; 2],
    peoples: [Option<PeopleIx>; 2],
    bands: [Option<BandId>; 2],
    amount: u32,
    /// The cell whose whereabouts its words give, if it is not where the event happened.
    pub place: Option<Cell>,
}

impl EventSubjects {
    /// Nothing.
    pub(super) fn none() -> Self {
        Self::default()
    }

    /// One unit.
    pub(super) fn unit(unit: UnitId) -> Self {
        Self::default().and_unit(unit)
    }

    /// Also a unit.
    #[must_use]
    pub(super) fn and_unit(mut self, unit: impl Into<Option<UnitId>>) -> Self {
        put(&mut self.units, unit.into());
        self
    }

    /// Also a settlement.
    #[must_use]
    pub(super) fn and_town(mut self, town: impl Into<Option<TownIx>>) -> Self {
        put(&mut self.towns, town.into());
        self
    }

    /// Also two settlements.
    #[must_use]
    pub(super) fn and_pair(self, pair: impl Into<Option<TownPair>>) -> Self {
        match pair.into() {
            Some((a, b)) => self.and_town(a).and_town(b),
            None => self,
        }
    }

    /// Also a named place.
    #[must_use]
    pub(super) fn and_named(self, place: impl Into<Option<NamedPlace>>) -> Self {
        match place.into() {
            Some(place) => self.and_town(place.town).and_cell(place.cell),
            None => self,
        }
    }

    /// Also a cell.
    #[must_use]
    pub(super) fn and_cell(mut self, cell: Cell) -> Self {
        put(&mut self.cells, Some(cell));
        self
    }

    /// Also a cell, of which the words say where it is.
    #[must_use]
    pub(super) fn about(self, cell: Cell) -> Self {
        Self { place: Some(cell), ..self.and_cell(cell) }
    }

    /// Also a people.
    #[must_use]
    pub(super) fn and_people(mut self, people: PeopleIx) -> Self {
        put(&mut self.peoples, Some(people));
        self
    }

    /// Also a band.
    #[must_use]
    pub(super) fn and_band(mut self, band: BandId) -> Self {
        put(&mut self.bands, Some(band));
        self
    }

    /// Also an amount.
    #[must_use]
    pub(super) fn and_amount(self, amount: u32) -> Self {
        Self { amount: self.amount.max(amount), ..self }
    }

    /// The settlements that it names, in order of index; if there are none, the cells, then the peoples, then the units.
    pub(super) fn topic(&self) -> Self {
        let Self { units, mut towns, cells, peoples, .. } = *self;
        towns.sort_unstable();
        if towns.iter().any(Option::is_some) {
            Self { towns, ..Self::default() }
        } else if cells[0].is_some() {
            Self { cells, ..Self::default() }
        } else if peoples[0].is_some() {
            Self { peoples, ..Self::default() }
        } else {
            Self { units, ..Self::default() }
        }
    }

    /// The units that it names.
    pub fn units(&self) -> impl Iterator<Item = UnitId> {
        self.units.into_iter().flatten()
    }

    /// The settlements that it names.
    pub fn towns(&self) -> impl Iterator<Item = TownIx> {
        self.towns.into_iter().flatten()
    }

    /// The cells that it names.
    pub(in crate::world) fn cells(&self) -> impl Iterator<Item = Cell> {
        self.cells.into_iter().flatten()
    }

    /// The peoples that it names.
    pub(in crate::world) fn peoples(&self) -> impl Iterator<Item = PeopleIx> {
        self.peoples.into_iter().flatten()
    }

    /// The bands that it names.
    pub(in crate::world) fn bands(&self) -> impl Iterator<Item = BandId> {
        self.bands.into_iter().flatten()
    }

    /// The greatest amount that it names.
    pub(in crate::world) fn amount(&self) -> u32 {
        self.amount
    }

    /// The band that it names first.
    pub fn band(&self) -> Option<BandId> {
        self.bands[0]
    }
}

/// Puts a value into the first free place.
fn put<T>(places: &mut [Option<T>], value: Option<T>) {
    let free = places.iter_mut().find(|place| place.is_none());
    debug_assert!(free.is_some() || value.is_none(), "an event names more than there is room for");
    if let Some(place) = free {
        *place = value;
    }
}
