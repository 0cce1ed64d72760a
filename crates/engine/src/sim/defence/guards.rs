//! Guards: where a people fears its roads, the nearby settlement sends a messenger for one. The largest settlement pays
//! for the guard and sends it; when the place is no longer feared, the guard becomes a porter.
//!
//! What does not live here: how a guard holds its post (`mind::behaviour::defend`), and how its presence reduces fear
//! (`world::influence`).

use crate::grid::Cell;
use crate::sim::defence::chokes;
use crate::sim::derived::Watcher;
use crate::sim::{Game, events, feuds, placing, sight};
use crate::world::{
    BandId, Behaviour, COVERED_STEPS, DangerEvent, Defend, EventId, GUARD_FEAR_MIN, Herald, Kind, PeopleIx,
    SENT_WITHIN_TICKS, TownIx, Trade, Unit, UnitId, UnitIx, UnitOrPlace, Work, WorkKind, World,
};

/// Fear of a place below which it is no longer guarded, in milli-steps.
const RELIEVE_FEAR_BELOW: u32 = 800;
/// How far from a settlement the places are that it looks after, in steps.
const REACH_STEPS: u32 = 36;
/// Coin that a guard costs.
const GUARD_COIN: u32 = 8;
/// Units of a people for each guard that it keeps at most.
const UNITS_PER_GUARD: usize = 10;

/// Requests or sends a guard for a feared place around a settlement; called once a day.
pub(super) fn request_guard(game: &mut Game, id: TownIx) {
    let people = game.world.town(id).people;
    let Some(largest) = game.world.largest_town(people) else { return };
    if let Some(post) = funded_post(&game.world, people).filter(|_| largest == id) {
        return place_guard(game, id, post);
    }
    if !game.world.has_steward(people) || !wants_guard(&game.world, people) {
        return;
    }
    let Some(post) = unguarded_feared_place(game, id) else { return };
    if largest == id {
        send_guard(game, id, post);
    } else {
        send_messenger(game, id, largest, post);
    }
}

/// A post that was paid for as a work within the last days and has no guard yet.
fn funded_post(world: &World, people: PeopleIx) -> Option<Cell> {
    let is_held = |post: Cell| world.guards_of(people).any(|(_, held)| held == post);
    let is_new = |work: &&Work| work.is_open && work.built + SENT_WITHIN_TICKS > world.tick;
    let funded = world.works.of(people).filter(|work| work.kind == WorkKind::Guard).filter(is_new);
    funded.map(Work::middle).find(|post| !is_held(*post)).filter(|_| world.has_room())
}

/// The most feared place that is nearest to this settlement and neither guarded nor about to be.
fn unguarded_feared_place(game: &Game, id: TownIx) -> Option<Cell> {
    let world = &game.world;
    let town = world.town(id);
    let is_own_market =
        |other: &TownIx| world.town(*other).people == town.people && world.town(*other).is_market();
    let is_ours = |cell: Cell| {
        let nearest = world
            .living_towns()
            .filter(is_own_market)
            .min_by_key(|other| (world.town(*other).cell.octile(cell), *other));
        nearest == Some(id) && town.cell.chebyshev(cell) <= REACH_STEPS
    };
    let posts: Vec<Cell> =
        world.units.iter().filter(|unit| unit.people == town.people).filter_map(Unit::post).collect();
    let is_covered = |cell: Cell| posts.iter().any(|post| post.chebyshev(cell) <= COVERED_STEPS);
    let feared = world.people(town.people).belief.feared_places();
    let uncovered = feared.filter(|(cell, fear)| {
        *fear >= GUARD_FEAR_MIN && !game.derived.haven[*cell] && !is_covered(*cell) && is_ours(*cell)
    });
    uncovered.max_by_key(|(cell, fear)| (*fear, *cell)).map(|(cell, _)| cell)
}

/// Whether a people has coin for a guard and fewer guards than it may have.
fn wants_guard(world: &World, people: PeopleIx) -> bool {
    let own_units = || world.units.iter().filter(|unit| unit.people == people);
    let guards = own_units().filter(|unit| unit.post().is_some()).count();
    let is_paid = world.people(people).coin >= GUARD_COIN && world.has_room();
    is_paid && guards < 1 + own_units().count() / UNITS_PER_GUARD
}

