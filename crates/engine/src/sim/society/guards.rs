//! Guards: where a people fears its roads, the nearby settlement sends a messenger for one. The largest settlement pays
//! for the guard and sends it; when the place is no longer feared, the guard becomes a porter.
//!
//! What does not live here: how a guard holds its post (`mind::fighting`), and how its presence reduces fear
//! (`world::influence`).

use crate::grid::Cell;
use crate::sim::derived::Watcher;
use crate::sim::society::chokes::COVERED_STEPS;
use crate::sim::society::{chokes, markets};
use crate::sim::{Game, events, placing, sight};
use crate::world::{
    Behaviour, DangerEvent, Defend, EventId, Herald, Kind, PeopleIx, TownIx, Trade, Unit, UnitIx,
    UnitOrPlace, World,
};

/// Fear of a place from which it is guarded, and below which it no longer is, in milli-steps.
pub(super) const GUARD_FEAR_MIN: u32 = 3000;

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
    let Some(post) = unguarded_feared_place(game, id).filter(|_| wants_guard(&game.world, people)) else {
        return;
    };
    let Some(largest) = markets::largest_town(&game.world, people) else { return };
    if largest == id {
        send_guard(game, id, post);
    } else {
        send_messenger(game, id, largest, post);
    }
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
        world.units.iter().filter(|unit| unit.people == town.people).filter_map(post_of).collect();
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
    let guards = own_units().filter(|unit| post_of(unit).is_some()).count();
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
pub(super) fn deliver_news(game: &mut Game, index: UnitIx) {
    let unit = &game.world.units[index];
    let Some(Behaviour::Herald(Herald { to, post })) = unit.stack.first().cloned() else { return };
    let is_paid = game.world.people(unit.people).coin >= GUARD_COIN && game.world.has_room();
    if markets::is_standing(&game.world, to) && is_paid {
        send_guard(game, to, post);
    }
    retire_as_porter(game, index);
}

fn send_guard(game: &mut Game, from: TownIx, post: Cell) {
    let people = game.world.town(from).people;
    let cell = game.world.town(from).cell;
    let coin = &mut game.world.peoples[people].coin;
    *coin = coin.saturating_sub(GUARD_COIN);
    // Where the surrounding routes meet, the guard stands in the way of those that it has to keep off.
    let post = chokes::choke_point_near(game, people, post).map_or(post, |(choke, _)| choke);
    let base = Behaviour::Defend(Defend { ward: UnitOrPlace::Place(post) });
    let id = placing::place_unit(&mut game.world, people, Kind::Guard, cell, base);
    sight::update_watcher(game, Watcher::Unit(id));
    let cause = fear_of_post(&game.world, people, post);
    events::tell_caused(game, cell, DangerEvent::GuardSent { unit: id, from, post }, cause);
}

/// What began the fear for which a post is guarded.
pub(super) fn fear_of_post(world: &World, people: PeopleIx, post: Cell) -> Option<EventId> {
    world.events.fear_near(people, post, COVERED_STEPS).map(|(_, event)| event)
}

/// Sends guards home from places that are no longer feared; called once a day.
pub(super) fn relieve_guards(game: &mut Game, people: PeopleIx) {
    let unneeded = guards_of(&game.world, people)
        .filter(|(_, post)| fear_max_around(&game.world, people, *post) < RELIEVE_FEAR_BELOW);
    for index in unneeded.map(|(index, _)| index).collect::<Vec<_>>() {
        retire_as_porter(game, index);
    }
}

/// The guards of a people by livelihood, as indices with their posts.
pub(super) fn guards_of(world: &World, people: PeopleIx) -> impl Iterator<Item = (UnitIx, Cell)> {
    let units = world.units.indices().zip(&world.units);
    let guards =
        units.filter(move |(_, unit)| unit.people == people && unit.kind == Kind::Guard && !unit.ordered);
    guards.filter_map(|(index, unit)| Some((index, post_of(unit)?)))
}

/// The greatest fear of a people within the range of a guard at this post, in milli-steps.
pub(super) fn fear_max_around(world: &World, people: PeopleIx, post: Cell) -> u32 {
    let feared = world.people(people).belief.feared_places();
    let near = feared.filter(|(cell, _)| cell.chebyshev(post) <= COVERED_STEPS);
    near.map(|(_, fear)| fear).max().unwrap_or(0)
}

/// Turns a unit into a porter whose home is the nearest market of its people.
fn retire_as_porter(game: &mut Game, index: UnitIx) {
    let unit = &game.world.units[index];
    let is_own_market =
        |id: &TownIx| game.world.town(*id).people == unit.people && game.world.town(*id).is_market();
    let home = game.world.living_towns().filter(is_own_market);
    let home = home.min_by_key(|id| (game.world.town(*id).cell.octile(unit.cell), *id));
    become_porter(game, index);
    game.world.units[index].stack = vec![match home {
        Some(home) => Behaviour::Trade(Trade { home, trip: None }),
        None => Behaviour::Stop,
    }];
}

/// The place that a unit guards by livelihood, or requests a guard for.
fn post_of(unit: &Unit) -> Option<Cell> {
    match unit.stack.first() {
        Some(
            Behaviour::Defend(Defend { ward: UnitOrPlace::Place(post) })
            | Behaviour::Herald(Herald { post, .. }),
        ) => Some(*post),
        _ => None,
    }
}

/// Turns a unit into a porter, with a porter's sight radius.
pub(super) fn become_porter(game: &mut Game, index: UnitIx) {
    let unit = &mut game.world.units[index];
    unit.kind = Kind::Porter;
    unit.drop_path();
    let watcher = Watcher::Unit(unit.id);
    sight::update_watcher(game, watcher);
}
