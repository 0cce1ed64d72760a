//! Robberies that the player's people sees, the feuds that they make, and what is done against those
//! (`world::event::Feuds`).

use crate::grid::Cell;
use crate::sim::{Game, events};
use crate::world::{
    DangerEvent, DetourTown, EventId, EventKind, EventLink, PeopleIx, RobberyNews, Town, TownIx, TownKind,
    TownPair, UnitId, World,
};

/// How near a settlement a detour must lead to count as leading through it, in steps.
const THROUGH_STEPS: u32 = 2;

/// Records a robbery, and tells of it or of the feud that it belongs to.
pub(in crate::sim) fn record_robbery(
    game: &mut Game,
    at: Cell,
    robbery: DangerEvent,
    by: UnitId,
) -> Option<EventId> {
    let cause = events::cause_of_raider(&game.world, by);
    if !is_seen(game, at) {
        return events::record(game, at, robbery, cause);
    }
    let (tick, place) = (game.world.tick, described_place(game, at));
    let news = game.world.events.feuds.count_robbery(place, tick);
    if news == RobberyNews::Robbery {
        return events::record(game, at, robbery, cause);
    }
    let robbed = events::record_untold(&mut game.world, at, robbery, cause);
    if let RobberyNews::Feud(feud) = news {
        let band = game.world.bands.of(by).map(|band| band.id);
        let grew = DangerEvent::FeudGrew { near: feud.near, band, loads: feud.loads, days: feud.days() };
        if let Some(grew) = events::tell_of(&mut game.world, feud.place, grew, robbed) {
            game.world.events.set_link(EventLink::Feud(feud.place), grew);
        }
    }
    robbed
}

/// Counts a traveller that a raider has killed.
pub(in crate::sim) fn count_death(game: &mut Game, at: Cell) {
    if is_seen(game, at) {
        let (tick, place) = (game.world.tick, described_place(game, at));
        game.world.events.feuds.count_death(place, tick);
    }
}

/// Tells of a fort or a guard for a place: the first after a feud there was told is its turn; otherwise it came of the
/// fear of that place.
pub(in crate::sim) fn tell_answer(
    game: &mut Game,
    (at, place): (Cell, Cell),
    answer: DangerEvent,
    fear: Option<EventId>,
) {
    let (tick, place) = (game.world.tick, described_place(game, place));
    let events = &game.world.events;
    let link = events.feuds.told_place(place, tick).map(EventLink::Feud);
    let news = link.and_then(|link| events.get(events.link(link)?));
    let feud = news.filter(|news| matches!(news.kind, EventKind::Danger(DangerEvent::FeudGrew { .. })));
    let feud = feud.map(|news| news.id);
    let Some(told) = events::tell_caused(game, at, answer, feud.or(fear)) else { return };
    let events = &mut game.world.events;
    events.feuds.count_answer(place, matches!(answer, DangerEvent::FortBuilt { .. }), tick);
    if let Some((link, _)) = link.zip(feud) {
        events.set_link(link, told);
    }
}

/// Counts the settlements that a trader's path leads through round a feared place, for the feud there.
pub(in crate::sim) fn count_detour(game: &mut Game, around: Cell, (from, to): TownPair, cells: &[Cell]) {
    let place = described_place(game, around);
    let World { events, peoples, towns, tick, .. } = &mut game.world;
    let is_through = |town: TownIx| {
        let at = towns[town].cell;
        town != from && town != to && cells.iter().any(|cell| cell.chebyshev(at) <= THROUGH_STEPS)
    };
    let standing = peoples[PeopleIx::PLAYER].standing().filter(|(id, _)| is_through(*id));
    let through = standing.map(|(id, kind)| known_town(&towns[id], id, kind));
    events.feuds.count_detour(place, through, *tick);
}

/// A settlement as the player's people knows it: how many come to its own, and of the others only what they are.
fn known_town(town: &Town, id: TownIx, kind: TownKind) -> DetourTown {
    let is_own = town.people == PeopleIx::PLAYER;
    DetourTown { town: id, kind, visits: is_own.then(|| town.visits.iter().sum()) }
}

/// A cell, and the known settlement nearest to it.
fn described_place(game: &Game, cell: Cell) -> (Cell, Option<TownIx>) {
    (cell, game.world.nearest_known_town(cell))
}

/// Tells of the feuds that are over.
pub(in crate::sim) fn end_feuds(game: &mut Game) {
    let tick = game.world.tick;
    for feud in game.world.events.feuds.take_ended(tick) {
        let link = EventLink::Feud(feud.place);
        if feud.is_told() {
            let player = game.world.people(PeopleIx::PLAYER);
            let now = |id| Some(known_town(game.world.town(id), id, player.knows_as(id)?));
            let over = DangerEvent::FeudEnded {
                near: feud.near,
                loads: feud.loads,
                deaths: feud.deaths,
                days: feud.days(),
                answers: feud.answers,
                grown: feud.grown_by_detours(now),
            };
            let cause = game.world.events.link(link);
            events::tell_of(&mut game.world, feud.place, over, cause);
        }
        game.world.events.unlink(link);
    }
}

fn is_seen(game: &Game, at: Cell) -> bool {
    game.derived.visible[PeopleIx::PLAYER][at] > 0
}
