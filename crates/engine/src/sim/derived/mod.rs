//! State that can be rebuilt from the saved world and is cached only to save time.
//!
//! Not here: when it is updated, which is up to all code that changes the world.

mod check;
mod counter;
mod fov_cache;
mod passages;
mod path_watches;
mod search_overlay;

pub use crate::sim::derived::check::DerivedMismatch;
pub use crate::sim::derived::counter::{ActCounter, RemainingPath, ReplanCost};
pub(in crate::sim) use crate::sim::derived::passages::Passages;
pub(in crate::sim) use crate::sim::derived::path_watches::PathWatches;
pub use crate::sim::derived::search_overlay::{RecordedSearch, SearchOverlay};

use crate::grid::{Cell, Layer, View};
use crate::plan::field::FieldCache;
use crate::plan::{Abstractions, PlannerTools, PriceTables};
use crate::sim::derived::fov_cache::FovCache;
use crate::world::{
    DAY, Glance, HeldCells, Nature, Path, PeopleIx, PerPeople, Places, Season, TOWER_SIGHT, TOWN_SIGHT, Tier,
    TownIx, TownKind, Unit, UnitId, UnitIx, World,
};
use std::collections::BTreeMap;

/// Flow fields in the cache, at most, and their bytes.
pub const FIELDS_MAX: usize = 16;
/// See [`FIELDS_MAX`].
pub const FIELD_BYTES_MAX: usize = 96 << 20;

/// A unit, settlement or tower whose field of view counts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Watcher {
    /// A unit.
    Unit(UnitId),
    /// A settlement.
    Town(TownIx),
    /// A tower, by its cell.
    Tower(Cell),
}

/// How a watcher's field of view has changed.
pub struct ViewChange {
    /// Its people.
    pub people: PeopleIx,
    /// Cells that have become visible to its people.
    pub gained: Vec<Cell>,
    /// The people for which it watched before.
    pub former: PeopleIx,
    /// Cells that no watcher of that people sees any more.
    pub lost: Vec<Cell>,
}

/// All derived state. It is a pure function of the saved world, except for what is only for show: the counter
/// (`reading`) and the recorded searches (`thoughts`).
#[derive(Clone, Debug)]
pub struct Derived {
    /// Prices by kind, in the present season.
    pub tables: PriceTables,
    /// Abstractions by people and movement class.
    pub abstractions: Abstractions,
    /// Flow fields towards popular goals.
    pub fields: FieldCache,
    /// Which units to notify of changes in which region.
    pub(in crate::sim) path_watches: PathWatches,
    /// The cells that units hold.
    held: HeldCells,
    /// Whether the holder of a cell stands on it rather than being between two cells. Stored separately because in a
    /// crowd every unit asks it of every other.
    is_standing: Layer<bool>,
    /// Cells whose units are inside.
    pub haven: Layer<bool>,
    /// By people: the number of watchers that see each cell.
    pub visible: PerPeople<Layer<u32>>,
    /// What each watcher sees, and for which people.
    views: BTreeMap<Watcher, (PeopleIx, View)>,
    /// Cached fields of view, by radius.
    fov_caches: BTreeMap<u16, FovCache>,
    /// The settlement or ruin on each cell that has one.
    towns: BTreeMap<Cell, TownIx>,
    /// One-wide passages of the land.
    pub passages: Passages,
    /// The ground at the last keyframe of the history.
    pub keyframe_ground: Layer<Glance>,
    /// The number of cells with a path or better.
    pub road_cells: u32,
    /// The counter.
    pub counter: ActCounter,
    /// Finished searches, recorded while they are being watched.
    pub search_overlay: SearchOverlay,
}

