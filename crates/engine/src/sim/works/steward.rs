//! The steward: decides by the figures of offers and works for every people that has one, the player's included if the
//! player wants it.

use super::build;
use crate::land::Surface;
use crate::sim::{Game, events};
use crate::world::{AnnalEvent, EventLink, Offer, PeopleIx, RoadEvent, Work, WorkId, WorkKind};

/// Builds the best of what a survey has found that leaves a season's upkeep.
pub(super) fn decide(game: &mut Game, people: PeopleIx, offers: &[Offer]) {
    let due: u32 = game.world.works.of(people).filter(|work| work.is_open).map(|work| work.upkeep).sum();
    let coin = game.world.people(people).coin;
    let affordable = |offer: &&Offer| {
        coin >= offer.price + due && offer.cells.iter().all(|cell| build::can_build(game, offer.kind, *cell))
    };
    let best = offers.iter().find(affordable).filter(|_| build::has_room(&game.world));
    let Some(offer) = best else { return };
    let is_ford = game.world.land.surface[offer.middle()] == Surface::River;
    game.world.peoples[people].coin -= offer.price;
    build::build(game, people, offer);
    if offer.kind == WorkKind::Bridge {
        record_bridge(game, people, offer, is_ford);
    }
}

/// Records a bridge in the annals of the settlement it belongs to, and tells of the player's.
fn record_bridge(game: &mut Game, people: PeopleIx, offer: &Offer, ford: bool) {
    let cell = offer.middle();
    let Some(town) = game.world.claim_at(people, cell) else { return };
    game.world.record_event(people, town, AnnalEvent::Bridged(cell));
    if people == PeopleIx::PLAYER {
        let between = events::most_passes(&game.world, cell);
        let links = offer.cells.iter().map(|cell| EventLink::Flood(*cell));
        let flood = links.clone().find_map(|link| game.world.events.link(link));
        let cause = flood.or_else(|| events::connection(&game.world, between));
        events::tell_caused(game, cell, RoadEvent::Bridged { town, ford, between }, cause);
        links.for_each(|link| game.world.events.unlink(link));
    }
}

/// Gives up roads a year old whose last two seasons have not brought one season's upkeep; called at a season's end.
pub(super) fn drop_losses(game: &mut Game, people: PeopleIx) {
    if !game.world.has_steward(people) {
        return;
    }
    let tick = game.world.tick;
    let is_road = |work: &&Work| matches!(work.kind, WorkKind::Bridge | WorkKind::Paving | WorkKind::Cut);
    let own = game.world.works.of(people).filter(|work| work.is_open);
    let lost: Vec<WorkId> =
        own.filter(is_road).filter(|work| work.is_losing(tick)).map(|work| work.id).collect();
    for id in lost {
        build::close(game, id);
    }
}
