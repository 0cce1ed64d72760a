//! Settlements, ruins and camps by cell.
//!
//! `sim` maintains the indices and lends them with the world; settlements and camps themselves are in `town`.

use super::{HeldCells, PeopleIx, PerPeople, Thing, TownIx, TownKind, Unit, UnitId, World};
use crate::grid::{Cell, Layer, distinct};
use std::collections::BTreeMap;

/// How near units see a wanderer in a cloak, in steps: the shortest sight halved.
const CLOAKED_STEPS: u32 = 3;

/// A world with its places by cell.
#[derive(Clone, Copy)]
pub struct Places<'a> {
    /// The world.
    pub world: &'a World,
    /// Cells of settlements, ruins and camps.
    pub inside: &'a Layer<bool>,
    /// The settlement or ruin on each cell that has one.
    pub towns: &'a BTreeMap<Cell, TownIx>,
    /// By people: how many watchers see each cell.
    pub visible: &'a PerPeople<Layer<u32>>,
    /// The cells that units hold.
    pub held: &'a HeldCells,
}

impl Places<'_> {
    /// Whether units on this cell are *inside* (a settlement, a ruin or a camp): off the grid, any number of them.
    pub fn is_inside(&self, cell: Cell) -> bool {
        self.inside[cell]
    }

    /// The settlement that stands on this cell (ruins do not count).
    pub fn town_at(&self, cell: Cell) -> Option<TownIx> {
        self.built_at(cell).filter(|id| self.world.town(*id).kind != TownKind::Ruin)
    }

    /// Whether a people sees a cell now.
    pub fn sees(&self, people: PeopleIx, cell: Cell) -> bool {
        self.visible[people][cell] > 0
    }

    /// Whether a people sees a unit now. Towers miss one in a cloak, and so do all others but those beside its way.
    pub fn sees_unit(&self, people: PeopleIx, unit: &Unit) -> bool {
        let is_hidden = people != unit.people && self.world.carries(unit.id, Thing::Cloak);
        self.sees(people, unit.cell) && (!is_hidden || self.has_watcher_near(people, unit.cell))
    }

    /// Whether a unit or a settlement of a people is so near to a cell that a cloak does not help.
    fn has_watcher_near(&self, people: PeopleIx, cell: Cell) -> bool {
        let is_near = |at: Cell| at.chebyshev(cell) <= CLOAKED_STEPS;
        let mut units = self.world.units.iter().filter(|unit| unit.people == people);
        let mut towns = self.world.living_towns().map(|id| self.world.town(id));
        units.any(|unit| is_near(unit.cell)) || towns.any(|town| town.people == people && is_near(town.cell))
    }

    /// The unit that occupies a cell, or steps onto it or off it; none inside a settlement or a camp.
    pub fn occupant_at(&self, cell: Cell) -> Option<UnitId> {
        self.held.holder(cell)
    }

    /// Units that occupy a cell within `radius` steps for which `is_so` is true, in the order of their ids.
    pub fn occupants_near(&self, centre: Cell, radius: u16, is_so: impl Fn(Cell) -> bool) -> Vec<UnitId> {
        let mut ids = Vec::new();
        self.held
            .for_each_near(centre, radius, |cell| ids.extend(self.held.holder(cell).filter(|_| is_so(cell))));
        distinct(ids)
    }

    /// Cells of settlements, ruins and camps within `radius` steps, row by row.
    pub fn inside_near(&self, centre: Cell, radius: u16) -> Vec<Cell> {
        let rows = rows_near(self.inside, centre, radius).filter(|(_, row)| row.contains(&true));
        let cells = rows.flat_map(|(first, row)| {
            let inside = (first.x..).zip(row).filter(|(_, is_inside)| **is_inside);
            inside.map(move |(x, _)| Cell::new(x, first.y))
        });
        cells.collect()
    }

    /// Places to sleep within so many steps, row by row.
    pub fn beds_near(&self, cell: Cell, steps: u16) -> impl Iterator<Item = Cell> {
        let near = self.world.size().square(cell, steps).filter(|bed| self.inside[*bed]);
        near.filter(|bed| self.built_at(*bed).is_none() || self.town_at(*bed).is_some())
    }

    /// The settlement or ruin that stands on this cell.
    pub fn built_at(&self, cell: Cell) -> Option<TownIx> {
        if self.inside[cell] { self.towns.get(&cell).copied() } else { None }
    }
}

/// The values within `radius` steps of a cell, row by row from the top, each row with its first cell.
fn rows_near<T: Copy>(layer: &Layer<T>, centre: Cell, radius: u16) -> impl Iterator<Item = (Cell, &[T])> {
    let size = layer.size();
    let (left, right) = (centre.x.saturating_sub(radius), (centre.x + radius).min(size.width - 1));
    let rows = centre.y.saturating_sub(radius)..=(centre.y + radius).min(size.height - 1);
    rows.map(move |y| {
        let first = size.index(Cell::new(left, y));
        (Cell::new(left, y), &layer.values()[first..=first + usize::from(right - left)])
    })
}
