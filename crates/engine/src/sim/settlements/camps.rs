//! Nights on the road: where travellers sleep, camps appear; where they sleep often, inns; where several routes meet,
//! villages.

use crate::grid::Cell;
use crate::mind::{BED_DETOUR_STEPS, NIGHT_TICKS, TIRED_AFTER_TIME, is_bound_for};
use crate::sim::derived::Watcher;
use crate::sim::{Game, behave, events, sight};
use crate::world::{
    AMOUNT_MAX, Behaviour, CAMPS_MAX, Camp, DAY, DAY_TIME, EventId, EventKind, Nature, PASS, PeopleIx,
    PlannedBy, Rest, RoadEvent, SETTLED_RESIDENTS_MIN, SettlementEvent, TOWN_AMOUNT_MAX, TOWNS_MAX, Town,
    TownIx, TownKind, TownPair, Travel, TripPurpose, UnitIx, Why, World, add_capped,
};
use crate::{land, plan};
use std::collections::{BTreeMap, BTreeSet};

/// A new camp within this many steps of an old one joins it.
const JOIN_STEPS: u32 = 7;
/// Ticks that a unit waits for a free path to its bed.
const BED_PATIENCE_TICKS: u64 = 240;
/// Ticks after which a unit makes camp where it stands, so that others can pass: a day.
const MAKE_CAMP_AFTER_TICKS: u64 = DAY;
/// Nights within this walking time of a settlement, in a straight line over grass, count there: a quarter of a day, in
/// milli-steps.
const NEAR_TIME: u32 = DAY_TIME / 4;
/// One night, in hundredths.
const NIGHT_HUNDREDTHS: u32 = 100;
/// Decayed sum of nights that makes an inn of a camp for a people's first. Each of its other inns takes so many for all
/// of them to last, and half as many again for one more to open.
const INN_NIGHTS: u32 = 2 * NIGHT_HUNDREDTHS;

const INN_NIGHTS_EACH: u32 = 8 * NIGHT_HUNDREDTHS;
/// Decayed sum of nights, and number of routes, that make a village of an inn.
const VILLAGE_NIGHTS: u32 = 60 * NIGHT_HUNDREDTHS;

const VILLAGE_ROUTES: usize = 2;
/// Routes that one place remembers, at most.
const ROUTES_MAX: usize = 24;
/// Residents of a new inn, who come from the nearest settlement of their people.
const INN_RESIDENTS: u32 = 3;
/// A settlement farther than this from any site, in steps, exists only because of its roads.
const SITE_DISTANCE_STEPS: u32 = 8;
/// The highest price of a detour to a bed, in milli-steps.
const BED_PRICE_MAX: u32 = 10_000;

/// A tired traveller goes to bed: in the settlement here, at a camp within [`JOIN_STEPS`], or in a new camp.
pub(super) fn lie_down(game: &mut Game, index: UnitIx) {
    let cell = game.world.units[index].cell;
    if !game.places().is_inside(cell) {
        let camps = game.world.camps.iter().map(|camp| camp.cell);
        let near: Vec<Cell> = camps.filter(|camp| camp.chebyshev(cell) <= JOIN_STEPS).collect();
        // A unit that could not get to the old camp opens a new one where it stands.
        if game.world.units[index].setbacks == 0 && go_to_bed(game, index, &near, BED_PRICE_MAX) {
            return;
        }
        open_camp(game, cell);
    }
    count_night(game, index, cell);
    let until = game.world.tick + NIGHT_TICKS;
    game.world.units[index].push_behaviour(Behaviour::Rest(Rest { until }));
}

