//! Settlements: what they produce and consume, how they grow and shrink, when they send settlers, and how they end.

use crate::grid::Cell;
use crate::land::Good;
use crate::plan;
use crate::sim::derived::Watcher;
use crate::sim::settlements::{camps, families, fields};
use crate::sim::{Game, behave, defence, events, ground, placing, sight};
use crate::world::{
    AMOUNT_MAX, DAY, DAY_TIME, EventLink, FAMILIES, Kind, Order, PeopleIx, RuinReason, SETTLED_RESIDENTS_MIN,
    SettlementEvent, TOWN_AMOUNT_MAX, Town, TownIx, TownKind, Unit, UnitId, UnitIx, World, YEAR_DAYS,
    add_capped,
};

/// What a site bears a day at most, of food and of other goods, and what one resident brings in, in hundredths of a
/// load.
const FOOD_PER_DAY: u32 = 120;

const MADE_PER_DAY: u32 = 300;

const MADE_PER_RESIDENT: u32 = 12;
/// Daily consumption of every good but food, besides one for each resident, in hundredths of a load.
const USED_PER_DAY: u32 = 10;
/// What crafts are made of.
const CRAFTS: [(Good, [Good; 2]); 2] =
    [(Good::Tools, [Good::Ore, Good::Timber]), (Good::SaltFish, [Good::Fish, Good::Salt])];
/// Residents from which a settlement is a village, a town and a city.
const VILLAGE_RESIDENTS_MIN: u32 = 30;

const TOWN_RESIDENTS_MIN: u32 = 80;

const CITY_RESIDENTS_MIN: u32 = 200;
/// A settlement is a town only if its people have none within this distance: 1.3 days over grass, in milli-steps.
const TOWN_REACH: u32 = DAY_TIME / 10 * 13;
/// Days after which a town that is too small is none, and a settlement that is too small to last, or an inn that is empty,
/// falls to ruin: two seasons.
const FAILING_DAYS: u16 = 24;
/// Days for which a settlement remembers its visitors.
const VISIT_DAYS: usize = 24;
/// How near a feared place must be to have emptied a settlement, in steps.
const RUINOUS_FEAR_STEPS: u32 = 24;
/// Days between two surveys of old routes from a market.
const SURVEY_INTERVAL_DAYS: u64 = 20;
/// Runs each settlement's day, at a different tick for each.
pub(super) fn run_settlements(game: &mut Game) {
    camps::fade_camps(game);
    for id in game.world.towns.indices() {
        let run_tick = u64::from(id.0) * 37 % DAY;
        if game.world.tick % DAY != run_tick {
            continue;
        }
        if game.world.town(id).is_standing() {
            run_day(game, id);
        } else {
            fields::rest_ground(&mut game.world.towns[id]);
        }
    }
}

fn run_day(game: &mut Game, id: TownIx) {
    decay_trade(&mut game.world, id);
    if !game.world.town(id).is_market() {
        return run_inn(game, id);
    }
    fields::work_fields(game, id);
    produce_and_consume(&mut game.world, id);
    families::eat_and_grow(game, id);
    count_failing_day(&mut game.world, id);
    if is_given_up(game.world.town(id)) {
        return fall_to_ruin(game, id);
    }
    update_kind(game, id);
    hire_and_retire(game, id);
    families::send_families(game, id);
    ground::keep_roads(game, id);
    survey_oldest_route(&mut game.world, id);
    defence::defend_settlement(game, id);
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
    let enough = camps::nights_to_last(&game.world, game.world.town(id).people);
    let town = &mut game.world.towns[id];
    town.failing_days = if town.nights < enough { failing_days_with_today(town) } else { 0 };
    if town.failing_days >= FAILING_DAYS {
        fall_to_ruin(game, id);
    }
}

fn produce_and_consume(world: &mut World, id: TownIx) {
    let town = &mut world.towns[id];
    let used = USED_PER_DAY + town.residents;
    for good in Good::ALL.into_iter().filter(|good| !Good::FOOD.contains(good)) {
        let stock = &mut town.stock[good as usize];
        *stock = stock.saturating_sub(used);
    }
    if let Some(good) = town.makes {
        let most = if Good::FOOD.contains(&good) { FOOD_PER_DAY } else { MADE_PER_DAY };
        town.store(good, (MADE_PER_RESIDENT * town.residents).min(most));
    }
    if town.kind >= TownKind::Town {
        make_crafts(town);
    }
}

