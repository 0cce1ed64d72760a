//! Deer and wolves: where they live first, how they multiply and die, and the herd that comes back when there are too few.
//!
//! Where a beast goes is `mind::beasts`. Nobody counts them for the player, but there are never more than the land feeds.

use super::Game;
use super::founding::place_unit;
use super::peoples::people_of;
use crate::grid::{Cell, Size};
use crate::land::{Surface, mix};
use crate::world::{Behaviour, DAY, Kind, Nature, Unit, UnitId, World, YEAR_DAYS};

/// Cells that each deer of the first day has, and each wolf.
const CELLS_A_DEER: usize = 5400;
const CELLS_A_WOLF: usize = 21_000;
/// Deer of the first day, and of any, at most: beyond, a larger land has no more of them.
const DEER_MAX: usize = 160;
/// A land feeds so many times the deer of its first day.
const GROWTH: usize = 2;
/// Wolves that live of so many deer.
const DEER_A_WOLF: usize = 4;
/// Sides of a land from which on it has beasts.
const SIDE_MIN: u16 = 112;
/// Deer of a herd.
const HERD: usize = 4;
/// How far from settlements the first of them are, in steps.
const FROM_PEOPLE: u32 = 14;
/// Days in which about one of so many has a young one.
const DAYS_A_FAWN: u64 = 30;
const DAYS_A_CUB: u64 = 40;
/// Ticks after a meal when a wolf starves.
const STARVES: u64 = 30 * DAY;
/// A wolf that has eaten within this many ticks may have young.
const WELL_FED: u64 = 8 * DAY;
/// The tick of the day at which they multiply and die.
const HOUR: u64 = 71;
/// Places that are tried for somebody to live at.
const TRIES: u64 = 200;

/// How many deer a land begins with.
fn deer_of(size: Size) -> usize {
    if size.width.min(size.height) < SIDE_MIN { 0 } else { (size.area() / CELLS_A_DEER).min(DEER_MAX) }
}

/// How many wolves a land begins with.
fn wolves_of(size: Size) -> usize {
    (size.area() / CELLS_A_WOLF).min(deer_of(size) / DEER_A_WOLF)
}

/// The first herds and wolves of a new land.
pub fn let_loose(world: &mut World) {
    let size = world.size();
    if deer_of(size) == 0 {
        return;
    }
    let wild = people_of(world, "beasts");
    let mut herd = 0;
    while herd * HERD < deer_of(size) {
        let many = HERD.min(deer_of(size) - herd * HERD);
        place_group(world, wild, Kind::Deer, many, &[herd as u64, 1]);
        herd += 1;
    }
    for wolf in 0..wolves_of(size) {
        place_group(world, wild, Kind::Wolf, 1, &[wolf as u64, 2]);
    }
}

/// Puts some beasts together somewhere off all settlements; nowhere, if no place is found.
fn place_group(world: &mut World, wild: u8, kind: Kind, many: usize, salt: &[u64]) {
    let size = world.size();
    let lonely = |cell: Cell| world.towns.iter().all(|town| town.cell.steps_to(cell) >= FROM_PEOPLE);
    let place = (0..TRIES).find_map(|attempt| {
        let dice = mix(&[world.seed, attempt, salt[0], salt[1], 0xbea5]);
        let cell = size.cell((dice % size.area() as u64) as usize);
        let pasture = matches!(world.land.surface[cell], Surface::Meadow | Surface::Grass | Surface::Forest);
        (pasture && lonely(cell)).then_some(cell)
    });
    let Some(place) = place else { return };
    let free = size.square(place, 2).filter(|cell| {
        kind.ground_time(world.land.surface[*cell]).is_some()
            && world.units.iter().all(|unit| unit.cell != *cell)
    });
    for cell in free.take(many).collect::<Vec<_>>() {
        place_unit(world, wild, kind, cell, instinct(kind, world.tick));
    }
}

/// What a beast does all its life.
pub fn instinct(kind: Kind, tick: u64) -> Behaviour {
    if kind == Kind::Wolf { Behaviour::Hunt { fed: tick } } else { Behaviour::Graze }
}

impl Game {
    /// Beasts catch and are caught; once a day they multiply and die.
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

    /// A step of a beast, where its instinct pulls it.
    pub(super) fn roam(&mut self, index: usize, next: Cell) {
        let here = self.world.units[index].cell;
        let is_free = self.in_the_way(index, next).is_none() && !self.derived.haven[next];
        if is_free && !self.leads_into_passage(here, next) && self.can_enter(index, next) {
            self.step_onto(index, next, false);
        }
    }

