//! Puts a hamlet or a unit onto a land, and makes another kind of a unit.

use crate::grid::Cell;
use crate::land;
use crate::land::Good;
use crate::plan;
use crate::sim::derived::Watcher;
use crate::sim::{Game, events, sight};
use crate::world::{
    AnnalEvent, Behaviour, DAY, Explore, Hunt, Kind, PeopleIx, Raid, SettlementEvent, Stay, Tier, Town,
    TownIx, TownKind, Trade, Unit, UnitId, UnitIx, Why, World, YEAR_DAYS, add_to_count,
};
use std::collections::HashSet;

/// Stock of each good in a new hamlet, in hundredths of a load.
const INITIAL_STOCK: u32 = 500;
/// Residents of a new hamlet.
const INITIAL_RESIDENTS: u32 = 12;
/// The radius of known land around a people's first hamlets, in cells.
const HOME_RADIUS_CELLS: u16 = 12;

/// Founds a hamlet and reveals the land around it to its people.
pub(in crate::sim) fn add_hamlet(
    world: &mut World,
    people: PeopleIx,
    cell: Cell,
    makes: Option<Good>,
) -> TownIx {
    let taken: Vec<String> = world.towns.iter().map(|town| town.name.clone()).collect();
    let name =
        land::place_name(&mut world.streams.names, makes.is_none(), |name| taken.iter().any(|t| t == name));
    let mut stock = [INITIAL_STOCK; Good::COUNT];
    stock[Good::Grain as usize] = 2 * INITIAL_STOCK;
    if let Some(good) = makes {
        stock[good as usize] = 3 * INITIAL_STOCK;
    }
    let why = makes.map_or(Why::Nights { nights: 0, passes: 0, routes: Vec::new() }, Why::Site);
    let id = world.towns.push(Town {
        name,
        cell,
        kind: TownKind::Hamlet,
        people,
        residents: INITIAL_RESIDENTS,
        stock,
        makes,
        trade: 0,
        visits: vec![0],
        nights: 0,
        routes: Vec::new(),
        fields: Vec::new(),
        hungry_days: 0,
        starved: 0,
        failing_days: 0,
        tired_days: 0,
        residents_max: INITIAL_RESIDENTS,
        founded: world.tick,
        last_settlers: world.tick,
        why,
        rally: Vec::new(),
        came: 0,
        deliveries: Vec::new(),
        sickness: None,
    });
    world.record_event(people, id, AnnalEvent::Founded);
    know_home(world, people, id);
    id
}

/// Makes a hamlet of a ruin.
pub(super) fn resettle(world: &mut World, people: PeopleIx, id: TownIx, makes: Option<Good>) -> TownIx {
    let tick = world.tick;
    let town = &mut world.towns[id];
    (town.kind, town.people, town.makes) = (TownKind::Hamlet, people, makes);
    (town.founded, town.last_settlers) = (tick, tick);
    (town.failing_days, town.hungry_days, town.starved) = (0, 0, 0);
    town.stock = [INITIAL_STOCK; Good::COUNT];
    town.rally.clear();
    world.record_event(people, id, AnnalEvent::Founded);
    know_home(world, people, id);
    id
}

/// Reveals the land around a settlement to its people.
fn know_home(world: &mut World, people: PeopleIx, id: TownIx) {
    let (day, cell) = (world.day(), world.town(id).cell);
    let around: Vec<Cell> = world.size().square(cell, HOME_RADIUS_CELLS).collect();
    for known in around.into_iter().filter(|other| other.octile(cell) <= u32::from(HOME_RADIUS_CELLS) * 1000)
    {
        let surface = world.land.surface[known];
        world.peoples[people].belief.observe(known, surface, Tier::None, false, day);
    }
    world.record_sighting(people, id);
}

/// Records that a settlement stands on the first day of a land.
pub(in crate::sim) fn record_first_settlement(world: &mut World, id: TownIx) {
    let town = world.town(id);
    let (cell, kind, good) = (town.cell, town.kind, town.makes);
    let founded = SettlementEvent::Founded { town: id, kind, unit: None, good };
    let founded = events::record_unseen(world, cell, founded, None);
    events::link_step(world, id, kind, founded);
}

/// Adds a unit that lives in a settlement.
pub(in crate::sim) fn add_unit(world: &mut World, kind: Kind, home: TownIx) -> UnitId {
    let (people, cell) = (world.town(home).people, world.town(home).cell);
    let base = livelihood(world, kind, cell, Some(home));
    place_unit(world, people, kind, cell, base)
}

/// The livelihood of a unit of this kind on this cell: what it does without orders.
pub(in crate::sim) fn livelihood(world: &World, kind: Kind, cell: Cell, home: Option<TownIx>) -> Behaviour {
    let near = home.map_or(cell, |home| world.town(home).cell);
    match (kind, home) {
        (Kind::Scout, _) => Behaviour::Explore(Explore { target: None, fruitless: 0 }),
        (Kind::Raider, _) => Behaviour::Raid(Raid { lair: cell, site: None, since: 0, fed: 0 }),
        (Kind::Deer | Kind::Wolf, _) => beast_behaviour(kind, world.tick),
        // A worker looks for a site as soon as this ends.
        (Kind::Worker | Kind::Builder | Kind::Guard | Kind::Spy, _) => {
            Behaviour::Stay(Stay { around: near, until: world.tick })
        }
        (_, Some(home)) => Behaviour::Trade(Trade { home, trip: None }),
        // Without a settlement there is nothing to carry.
        (_, None) => Behaviour::Stop,
    }
}

/// Adds a unit on a cell, with its livelihood.
pub(in crate::sim) fn place_unit(
    world: &mut World,
    people: PeopleIx,
    kind: Kind,
    cell: Cell,
    base: Behaviour,
) -> UnitId {
    let id = UnitId(world.next_unit);
    world.next_unit += 1;
    add_to_count(&mut world.tally.came, u64::from(people == PeopleIx::PLAYER));
    let name = if kind.row().is_beast() {
        kind.row().name.to_owned()
    } else {
        let living = world.units.iter().map(|unit| unit.name.as_str());
        let in_mind = world.events.names_in_mind(world.tick.saturating_sub(YEAR_DAYS * DAY));
        let taken: HashSet<&str> = living.chain(in_mind).collect();
        land::people_name(&mut world.streams.names, usize::from(people.0), |name| taken.contains(name))
    };
    world.units.push(Unit::new(id, name, (kind, people), cell, base));
    id
}

/// Turns a unit into a porter, with a porter's sight radius.
pub(in crate::sim) fn become_porter(game: &mut Game, index: UnitIx) {
    let unit = &mut game.world.units[index];
    unit.kind = Kind::Porter;
    unit.drop_path();
    let watcher = Watcher::Unit(unit.id);
    sight::update_watcher(game, watcher);
}

/// The lifelong behaviour of a beast.
pub(in crate::sim) fn beast_behaviour(kind: Kind, tick: u64) -> Behaviour {
    if kind == Kind::Wolf { Behaviour::Hunt(Hunt { fed: tick }) } else { Behaviour::Graze }
}

/// Gives a settlement to another people. Its porters find new homes.
pub(in crate::sim) fn cede(game: &mut Game, id: TownIx, to: PeopleIx) {
    let town = &mut game.world.towns[id];
    let from = std::mem::replace(&mut town.people, to);
    town.rally.clear();
    town.deliveries.clear();
    sight::update_watcher(game, Watcher::Town(id));
    game.world.forget_market(from, id);
    plan::survey_from(&mut game.world, from, id);
    plan::survey_from(&mut game.world, to, id);
}
