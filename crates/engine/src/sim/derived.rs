//! What can be rebuilt from the saved state, and is kept only because that would take time.

use super::fov_cache::Sights;
use super::passages::Passages;
use super::path_invalidation::Watches;
use super::search_overlay::Thoughts;
use crate::grid::{Cell, Layer, View};
use crate::plan::field::Fields;
use crate::plan::{Guides, Tables, Tools};
use crate::world::{
    Behaviour, Glance, Mark, Nature, Places, Season, TOWER_SIGHT, TOWN_SIGHT, Tier, TownId, TownKind, Unit,
    UnitId, World,
};
use std::collections::BTreeMap;

/// Fields that are kept, at most, and their bytes.
pub const FIELDS_MAX: usize = 16;
/// See [`FIELDS_MAX`].
pub const FIELD_BYTES_MAX: usize = 96 << 20;
/// Nobody holds the cell.
const NOBODY: u32 = 0;

/// Who or what looks out over the land.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Watcher {
    /// A unit.
    Unit(UnitId),
    /// A settlement, by its index.
    Town(u16),
    /// A tower, by its cell.
    Tower(Cell),
}

/// What came of the player's last act so far: the counter.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Reading {
    /// What the act did, and where.
    pub words: String,
    /// Whether the player's people knows of any of it.
    pub known: bool,
    /// Whom it concerns, and what it has cost each so far.
    pub concerned: BTreeMap<UnitId, Cost>,
    /// Some of the ways that it concerned, as they were.
    pub ways: Vec<Vec<Cell>>,
    /// How often such ways were added since the game was begun or loaded.
    pub flashes: u32,
}

impl Reading {
    /// Units that have planned anew.
    pub fn replanned(&self) -> usize {
        self.concerned.values().filter(|cost| cost.waiting.is_none()).count()
    }

    /// Those of them that go another way now.
    pub fn changed(&self) -> usize {
        self.concerned.values().filter(|cost| cost.changed).count()
    }

    /// Steps and walking time (in milli-steps) that their ways grew by in all.
    pub fn sum(&self) -> (i64, i64) {
        self.concerned.values().fold((0, 0), |sum, cost| (sum.0 + cost.steps, sum.1 + cost.time))
    }
}

/// What an act has cost a walker.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Cost {
    /// Steps that its way grew by.
    pub steps: i64,
    /// Walking time that it grew by, in milli-steps.
    pub time: i64,
    /// Whether it goes another way now.
    pub changed: bool,
    /// While it waits for a new way: what was left of the old one.
    pub waiting: Option<Left>,
}

/// What is left of a way.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Left {
    /// Cells, the start included.
    pub cells: Vec<Cell>,
    /// From each of them, walking time to the end, in milli-steps.
    pub times: Vec<i64>,
    /// Price of it all, in milli-steps.
    pub price: i64,
}

/// Everything derived. It is a pure function of the saved world, except the counter (`reading`) and what is kept
/// for those who watch (`thoughts`), which are only for show.
#[derive(Clone, Debug)]
pub struct Derived {
    /// Prices by kind, in the present season.
    pub tables: Tables,
    /// Abstractions by people and movement class.
    pub guides: Guides,
    /// Fields towards places where many want to.
    pub fields: Fields,
    /// Who is to be told when the land changes where.
    pub(super) watches: Watches,
    /// Id of the unit that holds each cell, or 0.
    pub(super) holder: Layer<u32>,
    /// Whether who holds a cell stands there, and is not between two: kept beside the holders because everybody in a
    /// crowd asks it of everybody else.
    pub(super) stands: Layer<bool>,
    /// Cells whose units are inside.
    pub haven: Layer<bool>,
    /// By people: how many watchers see each cell.
    pub visible: Vec<Layer<u32>>,
    pub(super) views: BTreeMap<Watcher, View>,
    /// What is seen from where, by radius.
    pub(super) sights: BTreeMap<u16, Sights>,
    /// The settlement or ruin on each cell that has one.
    pub(super) towns: BTreeMap<Cell, TownId>,
    /// One-wide passages of the land.
    pub passages: Passages,
    /// The ground of the last keyframe of the history.
    pub glances: Layer<Glance>,
    /// Cells of path or better.
    pub roads: u32,
    /// The counter.
    pub reading: Reading,
    /// Searches that have ended, while somebody watches.
    pub thoughts: Thoughts,
}

