//! The wanderer's game: five waystones in a land that lives by itself, one life at a time, and what is brought home.
//!
//! How a life is played is in `possession` and `possession_tick`; what is saved of it, and its score, in
//! `world::wander`.

use crate::graph::{Corner, Grid8, NodeId};
use crate::grid::{Cell, Size};
use crate::land;
use crate::land::{LandError, OnProgress, Recipe, mix};
use crate::search::{NoObserver, NoTarget, Rank, Search, run};
use crate::sim::behave::{action_end, death, possessed};
use crate::sim::commands::possession;
use crate::sim::derived::Watcher;
use crate::sim::sight::{place_news, vision};
use crate::sim::society::placing;
use crate::sim::society::{founding, peoples};
use crate::sim::walk::invalidation;
use crate::sim::{Game, events};
use crate::world::{
    AMOUNT_MAX, ActionEnd, Behaviour, CommandOutcome, DAY_TIME, FOOD_MAX, HOME, Kind, LifeEvent, Nature,
    People, PeopleIx, PlayerEvent, Rejection, TownIx, TownKind, UnitIx, WAYSTONES, Wander, Waystone, World,
    add_capped, amount_of,
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

/// Starts the next wanderer's life at home, with what home knows.
pub(in crate::sim) fn start_next_life(game: &mut Game) -> Result<CommandOutcome, Rejection> {
    let refuse = |why| Err(Rejection::NoBirth(why));
    let Some(wander) = &game.world.wander else { return refuse("this is no wanderer's game") };
    if wander.is_won() {
        return refuse("all five waystones are home: the story is told");
    }
    if game.world.possession.is_some() {
        return refuse("this life is not over");
    }
    if !game.world.has_room() {
        return refuse("this land has no room for another life");
    }
    let from = game.world.town(wander.home).cell;
    let towns = game.world.living_towns().filter(|id| game.world.town(*id).people == HOME);
    let Some(home) = towns.min_by_key(|id| (game.world.town(*id).cell.octile(from), *id)) else {
        return refuse("no settlement of home is left to set out from");
    };
    let cell = game.world.town(home).cell;
    game.world.peoples[PeopleIx::PLAYER].belief = game.world.people(HOME).belief.clone();
    game.world.peoples[PeopleIx::PLAYER].belief.mark_all_dirty();
    game.world.peoples[PeopleIx::PLAYER].sightings = game.world.people(HOME).sightings.clone();
    game.world.peoples[PeopleIx::PLAYER].annals = game.world.people(HOME).annals.clone();
    let id = placing::place_unit(&mut game.world, PeopleIx::PLAYER, Kind::Scout, cell, Behaviour::Stop);
    if let Some(wander) = &mut game.world.wander {
        (wander.born, wander.brought, wander.carried) = (game.world.tick, 0, 0);
        wander.stones.iter_mut().for_each(|stone| stone.reached = false);
    }
    if let Some(index) = game.world.unit_index(id) {
        possession::start_possession(&mut game.world, index, FOOD_MAX);
        if let Some(life) = &mut game.world.possession {
            life.reported.home = true;
        }
        vision::update_watcher(game, Watcher::Unit(id));
        possessed::tell_life(&mut game.world, LifeEvent::SetOut { unit: id, from: home });
        tell_next_waystone(&mut game.world);
    }
    Ok(CommandOutcome::text("a life begins"))
}

/// What a wanderer is told to do next; `None` if all is done or this is no wanderer's game.
pub fn waystone_hint(world: &World) -> Option<LifeEvent> {
    let wander = world.wander.as_ref()?;
    if let Some((number, _)) = wander.next_stone() {
        return Some(LifeEvent::NextWaystone { stone: number - 1 });
    }
    let carries = wander.stones.iter().any(|stone| stone.reached && !stone.home);
    carries.then_some(LifeEvent::BringItHome)
}

fn tell_next_waystone(world: &mut World) {
    if let Some(hint) = waystone_hint(world) {
        possessed::tell_life(world, hint);
    }
}

/// Marks a waystone as reached if the wanderer stands at it.
pub(super) fn notice_waystone(world: &mut World, index: UnitIx) {
    let cell = world.units[index].cell;
    let Some(wander) = &mut world.wander else { return };
    let is_here = |stone: &Waystone| stone.cell.chebyshev(cell) <= 1 && !stone.reached && !stone.home;
    let Some(at) = wander.stones.iter().position(is_here) else { return };
    wander.stones[at].reached = true;
    let stone = at as u8;
    action_end::end_action(world, index, ActionEnd::Waystone(stone), LifeEvent::WaystoneReached { stone });
}

/// In a settlement of home, the wanderer and its home exchange what they know.
pub(super) fn notice_home(game: &mut Game) {
    let (Some(index), true) = (possessed::possessed_index(&game.world), game.world.wander.is_some()) else {
        return;
    };
    let town = game.places().town_at(game.world.units[index].cell);
    let is_home = town.is_some_and(|town| game.world.town(town).people == HOME);
    let Some(life) = &mut game.world.possession else { return };
    let was_home = std::mem::replace(&mut life.reported.home, is_home);
    if is_home && !was_home {
        deliver_home(game, index);
    }
}

fn deliver_home(game: &mut Game, index: UnitIx) {
    let before = towns_reachable_from_home(game);
    let news = share_map(game, PeopleIx::PLAYER, HOME);
    share_map(game, HOME, PeopleIx::PLAYER);
    invalidation::apply_learned_changes(game);
    let mut found = towns_reachable_from_home(game);
    found.retain(|town| !before.contains(town));
    let Some(wander) = &mut game.world.wander else { return };
    add_capped(&mut wander.brought, news, AMOUNT_MAX);
    add_capped(&mut wander.brought_in_all, news, AMOUNT_MAX);
    let mut stones = 0;
    for stone in wander.stones.iter_mut().filter(|stone| stone.reached && !stone.home) {
        stone.home = true;
        stones += 1;
    }
    wander.carried += stones;
    let is_won = wander.is_won();
    let unit = &game.world.units[index];
    let (id, cell) = (unit.id, unit.cell);
    let home = LifeEvent::Home { cells: news, stones };
    action_end::end_action(&mut game.world, index, ActionEnd::Home, home);
    for town in found {
        possessed::tell_life(&mut game.world, LifeEvent::PathHomeFound { town });
    }
    if news > 0 || stones > 0 {
        events::tell(game, cell, PlayerEvent::CameHome { unit: id, cells: news });
    }
    if is_won {
        death::remove_unit(game, id);
    } else {
        tell_next_waystone(&mut game.world);
    }
}

/// Settlements to which home knows a route.
fn towns_reachable_from_home(game: &Game) -> Vec<TownIx> {
    let Some(wander) = &game.world.wander else { return Vec::new() };
    let from = game.world.town(wander.home).cell;
    let planner = game.planner(HOME, Kind::Porter, &[]);
    let standing = game.world.people(HOME).standing().map(|(id, _)| id);
    standing.filter(|id| planner.is_connected(from, game.world.town(*id).cell)).collect()
}

/// Merges one people's belief and sightings into another's; returns the number of new cells.
fn share_map(game: &mut Game, from: PeopleIx, to: PeopleIx) -> u32 {
    let belief =
        std::mem::replace(&mut game.world.peoples[from].belief, crate::world::Belief::new(Size::new(1, 1)));
    let visible = &game.derived.visible[to];
    let news = game.world.peoples[to].belief.take_over(&belief, |cell| visible[cell] > 0);
    game.world.peoples[from].belief = belief;
    for (town, sighting) in game.world.people(from).sightings.clone() {
        let known = &mut game.world.peoples[to].sightings;
        let before = known.get(&town).copied();
        if before.is_some_and(|seen| seen.tick >= sighting.tick) {
            continue;
        }
        known.insert(town, sighting);
        place_news::annal_place_change(
            &mut game.world,
            to,
            town,
            before.map(|seen| seen.kind),
            sighting.kind,
        );
    }
    news
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
