//! Settlements: what they produce and consume, how they grow and shrink, when they send settlers, and how they end.

use crate::grid::Cell;
use crate::land::Good;
use crate::plan;
use crate::sim::derived::Watcher;
use crate::sim::society::{camps, forts, guards, markets, spying};
use crate::sim::{Game, behave, events, ground, placing, sight};
use crate::world::{
    AMOUNT_MAX, AnnalEvent, Behaviour, Block, DAY, EventLink, Kind, Nature, Order, PASS, PeopleIx,
    RuinReason, Settle, SettlementEvent, TOWN_AMOUNT_MAX, TOWNS_MAX, Town, TownIx, TownKind, Trade,
    TradeEvent, Unit, UnitId, UnitIx, World, add_capped,
};

/// Daily production of a site's good, and the addition per resident, in hundredths of a load.
const MADE_PER_DAY: u32 = 300;

const MADE_PER_RESIDENT: u32 = 8;
/// The largest stock of one good, in hundredths of a load.
const STORE_MAX: u32 = 4000;
/// Daily consumption of every good, and the addition per resident, in hundredths of a load.
const USED_PER_DAY: u32 = 10;

const USED_PER_RESIDENT: u32 = 1;
/// Decayed trade (in hundredths of deliveries) and decayed passes on an adjacent road that support one resident.
const TRADE_PER_RESIDENT: u32 = 250;

const PASSES_PER_RESIDENT: u32 = 5;
/// How near an adjacent road is, in steps.
const ROAD_DISTANCE_STEPS: u16 = 2;
/// Residents from which a settlement is a village, a town and a city.
const VILLAGE_RESIDENTS_MIN: u32 = 30;

const TOWN_RESIDENTS_MIN: u32 = 80;

const CITY_RESIDENTS_MIN: u32 = 200;
/// Days below a third of its best after which a settlement falls to ruin: two seasons.
const FAILING_DAYS: u16 = 24;
/// Residents from which a settlement sends settlers, how many go, and the ticks in between.
const SETTLER_RESIDENTS_MIN: u32 = 22;

const SETTLERS_COUNT: u32 = 6;

const SETTLERS_INTERVAL_TICKS: u64 = 12 * DAY;
/// Residents from which a settlement without a free site sends settlers into another people's realm.
const INTRUSION_RESIDENTS_MIN: u32 = 26;
/// How far settlers go, in milli-steps of distance.
const SETTLERS_DISTANCE_MAX: u32 = 60_000;
/// The least distance of a new hamlet from other settlements, in steps.
const HAMLET_DISTANCE_MIN: u32 = 12;
/// Decayed trade that supports one porter, in hundredths of deliveries: about one every two days.
const TRADE_PER_PORTER: u32 = 1600;
/// Days for which a settlement remembers its visitors.
const VISIT_DAYS: usize = 24;
/// How near a feared place must be to have emptied a settlement, in steps.
const RUINOUS_FEAR_STEPS: u32 = 24;
/// Porters that every market keeps.
const PORTERS_MIN: usize = 2;
/// Days between two surveys of old routes from a market.
const SURVEY_INTERVAL_DAYS: u64 = 10;
/// Cells of land for each unit that trade supports, all peoples together.
const LAND_PER_UNIT: usize = 160;
/// The least and greatest limit on a people's units.
const PEOPLE_UNITS_MIN: usize = 24;
/// See `PEOPLE_UNITS_MIN`.
pub const PEOPLE_UNITS_MAX: usize = 600;

/// Runs each settlement's day, at a different tick for each.
pub(super) fn run_settlements(game: &mut Game) {
    camps::fade_camps(game);
    for id in game.world.towns.indices() {
        let run_tick = u64::from(id.0) * 37 % DAY;
        if game.world.tick % DAY == run_tick && markets::is_standing(&game.world, id) {
            run_day(game, id);
        }
    }
}