impl Derived {
    /// Rebuilds everything from the world.
    pub fn of(world: &World) -> Self {
        let size = world.size();
        let mut derived = Self {
            tables: PriceTables::for_season(Season::effective_at(world.tick)).with_outfit(world.outfit()),
            abstractions: Abstractions::new(size, world.peoples.len()),
            fields: FieldCache::new(size, FIELDS_MAX, FIELD_BYTES_MAX),
            path_watches: PathWatches::of(world),
            held: HeldCells::new(size),
            is_standing: Layer::new(size, false),
            haven: Layer::new(size, false),
            visible: vec![Layer::new(size, 0); world.peoples.len()].into(),
            views: BTreeMap::new(),
            fov_caches: BTreeMap::new(),
            towns: BTreeMap::new(),
            passages: Passages::of(&world.land),
            keyframe_ground: world.history.ground_at(size, world.history.frames.len()),
            road_cells: world.ground.tier.values().iter().filter(|tier| tier.is_road()).count() as u32,
            counter: ActCounter::default(),
            search_overlay: SearchOverlay::default(),
        };
        for (id, town) in world.towns.entries() {
            derived.open_town(town.cell, id);
        }
        for camp in &world.camps {
            derived.haven[camp.cell] = true;
        }
        for unit in &world.units {
            derived.place(unit);
            derived.update_view(world, Watcher::Unit(unit.id));
        }
        for id in world.towns.indices() {
            derived.update_view(world, Watcher::Town(id));
        }
        for index in world.ground.towers.keys() {
            derived.update_view(world, Watcher::Tower(size.cell(*index as usize)));
        }
        derived
    }

