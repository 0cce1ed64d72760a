//! Which villages a road joins, as the trips of the player's people show, and where such a road is lost.

use crate::grid::Cell;
use crate::plan;
use crate::sim::{Game, events};
use crate::world::{
    Belief, DAY, EventLink, Kind, PeopleIx, RoadEvent, TownIx, TownKind, Unit, UnitIx, YEAR_DAYS,
};
use std::ops::RangeInclusive;

/// Steps between two settlements, as the crow flies, of which a road between them is told: up to a day's walk.
const STEPS: RangeInclusive<u32> = 12..=48;
/// Percent of those steps that may lead over no dirt road if a road joins them, and at which it is lost.
const JOINED_ROADLESS_PERCENT: u32 = 10;
const PARTED_ROADLESS_PERCENT: u32 = 50;
/// Ticks that a road has joined them when it is told that it is lost.
const JOINED_TICKS_MIN: u64 = YEAR_DAYS * DAY;

/// After a trip between two villages or larger places.
pub(super) fn tell_road(game: &mut Game, index: UnitIx, from: TownIx, here: TownIx) {
    let between = (from.min(here), from.max(here));
    let Unit { journey: time, roadless, .. } = game.world.units[index];
    let (start, end) = (game.world.town(from), game.world.town(here));
    let (ends, steps) = ((start.cell, end.cell), end.cell.octile(start.cell) / 1000);
    if !STEPS.contains(&steps) || start.kind.min(end.kind) < TownKind::Village {
        return;
    }
    let link = EventLink::Joined(between);
    let joined = game.world.events.link(link).and_then(|id| game.world.events.get(id)).copied();
    let Some(joined) = joined else {
        if roadless <= steps * JOINED_ROADLESS_PERCENT / 100 {
            let cause = events::connection(&game.world, Some(between));
            let told = events::tell_caused(game, ends.1, RoadEvent::Joined { between, time }, cause);
            if let Some(told) = told {
                game.world.events.set_link(link, told);
            }
        }
        return;
    };
    let is_lost = |roadless: u32| roadless >= steps * PARTED_ROADLESS_PERCENT / 100;
    let has_stood = game.world.tick >= joined.tick + JOINED_TICKS_MIN;
    // A trip may leave a road for other reasons.
    if has_stood && is_lost(roadless) && roadless_steps(game, ends).is_none_or(is_lost) {
        events::tell_caused(game, ends.1, RoadEvent::Parted { between }, Some(joined.id));
        game.world.events.unlink(link);
    }
}

/// Steps over no dirt road of the way that a porter without fear would take.
fn roadless_steps(game: &Game, ends: (Cell, Cell)) -> Option<u32> {
    let fearless =
        |word: &u16| if Belief::word_is_known(*word) { Belief::word_with_fear(*word, 0) } else { *word };
    let world = &game.world;
    let words: Vec<u16> = world.people(PeopleIx::PLAYER).belief.words().iter().map(fearless).collect();
    let believes = game.believes(PeopleIx::PLAYER, Kind::Porter, &[]).with_words(&words);
    let (path, _) = plan::timed_path(&believes, &game.derived.abstractions, world.size(), ends)?;
    Some(path.iter().filter(|cell| world.is_roadless(**cell)).count() as u32)
}