    /// A hungry wolf that has come up to a deer eats it.
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

    /// The beasts of a kind, in the order of their numbers.
    fn beasts_of(&self, kind: Kind) -> Vec<UnitId> {
        self.world.units.iter().filter(|unit| unit.kind == kind).map(|unit| unit.id).collect()
    }

    /// Some have young, as long as the land feeds them.
    fn breed(&mut self, wild: u8) {
        let (deer, wolves) = (self.beasts_of(Kind::Deer), self.beasts_of(Kind::Wolf));
        let deer_room = (GROWTH * deer_of(self.world.size())).saturating_sub(deer.len());
        let wolf_room = (deer.len() / DEER_A_WOLF + 1).saturating_sub(wolves.len());
        let wolf_room = if wolves_of(self.world.size()) == 0 { 0 } else { wolf_room };
        for (parents, room, days) in [(deer, deer_room, DAYS_A_FAWN), (wolves, wolf_room, DAYS_A_CUB)] {
            let (seed, tick) = (self.world.seed, self.world.tick);
            let lot = |id: &UnitId| mix(&[seed, tick, u64::from(id.0), 0xf4]).is_multiple_of(days);
            for parent in parents.into_iter().filter(lot).take(room) {
                self.bear(wild, parent);
            }
        }
    }

    /// A young one comes into being beside its mother, if she has enough to eat and room.
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

    /// Wolves that find nothing to eat die, and so does one of too many.
    fn starve(&mut self) {
        let (deer, wolves) = (self.beasts_of(Kind::Deer).len(), self.beasts_of(Kind::Wolf));
        let unfed = |id: &UnitId| match self.world.unit(*id).and_then(Unit::top) {
            Some(Behaviour::Hunt { fed }) => self.world.tick.saturating_sub(*fed),
            _ => 0,
        };
        let most = wolves.iter().max_by_key(|id| (unfed(id), **id)).copied();
        let too_many = wolves.len() > deer / DEER_A_WOLF + 1;
        if let Some(wolf) = most.filter(|wolf| too_many || unfed(wolf) >= STARVES) {
            self.remove_unit(wolf);
        }
    }

    /// In spring, a herd comes from beyond the land's edge if few are left, and a wolf after it if there is none.
    fn wander_in(&mut self, wild: u8) {
        let (deer, wolves) = (self.beasts_of(Kind::Deer).len(), self.beasts_of(Kind::Wolf).len());
        if deer < deer_of(self.world.size()).div_ceil(2) {
            self.enter_from_the_edge(wild, Kind::Deer, HERD);
        }
        if wolves == 0 && wolves_of(self.world.size()) > 0 {
            self.enter_from_the_edge(wild, Kind::Wolf, 1);
        }
    }

    fn enter_from_the_edge(&mut self, wild: u8, kind: Kind, many: usize) {
        let size = self.world.size();
        let place = (0..TRIES).find_map(|attempt| {
            let dice = mix(&[self.world.seed, self.world.tick, attempt, kind as u64]);
            let (x, y) = ((dice >> 8) as u16 % size.width, (dice >> 32) as u16 % size.height);
            // Where the edge is water, on the shore behind it.
            let inwards: Vec<Cell> = match dice % 4 {
                0 => (0..size.width / 2).map(|x| Cell::new(x, y)).collect(),
                1 => (size.width / 2..size.width).rev().map(|x| Cell::new(x, y)).collect(),
                2 => (0..size.height / 2).map(|y| Cell::new(x, y)).collect(),
                _ => (size.height / 2..size.height).rev().map(|y| Cell::new(x, y)).collect(),
            };
            inwards.into_iter().find(|cell| self.has_room(kind, *cell))
        });
        let Some(place) = place else { return };
        let free: Vec<Cell> =
            size.square(place, 2).filter(|cell| self.has_room(kind, *cell)).take(many).collect();
        for cell in free {
            self.add_beast(wild, kind, cell);
        }
    }

    /// Whether a beast can come into being on a cell.
    fn has_room(&self, kind: Kind, cell: Cell) -> bool {
        let walkable = kind.ground_time(self.world.land.surface[cell]).is_some();
        walkable && self.derived.holder(cell).is_none() && !self.derived.haven[cell]
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