fn run_day(game: &mut Game, id: TownIx) {
    decay_trade(&mut game.world, id);
    if !game.world.town(id).is_market() {
        return run_inn(game, id);
    }
    produce_and_consume(&mut game.world, id);
    update_residents(game, id);
    if !markets::is_standing(&game.world, id) {
        return;
    }
    hire_and_retire(game, id);
    send_settlers(game, id);
    survey_oldest_route(&mut game.world, id);
    guards::request_guard(game, id);
    forts::build_fort(game, id);
    ground::build_bridge(game, id);
    spying::send_spy(game, id);
}

fn decay_trade(world: &mut World, id: TownIx) {
    let town = &mut world.towns[id];
    town.trade -= (town.trade * 29).div_ceil(1000).min(town.trade);
    town.nights -= (town.nights * 29).div_ceil(1000).min(town.nights);
    town.visits.push(0);
    let surplus = town.visits.len().saturating_sub(VISIT_DAYS);
    town.visits.drain(..surplus);
}

/// Counts an arrival in a settlement.
pub(super) fn count_visit(game: &mut Game, cell: Cell) {
    if let Some(id) = game.places().town_at(cell)
        && let town = &mut game.world.towns[id]
        && let Some(today) = town.visits.last_mut()
    {
        add_capped(today, 1, AMOUNT_MAX);
        add_capped(&mut town.came, 1, TOWN_AMOUNT_MAX);
    }
}

/// An inn without guests falls to ruin.
fn run_inn(game: &mut Game, id: TownIx) {
    let town = &mut game.world.towns[id];
    town.failing_days = if town.nights < 200 { failing_days_with_today(town) } else { 0 };
    if town.failing_days >= FAILING_DAYS {
        fall_to_ruin(game, id);
    }
}

fn produce_and_consume(world: &mut World, id: TownIx) {
    let town = &mut world.towns[id];
    let used = USED_PER_DAY + USED_PER_RESIDENT * town.residents;
    for stock in &mut town.stock {
        *stock = stock.saturating_sub(used);
    }
    if let Some(good) = town.makes {
        let stock = &mut town.stock[good as usize];
        *stock = (*stock + MADE_PER_DAY + MADE_PER_RESIDENT * town.residents).min(STORE_MAX);
    }
}

/// Moves the residents towards what trade can support; the kind of the settlement follows.
fn update_residents(game: &mut Game, id: TownIx) {
    let passers_by = passing_traffic(&game.world, id);
    let town = &mut game.world.towns[id];
    let goods_at_hand = Good::ALL.iter().filter(|good| town.stock[**good as usize] > 0).count() as u32;
    let carried = 6 + town.trade / TRADE_PER_RESIDENT + passers_by / PASSES_PER_RESIDENT + 3 * goods_at_hand;
    let step = 1 + town.residents / 40;
    town.residents = if town.residents < carried {
        (town.residents + step).min(carried)
    } else {
        town.residents.saturating_sub(1).max(carried.min(town.residents))
    };
    town.residents_max = town.residents_max.max(town.residents);
    let is_failing = town.residents * 3 < town.residents_max;
    town.failing_days = if is_failing { failing_days_with_today(town) } else { 0 };
    if town.failing_days >= FAILING_DAYS {
        return fall_to_ruin(game, id);
    }
    update_kind(game, id);
}

/// Decayed passes over the busiest cell beside a settlement: passing travellers are customers, too.
fn passing_traffic(world: &World, id: TownIx) -> u32 {
    let ground = &world.ground;
    let beside = world.size().square(world.town(id).cell, ROAD_DISTANCE_STEPS);
    beside.map(|cell| ground.wear[cell]).max().unwrap_or(0) / PASS
}

