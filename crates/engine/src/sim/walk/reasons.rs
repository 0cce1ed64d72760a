//! Why a scout goes where it goes, and which surprises units meet.

use crate::grid::Cell;
use crate::land::Surface;
use crate::sim::{Game, events, feuds};
use crate::world::{Believed, DangerEvent, EventId, PeopleIx, Season, TownIx, TravelEvent, UnitIx};

/// A path is a detour if it takes this part longer than before.
const DETOUR_DIVISOR: u32 = 8;
/// Within this many steps of a feared place a path does not avoid it.
const DETOUR_STEPS_MIN: u32 = 3;

/// Tells of the chosen target of a scout of the player's people.
pub(super) fn note_scouting_reason(game: &mut Game, index: UnitIx) {
    let unit = &game.world.units[index];
    if let Some(reason) = game.world.scouting_reason(unit).filter(|_| unit.people == PeopleIx::PLAYER) {
        let (cell, unit) = (unit.cell, unit.id);
        events::tell(game, cell, TravelEvent::Scouting { unit, reason });
    }
}

/// Tells that a unit learns that its path is blocked some way ahead.
pub(super) fn note_blocked_path(game: &mut Game, index: UnitIx, at: Cell) {
    let unit = &game.world.units[index];
    let Believed::Known { surface, .. } = game.world.people(unit.people).belief.at(at) else { return };
    if unit.people == PeopleIx::PLAYER && unit.kind.ground_time(surface).is_none() {
        let (cell, unit) = (unit.cell, unit.id);
        events::tell(game, cell, TravelEvent::PathBlocked { unit, at, surface });
    }
}

/// Tells that a unit meets ground that it cannot enter and that it believed to be something else.
pub(super) fn note_surprise(game: &mut Game, index: UnitIx, believed: Believed, found: Surface) {
    let unit = &game.world.units[index];
    let (cell, unit) = (unit.cell, unit.id);
    let believed = match believed {
        Believed::Known { surface, .. } if surface == Surface::Bridge || surface != found => Some(surface),
        _ => None,
    };
    events::tell(game, cell, TravelEvent::Surprised { unit, believed, found });
}

/// Tells that a trader's path between two settlements leads round a place that its people fears, and takes clearly longer
/// than what was known before it feared that place.
pub(super) fn note_detour(
    game: &mut Game,
    index: UnitIx,
    (from, to): (TownIx, TownIx),
    time: u32,
    cells: &[Cell],
) {
    let unit = &game.world.units[index];
    let (unit, people, here) = (unit.id, unit.people, unit.cell);
    let Some(before) = game.world.people(people).trip_times.get(&(from, to)).copied() else { return };
    let is_longer = time >= before.time.saturating_add(before.time / DETOUR_DIVISOR);
    if !is_longer || Season::effective_at(before.tick) != Season::effective_at(game.world.tick) {
        return;
    }
    let events = &game.world.events;
    let is_since = |fear: EventId| events.get(fear).is_some_and(|event| event.tick >= before.tick);
    let is_avoided = |place: Cell| cells.iter().all(|cell| cell.chebyshev(place) > DETOUR_STEPS_MIN);
    let fears = events.fears(people).filter(|(place, fear)| is_since(*fear) && is_avoided(*place));
    let between = fears.filter(|(place, _)| game.world.lies_between(*place, (from, to)));
    let Some((around, fear)) = between.min_by_key(|(place, _)| (place.octile(here), *place)) else { return };
    let extra_time = time - before.time;
    let detoured = DangerEvent::Detoured { unit, from, to, around, extra_time };
    events::tell_caused(game, here, detoured, Some(fear));
    if people == PeopleIx::PLAYER {
        feuds::count_detour(game, around, (from, to), cells);
    }
}