impl Derived {
    /// Rebuilds everything from the world.
    pub fn of(world: &World) -> Self {
        let size = world.size();
        let mut derived = Self {
            tables: Tables::of_season(Season::felt_at(world.tick)),
            guides: Guides::new(size, world.peoples.len()),
            fields: Fields::new(size, FIELDS_MAX, FIELD_BYTES_MAX),
            watches: Watches::of(world),
            holder: Layer::new(size, NOBODY),
            stands: Layer::new(size, false),
            haven: Layer::new(size, false),
            visible: vec![Layer::new(size, 0); world.peoples.len()],
            views: BTreeMap::new(),
            sights: BTreeMap::new(),
            towns: BTreeMap::new(),
            passages: Passages::of(&world.land),
            glances: world.history.ground_at(size, world.history.frames.len()),
            roads: world.ground.tier.values().iter().filter(|tier| tier.is_road()).count() as u32,
            reading: Reading::default(),
            thoughts: Thoughts::default(),
        };
        for (index, town) in world.towns.iter().enumerate() {
            derived.open_town(town.cell, TownId(index as u16));
        }
        for camp in &world.camps {
            derived.haven[camp.cell] = true;
        }
        for unit in &world.units {
            derived.place(unit);
            derived.watch(world, Watcher::Unit(unit.id));
        }
        for index in 0..world.towns.len() {
            derived.watch(world, Watcher::Town(index as u16));
        }
        for index in world.ground.towers.keys() {
            derived.watch(world, Watcher::Tower(size.cell(*index as usize)));
        }
        derived
    }

    /// What the planner works with.
    pub fn tools(&self) -> Tools<'_> {
        Tools { tables: &self.tables, guides: &self.guides }
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

    /// Whether somebody holds the cell who is not between two cells.
    pub fn is_stood_on(&self, cell: Cell) -> bool {
        self.stands[cell]
    }

    /// Lets a unit hold the cells where it is (inside settlements and camps nobody holds anything).
    pub fn place(&mut self, unit: &Unit) {
        self.stand(unit.cell, unit.id);
        if let Some(next) = unit.next {
            self.step(unit.cell, next, unit.id);
        }
    }

    /// Lets a unit hold the cell on which it stands.
    pub fn stand(&mut self, cell: Cell, unit: UnitId) {
        if !self.haven[cell] {
            (self.holder[cell], self.stands[cell]) = (unit.0, true);
        }
    }

    /// Lets a unit hold the cell onto which it steps, beside the one that it leaves.
    pub fn step(&mut self, from: Cell, to: Cell, unit: UnitId) {
        self.stand(to, unit);
        for cell in [from, to] {
            self.stands[cell] &= self.holder[cell] != unit.0;
        }
    }

    /// Lets a unit hold nothing but the cell onto which it has stepped.
    pub fn arrive(&mut self, from: Cell, to: Cell, unit: UnitId) {
        self.release(from, unit);
        self.stands[to] |= self.holder[to] == unit.0;
    }

    /// Lets go of a cell.
    pub fn release(&mut self, cell: Cell, unit: UnitId) {
        if self.holder[cell] == unit.0 {
            self.vacate(cell);
        }
    }

    fn vacate(&mut self, cell: Cell) {
        self.holder[cell] = NOBODY;
        self.stands[cell] = false;
    }

    /// Makes a cell one whose units are inside.
    pub fn open_haven(&mut self, cell: Cell) {
        self.haven[cell] = true;
        self.vacate(cell);
    }

    /// Makes a cell one with a settlement.
    pub fn open_town(&mut self, cell: Cell, town: TownId) {
        self.open_haven(cell);
        self.towns.insert(cell, town);
    }

    /// Where settlements, ruins and camps are.
    pub fn places<'a>(&'a self, world: &'a World) -> Places<'a> {
        let Derived { haven: inside, towns, visible, holder: holders, .. } = self;
        Places { world, inside, towns, visible, holders }
    }

    /// Computes what a watcher sees now in place of what it saw; returns the cells that nobody of its people saw until
    /// now, and those that nobody sees any more.
    pub fn watch(&mut self, world: &World, watcher: Watcher) -> (Vec<Cell>, Vec<Cell>) {
        let seen = stand(world, watcher).map(|(from, sight)| self.glimpse(world, from, sight));
        let people = match watcher {
            Watcher::Unit(id) => world.unit(id).map(|unit| unit.people),
            Watcher::Town(index) => world.towns.get(usize::from(index)).map(|town| town.people),
            Watcher::Tower(cell) => world.patch(cell).tower,
        };
        let visible = &mut self.visible[usize::from(people.unwrap_or(0))];
        let before = self.views.remove(&watcher);
        let (mut fresh, mut lost) = (Vec::new(), Vec::new());
        if let Some(seen) = &seen {
            seen.each_beyond(before.as_ref(), |cell| {
                if visible[cell] == 0 {
                    fresh.push(cell);
                }
                visible[cell] += 1;
            });
        }
        if let Some(before) = before {
            before.each_beyond(seen.as_ref(), |cell| close_eye(visible, cell, &mut lost));
        }
        self.views.extend(seen.map(|seen| (watcher, seen)));
        (fresh, lost)
    }