fn update_kind(game: &mut Game, id: TownIx) {
    let town = game.world.town(id);
    let by_size = match town.residents {
        CITY_RESIDENTS_MIN.. => TownKind::City,
        TOWN_RESIDENTS_MIN.. => TownKind::Town,
        VILLAGE_RESIDENTS_MIN.. => TownKind::Village,
        _ => town.kind.min(TownKind::Village),
    };
    // A settlement loses its kind only when it is a fifth below the threshold.
    let margin = town.residents + town.residents / 5;
    let shrinks = by_size < town.kind;
    let keeps_kind = match town.kind {
        TownKind::City => margin >= CITY_RESIDENTS_MIN,
        TownKind::Town => margin >= TOWN_RESIDENTS_MIN,
        _ => true,
    };
    if by_size == town.kind || (shrinks && keeps_kind) {
        return;
    }
    let (cell, residents) = (town.cell, town.residents);
    let what = if shrinks {
        SettlementEvent::Shrank { town: id, to: by_size, residents }
    } else {
        SettlementEvent::Grew { town: id, to: by_size, residents }
    };
    let cause = game.world.events.step_below(id, by_size);
    let changed = events::record(game, cell, what, cause);
    events::link_step(&mut game.world, id, by_size, changed);
    game.world.towns[id].kind = by_size;
    sight::show_place(game, id);
}

fn fall_to_ruin(game: &mut Game, id: TownIx) {
    record_ruin(&mut game.world, id);
    let town = &mut game.world.towns[id];
    town.kind = TownKind::Ruin;
    town.residents = 0;
    // The last residents are gone. Peoples that do not see it learn of it when one of their units passes.
    sight::update_watcher(game, Watcher::Town(id));
    sight::show_place(game, id);
}

/// Records that a settlement is abandoned, and what emptied it. The player is told when its people sees or hears of it.
fn record_ruin(world: &mut World, id: TownIx) {
    let town = world.town(id);
    let (cell, own) = (town.cell, town.people == PeopleIx::PLAYER);
    let wars = world.peoples.indices().filter(|other| *other != town.people);
    let war = wars.map(|other| EventLink::War(other.min(town.people), other.max(town.people)));
    let war = war.filter_map(|link| world.events.link(link)).min();
    let fear = world.events.fear_near(town.people, cell, RUINOUS_FEAR_STEPS).map(|(_, event)| event);
    let (reason, cause) = match (war, fear) {
        (Some(war), _) => (RuinReason::War, Some(war)),
        (None, Some(fear)) => (RuinReason::Fear, Some(fear)),
        (None, None) if town.kind == TownKind::Inn => (RuinReason::NoGuests, world.events.latest_step(id)),
        (None, None) => (RuinReason::NoTrade, world.events.latest_step(id)),
    };
    let abandoned = SettlementEvent::Abandoned { town: id, reason, own };
    let abandoned = events::record_unseen(world, cell, abandoned, cause);
    world.events.unlink_town(id);
    if let Some(abandoned) = abandoned {
        world.events.set_link(EventLink::Ruin(id), abandoned);
    }
}

/// Hires a porter where trade pays for another one; retires one where it does not.
fn hire_and_retire(game: &mut Game, id: TownIx) {
    let porters = markets::porters_with_home(&game.world, id);
    let carried = porters_supported(&game.world, id);
    if porters.len() < carried && unit_count(&game.world, game.world.town(id).people) < units_max(&game.world)
    {
        hire_porter(game, id);
    } else if porters.len() > carried + 1 {
        retire_porter(game, id, &porters);
    }
}

/// Adds a porter to a settlement, whatever its trade supports.
pub fn hire_porter(game: &mut Game, id: TownIx) {
    if !game.world.has_room() {
        return;
    }
    let unit = placing::add_unit(&mut game.world, Kind::Porter, id);
    if let Some(index) = game.world.unit_index(unit) {
        give_rally_orders(game, index, id);
    }
    sight::update_watcher(game, Watcher::Unit(unit));
    events::tell(game, game.world.town(id).cell, TradeEvent::PorterHired { unit, town: id });
}

/// Gives a newly hired unit the rally orders of its settlement, with a free cell near the flag as goal.
fn give_rally_orders(game: &mut Game, index: UnitIx, id: TownIx) {
    let orders = game.world.town(id).rally.clone();
    let placed = orders.into_iter().map(|order| match order {
        Order::Go(goal) => Order::Go(game.room_around(&[index], goal)[0]),
        other => other,
    });
    game.world.units[index].orders = placed.collect();
}

