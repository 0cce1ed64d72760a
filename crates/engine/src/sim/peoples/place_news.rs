//! News of settlements: what a people does when it first sees or hears of one, or of its end.

use crate::plan;
use crate::sim::peoples::peace;
use crate::sim::{Game, events};
use crate::world::{EventLink, PeopleIx, RuinReason, SettlementEvent, TownIx, TownKind};

/// Handles a people learning that a settlement exists or has changed, by its own eyes or from another's map.
pub(in crate::sim) fn learn_of_place(
    game: &mut Game,
    people: PeopleIx,
    id: TownIx,
    before: Option<TownKind>,
    now: TownKind,
) {
    game.world.annal_place_change(people, id, before, now);
    let was_standing = before.is_some_and(|kind| kind != TownKind::Ruin);
    if now == TownKind::Ruin && was_standing {
        learn_of_ruin(game, people, id);
    } else if before.is_none() && game.world.town(id).people != people {
        peace::meet_strangers(game, people, id, now);
    }
    if now.is_market() && !before.is_some_and(TownKind::is_market) {
        plan::survey_from(&mut game.world, people, id);
    }
}

/// Handles a people learning that a settlement has fallen to ruin.
fn learn_of_ruin(game: &mut Game, people: PeopleIx, id: TownIx) {
    if people == PeopleIx::PLAYER {
        tell_of_ruin(game, id);
    }
    game.world.forget_market(people, id);
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