/// A tired traveller turns aside for a nearby bed; false if none is worth the detour.
pub(super) fn seek_bed(game: &mut Game, index: UnitIx) -> bool {
    let (unit, places) = (&game.world.units[index], game.places());
    let near = places.beds_near(unit.cell, BED_DETOUR_STEPS);
    let at_war = |bed: Cell| {
        places.town_at(bed).is_some_and(|id| game.world.at_war(unit.people, game.world.town(id).people))
    };
    let beds: Vec<Cell> = near.filter(|bed| !is_bound_for(unit, *bed) && !at_war(*bed)).collect();
    go_to_bed(game, index, &beds, BED_PRICE_MAX)
}

/// Sets out for the nearest of several beds by path price; false if none costs at most `price_max`, in milli-steps.
pub(super) fn go_to_bed(game: &mut Game, index: UnitIx, beds: &[Cell], price_max: u32) -> bool {
    let unit = &game.world.units[index];
    let believes = game.believes_of(unit);
    let path = plan::path_to_nearest(&believes, game.world.size(), unit.cell, beds, price_max.into());
    let Some(cells) = path else { return false };
    let goal = cells.last().copied().unwrap_or(unit.cell);
    if !game.world.units[index].push_behaviour(Behaviour::Travel(Travel { goal, purpose: TripPurpose::Camp }))
    {
        return false;
    }
    let believes = game.believes_of(&game.world.units[index]);
    let found = (PlannedBy::Bed, game.world.tick);
    let path = plan::path_along(&believes, game.world.size(), &cells, true, found);
    if let Some(path) = path {
        game.derived.set_path(&mut game.world, index, path, &cells);
    }
    true
}

/// A unit that others keep from its bed gives up after a while: it lies down where it is, or goes on if it is not
/// tired. Returns whether it gave up.
fn give_up_bed(game: &mut Game, index: UnitIx, waited: u64) -> bool {
    let unit = &game.world.units[index];
    if waited < BED_PATIENCE_TICKS || unit.travel().is_none_or(|trip| trip.purpose != TripPurpose::Camp) {
        return false;
    }
    let is_tired = unit.fatigue >= TIRED_AFTER_TIME;
    behave::pop_behaviour(game, index);
    if is_tired {
        game.world.units[index].setbacks = 1;
        lie_down(game, index);
    }
    true
}

/// Makes camp for a unit that others have kept waiting: in place of its bed, or after a day so that others can pass.
/// Returns whether it did, or gave up its bed.
pub(in crate::sim) fn camp_in_queue(game: &mut Game, index: UnitIx, waited: u64) -> bool {
    if give_up_bed(game, index, waited) {
        return true;
    }
    let unit = &game.world.units[index];
    let cell = unit.cell;
    let camps =
        waited >= MAKE_CAMP_AFTER_TICKS && !game.derived.haven[cell] && !game.world.is_possessed(unit.id);
    if camps {
        open_camp(game, cell);
    }
    camps
}

/// Opens a camp unless the land is full of camps.
fn open_camp(game: &mut Game, cell: Cell) {
    if game.world.camps.len() >= CAMPS_MAX {
        return;
    }
    game.world.camps.push(Camp {
        cell,
        nights: 0,
        nights_total: 0,
        routes: Vec::new(),
        guests: BTreeMap::new(),
    });
    game.derived.open_haven(cell);
}

/// Counts a night at the nearest settlement that is close enough, otherwise at the camp.
fn count_night(game: &mut Game, index: UnitIx, cell: Cell) {
    let (route, people) = (game.world.units[index].trip(), game.world.units[index].people);
    let near = |id: &TownIx| time_on_grass(game.world.town(*id).cell, cell) <= NEAR_TIME;
    let towns = game.world.living_towns().filter(near);
    let town = towns.min_by_key(|id| (game.world.town(*id).cell.octile(cell), *id));
    if let Some(id) = town {
        let town = &mut game.world.towns[id];
        add_capped(&mut town.nights, NIGHT_HUNDREDTHS, TOWN_AMOUNT_MAX);
        add_route(&mut town.routes, route);
    } else if let Some(place) = game.world.camps.iter().position(|camp| camp.cell == cell) {
        let camp = &mut game.world.camps[place];
        add_capped(&mut camp.nights, NIGHT_HUNDREDTHS, AMOUNT_MAX);
        add_capped(&mut camp.nights_total, 1, AMOUNT_MAX);
        add_capped(camp.guests.entry(people).or_default(), 1, AMOUNT_MAX);
        add_route(&mut camp.routes, route);
        if camp.nights >= INN_NIGHTS && game.world.towns.len() < TOWNS_MAX {
            consider_inn(game, place);
        }
    }
}

