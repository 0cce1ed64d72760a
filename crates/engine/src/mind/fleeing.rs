//! Getting away: flee and retreat from foes, avoid one thing, disperse.
//!
//! A unit runs only from foes that are visible. Whether it strikes back is up to the behaviour; blows are `sim`'s.

use super::surroundings::{
    LocalWindow, has_recent_path, is_idle, is_scan_due, scans_now, scans_rarely_now, take_or_stay,
    visible_units,
};
use super::{Intent, last_known_position};
use crate::grid::{Cell, STRAIGHT};
use crate::world::{Behaviour, BehaviourResult, FailureReason, Places, TownKind, Unit, UnitId, UnitOrPlace};

/// How near a visible foe must be to be fled from, in steps.
pub(super) const ALARM_STEPS: u16 = 12;
/// How far a unit looks for safety, in steps.
const WINDOW_STEPS: u16 = 11;
/// Walking time from the nearest foe beyond which more distance adds no safety, in milli-steps.
const SAFE_TIME: i64 = 20_000;
/// How much safer the inside of a settlement is than any distance, in milli-steps.
const WALLS_BONUS: i64 = 6_000;
/// Ticks without a visible foe after which a unit that is far away or inside stops running.
const CALM_AFTER_TICKS: u64 = 30;
/// Ticks without a visible foe after which it stops running anywhere.
const FORGET_AFTER_TICKS: u64 = 90;
/// Ticks after which the position of a visible foe is recorded again.
const NOTE_INTERVAL_TICKS: u64 = 8;
/// How far a unit goes from what it avoids, in steps.
pub const AVOID_STEPS: u32 = 12;
/// The distance that a dispersing unit keeps from others, in steps.
pub const DISPERSE_STEPS: u32 = 4;
/// Extra steps at which it already moves away, since others are as fast as it is.
const AVOID_MARGIN_STEPS: u32 = 4;
/// Steps that it walks to gain one more step of distance.
const DISTANCE_VALUE: i64 = 4;

/// The foe that a unit flees from, where it was last seen, and when.
pub(super) type LastThreat = (Option<UnitId>, Cell, u64);

/// Flees from foes that are visible, or were just now, to cells that are far for them to reach, or into a settlement.
pub(super) fn flee(
    places: Places,
    unit: &Unit,
    (from, last, since): LastThreat,
    again: fn(Option<UnitId>, Cell, u64) -> Behaviour,
) -> Intent {
    let world = places.world;
    if world.tick > since && is_idle(world, unit) {
        return Intent::Wait;
    }
    // A running unit looks back now and then.
    if has_recent_path(world, unit) && !is_scan_due(world, unit) {
        return Intent::Walk;
    }
    let foes = visible_units(places, unit, unit.cell, ALARM_STEPS, |other| world.are_foes(unit, other));
    let nearest = foes.iter().min_by_key(|foe| (foe.cell.octile(unit.cell), foe.id));
    if let Some(foe) = nearest
        && (from != Some(foe.id) || world.tick >= since + NOTE_INTERVAL_TICKS)
    {
        return Intent::Update(again(Some(foe.id), foe.cell, world.tick));
    }
    let is_inside = places.town_at(unit.cell).is_some();
    if foes.is_empty() {
        let is_far = is_inside || from.is_none() || unit.cell.chebyshev(last) >= u32::from(ALARM_STEPS);
        if world.tick >= since + if is_far { CALM_AFTER_TICKS } else { FORGET_AFTER_TICKS } {
            return Intent::Done;
        }
    }
    if is_inside || (foes.is_empty() && from.is_none()) {
        return Intent::Wait;
    }
    if has_recent_path(world, unit) {
        return Intent::Walk;
    }
    // While no foe moves, the safest place of a moment ago is still the safest.
    let is_still = foes.iter().all(|foe| foe.next.is_none());
    if !scans_now(world, unit) || (is_still && !scans_rarely_now(world, unit)) {
        return Intent::Wait;
    }
    let mut near = LocalWindow::around(places, unit, WINDOW_STEPS);
    let sources: Vec<Cell> =
        if foes.is_empty() { vec![last] } else { foes.iter().map(|foe| foe.cell).collect() };
    let threat = near.spread(sources.into_iter().map(|cell| (cell, 0)), SAFE_TIME);
    let towns = world.people(unit.people).sightings.keys().map(|id| world.town(*id).cell);
    let is_near = |town: &Cell| town.chebyshev(unit.cell) <= u32::from(WINDOW_STEPS);
    let refuges: Vec<Cell> = towns.filter(|town| is_near(town) && is_refuge(places, unit, *town)).collect();
    let path = near.path_to_safety(|near, cell| {
        let walls = if refuges.contains(&cell) { WALLS_BONUS } else { 0 };
        near.value(&threat, cell).unwrap_or(SAFE_TIME).min(SAFE_TIME) + walls
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
pub(super) fn avoid(places: Places, unit: &Unit, mark: UnitOrPlace, last: Cell) -> Intent {
    let (at, _) = last_known_position(places, unit, mark, last);
    if at != last {
        return Intent::Update(Behaviour::Avoid { mark, last: at });
    }
    if unit.cell.chebyshev(at) >= AVOID_STEPS {
        return Intent::Report(BehaviourResult::FarEnough);
    }
    if has_recent_path(places.world, unit) {
        return Intent::Walk;
    }
    let worth = |_: &LocalWindow, cell: Cell| i64::from(cell.chebyshev(at).min(AVOID_STEPS)) * 2000;
    let path = LocalWindow::around(places, unit, WINDOW_STEPS).path_to_safety(worth);
    path.map_or(Intent::Fail(FailureReason::NoPathAway), Intent::FollowPath)
}

/// Keeps a few steps between itself and every visible unit.
pub(super) fn disperse(places: Places, unit: &Unit, until: u64) -> Intent {
    let world = places.world;
    if world.tick >= until {
        return Intent::Done;
    }
    if is_idle(world, unit) {
        return Intent::Wait;
    }
    let wanted_steps = DISPERSE_STEPS + AVOID_MARGIN_STEPS;
    let others = visible_units(places, unit, unit.cell, wanted_steps as u16 + 4, |_| true);
    let distance =
        |cell: Cell| others.iter().map(|other| other.cell.chebyshev(cell)).min().unwrap_or(u32::MAX);
    let distance_here = distance(unit.cell);
    if distance_here > wanted_steps {
        return Intent::Wait;
    }
    // A path that now leads closer to another unit is replanned at once.
    if has_recent_path(world, unit)
        && unit.cells_ahead(world.size()).all(|cell| distance(cell) >= distance_here)
    {
        return Intent::Walk;
    }
    // Straight-line distance, so that even one step aside counts.
    let octile_distance =
        |cell: Cell| others.iter().map(|other| other.cell.octile(cell)).min().unwrap_or(u32::MAX);
    let worth = |_: &LocalWindow, cell: Cell| {
        i64::from(octile_distance(cell).min((wanted_steps + 2) * STRAIGHT)) * DISTANCE_VALUE
    };
    let path = LocalWindow::around(places, unit, WINDOW_STEPS / 2).path_to_safety(worth);
    take_or_stay(unit, path)
}