/// Retires the last of a settlement's porters that is there with nothing to carry.
fn retire_porter(game: &mut Game, id: TownIx, porters: &[UnitId]) {
    let cell = game.world.town(id).cell;
    let is_idle = |unit: &&Unit| unit.cell == cell && unit.cargo.is_none() && !unit.ordered;
    let resting = porters.iter().rev().filter_map(|porter| game.world.unit(*porter)).find(is_idle);
    let Some(unit) = resting.map(|unit| unit.id) else { return };
    events::tell(game, cell, TradeEvent::PorterRetired { unit, town: id });
    behave::remove_unit(game, unit);
}

/// The number of porters that the trade of a settlement supports.
pub fn porters_supported(world: &World, id: TownIx) -> usize {
    let town = world.town(id);
    let carried = PORTERS_MIN + (town.trade / TRADE_PER_PORTER) as usize;
    carried.min(PORTERS_MIN + town.residents as usize / 4)
}

/// The number of units from which a people hires no more.
pub fn units_max(world: &World) -> usize {
    let peoples = world.peoples.iter().filter(|people| people.nature == Nature::Settled).count();
    (world.size().area() / LAND_PER_UNIT / peoples.max(1)).clamp(PEOPLE_UNITS_MIN, PEOPLE_UNITS_MAX)
}

/// The number of units of a people.
pub fn unit_count(world: &World, people: PeopleIx) -> usize {
    world.units.iter().filter(|unit| unit.people == people).count()
}

/// Sends settlers from a settlement with enough residents to the nearest known free site.
fn send_settlers(game: &mut Game, id: TownIx) {
    let town = game.world.town(id);
    let is_spared = town.residents >= SETTLER_RESIDENTS_MIN && game.world.has_room();
    let is_ready = is_spared && game.world.tick >= town.last_settlers + SETTLERS_INTERVAL_TICKS;
    let cell = town.cell;
    let Some(site) = is_ready.then(|| best_free_site(&game.world, id)).flatten() else { return };
    let unit = placing::add_unit(&mut game.world, Kind::Settler, id);
    let Some(index) = game.world.unit_index(unit) else { return };
    game.world.units[index].push_behaviour(Behaviour::Settle(Settle { at: site }));
    sight::update_watcher(game, Watcher::Unit(unit));
    let town = &mut game.world.towns[id];
    town.residents -= SETTLERS_COUNT;
    town.last_settlers = game.world.tick;
    let people = town.people;
    game.world.record_event(people, id, AnnalEvent::SentOut(SETTLERS_COUNT));
    let left = SettlementEvent::SettlersLeft { unit, town: id, families: SETTLERS_COUNT };
    let cause = game.world.events.latest_step(id);
    if let Some(left) = events::record(game, cell, left, cause) {
        game.world.events.set_link(EventLink::Settlers(unit), left);
    }
}

/// The nearest known site that is far enough from every known settlement and not the goal of other settlers. Goods
/// that are expensive here weigh more; sites in another people's realm come last, and only when the settlement is
/// large enough.
fn best_free_site(world: &World, id: TownIx) -> Option<Cell> {
    let (world, town) = (world, world.town(id));
    let people = world.people(town.people);
    let own_units = world.units.iter().filter(|unit| unit.people == town.people);
    let goals = own_units.filter_map(|unit| settler_goal(&unit.stack));
    let settled: Vec<Cell> = people.standing().map(|(id, _)| world.town(id).cell).chain(goals).collect();
    let ruins: Vec<Cell> = people.sightings.keys().map(|id| world.town(*id).cell).collect();
    let is_free = |cell: Cell| {
        settled.iter().all(|other| other.chebyshev(cell) >= HAMLET_DISTANCE_MIN) && !ruins.contains(&cell)
    };
    let is_foreign = |cell: Cell| world.owner_at(town.people, cell).is_some_and(|owner| owner != town.people);
    let near = world.land.sites.iter().filter(|site| site.cell.octile(town.cell) <= SETTLERS_DISTANCE_MAX);
    let sites = near.filter(|site| people.belief.is_known(site.cell) && is_free(site.cell));
    let ranked = sites
        .map(|site| (is_foreign(site.cell), site.cell.octile(town.cell) / town.price(site.good), site.cell));
    let best =
        ranked.min().filter(|(is_foreign, ..)| !is_foreign || town.residents >= INTRUSION_RESIDENTS_MIN);
    best.map(|(.., cell)| cell)
}