/// Sends a messenger to the largest settlement.
fn send_messenger(game: &mut Game, from: TownIx, to: TownIx, post: Cell) {
    let people = game.world.town(from).people;
    let cell = game.world.town(from).cell;
    let base = Behaviour::Herald(Herald { to, post });
    let id = placing::place_unit(&mut game.world, people, Kind::Messenger, cell, base);
    sight::update_watcher(game, Watcher::Unit(id));
    let cause = fear_of_post(&game.world, people, post);
    events::tell_caused(game, cell, DangerEvent::GuardRequested { unit: id, from, to, post }, cause);
}

/// A messenger that has arrived delivers its request; then it becomes a porter.
pub(in crate::sim) fn deliver_news(game: &mut Game, index: UnitIx) {
    let unit = &game.world.units[index];
    let Some(Behaviour::Herald(Herald { to, post })) = unit.stack.first().cloned() else { return };
    let is_paid = game.world.people(unit.people).coin >= GUARD_COIN && game.world.has_room();
    if game.world.town(to).is_standing() && is_paid {
        send_guard(game, to, post);
    }
    retire_as_porter(game, index);
}

/// Sends a guard to where the routes around a feared place meet, and records it as a work.
fn send_guard(game: &mut Game, from: TownIx, feared: Cell) {
    let people = game.world.town(from).people;
    let coin = &mut game.world.peoples[people].coin;
    *coin = coin.saturating_sub(GUARD_COIN);
    let band = game.world.fear_band_around(people, feared);
    // There the guard stands in the way of those that it has to keep off.
    let post = chokes::choke_point_near(game, people, feared).map_or(feared, |(choke, _)| choke);
    let ground = game.world.ground_before(&[post]);
    game.world.record_work((people, WorkKind::Guard), &ground, (GUARD_COIN, band));
    place_guard(game, from, post);
}

fn place_guard(game: &mut Game, from: TownIx, post: Cell) {
    let (people, cell) = (game.world.town(from).people, game.world.town(from).cell);
    let base = Behaviour::Defend(Defend { ward: UnitOrPlace::Place(post) });
    let id = placing::place_unit(&mut game.world, people, Kind::Guard, cell, base);
    sight::update_watcher(game, Watcher::Unit(id));
    let cause = fear_of_post(&game.world, people, post);
    feuds::tell_answer(game, (cell, post), DangerEvent::GuardSent { unit: id, from, post }, cause);
    record_hunt(game, (id, people), cell, cause);
}

/// Records that a people has sent a guard because of a band that it fears, if a band is what the fear came of.
fn record_hunt(game: &mut Game, (guard, people): (UnitId, PeopleIx), at: Cell, fear: Option<EventId>) {
    let events = &game.world.events;
    let band = fear.and_then(|fear| events.causes_of(fear).find_map(|event| event.kind.subjects().band()));
    let is_living = |band: &BandId| game.world.bands.living().any(|living| living.id == *band);
    if let Some(band) = band.filter(is_living) {
        events::tell_caused(game, at, DangerEvent::BandHunted { band, people, guard }, fear);
    }
}

/// What began the fear for which a post is guarded.
pub(super) fn fear_of_post(world: &World, people: PeopleIx, post: Cell) -> Option<EventId> {
    world.events.fear_near(people, post, COVERED_STEPS).map(|(_, event)| event)
}

/// Sends guards home from places that are no longer feared, and from those that are not paid for; called once a day.
pub(in crate::sim) fn relieve_guards(game: &mut Game, people: PeopleIx) {
    let is_closed = |post: Cell| {
        let mut works = game.world.works.of(people);
        works.any(|work| work.kind == WorkKind::Guard && !work.is_open && work.middle() == post)
    };
    let is_unneeded =
        |post: Cell| is_closed(post) || game.world.fear_max_around(people, post) < RELIEVE_FEAR_BELOW;
    let unneeded = game.world.guards_of(people).filter(|(_, post)| is_unneeded(*post));
    for (index, post) in unneeded.collect::<Vec<_>>() {
        game.world.works.drop_guard(people, post);
        retire_as_porter(game, index);
    }
}

/// Turns a unit into a porter whose home is the nearest market of its people.
fn retire_as_porter(game: &mut Game, index: UnitIx) {
    let unit = &game.world.units[index];
    let is_own_market =
        |id: &TownIx| game.world.town(*id).people == unit.people && game.world.town(*id).is_market();
    let home = game.world.living_towns().filter(is_own_market);
    let home = home.min_by_key(|id| (game.world.town(*id).cell.octile(unit.cell), *id));
    placing::become_porter(game, index);
    game.world.units[index].stack = vec![match home {
        Some(home) => Behaviour::Trade(Trade { home, trip: None }),
        None => Behaviour::Stop,
    }];
}
