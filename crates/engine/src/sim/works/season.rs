//! The works' clock: trips are priced and surveys go on tick by tick; each day what is gone is forgotten; with each season
//! upkeep is paid, best earners first, and what is not paid for closes.

use super::{build, income, steward, survey};
use crate::grid::Cell;
use crate::sim::{Game, events};
use crate::world::{
    DAY, OFFERS_MAX, Offer, PeopleIx, PlayerEvent, SENT_WITHIN_TICKS, Season, Work, WorkId, WorkKind, Works,
    World,
};
use std::collections::BTreeSet;

/// Seasons after which a closed work has decayed.
const DECAY_SEASONS: u8 = 2;
/// New offers to the player in a season.
const OFFERS_A_SEASON: usize = 3;
/// The tick of the day at which what is gone is forgotten.
const DAILY_TICK: u64 = 17;

/// Advances works by a tick. In a level and in a wanderer's game there are none.
pub(in crate::sim) fn update_works(game: &mut Game) {
    if !game.world.has_works() {
        return;
    }
    if Season::begins_at(game.world.tick) {
        end_season(game);
    }
    if game.world.tick % DAY == DAILY_TICK {
        forget_gone(game);
        take_down_closed(game);
    }
    income::price_next_trip(game);
    if let Some((people, offers)) = survey::advance(game) {
        if game.world.has_steward(people) {
            steward::decide(game, people, &offers);
        } else {
            offer(game, &offers);
        }
    }
}

/// Offers works to the player, after those that it has postponed.
fn offer(game: &mut Game, new: &[Offer]) {
    let works = &mut game.world.works;
    if let Some(cheapest) = new.iter().map(|offer| offer.price).min() {
        works.cheapest = cheapest;
    }
    works.offers.retain(|offer| offer.is_postponed);
    let kept: BTreeSet<Cell> = works.offers.iter().flat_map(|offer| offer.cells.iter().copied()).collect();
    let is_new =
        |offer: &Offer| !offer.cells.iter().any(|cell| kept.contains(cell)) && !is_refused(works, offer);
    let new: Vec<Offer> = new.iter().filter(|offer| is_new(offer)).take(OFFERS_A_SEASON).cloned().collect();
    let first = new.first().map(|offer| (offer.middle(), offer.kind));
    let count = new.len() as u32;
    works.offers.extend(new);
    works.offers.iter_mut().for_each(|offer| offer.is_postponed = false);
    works.offers.truncate(OFFERS_MAX);
    if let Some((cell, kind)) = first {
        events::tell(game, cell, PlayerEvent::WorksOffered { kind, count });
    }
}

/// Whether the player has refused such a work there.
fn is_refused(works: &Works, offer: &Offer) -> bool {
    works.refused.iter().any(|(kind, cell)| *kind == offer.kind && offer.cells.contains(cell))
}

fn end_season(game: &mut Game) {
    for people in game.world.peoples.indices() {
        collect_upkeep(game, people);
        steward::drop_losses(game, people);
    }
    if game.world.is_played_for_coin() {
        let coin = game.world.people(PeopleIx::PLAYER).coin;
        game.world.peoples[PeopleIx::PLAYER].coin = game.world.coin_after_season(coin);
    }
    // Prices change with the season. A steward looks at those of the one after its survey.
    let is_stewards = Season::at(game.world.tick - 1) == survey::STEWARD_SEASON;
    let has_player = !game.world.has_steward(PeopleIx::PLAYER);
    let works = &mut game.world.works;
    for work in &mut works.list {
        work.last = std::mem::take(&mut work.now);
        work.closed_seasons = if work.is_open { 0 } else { work.closed_seasons.saturating_add(1) };
    }
    for ((people, _), count) in &mut works.trips {
        (count.trips_last, count.trips) = (count.trips, 0);
        count.is_stale |= is_stewards || (has_player && *people == PeopleIx::PLAYER);
    }
    works.trips.retain(|_, count| count.trips_last > 0);
    works.list.retain(|work| work.is_open || work.closed_seasons < DECAY_SEASONS);
}

/// Pays for the works of a people as far as its coin goes; closes the others.
fn collect_upkeep(game: &mut Game, people: PeopleIx) {
    if people == PeopleIx::PLAYER && !game.world.is_played_for_coin() {
        return;
    }
    let due: Vec<(WorkId, u32)> =
        game.world.works.by_worth(people).into_iter().map(|work| (work.id, work.upkeep)).collect();
    for (id, upkeep) in due {
        let coin = &mut game.world.peoples[people].coin;
        if *coin >= upkeep {
            *coin -= upkeep;
        } else {
            close(game, id);
        }
    }
}

/// Closes a work that is not paid for.
fn close(game: &mut Game, id: WorkId) {
    build::close(game, id);
    let Some(work) = game.world.works.get(id) else { return };
    if work.people == PeopleIx::PLAYER {
        let (cell, closed) =
            (work.middle(), PlayerEvent::WorkClosed { kind: work.kind, upkeep: work.upkeep });
        events::tell(game, cell, closed);
    }
}

/// Drops cells of open works that are no longer as built: erased, undone, or burnt. A guard's work goes with its guard.
fn forget_gone(game: &mut Game) {
    let peoples = game.world.peoples.indices();
    let guarded: Vec<(PeopleIx, Cell)> = peoples
        .flat_map(|people| game.world.guards_of(people).map(move |(_, post)| (people, post)))
        .collect();
    let tick = game.world.tick;
    let mut list = std::mem::take(&mut game.world.works.list);
    for work in list.iter_mut().filter(|work| work.is_open) {
        let is_there = |cell| match work.kind {
            WorkKind::Guard => {
                work.built + SENT_WITHIN_TICKS > tick || guarded.contains(&(work.people, cell))
            }
            kind => game.world.stands(kind, cell),
        };
        work.cells.retain(|was| is_there(was.cell));
    }
    list.retain(|work| !work.cells.is_empty());
    game.world.works.list = list;
    forget_tolls(&mut game.world);
}

/// Drops tolls of works that are gone, closed, or no longer stand on that cell.
fn forget_tolls(world: &mut World) {
    let size = world.size();
    let Works { list, tolls, .. } = &mut world.works;
    let takes = |work: &Work, node: u32| work.is_open && size.index(work.middle()) as u32 == node;
    tolls.retain(|node, (id, _)| list.iter().any(|work| work.id == *id && takes(work, *node)));
    for work in list.iter_mut().filter(|work| work.toll > 0) {
        work.toll = tolls.values().find(|(id, _)| *id == work.id).map_or(0, |(_, coin)| *coin);
    }
}

/// Takes the ground of closed works down where a unit was in the way before.
fn take_down_closed(game: &mut Game) {
    let closed = game.world.works.list.iter().filter(|work| !work.is_open && work.kind.surface().is_some());
    for work in closed.cloned().collect::<Vec<_>>() {
        build::lower(game, &work);
    }
}