    /// The tables and abstractions that the planner works with.
    pub fn tools(&self) -> PlannerTools<'_> {
        PlannerTools { tables: &self.tables, abstractions: &self.abstractions }
    }

    /// The unit that holds a cell outside settlements and camps.
    pub fn holder(&self, cell: Cell) -> Option<UnitId> {
        self.held.holder(cell)
    }

    /// The unit that holds a cell, if it is another than this one.
    pub(in crate::sim) fn other_holder(&self, cell: Cell, unit: UnitId) -> Option<UnitId> {
        self.holder(cell).filter(|holder| *holder != unit)
    }

    /// Whether a cell is empty of units, settlements and camps, so that its ground can be changed.
    pub(in crate::sim) fn is_unoccupied(&self, cell: Cell) -> bool {
        !self.haven[cell] && self.holder(cell).is_none()
    }

    /// Whether a unit that is not between two cells holds the cell.
    pub fn is_stood_on(&self, cell: Cell) -> bool {
        self.is_standing[cell]
    }

    /// Makes a unit hold the cells where it is. No unit holds a cell inside settlements and camps.
    pub fn place(&mut self, unit: &Unit) {
        self.hold(unit.cell, unit.id);
        if let Some(next) = unit.next {
            self.hold_both(unit.cell, next, unit.id);
        }
    }

    /// Makes a unit hold the cell on which it stands.
    pub fn hold(&mut self, cell: Cell, unit: UnitId) {
        if !self.haven[cell] {
            self.held.set(cell, Some(unit));
            self.is_standing[cell] = true;
        }
    }

    /// Makes a stepping unit hold the next cell in addition to the one it leaves.
    pub fn hold_both(&mut self, from: Cell, to: Cell, unit: UnitId) {
        self.hold(to, unit);
        for cell in [from, to] {
            self.is_standing[cell] &= self.holder(cell) != Some(unit);
        }
    }

    /// Makes a unit hold the next cell and start the step; `is_off_path` if it leaves its path for it.
    pub(in crate::sim) fn step_onto(&mut self, unit: &mut Unit, next: Cell, is_off_path: bool) {
        unit.next = Some(next);
        unit.is_off_path = is_off_path;
        unit.blocked = None;
        self.hold_both(unit.cell, next, unit.id);
        if is_off_path {
            // It has left the path whose regions it watches.
            self.path_watches.watch(unit, self.held.size());
        }
    }

    /// Makes a unit hold only the cell on which it has arrived.
    pub fn arrive(&mut self, from: Cell, to: Cell, unit: UnitId) {
        self.release(from, unit);
        self.is_standing[to] |= self.holder(to) == Some(unit);
    }

    /// Releases a cell if the unit holds it.
    pub fn release(&mut self, cell: Cell, unit: UnitId) {
        if self.holder(cell) == Some(unit) {
            self.vacate(cell);
        }
    }

    fn vacate(&mut self, cell: Cell) {
        self.held.set(cell, None);
        self.is_standing[cell] = false;
    }

    /// Marks a cell as one whose units are inside.
    pub fn open_haven(&mut self, cell: Cell) {
        self.haven[cell] = true;
        self.vacate(cell);
    }

    /// Marks a cell as a settlement.
    pub fn open_town(&mut self, cell: Cell, town: TownIx) {
        self.open_haven(cell);
        self.towns.insert(cell, town);
    }

    /// Settlements, ruins, camps and occupied cells, for minds.
    pub fn places_in<'a>(&'a self, world: &'a World) -> Places<'a> {
        let Derived { haven: inside, towns, visible, held, .. } = self;
        Places { world, inside, towns, visible, held }
    }

    /// Recomputes the field of view of a watcher, or drops that of one which is gone. One that watches for another people
    /// than before sees all anew.
    pub fn update_view(&mut self, world: &World, watcher: Watcher) -> ViewChange {
        let seen = viewpoint(world, watcher).map(|(from, sight)| self.field_of_view(world, from, sight));
        let before = self.views.remove(&watcher);
        let people = people_of(world, watcher).or(before.as_ref().map(|(people, _)| *people));
        let people = people.unwrap_or(PeopleIx::PLAYER);
        let (former, before) = before.map_or((people, None), |(former, view)| (former, Some(view)));
        let (mut gained, mut lost) = (Vec::new(), Vec::new());
        if let Some(before) = &before {
            let kept = seen.as_ref().filter(|_| former == people);
            before.for_each_not_in(kept, |cell| remove_view(&mut self.visible[former], cell, &mut lost));
        }
        if let Some(seen) = seen {
            let visible = &mut self.visible[people];
            seen.for_each_not_in(before.as_ref().filter(|_| former == people), |cell| {
                if visible[cell] == 0 {
                    gained.push(cell);
                }
                visible[cell] += 1;
            });
            self.views.insert(watcher, (people, seen));
        }
        ViewChange { people, gained, former, lost }
    }

    /// The field of view from a cell, with a radius of `sight` cells.
    pub fn field_of_view(&mut self, world: &World, from: Cell, sight: u16) -> View {
        let size = world.size();
        self.fov_caches
            .entry(sight)
            .or_insert_with(|| FovCache::new(sight, size))
            .view_from(&world.land, from)
    }

    /// Drops the cached fields of view after something opaque was built or removed.
    pub(in crate::sim) fn clear_fov_caches(&mut self) {
        self.fov_caches.values_mut().for_each(FovCache::clear);
    }

    /// Shows a changed cell to all peoples that see it.
    pub(in crate::sim) fn show_change(&self, world: &mut World, cell: Cell) {
        for people in world.peoples.indices() {
            let remembers = world.peoples[people].nature != Nature::Wild;
            if remembers && self.visible[people][cell] > 0 {
                world.observe(people, cell);
            }
        }
    }

    /// Whether a watcher sees a cell.
    pub fn can_see(&self, watcher: Watcher, cell: Cell) -> bool {
        self.views.get(&watcher).is_some_and(|(_, view)| view.contains(cell))
    }

    /// The cells that a people sees from its towers and guards, each with the number of such watchers.
    pub fn visible_from_posts(&self, world: &World, people: PeopleIx) -> BTreeMap<Cell, u32> {
        let guards = |unit: &Unit| unit.stack.iter().any(|layer| layer.rules().holds_post());
        let posts = self.views.iter().filter(|(watcher, _)| match watcher {
            Watcher::Unit(id) => world.unit(*id).is_some_and(|unit| unit.people == people && guards(unit)),
            Watcher::Tower(cell) => world.patch(*cell).tower == Some(people),
            Watcher::Town(_) => false,
        });
        let mut counts = BTreeMap::new();
        for cell in posts.flat_map(|(_, (_, view))| view.cells()) {
            *counts.entry(cell).or_default() += 1;
        }
        counts
    }

    /// The cells that a watcher sees, and for which people; `None` if it looks no more.
    pub(in crate::sim) fn visible_cells(&self, watcher: Watcher) -> Option<(PeopleIx, Vec<Cell>)> {
        self.views.get(&watcher).map(|(people, view)| (*people, view.cells()))
    }

    /// The watchers that could see one of these cells over open ground. Even a hidden cell may lie on the line to a
    /// visible one.
    pub fn watchers_near(&self, world: &World, cells: &[Cell]) -> Vec<Watcher> {
        let near = |watcher: &&Watcher| {
            let Some((from, sight)) = viewpoint(world, **watcher) else { return false };
            cells.iter().any(|cell| cell.chebyshev(from) <= u32::from(sight))
        };
        self.views.keys().filter(near).copied().collect()
    }

    /// Records a keyframe of the history if one is due: one a day, with the interval doubled whenever there are too many.
    pub(in crate::sim) fn record_keyframe(&mut self, world: &mut World) {
        let interval = DAY << world.history.doublings;
        let last = world.history.frames.last().map(|frame| frame.tick);
        if world.tick.is_multiple_of(interval) && last != Some(world.tick) {
            let World { history, peoples, .. } = world;
            history.record(world.tick, &peoples[PeopleIx::PLAYER], &mut self.keyframe_ground);
        }
    }

    /// Gives a unit a new path and updates everything that depends on it.
    pub(in crate::sim) fn set_path(&mut self, world: &mut World, index: UnitIx, path: Path, cells: &[Cell]) {
        let size = world.size();
        let unit = &mut world.units[index];
        self.counter.count_path(unit.id, &path, cells);
        unit.path = Some(path);
        self.path_watches.watch(unit, size);
        world.note_path_of(index);
    }

    /// Updates the number of road cells after a change of tier.
    pub fn count_road(&mut self, before: Tier, after: Tier) {
        self.road_cells += u32::from(after.is_road());
        self.road_cells -= u32::from(before.is_road());
    }
}