/// Makes an inn of a camp with enough guests for one more inn of their people.
fn consider_inn(game: &mut Game, place: usize) {
    let (world, camp) = (&game.world, &game.world.camps[place]);
    let Some(people) = main_guest_people(world, &camp.guests) else { return };
    let enough = INN_NIGHTS + INN_NIGHTS_EACH * 3 / 2 * inns_of(world, people);
    if camp.nights >= enough {
        found_inn(game, place, people);
    }
}

/// The decaying count of nights that each of a people's inns has to have to last, in hundredths.
pub(super) fn nights_to_last(world: &World, people: PeopleIx) -> u32 {
    INN_NIGHTS_EACH * inns_of(world, people).saturating_sub(1)
}

/// The number of a people's inns.
fn inns_of(world: &World, people: PeopleIx) -> u32 {
    let is_inn = |id: &TownIx| world.town(*id).people == people && world.town(*id).kind == TownKind::Inn;
    world.living_towns().filter(is_inn).count() as u32
}

fn found_inn(game: &mut Game, place: usize, people: PeopleIx) {
    let camp = game.world.camps.remove(place);
    let taken: Vec<String> = game.world.towns.iter().map(|town| town.name.clone()).collect();
    let name = land::place_name(&mut game.world.streams.names, true, |name| taken.iter().any(|t| t == name));
    let passes = game.world.ground.wear[camp.cell] / PASS;
    let why = Why::Nights { nights: camp.nights_total, passes, routes: camp.routes.clone() };
    let between = camp.routes.first().copied();
    let (recent, nights, routes) = (camp.nights, camp.nights_total, camp.routes.len() as u32);
    let cause = earliest_connection(&game.world, &camp.routes);
    let cell = camp.cell;
    let residents = take_keepers(&mut game.world, people, cell);
    let id = game.world.towns.push(Town {
        name,
        cell: camp.cell,
        kind: TownKind::Inn,
        people,
        residents,
        stock: [0; land::Good::COUNT],
        makes: None,
        trade: 0,
        visits: vec![0],
        nights: recent.min(TOWN_AMOUNT_MAX),
        routes: camp.routes,
        fields: Vec::new(),
        hungry_days: 0,
        starved: 0,
        sickness: None,
        failing_days: 0,
        tired_days: 0,
        residents_max: residents,
        founded: game.world.tick,
        last_settlers: game.world.tick,
        why,
        rally: Vec::new(),
        came: 0,
        deliveries: Vec::new(),
    });
    let opened = SettlementEvent::InnOpened { town: id, nights, passes, routes, between };
    let opened = events::record(game, cell, opened, cause);
    events::link_step(&mut game.world, id, TownKind::Inn, opened);
    game.derived.open_town(cell, id);
    sight::update_watcher(game, Watcher::Town(id));
    sight::show_place(game, id);
    if game.world.town(id).people == PeopleIx::PLAYER {
        game.world.tally.first_inn.get_or_insert(game.world.tick);
    }
}

/// Takes the keepers of an inn from the nearest settlement that lives on without them.
fn take_keepers(world: &mut World, people: PeopleIx, cell: Cell) -> u32 {
    let is_source = |id: &TownIx| {
        let town = world.town(*id);
        town.people == people && town.residents >= SETTLED_RESIDENTS_MIN + INN_RESIDENTS
    };
    let source = world.living_towns().filter(is_source);
    let Some(source) = source.min_by_key(|id| (world.town(*id).cell.octile(cell), *id)) else { return 0 };
    world.towns[source].residents -= INN_RESIDENTS;
    INN_RESIDENTS
}

