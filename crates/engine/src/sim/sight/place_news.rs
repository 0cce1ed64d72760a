//! News of settlements: what a people does when it first sees or hears of one, or of its end.

use crate::sim::society::{markets, peace};
use crate::sim::walk::requests;
use crate::sim::{Game, events};
use crate::world::{AnnalEvent, EventLink, PeopleIx, RuinReason, SettlementEvent, TownIx, TownKind, World};

/// Handles a people learning that a settlement exists or has changed, by its own eyes or from another's map.
pub(super) fn handle_place_news(
    game: &mut Game,
    people: PeopleIx,
    id: TownIx,
    before: Option<TownKind>,
    now: TownKind,
) {
    annal_place_change(&mut game.world, people, id, before, now);
    let was_standing = before.is_some_and(|kind| kind != TownKind::Ruin);
    if now == TownKind::Ruin && was_standing {
        learn_of_ruin(game, people, id);
    } else if before.is_none() && game.world.town(id).people != people {
        peace::meet_strangers(game, people, id, now);
    }
    if now.is_market() && !before.is_some_and(TownKind::is_market) {
        requests::survey_from(&mut game.world, people, id);
    }
}

/// Writes a change of a settlement, as the people has learned it, into the people's annals.
pub(in crate::sim) fn annal_place_change(
    world: &mut World,
    people: PeopleIx,
    id: TownIx,
    before: Option<TownKind>,
    now: TownKind,
) {
    let residents = world.people(people).sightings.get(&id).map_or(0, |seen| seen.residents);
    let what = match before {
        Some(before) if before == now => return,
        None if world.town(id).people == people => AnnalEvent::Founded,
        None => AnnalEvent::Found(now),
        Some(_) if now == TownKind::Ruin => AnnalEvent::Fell,
        Some(before) if before < now => AnnalEvent::Grew { to: now, residents },
        Some(_) => AnnalEvent::Shrank { to: now, residents },
    };
    world.record_event(people, id, what);
}

/// Handles a people learning that a settlement has fallen to ruin.
fn learn_of_ruin(game: &mut Game, people: PeopleIx, id: TownIx) {
    if people == PeopleIx::PLAYER {
        tell_of_ruin(game, id);
    }
    markets::forget_market(&mut game.world, people, id);
}

/// Tells the player's people of a ruin that it has seen or heard of.
fn tell_of_ruin(game: &mut Game, id: TownIx) {
    let town = game.world.town(id);
    let (cell, own) = (town.cell, town.people == PeopleIx::PLAYER);
    let abandoned = game.world.events.link(EventLink::Ruin(id));
    if let Some(abandoned) = abandoned.filter(|_| game.derived.visible[PeopleIx::PLAYER][cell] > 0) {
        return game.world.events.await_line(abandoned);
    }
    events::tell(game, cell, SettlementEvent::Abandoned { town: id, reason: RuinReason::NoTrade, own });
}
