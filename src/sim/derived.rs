//! What can be rebuilt from the saved state, and is kept only because that would take time.

use super::passages::Passages;
use super::thoughts::Thoughts;
use crate::grid::{Cell, Layer, view};
use crate::plan::Tables;
use crate::world::{Tier, TownKind, UnitId, World};
use std::collections::BTreeMap;

/// How far a settlement's people see, in cells.
const TOWN_SIGHT: u16 = 7;
/// Nobody holds the cell.
const NOBODY: u32 = 0;

/// Who or what looks out over the land.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Watcher {
    /// A unit.
    Unit(UnitId),
    /// A settlement, by its index.
    Town(u16),
}

/// What the counter says since the land was last bent by the player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Reading {
    /// Units that planned anew.
    pub replanned: u32,
    /// Units that still wait for their new way.
    pub waiting: u32,
    /// Steps their ways grew by in all.
    pub steps: i64,
}

/// Everything derived. It is a pure function of the saved world, except the counter (`reading` and `bent`) and what is kept
/// for those who watch (`thoughts`), which are only for show.
#[derive(Clone, Debug)]
pub struct Derived {
    /// Prices by kind.
    pub tables: Tables,
    /// Id of the unit that holds each cell, or 0.
    holder: Layer<u32>,
    /// Cells whose units are inside.
    pub haven: Layer<bool>,
    /// By people: how many watchers see each cell.
    pub visible: Vec<Layer<u16>>,
    views: BTreeMap<Watcher, Vec<Cell>>,
    /// One-wide passages of the land.
    pub passages: Passages,
    /// Cells of path or better.
    pub roads: u32,
    /// The counter.
    pub reading: Reading,
    /// Who waits for a new way since the land was bent, and how long the old one was.
    pub bent: BTreeMap<UnitId, u32>,
    /// Searches that have ended, while somebody watches.
    pub thoughts: Thoughts,
}

impl Derived {
    /// Rebuilds everything from the world.
    pub fn of(world: &World) -> Self {
        let size = world.size();
        let mut derived = Self {
            tables: Tables::new(),
            holder: Layer::new(size, NOBODY),
            haven: Layer::new(size, false),
            visible: vec![Layer::new(size, 0); world.peoples.len()],
            views: BTreeMap::new(),
            passages: Passages::of(&world.land),
            roads: world.ground.tier.values().iter().filter(|tier| tier.is_road()).count() as u32,
            reading: Reading::default(),
            bent: BTreeMap::new(),
            thoughts: Thoughts::default(),
        };
        for town in &world.towns {
            derived.haven[town.cell] = true;
        }
        for camp in &world.camps {
            derived.haven[camp.cell] = true;
        }
        for unit in &world.units {
            derived.hold(unit.cell, unit.id);
            if let Some(next) = unit.next {
                derived.hold(next, unit.id);
            }
            derived.watch(world, Watcher::Unit(unit.id));
        }
        for index in 0..world.towns.len() {
            derived.watch(world, Watcher::Town(index as u16));
        }
        derived
    }

    /// Who holds a cell outside settlements and camps.
    pub fn holder(&self, cell: Cell) -> Option<UnitId> {
        let id = self.holder[cell];
        (id != NOBODY).then_some(UnitId(id))
    }

    /// Whether somebody other than `me` holds the cell.
    pub fn is_taken(&self, cell: Cell, me: UnitId) -> bool {
        self.holder(cell).is_some_and(|holder| holder != me)
    }

    /// Lets a unit hold a cell (inside settlements and camps nobody holds anything).
    pub fn hold(&mut self, cell: Cell, unit: UnitId) {
        if !self.haven[cell] {
            self.holder[cell] = unit.0;
        }
    }

    /// Lets go of a cell.
    pub fn release(&mut self, cell: Cell, unit: UnitId) {
        if self.holder[cell] == unit.0 {
            self.holder[cell] = NOBODY;
        }
    }

    /// Makes a cell one whose units are inside.
    pub fn open_haven(&mut self, cell: Cell) {
        self.haven[cell] = true;
        self.holder[cell] = NOBODY;
    }

    /// Computes what a watcher sees now in place of what it saw; returns the cells that nobody sees any more.
    pub fn watch(&mut self, world: &World, watcher: Watcher) -> Vec<Cell> {
        let mut seen = Vec::new();
        let people = match watcher {
            Watcher::Unit(id) => world.unit(id).map(|unit| {
                look(world, unit.cell, unit.kind.row().sight, &mut seen);
                unit.people
            }),
            Watcher::Town(index) => world.towns.get(usize::from(index)).map(|town| {
                if town.kind != TownKind::Ruin {
                    look(world, town.cell, TOWN_SIGHT, &mut seen);
                }
                town.people
            }),
        };
        let visible = &mut self.visible[usize::from(people.unwrap_or(0))];
        for cell in &seen {
            visible[*cell] += 1;
        }
        let before = self.views.insert(watcher, seen).unwrap_or_default();
        close_eyes(visible, &before)
    }

    /// Forgets a watcher; returns the cells that nobody sees any more.
    pub fn unwatch(&mut self, watcher: Watcher, people: u8) -> Vec<Cell> {
        let before = self.views.remove(&watcher).unwrap_or_default();
        close_eyes(&mut self.visible[usize::from(people)], &before)
    }

    /// The cells that a watcher sees.
    pub fn view_of(&self, watcher: Watcher) -> &[Cell] {
        self.views.get(&watcher).map_or(&[], Vec::as_slice)
    }

    /// The watchers that see one of these cells.
    pub fn watchers_near(&self, cells: &[Cell]) -> Vec<Watcher> {
        let sees = |seen: &Vec<Cell>| seen.iter().any(|cell| cells.contains(cell));
        self.views.iter().filter(|(_, seen)| sees(seen)).map(|(watcher, _)| *watcher).collect()
    }

    /// Counts a cell whose road tier changed.
    pub fn count_road(&mut self, before: Tier, after: Tier) {
        self.roads += u32::from(after.is_road());
        self.roads -= u32::from(before.is_road());
    }

    /// Whether it is the same as if rebuilt now (what is only for show apart).
    pub fn matches(&self, world: &World) -> bool {
        let fresh = Derived::of(world);
        self.holder == fresh.holder
            && self.haven == fresh.haven
            && self.visible == fresh.visible
            && self.passages == fresh.passages
            && self.roads == fresh.roads
    }
}

fn look(world: &World, from: Cell, sight: u16, seen: &mut Vec<Cell>) {
    let opaque = |cell: Cell| world.land.surface[cell].is_opaque();
    view(&world.land.height, opaque, from, sight, |cell| seen.push(cell));
}

fn close_eyes(visible: &mut Layer<u16>, before: &[Cell]) -> Vec<Cell> {
    let mut lost = Vec::new();
    for cell in before {
        visible[*cell] -= 1;
        if visible[*cell] == 0 {
            lost.push(*cell);
        }
    }
    lost
}