/// A settler that has arrived founds a hamlet, if the place is still free.
pub(super) fn found_hamlet(game: &mut Game, index: UnitIx) {
    let (people, cell) = (game.world.units[index].people, game.world.units[index].cell);
    let is_free = game
        .world
        .towns
        .iter()
        .all(|town| town.cell.chebyshev(cell) >= HAMLET_DISTANCE_MIN || town.kind == TownKind::Ruin);
    let is_occupied = game.world.towns.iter().any(|town| town.cell == cell);
    let is_full = game.world.towns.len() >= TOWNS_MAX;
    if !is_free || is_occupied || is_full || game.derived.haven[cell] {
        return give_up_settling(game, index);
    }
    let makes = game.world.land.sites.iter().find(|site| site.cell == cell).map(|site| site.good);
    let id = placing::add_hamlet(&mut game.world, people, cell, makes);
    game.derived.open_town(cell, id);
    guards::become_porter(game, index);
    let unit = &mut game.world.units[index];
    unit.stack = vec![Behaviour::Trade(Trade { home: id, trip: None })];
    let founder = unit.id;
    sight::update_watcher(game, Watcher::Town(id));
    let founded =
        SettlementEvent::Founded { town: id, kind: TownKind::Hamlet, unit: Some(founder), good: makes };
    let cause = game.world.events.link(EventLink::Settlers(founder));
    let founded = events::record(game, cell, founded, cause);
    events::link_step(&mut game.world, id, TownKind::Hamlet, founded);
    game.world.events.unlink_unit(founder);
    camps::record_first_town(&mut game.world, id);
    plan::survey_from(&mut game.world, people, id);
    sight::show_place(game, id);
}

/// A settler that cannot settle becomes a porter.
pub(super) fn give_up_settling(game: &mut Game, index: UnitIx) {
    let tick = game.world.tick;
    guards::become_porter(game, index);
    let unit = &mut game.world.units[index];
    unit.stack.truncate(1);
    unit.blocked = Some((Block::NoWay, tick));
    let id = unit.id;
    game.world.events.unlink_unit(id);
}

/// Every tenth day each market has its least recently surveyed route surveyed again; routes to other peoples in
/// both directions.
fn survey_oldest_route(world: &mut World, id: TownIx) {
    if !(world.day() + u64::from(id.0)).is_multiple_of(SURVEY_INTERVAL_DAYS) {
        return;
    }
    let people = world.town(id).people;
    let routes = &world.people(people).trip_times;
    let surveyed_tick = |other: &TownIx| routes.get(&(id, *other)).map_or(0, |path| path.tick);
    let markets = world.markets_of(people).filter(|other| *other != id);
    let Some(other) = markets.min_by_key(|other| (surveyed_tick(other), *other)) else { return };
    plan::survey(world, people, id, other);
    if world.town(other).people != people {
        plan::survey(world, people, other, id);
    }
}

fn settler_goal(stack: &[Behaviour]) -> Option<Cell> {
    stack.iter().find_map(|behaviour| match behaviour {
        Behaviour::Settle(Settle { at }) => Some(*at),
        _ => None,
    })
}

/// The number of consecutive days on which a settlement has been too small, including today.
fn failing_days_with_today(town: &Town) -> u16 {
    (town.failing_days + 1).min(FAILING_DAYS)
}
