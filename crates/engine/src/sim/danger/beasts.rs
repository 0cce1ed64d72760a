//! Deer and wolves: where they start, how they breed and die, and the herds that come in when few are left.
//!
//! Where a beast goes is in `mind::behaviour` (`graze`, `hunt`). The player is never told their number, and there are
//! never more than the land feeds.

use crate::grid::{Cell, Size};
use crate::land::{Surface, mix};
use crate::sim::{Game, behave, placing, start};
use crate::world::{Behaviour, DAY, Hunt, Kind, Nature, PeopleIx, Unit, UnitId, World, YEAR_DAYS};

/// Cells of land per deer and per wolf on the first day.
const CELLS_PER_DEER: usize = 5400;

const CELLS_PER_WOLF: usize = 21_000;
/// Deer on the first day, at most; larger lands have no more.
const DEER_MAX: usize = 160;
/// A land feeds this many times the deer of its first day.
const DEER_GROWTH: usize = 2;
/// Deer needed to feed one wolf.
const DEER_PER_WOLF: usize = 4;
/// The shorter side of the smallest land that has beasts, in cells.
const SIDE_MIN: u16 = 112;
/// Deer in a herd.
const HERD_SIZE: usize = 4;
/// How far from settlements beasts start, in steps.
const TOWN_DISTANCE_STEPS: u32 = 14;
/// Days in which a deer and a wolf have one young on average.
const DAYS_PER_FAWN: u64 = 30;

const DAYS_PER_CUB: u64 = 40;
/// Ticks without a meal after which a wolf starves.
const STARVES_AFTER_TICKS: u64 = 30 * DAY;
/// A wolf that has eaten within this many ticks may have young.
const WELL_FED_TICKS: u64 = 8 * DAY;
/// The tick of the day at which beasts breed and die.
const BREEDING_TICK: u64 = 71;
/// Attempts to find a place for a group.
const ATTEMPTS_MAX: u64 = 200;

/// Deer that a land starts with.
fn initial_deer(size: Size) -> usize {
    if size.width.min(size.height) < SIDE_MIN { 0 } else { (size.area() / CELLS_PER_DEER).min(DEER_MAX) }
}

/// Wolves that a land starts with.
fn initial_wolves(size: Size) -> usize {
    (size.area() / CELLS_PER_WOLF).min(initial_deer(size) / DEER_PER_WOLF)
}

/// Places the first herds and wolves of a new land.
pub(in crate::sim) fn place_beasts(world: &mut World) {
    let size = world.size();
    if initial_deer(size) == 0 {
        return;
    }
    let wild = start::people_named(world, "beasts");
    let mut herd = 0;
    while herd * HERD_SIZE < initial_deer(size) {
        let count = HERD_SIZE.min(initial_deer(size) - herd * HERD_SIZE);
        place_group(world, wild, Kind::Deer, count, &[herd as u64, 1]);
        herd += 1;
    }
    for wolf in 0..initial_wolves(size) {
        place_group(world, wild, Kind::Wolf, 1, &[wolf as u64, 2]);
    }
}

