//! Spies that a people sends by itself: to the nearest settlement of a people it resents, to observe it.
//!
//! What does not live here: how a spy stays hidden, and what it brings home (`mind::behaviour::spy`).

use crate::sim::derived::Watcher;
use crate::sim::{Game, events, placing, sight};
use crate::world::{
    Behaviour, DangerEvent, EventLink, Kind, Nature, PeopleIx, Spy, TownIx, Unit, UnitId, UnitOrPlace, WAR,
    World,
};

/// Days between two decisions to send a spy.
const INTERVAL_DAYS: u64 = 8;
/// The grudge from which a people is spied on.
const SPY_GRUDGE_MIN: u32 = WAR / 4;
/// Coin that a spy costs.
const SPY_COIN: u32 = 6;

/// The largest settlement of a people sends a spy to a people that it resents, if none is out yet.
pub(super) fn send_spy(game: &mut Game, id: TownIx) {
    let people = game.world.town(id).people;
    let is_time = (game.world.day() + u64::from(people.0)).is_multiple_of(INTERVAL_DAYS);
    let can_send = game.world.level_goals.is_none() && game.world.has_room();
    if !is_time || !can_send || game.world.largest_town(people) != Some(id) {
        return;
    }
    let Some(mark) = nearest_resented_town(&game.world, id).filter(|_| !has_spy_out(&game.world, people))
    else {
        return;
    };
    let sender = &mut game.world.peoples[people];
    if sender.nature != Nature::Settled || sender.coin < SPY_COIN {
        return;
    }
    sender.coin -= SPY_COIN;
    let spy = idle_or_new_spy(game, people, id);
    let Some(index) = game.world.unit_index(spy) else { return };
    let last = game.world.town(mark).cell;
    game.world.units[index].push_behaviour(Behaviour::Spy(Spy {
        mark: UnitOrPlace::Place(last),
        last,
        since: None,
        learned: false,
    }));
    if people == PeopleIx::PLAYER {
        let against = game.world.town(mark).people;
        let cause = game.world.events.link(EventLink::Grievance(people, against));
        let sent = DangerEvent::SpySent { unit: spy, from: id, to: mark };
        events::tell_caused(game, game.world.town(id).cell, sent, cause);
    }
}

/// The nearest known settlement of a people that this settlement's people resents.
fn nearest_resented_town(world: &World, id: TownIx) -> Option<TownIx> {
    let town = world.town(id);
    let people = world.people(town.people);
    let is_resented = |other: &TownIx| {
        people.grudges.get(&world.town(*other).people).is_some_and(|grudge| *grudge >= SPY_GRUDGE_MIN)
    };
    let known = people.standing().map(|(other, _)| other).filter(is_resented);
    known.min_by_key(|other| (world.town(*other).cell.octile(town.cell), *other))
}

fn has_spy_out(world: &World, people: PeopleIx) -> bool {
    let is_spying = |unit: &Unit| unit.stack.iter().any(|layer| matches!(layer, Behaviour::Spy(_)));
    world.units.iter().any(|unit| unit.people == people && is_spying(unit))
}

/// An idle spy of a people, or a new one.
fn idle_or_new_spy(game: &mut Game, people: PeopleIx, home: TownIx) -> UnitId {
    let is_idle = |unit: &&Unit| {
        unit.people == people && unit.kind == Kind::Spy && unit.stack.len() == 1 && unit.orders.is_empty()
    };
    if let Some(spy) = game.world.units.iter().find(is_idle) {
        return spy.id;
    }
    let spy = placing::add_unit(&mut game.world, Kind::Spy, home);
    sight::update_watcher(game, Watcher::Unit(spy));
    spy
}
