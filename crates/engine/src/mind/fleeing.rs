//! Getting away: flee and retreat from foes, shun one thing, avoid everybody.
//!
//! Only who is seen is run from. Whether somebody strikes back is the behaviour's own word; blows are `sim`'s.

use super::surroundings::{
    Near, idles, is_time_to_look, is_under_way, looks, looks_seldom, seen, take_or_stay,
};
use super::{Wish, sighted};
use crate::grid::{Cell, STRAIGHT};
use crate::world::{Behaviour, Mark, Places, TownKind, Unit, UnitId};

/// How near a seen foe is run from, in steps.
pub const ALARM: u16 = 12;
/// How far one looks for safety, in steps.
const REACH: u16 = 11;
/// Walking time from the nearest foe beyond which more makes nobody safer, in milli-steps.
const SAFE: i64 = 20_000;
/// How much safer than any distance it is inside a settlement, in milli-steps.
const WALLS: i64 = 6_000;
/// Ticks without a foe in sight after which somebody who is far or inside stops running.
const CALM: u64 = 30;
/// Ticks after which somebody does so wherever it is.
const FORGOTTEN: u64 = 90;
/// Ticks after which it is noted again who is seen.
const NOTE_EVERY: u64 = 8;
/// How far from what it shuns somebody goes, in steps.
pub const SHUN_LIMIT: u32 = 12;
/// Steps that who avoids others keeps between.
pub const AVOID_ROOM: u32 = 4;
/// Steps more at which it makes room: whoever comes is as fast as it is.
const WARY: u32 = 4;
/// Steps that it walks for a step more of room.
const ROOM_WORTH: i64 = 4;

/// Whom somebody flees from, where that one was seen last, and when.
pub(super) type Fear = (Option<UnitId>, Cell, u64);

/// Runs from the foes that are seen, or were just now, to where they have far to walk, or into a settlement.
pub(super) fn flee(
    places: Places,
    unit: &Unit,
    (from, last, since): Fear,
    again: fn(Option<UnitId>, Cell, u64) -> Behaviour,
) -> Wish {
    let world = places.world;
    if world.tick > since && idles(world, unit) {
        return Wish::Keep;
    }
    // Who runs looks back now and then.
    if is_under_way(world, unit) && !is_time_to_look(world, unit) {
        return Wish::Walk;
    }
    let foes = seen(places, unit, unit.cell, ALARM, |other| world.are_foes(unit, other));
    let nearest = foes.iter().min_by_key(|foe| (foe.cell.octile(unit.cell), foe.id));
    if let Some(foe) = nearest
        && (from != Some(foe.id) || world.tick >= since + NOTE_EVERY)
    {
        return Wish::Note(again(Some(foe.id), foe.cell, world.tick));
    }
    let hides = places.town_at(unit.cell).is_some();
    if foes.is_empty() {
        let is_far = hides || from.is_none() || unit.cell.steps_to(last) >= u32::from(ALARM);
        if world.tick >= since + if is_far { CALM } else { FORGOTTEN } {
            return Wish::Done;
        }
    }
    if hides || (foes.is_empty() && from.is_none()) {
        return Wish::Keep;
    }
    if is_under_way(world, unit) {
        return Wish::Walk;
    }
    // Where nobody whom it fears moves, the place that was the safest a moment ago still is.
    let is_still = foes.iter().all(|foe| foe.next.is_none());
    if !looks(world, unit) || (is_still && !looks_seldom(world, unit)) {
        return Wish::Keep;
    }
    let mut near = Near::around(places, unit, REACH);
    let sources: Vec<Cell> =
        if foes.is_empty() { vec![last] } else { foes.iter().map(|foe| foe.cell).collect() };
    let threat = near.spread(sources.into_iter().map(|cell| (cell, 0)), SAFE);
    let towns = world.people(unit.people).sightings.keys().map(|id| world.town(*id).cell);
    let is_near = |town: &Cell| town.steps_to(unit.cell) <= u32::from(REACH);
    let refuges: Vec<Cell> = towns.filter(|town| is_near(town) && is_refuge(places, unit, *town)).collect();
    let way = near.safest(|near, cell| {
        let walls = if refuges.contains(&cell) { WALLS } else { 0 };
        near.value(&threat, cell).unwrap_or(SAFE).min(SAFE) + walls
    });
    take_or_stay(unit, way)
}

/// Whether a cell is a settlement that takes the unit in, as far as its people knows.
fn is_refuge(places: Places, unit: &Unit, cell: Cell) -> bool {
    let world = places.world;
    let town = places.built_at(cell);
    let stands = |id| world.people(unit.people).knows_as(id).is_some_and(|kind| kind != TownKind::Ruin);
    town.is_some_and(|id| stands(id) && !world.at_war(world.town(id).people, unit.people))
}

/// Goes away from one thing until it is far.
pub(super) fn shun(places: Places, unit: &Unit, mark: Mark, last: Cell) -> Wish {
    let (at, _) = sighted(places, unit, mark, last);
    if at != last {
        return Wish::Note(Behaviour::Shun { mark, last: at });
    }
    if unit.cell.steps_to(at) >= SHUN_LIMIT {
        return Wish::Report(format!("is {SHUN_LIMIT} steps away from what it shuns"));
    }
    if is_under_way(places.world, unit) {
        return Wish::Walk;
    }
    let worth = |_: &Near, cell: Cell| i64::from(cell.steps_to(at).min(SHUN_LIMIT)) * 2000;
    let way = Near::around(places, unit, REACH).safest(worth);
    way.map_or(Wish::Fail("finds no way farther off"), Wish::Take)
}

/// Keeps a few steps between itself and everybody who is seen.
pub(super) fn avoid(places: Places, unit: &Unit, until: u64) -> Wish {
    let world = places.world;
    if world.tick >= until {
        return Wish::Done;
    }
    if idles(world, unit) {
        return Wish::Keep;
    }
    let wanted = AVOID_ROOM + WARY;
    let others = seen(places, unit, unit.cell, wanted as u16 + 4, |_| true);
    let room = |cell: Cell| others.iter().map(|other| other.cell.steps_to(cell)).min().unwrap_or(u32::MAX);
    let here = room(unit.cell);
    if here > wanted {
        return Wish::Keep;
    }
    // A way that leads nearer to somebody by now is thought over at once.
    if is_under_way(world, unit) && unit.way_ahead(world.size()).all(|cell| room(cell) >= here) {
        return Wish::Walk;
    }
    // As the crow flies, so that a step aside counts for something at once.
    let far = |cell: Cell| others.iter().map(|other| other.cell.octile(cell)).min().unwrap_or(u32::MAX);
    let worth = |_: &Near, cell: Cell| i64::from(far(cell).min((wanted + 2) * STRAIGHT)) * ROOM_WORTH;
    let way = Near::around(places, unit, REACH / 2).safest(worth);
    take_or_stay(unit, way)
}
