//! Settlements that change their people: in war those that are cut off, in peace those that live by another people's
//! markets.
//!
//! What does not live here: how wars begin and end (`peace`), and whose realm a cell lies in (`world::realm`).

use crate::sim::{Game, events, placing};
use crate::world::{
    AnnalEvent, DAY, DELIVERIES_MAX, EventId, EventLink, Nature, PeopleIx, RelationEvent, TownIx, TownKind,
    World,
};

/// Ticks without a delivery after which a settlement at war is cut off.
const CUT_OFF_TICKS: u64 = 6 * DAY;
/// Of the last deliveries to a settlement, those from one people's markets that draw it to that people.
const DRAWN_BY: usize = DELIVERIES_MAX * 3 / 4;

/// The tick of the day at which borders move.
const MOVE_TICK: u64 = 29;

/// Once a day, lets markets fall to a foe or join their neighbours.
pub(super) fn move_borders(game: &mut Game) {
    if game.world.tick % DAY == MOVE_TICK {
        let markets: Vec<TownIx> =
            game.world.living_towns().filter(|id| game.world.town(*id).is_market()).collect();
        for id in markets {
            move_border(game, id);
        }
    }
}

/// Lets a market fall to a foe or join its neighbours, if one of theirs reaches it. A people never loses its largest
/// settlement so.
fn move_border(game: &mut Game, id: TownIx) {
    let world = &game.world;
    let town = world.town(id);
    let (from, cell, kind) = (town.people, town.cell, town.kind);
    if world.largest_town(from) == Some(id) {
        return;
    }
    let is_rival = |other: &PeopleIx| {
        *other != from
            && world.people(*other).nature == Nature::Settled
            && world.claim_at(*other, cell).is_some()
    };
    let mut rivals = world.peoples.indices().filter(is_rival);
    let taken = rivals.find_map(|other| match war_between(world, from, other) {
        Some((war, began)) => is_cut_off(world, id, began).then_some((other, Some(war))),
        None => is_drawn(world, id, other).then_some((other, None)),
    });
    let Some((to, war)) = taken else { return };
    let cause = war.or_else(|| world.events.latest_step(id));
    let changed = RelationEvent::ChangedHands { town: id, from, to, by_war: war.is_some() };
    let changed = events::record(game, cell, changed, cause);
    events::link_step(&mut game.world, id, kind, changed);
    let by_war = war.is_some();
    if by_war {
        game.world.towns[id].trade /= 2;
    }
    placing::cede(game, id, to);
    for people in [from, to] {
        game.world.record_event(people, id, AnnalEvent::ChangedHands { to, by_war });
    }
}

/// The war between two peoples, and when it began.
fn war_between(world: &World, one: PeopleIx, other: PeopleIx) -> Option<(EventId, u64)> {
    let war = world.events.link(EventLink::War(one.min(other), one.max(other)))?;
    Some((war, world.events.get(war)?.tick))
}

/// Whether nothing was delivered for so long, all of it in war.
fn is_cut_off(world: &World, id: TownIx, war_began: u64) -> bool {
    let town = world.town(id);
    let last = town.deliveries.last().map_or(town.founded, |delivery| delivery.tick);
    world.tick >= last.max(war_began) + CUT_OFF_TICKS
}

/// Whether most of what was delivered of late came from a people's markets; towns are too proud for that.
fn is_drawn(world: &World, id: TownIx, other: PeopleIx) -> bool {
    let town = world.town(id);
    let theirs = town.deliveries.iter().filter(|delivery| delivery.people == other).count();
    town.kind < TownKind::Town && theirs >= DRAWN_BY && !world.at_war(town.people, other)
}