/// Many hands make of two goods a third: as much of it as of both.
fn make_crafts(town: &mut Town) {
    for (craft, parts) in CRAFTS {
        let room = (town.need() * 3).saturating_sub(town.stock[craft as usize]) / 2;
        let stock = parts.iter().map(|part| town.stock[*part as usize]).min().unwrap_or(0);
        let made = town.residents.min(stock).min(room);
        for part in parts {
            town.stock[part as usize] -= made;
        }
        town.store(craft, 2 * made);
    }
}

/// Counts a day on which a settlement is too small: a town or city for its kind; others for the last residents to stay,
/// which they do for a year, and while families are on the way.
fn count_failing_day(world: &mut World, id: TownIx) {
    let town = world.town(id);
    let is_new = world.tick < town.founded + YEAR_DAYS * DAY;
    let least = if is_new { FAMILIES } else { SETTLED_RESIDENTS_MIN };
    let is_too_small = if town.kind >= TownKind::Town {
        kind_by_size(world, id).0 < town.kind
    } else {
        town.residents < least && families::coming(world, id) == 0
    };
    let town = &mut world.towns[id];
    town.failing_days = if is_too_small { failing_days_with_today(town) } else { 0 };
}

/// Whether the last residents of a settlement give it up.
fn is_given_up(town: &Town) -> bool {
    town.residents == 0 || (town.kind < TownKind::Town && town.failing_days >= FAILING_DAYS)
}

/// What a settlement is by its size. It keeps its kind down to a fifth below the threshold, and until another settlement,
/// which comes with it, is a fifth larger.
fn kind_by_size(world: &World, id: TownIx) -> (TownKind, Option<TownIx>) {
    let town = world.town(id);
    let margin = with_a_fifth(town.residents);
    let town_near = if margin >= TOWN_RESIDENTS_MIN { world.town_near(id) } else { None };
    let rival = town_near.filter(|other| world.town(*other).residents > margin);
    let has_room = town_near.is_none_or(|other| town.residents > with_a_fifth(world.town(other).residents));
    let by_size = match town.residents {
        CITY_RESIDENTS_MIN.. => TownKind::City,
        TOWN_RESIDENTS_MIN.. if has_room => TownKind::Town,
        VILLAGE_RESIDENTS_MIN.. => TownKind::Village,
        _ => town.kind.min(TownKind::Village),
    };
    let keeps_kind = match town.kind {
        TownKind::City => margin >= CITY_RESIDENTS_MIN,
        TownKind::Town => margin >= TOWN_RESIDENTS_MIN && rival.is_none(),
        _ => true,
    };
    (if keeps_kind { by_size.max(town.kind) } else { by_size }, rival)
}

fn update_kind(game: &mut Game, id: TownIx) {
    let (world, town) = (&game.world, game.world.town(id));
    let (by_size, rival) = kind_by_size(world, id);
    let shrinks = by_size < town.kind;
    if by_size == town.kind || (shrinks && town.failing_days < FAILING_DAYS) {
        return;
    }
    let (cell, residents) = (town.cell, town.residents);
    let below = world.events.step_below(id, by_size);
    let (what, cause) = if shrinks {
        let rival = rival.filter(|_| by_size == TownKind::Village);
        let growth = rival.and_then(|rival| world.events.latest_step(rival));
        let hunger = world.events.link(EventLink::Hunger(id));
        (SettlementEvent::Shrank { town: id, to: by_size, residents, rival }, growth.or(hunger).or(below))
    } else {
        (SettlementEvent::Grew { town: id, to: by_size, residents }, below)
    };
    let changed = events::record(game, cell, what, cause);
    events::link_step(&mut game.world, id, by_size, changed);
    let town = &mut game.world.towns[id];
    (town.kind, town.failing_days) = (by_size, 0);
    sight::show_place(game, id);
}

/// What another settlement must exceed to be a fifth larger.
fn with_a_fifth(residents: u32) -> u32 {
    residents + residents / 5
}