/// What first joined the ends of one of these routes: a road, if one was worn, or else a trip.
fn earliest_connection(world: &World, routes: &[TownPair]) -> Option<EventId> {
    let is_road = |id: &EventId| {
        let event = world.events.get(*id).map(|event| event.kind);
        matches!(event, Some(EventKind::Road(RoadEvent::Worn { .. })))
    };
    let joined = routes.iter().filter_map(|route| events::connection(world, Some(*route)));
    joined.min_by_key(|id| (!is_road(id), *id))
}

/// Whether an inn has so many guests on so many routes that families can live on them.
pub(super) fn could_be_village(town: &Town) -> bool {
    town.kind == TownKind::Inn && town.nights >= VILLAGE_NIGHTS && town.routes.len() >= VILLAGE_ROUTES
}

/// Makes an inn where families have come to live a village.
pub(super) fn consider_village(game: &mut Game, id: TownIx) {
    let town = game.world.town(id);
    if !could_be_village(town) {
        return;
    }
    let (cell, routes) = (town.cell, town.routes.len() as u32);
    let town = &mut game.world.towns[id];
    town.kind = TownKind::Village;
    if let Why::Nights { routes: crossing, .. } = &mut town.why {
        crossing.clone_from(&town.routes);
    }
    let cause = game.world.events.step_below(id, TownKind::Village);
    let formed = events::record(game, cell, SettlementEvent::VillageFormed { town: id, routes }, cause);
    events::link_step(&mut game.world, id, TownKind::Village, formed);
    record_first_town(&mut game.world, id);
    sight::show_place(game, id);
}

/// Records the first settlement of the player's people that no resource explains.
pub(super) fn record_first_town(world: &mut World, id: TownIx) {
    let (cell, people) = (world.town(id).cell, world.town(id).people);
    if people == PeopleIx::PLAYER
        && world.land.steps_to_site(cell).is_none_or(|steps| steps > SITE_DISTANCE_STEPS)
    {
        world.tally.first_town.get_or_insert(world.tick);
    }
}

/// Once a day, nights decay and unused camps are removed.
pub(super) fn fade_camps(game: &mut Game) {
    if game.world.tick % DAY != 17 {
        return;
    }
    for camp in &mut game.world.camps {
        camp.nights -= (u64::from(camp.nights) * 29).div_ceil(1000) as u32;
    }
    let units = game.world.units.iter();
    let occupied: BTreeSet<Cell> = units.flat_map(|unit| [Some(unit.cell), unit.next]).flatten().collect();
    let haven = &mut game.derived.haven;
    game.world.camps.retain(|camp| {
        let is_kept = camp.nights >= NIGHT_HUNDREDTHS / 3 || occupied.contains(&camp.cell);
        haven[camp.cell] = is_kept;
        is_kept
    });
}

fn add_route(routes: &mut Vec<(TownIx, TownIx)>, route: Option<(TownIx, TownIx)>) {
    if let Some(route) = route
        && !routes.contains(&route)
        && routes.len() < ROUTES_MAX
    {
        routes.push(route);
    }
}

/// The settled people that slept most often at a camp; of equals the first.
fn main_guest_people(world: &World, guests: &BTreeMap<PeopleIx, u32>) -> Option<PeopleIx> {
    let settled = guests.iter().filter(|(people, _)| world.people(**people).nature == Nature::Settled);
    let winner = settled.max_by_key(|(people, nights)| (**nights, std::cmp::Reverse(**people)));
    winner.map(|(people, _)| *people)
}

/// Walking time in a straight line over grass, in milli-steps: the least it can be off roads.
fn time_on_grass(a: Cell, b: Cell) -> u32 {
    a.octile(b)
}