    /// What would be seen from a cell by who sees so far.
    pub fn glimpse(&mut self, world: &World, from: Cell, sight: u16) -> View {
        let size = world.size();
        self.sights.entry(sight).or_insert_with(|| Sights::new(sight, size)).seen_from(&world.land, from)
    }

    /// Something was put up that stops sight, or taken away.
    pub(super) fn forget_sights(&mut self) {
        self.sights.values_mut().for_each(Sights::forget);
    }

    /// Forgets a watcher; returns the cells that nobody sees any more.
    pub fn unwatch(&mut self, watcher: Watcher, people: u8) -> Vec<Cell> {
        let (visible, mut lost) = (&mut self.visible[usize::from(people)], Vec::new());
        if let Some(before) = self.views.remove(&watcher) {
            before.each_beyond(None, |cell| close_eye(visible, cell, &mut lost));
        }
        lost
    }

    /// Whether a watcher sees a cell.
    pub fn watches(&self, watcher: Watcher, cell: Cell) -> bool {
        self.views.get(&watcher).is_some_and(|view| view.contains(cell))
    }

    /// The cells that a people sees from towers of its own, and by those who guard a place, with the number of such eyes.
    pub fn seen_from_posts(&self, world: &World, people: u8) -> BTreeMap<Cell, u32> {
        let is_post = |layer: &Behaviour| {
            matches!(layer, Behaviour::Guard { .. } | Behaviour::Defend { ward: Mark::Place(_) })
        };
        let guards = |unit: &Unit| unit.stack.iter().any(is_post);
        let posts = self.views.iter().filter(|(watcher, _)| match watcher {
            Watcher::Unit(id) => world.unit(*id).is_some_and(|unit| unit.people == people && guards(unit)),
            Watcher::Tower(cell) => world.patch(*cell).tower == Some(people),
            Watcher::Town(_) => false,
        });
        let mut eyes = BTreeMap::new();
        for cell in posts.flat_map(|(_, view)| view.cells()) {
            *eyes.entry(cell).or_default() += 1;
        }
        eyes
    }

    /// The cells that a watcher sees.
    pub fn seen_by(&self, watcher: Watcher) -> Vec<Cell> {
        self.views.get(&watcher).map_or_else(Vec::new, View::cells)
    }

    /// The watchers that could see one of these cells if nothing stood between: a cell that is hidden itself may still
    /// lie on the line to one that is not.
    pub fn watchers_near(&self, world: &World, cells: &[Cell]) -> Vec<Watcher> {
        let near = |watcher: &&Watcher| {
            let Some((from, sight)) = stand(world, **watcher) else { return false };
            cells.iter().any(|cell| cell.steps_to(from) <= u32::from(sight))
        };
        self.views.keys().filter(near).copied().collect()
    }

    /// Counts a cell whose road tier changed.
    pub fn count_road(&mut self, before: Tier, after: Tier) {
        self.roads += u32::from(after.is_road());
        self.roads -= u32::from(before.is_road());
    }
}

/// Where a watcher looks out from, and how far it sees, in cells; `None` when nobody looks any more.
fn stand(world: &World, watcher: Watcher) -> Option<(Cell, u16)> {
    match watcher {
        // Beasts remember nothing, and go by their noses.
        Watcher::Unit(id) => {
            let unit = world.unit(id).filter(|unit| world.people(unit.people).nature != Nature::Wild);
            unit.map(|unit| (unit.cell, unit.kind.row().sight))
        }
        Watcher::Town(index) => {
            let town = world.towns.get(usize::from(index)).filter(|town| town.kind != TownKind::Ruin);
            town.map(|town| (town.cell, TOWN_SIGHT))
        }
        Watcher::Tower(cell) => world.patch(cell).tower.map(|_| (cell, TOWER_SIGHT)),
    }
}

/// A cell is seen by one eye fewer; who is the last loses it.
fn close_eye(visible: &mut Layer<u32>, cell: Cell, lost: &mut Vec<Cell>) {
    visible[cell] -= 1;
    if visible[cell] == 0 {
        lost.push(cell);
    }
}