impl World {
    /// The town near by because of which this settlement is none, though it has the residents of one.
    pub fn town_instead(&self, id: TownIx) -> Option<TownIx> {
        let town = self.town(id);
        let is_large_village = town.kind == TownKind::Village && town.residents >= TOWN_RESIDENTS_MIN;
        if is_large_village { self.town_near(id) } else { None }
    }

    /// The largest other town or city of the same people near by; of equals the oldest.
    fn town_near(&self, id: TownIx) -> Option<TownIx> {
        let town = self.town(id);
        let near = self.living_towns().filter(|other| {
            let near = self.town(*other);
            let is_town = near.kind >= TownKind::Town && near.people == town.people;
            *other != id && is_town && near.cell.octile(town.cell) <= TOWN_REACH
        });
        near.max_by_key(|other| (self.town(*other).residents, std::cmp::Reverse(*other)))
    }
}

fn fall_to_ruin(game: &mut Game, id: TownIx) {
    game.world.record_hunger(id);
    record_ruin(&mut game.world, id);
    fields::abandon_fields(game, id);
    game.world.ground.give_up_roads(id);
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
    let hunger = world.events.link(EventLink::Hunger(id));
    let (reason, cause) = match (hunger, war, fear) {
        (Some(hunger), ..) => (RuinReason::Hunger, Some(hunger)),
        (None, Some(war), _) => (RuinReason::War, Some(war)),
        (None, None, Some(fear)) => (RuinReason::Fear, Some(fear)),
        _ if town.kind == TownKind::Inn => (RuinReason::NoGuests, world.events.latest_step(id)),
        _ => (RuinReason::NoTrade, world.events.latest_step(id)),
    };
    let abandoned = SettlementEvent::Abandoned { town: id, reason, own };
    let abandoned = events::record_unseen(world, cell, abandoned, cause);
    world.events.unlink_town(id);
    if let Some(abandoned) = abandoned {
        world.events.set_link(EventLink::Ruin(id), abandoned);
    }
}

/// Hires a porter where trade pays for another one; retires those more than one too many.
fn hire_and_retire(game: &mut Game, id: TownIx) {
    let (world, town) = (&game.world, game.world.town(id));
    let (porters, carried) = (world.porters_of(id), town.porters_supported());
    if porters.len() < carried && world.unit_count(town.people) < world.people_units_max() {
        hire_porter(game, id);
    } else {
        retire_porters(game, id, porters.get(carried + 1..).unwrap_or_default());
    }
}

/// Adds a porter to a settlement, whatever its trade supports.
fn hire_porter(game: &mut Game, id: TownIx) {
    if !game.world.has_room() {
        return;
    }
    let unit = placing::add_unit(&mut game.world, Kind::Porter, id);
    if let Some(index) = game.world.unit_index(unit) {
        give_rally_orders(game, index, id);
    }
    sight::update_watcher(game, Watcher::Unit(unit));
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

/// Retires those of a settlement's porters that are there with nothing to carry.
fn retire_porters(game: &mut Game, id: TownIx, porters: &[UnitId]) {
    let cell = game.world.town(id).cell;
    let is_idle = |unit: &&Unit| unit.cell == cell && unit.cargo.is_none() && !unit.ordered;
    let resting = porters.iter().filter_map(|porter| game.world.unit(*porter)).filter(is_idle);
    for unit in resting.map(|unit| unit.id).collect::<Vec<_>>() {
        behave::remove_unit(game, unit);
    }
}

/// Now and then each market has its least recently surveyed route to a near one surveyed again; to other peoples in
/// both directions.
fn survey_oldest_route(world: &mut World, id: TownIx) {
    if !(world.day() + u64::from(id.0)).is_multiple_of(SURVEY_INTERVAL_DAYS) {
        return;
    }
    let people = world.town(id).people;
    let routes = &world.people(people).trip_times;
    let surveyed_tick = |other: &TownIx| routes.get(&(id, *other)).map_or(0, |path| path.tick);
    let markets = plan::nearest_markets(world, people, id);
    let Some(other) = markets.into_iter().min_by_key(|other| (surveyed_tick(other), *other)) else { return };
    plan::survey(world, people, id, other);
    if world.town(other).people != people {
        plan::survey(world, people, other, id);
    }
}

/// The number of consecutive days on which a settlement has been too small, including today.
fn failing_days_with_today(town: &Town) -> u16 {
    (town.failing_days + 1).min(FAILING_DAYS)
}
