//! Getting away: flee and retreat from foes, shun one thing, avoid everyone.
//!
//! A unit runs only from foes that are visible. Whether it strikes back is up to the behaviour; blows are `sim`'s.

use super::surroundings::{
    Near, idles, is_time_to_look, is_under_way, looks, looks_seldom, seen, take_or_stay,
};
use super::{Wish, sighted};
use crate::grid::{Cell, STRAIGHT};
use crate::world::{Behaviour, Mark, Places, TownKind, Unit, UnitId};

/// How near a visible foe must be to be fled from, in steps.
pub const ALARM: u16 = 12;
/// How far a unit looks for safety, in steps.
const REACH: u16 = 11;
/// Walking time from the nearest foe beyond which more distance adds no safety, in milli-steps.
const SAFE: i64 = 20_000;
/// How much safer the inside of a settlement is than any distance, in milli-steps.
const WALLS: i64 = 6_000;
/// Ticks without a visible foe after which a unit that is far away or inside stops running.
const CALM: u64 = 30;
/// Ticks without a visible foe after which it stops running anywhere.
const FORGOTTEN: u64 = 90;
/// Ticks after which the position of a visible foe is recorded again.
const NOTE_EVERY: u64 = 8;
/// How far a unit goes from what it shuns, in steps.
pub const SHUN_LIMIT: u32 = 12;
/// The distance that an avoiding unit keeps from others, in steps.
pub const AVOID_ROOM: u32 = 4;
/// Extra steps at which it already moves away, since others are as fast as it is.
const WARY: u32 = 4;
/// Steps that it walks to gain one more step of distance.
const ROOM_WORTH: i64 = 4;

/// The foe that a unit flees from, where it was last seen, and when.
pub(super) type Fear = (Option<UnitId>, Cell, u64);

/// Flees from foes that are visible, or were just now, to cells that are far for them to reach, or into a settlement.
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
    // A running unit looks back now and then.
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
    let is_inside = places.town_at(unit.cell).is_some();
    if foes.is_empty() {
        let is_far = is_inside || from.is_none() || unit.cell.steps_to(last) >= u32::from(ALARM);
        if world.tick >= since + if is_far { CALM } else { FORGOTTEN } {
            return Wish::Done;
        }
    }
    if is_inside || (foes.is_empty() && from.is_none()) {
        return Wish::Keep;
    }
    if is_under_way(world, unit) {
        return Wish::Walk;
    }
    // While no foe moves, the safest place of a moment ago is still the safest.
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
    let path = near.safest(|near, cell| {
        let walls = if refuges.contains(&cell) { WALLS } else { 0 };
        near.value(&threat, cell).unwrap_or(SAFE).min(SAFE) + walls
    });
    take_or_stay(unit, path)
}

/// Whether a cell is a settlement that takes the unit in, as far as its people knows.
fn is_refuge(places: Places, unit: &Unit, cell: Cell) -> bool {
    let world = places.world;
    let town = places.built_at(cell);
    let stands = |id| world.people(unit.people).knows_as(id).is_some_and(|kind| kind != TownKind::Ruin);
    town.is_some_and(|id| stands(id) && !world.at_war(world.town(id).people, unit.people))
}

/// Moves away from one thing until it is far.
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
    let path = Near::around(places, unit, REACH).safest(worth);
    path.map_or(Wish::Fail("finds no way farther off"), Wish::Take)
}

/// Keeps a few steps between itself and every visible unit.
pub(super) fn avoid(places: Places, unit: &Unit, until: u64) -> Wish {
    let world = places.world;
    if world.tick >= until {
        return Wish::Done;
    }
    if idles(world, unit) {
        return Wish::Keep;
    }
    let wanted_steps = AVOID_ROOM + WARY;
    let others = seen(places, unit, unit.cell, wanted_steps as u16 + 4, |_| true);
    let distance =
        |cell: Cell| others.iter().map(|other| other.cell.steps_to(cell)).min().unwrap_or(u32::MAX);
    let distance_here = distance(unit.cell);
    if distance_here > wanted_steps {
        return Wish::Keep;
    }
    // A path that now leads closer to another unit is replanned at once.
    if is_under_way(world, unit) && unit.way_ahead(world.size()).all(|cell| distance(cell) >= distance_here) {
        return Wish::Walk;
    }
    // Straight-line distance, so that even one step aside counts.
    let octile_distance =
        |cell: Cell| others.iter().map(|other| other.cell.octile(cell)).min().unwrap_or(u32::MAX);
    let worth = |_: &Near, cell: Cell| {
        i64::from(octile_distance(cell).min((wanted_steps + 2) * STRAIGHT)) * ROOM_WORTH
    };
    let path = Near::around(places, unit, REACH / 2).safest(worth);
    take_or_stay(unit, path)
}
