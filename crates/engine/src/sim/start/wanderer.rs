//! Starts a wanderer's game: its people, and waystones around its home.

use crate::graph::{Corner, Grid8, NodeId};
use crate::grid::{Cell, Size};
use crate::land;
use crate::land::{LandError, OnProgress, Recipe, mix};
use crate::search::{NoObserver, NoTarget, Rank, Search, run};
use crate::sim::Game;
use crate::sim::start::{founding, peoples};
use crate::world::{
    DAY_TIME, HOME, Kind, Nature, People, PeopleIx, TownIx, TownKind, WAYSTONES, Wander, Waystone, World,
    amount_of,
};

/// On a land too small for days, the time of the farthest waystone as a share of the time to the farthest cell, in
/// tenths.
const FARTHEST_TENTHS: u32 = 9;
/// The tolerance of a waystone's walking time is a day's time divided by this.
const TIME_TOLERANCE_DIVISOR: u32 = 12;
/// Waystones this far apart count as fully separate, in milli-steps.
const SEPARATION_MAX: u32 = 40_000;
/// The slowest ground for a waystone, by a porter's time in milli-steps.
const FIRM_TIME_MAX: u32 = 2000;

impl Game {
    /// A new land for a wanderer, at tick 0, before the first life. `on_progress` is called now and then with the
    /// current stage and the percentage done.
    ///
    /// # Errors
    /// When the size or a slider is out of range.
    pub fn wander(recipe: Recipe, seed: u64, size: Size, on_progress: OnProgress) -> Result<Game, LandError> {
        let world = founding::found_world(seed, land::generate_with(recipe, seed, size, on_progress)?);
        Ok(Game::begin(with_wanderer(world)))
    }
}

/// Adds the wanderer's people before all others, and waystones around the first settlement. Home's scouts are removed,
/// since exploring is left to the wanderer.
fn with_wanderer(mut world: World) -> World {
    let shifted = |people: &PeopleIx| PeopleIx(people.0 + 1);
    world.peoples.push_first(People::new("the road", Nature::Lone, world.land.size));
    for people in &mut world.peoples {
        people.grudges = people.grudges.iter().map(|(other, grudge)| (shifted(other), *grudge)).collect();
        people.maps = people.maps.iter().map(|(other, tick)| (shifted(other), *tick)).collect();
    }
    world.towns.iter_mut().for_each(|town| town.people = shifted(&town.people));
    world.units.iter_mut().for_each(|unit| unit.people = shifted(&unit.people));
    world.units.retain(|unit| unit.kind != Kind::Scout || unit.people != HOME);
    world.ground.towers.values_mut().for_each(|owner| *owner = shifted(owner));
    let home = TownIx(0);
    if let Some(town) = world.towns.get(home).filter(|town| town.kind != TownKind::Ruin) {
        let stones = place_waystones(&world, town.cell);
        world.wander = Some(Wander::new(home, stones));
    }
    world
}

/// Places one to five days' walk from home over ground without roads, in directions as different as the land allows; on
/// a small land, at fifths of what can be walked.
fn place_waystones(world: &World, home: Cell) -> Vec<Waystone> {
    let size = world.size();
    let cost = peoples::roadless_costs(&world.land);
    let graph = Grid8 { size, cost: &cost, corner: Corner::BothFree };
    let start = size.index(home) as NodeId;
    let mut search = Search::new(size.area() as u32, start, Rank::UniformCost, &NoTarget, u32::MAX);
    run(&mut search, &graph, &NoTarget, u32::MAX, &mut NoObserver);
    let is_firm = |cell: &Cell| {
        let is_easy =
            Kind::Porter.ground_time(world.land.surface[*cell]).is_some_and(|time| time <= FIRM_TIME_MAX);
        let near = |other: Cell| other.chebyshev(*cell) <= 3;
        is_easy
            && !world.towns.iter().any(|town| near(town.cell))
            && !world.land.sites.iter().any(|site| site.cell == *cell)
    };
    let reached: Vec<(Cell, u32)> = size
        .cells()
        .filter(is_firm)
        .filter_map(|cell| Some((cell, amount_of(search.cost_of(size.index(cell) as NodeId)?))))
        .collect();
    let farthest = reached.iter().map(|(_, time)| *time).max().unwrap_or(0);
    let day = DAY_TIME.min(farthest / 10 * FARTHEST_TENTHS / WAYSTONES as u32);
    let mut stones: Vec<Waystone> = Vec::new();
    for number in 1..=WAYSTONES as u32 {
        let time_error = |time: u32| time.abs_diff(day * number).saturating_sub(day / TIME_TOLERANCE_DIVISOR);
        let closeness = |cell: Cell| {
            let nearest = stones.iter().map(|stone| stone.cell.octile(cell)).min().unwrap_or(SEPARATION_MAX);
            SEPARATION_MAX - nearest.min(SEPARATION_MAX)
        };
        let tie_break = |cell: Cell| mix(&[world.seed, u64::from(number), size.index(cell) as u64]);
        let best =
            reached.iter().min_by_key(|(cell, time)| (time_error(*time), closeness(*cell), tie_break(*cell)));
        stones.extend(best.map(|(cell, time)| Waystone {
            cell: *cell,
            time: *time,
            reached: false,
            home: false,
        }));
    }
    stones
}