/// Places a group of beasts together, far from all settlements; does nothing if no place is found.
fn place_group(world: &mut World, wild: PeopleIx, kind: Kind, count: usize, salt: &[u64]) {
    let size = world.size();
    let is_lonely =
        |cell: Cell| world.towns.iter().all(|town| town.cell.chebyshev(cell) >= TOWN_DISTANCE_STEPS);
    let place = (0..ATTEMPTS_MAX).find_map(|attempt| {
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
        placing::place_unit(world, wild, kind, cell, placing::beast_behaviour(kind, world.tick));
    }
}

/// Lets wolves catch deer every tick. Once a day beasts breed and starve, once a year herds come in.
pub(super) fn run_beasts(game: &mut Game) {
    let Some(wild) = game.world.peoples.position(|people| people.nature == Nature::Wild) else {
        return;
    };
    catch_deer(game);
    if game.world.tick % DAY == BREEDING_TICK {
        breed(game, wild);
        starve(game);
        if game.world.day().is_multiple_of(YEAR_DAYS) {
            restock(game, wild);
        }
    }
}

/// Hungry wolves next to a deer eat it.
fn catch_deer(game: &mut Game) {
    let hungry = |unit: &&Unit| match unit.top() {
        Some(Behaviour::Hunt(Hunt { fed })) => game.world.tick >= fed + crate::mind::HUNGRY_AFTER_TICKS,
        _ => false,
    };
    let wolves: Vec<UnitId> = game.world.units.iter().filter(hungry).map(|wolf| wolf.id).collect();
    for wolf in wolves {
        let Some(index) = game.world.unit_index(wolf) else { continue };
        let cell = game.world.units[index].cell;
        let beside = game.world.size().neighbours(cell).filter_map(|(_, cell)| game.derived.holder(cell));
        let is_deer = |id: &UnitId| game.world.unit(*id).is_some_and(|unit| unit.kind == Kind::Deer);
        let Some(deer) = beside.into_iter().find(is_deer) else { continue };
        if let Some(Behaviour::Hunt(Hunt { fed })) = game.world.units[index].stack.last_mut() {
            *fed = game.world.tick;
        }
        behave::remove_unit(game, deer);
    }
}

/// The beasts of a kind, by id.
fn beasts_of(world: &World, kind: Kind) -> Vec<UnitId> {
    world.units.iter().filter(|unit| unit.kind == kind).map(|unit| unit.id).collect()
}

/// Lets some beasts have young, as long as the land feeds them.
fn breed(game: &mut Game, wild: PeopleIx) {
    let (deer, wolves) = (beasts_of(&game.world, Kind::Deer), beasts_of(&game.world, Kind::Wolf));
    let deer_room = (DEER_GROWTH * initial_deer(game.world.size())).saturating_sub(deer.len());
    let wolf_room = (deer.len() / DEER_PER_WOLF + 1).saturating_sub(wolves.len());
    let wolf_room = if initial_wolves(game.world.size()) == 0 { 0 } else { wolf_room };
    for (parents, room, days) in [(deer, deer_room, DAYS_PER_FAWN), (wolves, wolf_room, DAYS_PER_CUB)] {
        let (seed, tick) = (game.world.seed, game.world.tick);
        let is_parent = |id: &UnitId| mix(&[seed, tick, u64::from(id.0), 0xf4]).is_multiple_of(days);
        for parent in parents.into_iter().filter(is_parent).take(room) {
            add_young(game, wild, parent);
        }
    }
}

/// Adds a young beast next to its mother, if she is well fed and there is room.
fn add_young(game: &mut Game, wild: PeopleIx, mother: UnitId) {
    let Some(mother) = game.world.unit(mother) else { return };
    let (kind, here) = (mother.kind, mother.cell);
    if matches!(mother.top(), Some(Behaviour::Hunt(Hunt { fed })) if game.world.tick > fed + WELL_FED_TICKS) {
        return;
    }
    let free =
        game.world.size().neighbours(here).map(|(_, cell)| cell).find(|cell| has_room(game, kind, *cell));
    if let Some(cell) = free {
        add_beast(game, wild, kind, cell);
    }
}

/// Removes the hungriest wolf if it starves or there are too many.
fn starve(game: &mut Game) {
    let (deer, wolves) = (beasts_of(&game.world, Kind::Deer).len(), beasts_of(&game.world, Kind::Wolf));
    let unfed_ticks = |id: &UnitId| match game.world.unit(*id).and_then(Unit::top) {
        Some(Behaviour::Hunt(Hunt { fed })) => game.world.tick.saturating_sub(*fed),
        _ => 0,
    };
    let hungriest = wolves.iter().max_by_key(|id| (unfed_ticks(id), **id)).copied();
    let are_too_many = wolves.len() > deer / DEER_PER_WOLF + 1;
    if let Some(wolf) = hungriest.filter(|wolf| are_too_many || unfed_ticks(wolf) >= STARVES_AFTER_TICKS) {
        behave::remove_unit(game, wolf);
    }
}

/// In spring, a herd comes in from the edge if few deer are left, and a wolf if there is none.
fn restock(game: &mut Game, wild: PeopleIx) {
    let (deer, wolves) = (beasts_of(&game.world, Kind::Deer).len(), beasts_of(&game.world, Kind::Wolf).len());
    if deer < initial_deer(game.world.size()).div_ceil(2) {
        add_at_edge(game, wild, Kind::Deer, HERD_SIZE);
    }
    if wolves == 0 && initial_wolves(game.world.size()) > 0 {
        add_at_edge(game, wild, Kind::Wolf, 1);
    }
}

fn add_at_edge(game: &mut Game, wild: PeopleIx, kind: Kind, count: usize) {
    let size = game.world.size();
    let place = (0..ATTEMPTS_MAX).find_map(|attempt| {
        let hash = mix(&[game.world.seed, game.world.tick, attempt, kind as u64]);
        let (x, y) = ((hash >> 8) as u16 % size.width, (hash >> 32) as u16 % size.height);
        // Where the edge is water, the first walkable cell inwards.
        let inwards: Vec<Cell> = match hash % 4 {
            0 => (0..size.width / 2).map(|x| Cell::new(x, y)).collect(),
            1 => (size.width / 2..size.width).rev().map(|x| Cell::new(x, y)).collect(),
            2 => (0..size.height / 2).map(|y| Cell::new(x, y)).collect(),
            _ => (size.height / 2..size.height).rev().map(|y| Cell::new(x, y)).collect(),
        };
        inwards.into_iter().find(|cell| has_room(game, kind, *cell))
    });
    let Some(place) = place else { return };
    let free: Vec<Cell> =
        size.square(place, 2).filter(|cell| has_room(game, kind, *cell)).take(count).collect();
    for cell in free {
        add_beast(game, wild, kind, cell);
    }
}

/// Whether a beast can be added on a cell.
fn has_room(game: &Game, kind: Kind, cell: Cell) -> bool {
    let is_walkable = kind.ground_time(game.world.land.surface[cell]).is_some();
    is_walkable && game.derived.holder(cell).is_none() && !game.derived.haven[cell]
}

fn add_beast(game: &mut Game, wild: PeopleIx, kind: Kind, cell: Cell) {
    if !game.world.has_room() {
        return;
    }
    let tick = game.world.tick;
    let id = placing::place_unit(&mut game.world, wild, kind, cell, placing::beast_behaviour(kind, tick));
    game.derived.hold(cell, id);
}
