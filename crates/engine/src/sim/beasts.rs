//! Deer and wolves: where they start, how they breed and die, and the herds that come in when few are left.
//!
//! Where a beast goes is `mind::beasts`. The player is never told their number, and there are never more than the land
//! feeds.

use super::Game;
use super::founding::place_unit;
use super::peoples::people_of;
use crate::grid::{Cell, Size};
use crate::land::{Surface, mix};
use crate::world::{Behaviour, DAY, Kind, Nature, Unit, UnitId, World, YEAR_DAYS};

/// Cells of land per deer and per wolf on the first day.
const CELLS_A_DEER: usize = 5400;
const CELLS_A_WOLF: usize = 21_000;
/// Deer on the first day, at most; larger lands have no more.
const DEER_MAX: usize = 160;
/// A land feeds this many times the deer of its first day.
const GROWTH: usize = 2;
/// Deer needed to feed one wolf.
const DEER_A_WOLF: usize = 4;
/// The shorter side of the smallest land that has beasts, in cells.
const SIDE_MIN: u16 = 112;
/// Deer in a herd.
const HERD: usize = 4;
/// How far from settlements beasts start, in steps.
const FROM_PEOPLE: u32 = 14;
/// Days in which a deer and a wolf have one young on average.
const DAYS_A_FAWN: u64 = 30;
const DAYS_A_CUB: u64 = 40;
/// Ticks without a meal after which a wolf starves.
const STARVES: u64 = 30 * DAY;
/// A wolf that has eaten within this many ticks may have young.
const WELL_FED: u64 = 8 * DAY;
/// The tick of the day at which beasts breed and die.
const HOUR: u64 = 71;
/// Attempts to find a place for a group.
const TRIES: u64 = 200;

/// Deer that a land starts with.
fn deer_of(size: Size) -> usize {
    if size.width.min(size.height) < SIDE_MIN { 0 } else { (size.area() / CELLS_A_DEER).min(DEER_MAX) }
}

/// Wolves that a land starts with.
fn wolves_of(size: Size) -> usize {
    (size.area() / CELLS_A_WOLF).min(deer_of(size) / DEER_A_WOLF)
}

/// Places the first herds and wolves of a new land.
pub fn let_loose(world: &mut World) {
    let size = world.size();
    if deer_of(size) == 0 {
        return;
    }
    let wild = people_of(world, "beasts");
    let mut herd = 0;
    while herd * HERD < deer_of(size) {
        let count = HERD.min(deer_of(size) - herd * HERD);
        place_group(world, wild, Kind::Deer, count, &[herd as u64, 1]);
        herd += 1;
    }
    for wolf in 0..wolves_of(size) {
        place_group(world, wild, Kind::Wolf, 1, &[wolf as u64, 2]);
    }
}

/// Places a group of beasts together, far from all settlements; does nothing if no place is found.
fn place_group(world: &mut World, wild: u8, kind: Kind, count: usize, salt: &[u64]) {
    let size = world.size();
    let is_lonely = |cell: Cell| world.towns.iter().all(|town| town.cell.steps_to(cell) >= FROM_PEOPLE);
    let place = (0..TRIES).find_map(|attempt| {
        let hash = mix(&[world.seed, attempt, salt[0], salt[1], 0xbea5]);
        let cell = size.cell((hash % size.area() as u64) as usize);
        let is_pasture =
            matches!(world.land.surface[cell], Surface::Meadow | Surface::Grass | Surface::Forest);
        (is_pasture && is_lonely(cell)).then_some(cell)
    });
    let Some(place) = place else { return };
    let free = size.square(place, 2).filter(|cell| {
        kind.ground_time(world.land.surface[*cell]).is_some()
            && world.units.iter().all(|unit| unit.cell != *cell)
    });
    for cell in free.take(count).collect::<Vec<_>>() {
        place_unit(world, wild, kind, cell, instinct(kind, world.tick));
    }
}

/// The lifelong behaviour of a beast.
pub fn instinct(kind: Kind, tick: u64) -> Behaviour {
    if kind == Kind::Wolf { Behaviour::Hunt { fed: tick } } else { Behaviour::Graze }
}

impl Game {
    /// Lets wolves catch deer every tick. Once a day beasts breed and starve, once a year herds come in.
    pub(super) fn run_beasts(&mut self) {
        let Some(wild) = self.world.peoples.iter().position(|people| people.nature == Nature::Wild) else {
            return;
        };
        self.catch_deer();
        if self.world.tick % DAY == HOUR {
            self.breed(wild as u8);
            self.starve();
            if self.world.day().is_multiple_of(YEAR_DAYS) {
                self.wander_in(wild as u8);
            }
        }
    }

    /// Steps onto a neighbouring cell that the beast's mind has chosen, if it is free.
    pub(super) fn roam(&mut self, index: usize, next: Cell) {
        let here = self.world.units[index].cell;
        let is_free = self.in_the_way(index, next).is_none() && !self.derived.haven[next];
        if is_free && !self.leads_into_passage(here, next) && self.can_enter(index, next) {
            self.step_onto(index, next, false);
        }
    }