/// The people that a watcher watches for; `None` if it is gone.
fn people_of(world: &World, watcher: Watcher) -> Option<PeopleIx> {
    match watcher {
        Watcher::Unit(id) => world.unit(id).map(|unit| unit.people),
        Watcher::Town(id) => world.towns.get(id).map(|town| town.people),
        Watcher::Tower(cell) => world.patch(cell).tower,
    }
}

/// The cell and radius (in cells) from which a watcher looks; `None` if it no longer does.
fn viewpoint(world: &World, watcher: Watcher) -> Option<(Cell, u16)> {
    match watcher {
        // Beasts remember nothing and navigate by smell.
        Watcher::Unit(id) => {
            let unit = world.unit(id).filter(|unit| world.people(unit.people).nature != Nature::Wild);
            unit.map(|unit| (unit.cell, world.sight_of(unit)))
        }
        Watcher::Town(id) => {
            let town = world.towns.get(id).filter(|town| town.kind != TownKind::Ruin);
            town.map(|town| (town.cell, TOWN_SIGHT))
        }
        Watcher::Tower(cell) => world.patch(cell).tower.map(|_| (cell, TOWER_SIGHT)),
    }
}

/// Decrements the watchers of a cell; adds it to `lost` if that was the last one.
fn remove_view(visible: &mut Layer<u32>, cell: Cell, lost: &mut Vec<Cell>) {
    visible[cell] -= 1;
    if visible[cell] == 0 {
        lost.push(cell);
    }
}