    /// Hungry wolves next to a deer eat it.
    fn catch_deer(&mut self) {
        let hungry = |unit: &&Unit| match unit.top() {
            Some(Behaviour::Hunt { fed }) => self.world.tick >= fed + crate::mind::HUNGRY,
            _ => false,
        };
        let wolves: Vec<UnitId> = self.world.units.iter().filter(hungry).map(|wolf| wolf.id).collect();
        for wolf in wolves {
            let Some(index) = self.world.unit_index(wolf) else { continue };
            let cell = self.world.units[index].cell;
            let beside = self.world.size().neighbours(cell).filter_map(|(_, cell)| self.derived.holder(cell));
            let is_deer = |id: &UnitId| self.world.unit(*id).is_some_and(|unit| unit.kind == Kind::Deer);
            let Some(deer) = beside.into_iter().find(is_deer) else { continue };
            if let Some(Behaviour::Hunt { fed }) = self.world.units[index].stack.last_mut() {
                *fed = self.world.tick;
            }
            self.remove_unit(deer);
            self.note(2, cell, "A wolf has caught a deer".to_owned());
        }
    }

    /// The beasts of a kind, by id.
    fn beasts_of(&self, kind: Kind) -> Vec<UnitId> {
        self.world.units.iter().filter(|unit| unit.kind == kind).map(|unit| unit.id).collect()
    }

    /// Lets some beasts have young, as long as the land feeds them.
    fn breed(&mut self, wild: u8) {
        let (deer, wolves) = (self.beasts_of(Kind::Deer), self.beasts_of(Kind::Wolf));
        let deer_room = (GROWTH * deer_of(self.world.size())).saturating_sub(deer.len());
        let wolf_room = (deer.len() / DEER_A_WOLF + 1).saturating_sub(wolves.len());
        let wolf_room = if wolves_of(self.world.size()) == 0 { 0 } else { wolf_room };
        for (parents, room, days) in [(deer, deer_room, DAYS_A_FAWN), (wolves, wolf_room, DAYS_A_CUB)] {
            let (seed, tick) = (self.world.seed, self.world.tick);
            let is_parent = |id: &UnitId| mix(&[seed, tick, u64::from(id.0), 0xf4]).is_multiple_of(days);
            for parent in parents.into_iter().filter(is_parent).take(room) {
                self.bear(wild, parent);
            }
        }
    }

    /// Adds a young beast next to its mother, if she is well fed and there is room.
    fn bear(&mut self, wild: u8, mother: UnitId) {
        let Some(mother) = self.world.unit(mother) else { return };
        let (kind, here) = (mother.kind, mother.cell);
        if matches!(mother.top(), Some(Behaviour::Hunt { fed }) if self.world.tick > fed + WELL_FED) {
            return;
        }
        let free =
            self.world.size().neighbours(here).map(|(_, cell)| cell).find(|cell| self.has_room(kind, *cell));
        if let Some(cell) = free {
            self.add_beast(wild, kind, cell);
        }
    }

    /// Removes the hungriest wolf if it starves or there are too many.
    fn starve(&mut self) {
        let (deer, wolves) = (self.beasts_of(Kind::Deer).len(), self.beasts_of(Kind::Wolf));
        let unfed_ticks = |id: &UnitId| match self.world.unit(*id).and_then(Unit::top) {
            Some(Behaviour::Hunt { fed }) => self.world.tick.saturating_sub(*fed),
            _ => 0,
        };
        let hungriest = wolves.iter().max_by_key(|id| (unfed_ticks(id), **id)).copied();
        let are_too_many = wolves.len() > deer / DEER_A_WOLF + 1;
        if let Some(wolf) = hungriest.filter(|wolf| are_too_many || unfed_ticks(wolf) >= STARVES) {
            self.remove_unit(wolf);
        }
    }

    /// In spring, a herd comes in from the edge if few deer are left, and a wolf if there is none.
    fn wander_in(&mut self, wild: u8) {
        let (deer, wolves) = (self.beasts_of(Kind::Deer).len(), self.beasts_of(Kind::Wolf).len());
        if deer < deer_of(self.world.size()).div_ceil(2) {
            self.enter_from_the_edge(wild, Kind::Deer, HERD);
        }
        if wolves == 0 && wolves_of(self.world.size()) > 0 {
            self.enter_from_the_edge(wild, Kind::Wolf, 1);
        }
    }

    fn enter_from_the_edge(&mut self, wild: u8, kind: Kind, count: usize) {
        let size = self.world.size();
        let place = (0..TRIES).find_map(|attempt| {
            let hash = mix(&[self.world.seed, self.world.tick, attempt, kind as u64]);
            let (x, y) = ((hash >> 8) as u16 % size.width, (hash >> 32) as u16 % size.height);
            // Where the edge is water, the first walkable cell inwards.
            let inwards: Vec<Cell> = match hash % 4 {
                0 => (0..size.width / 2).map(|x| Cell::new(x, y)).collect(),
                1 => (size.width / 2..size.width).rev().map(|x| Cell::new(x, y)).collect(),
                2 => (0..size.height / 2).map(|y| Cell::new(x, y)).collect(),
                _ => (size.height / 2..size.height).rev().map(|y| Cell::new(x, y)).collect(),
            };
            inwards.into_iter().find(|cell| self.has_room(kind, *cell))
        });
        let Some(place) = place else { return };
        let free: Vec<Cell> =
            size.square(place, 2).filter(|cell| self.has_room(kind, *cell)).take(count).collect();
        for cell in free {
            self.add_beast(wild, kind, cell);
        }
    }

    /// Whether a beast can be added on a cell.
    fn has_room(&self, kind: Kind, cell: Cell) -> bool {
        let is_walkable = kind.ground_time(self.world.land.surface[cell]).is_some();
        is_walkable && self.derived.holder(cell).is_none() && !self.derived.haven[cell]
    }

    fn add_beast(&mut self, wild: u8, kind: Kind, cell: Cell) {
        if !self.world.has_room() {
            return;
        }
        let tick = self.world.tick;
        let id = place_unit(&mut self.world, wild, kind, cell, instinct(kind, tick));
        self.derived.stand(cell, id);
    }
}
