//! Running from foes: what fleeing and retreating units share.
//!
//! A unit runs only from foes that are visible. Whether it strikes back is up to the behaviour; blows are `sim`'s.

use super::surroundings::{
    LocalWindow, has_recent_path, is_idle, is_scan_due, scans_now, scans_rarely_now, take_or_stay,
    visible_units,
};
use super::{Intent, Move};
use crate::grid::Cell;
use crate::world::{Behaviour, Flight, Places, TownKind, Unit};

/// How near a visible foe must be to be fled from, in steps.
pub(super) const ALARM_STEPS: u16 = 12;
/// How far a unit looks for safety, in steps.
pub(super) const WINDOW_STEPS: u16 = 11;
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

/// Runs from foes that are visible, or were just now, to cells that are far for them to reach, or into a settlement.
/// `again` makes the behaviour that remembers another foe.
pub(super) fn run<const STRIKES_BACK: bool>(
    places: Places,
    unit: &Unit,
    Flight { from, last, since }: Flight<STRIKES_BACK>,
    again: fn(Flight<STRIKES_BACK>) -> Behaviour,
) -> Intent {
    let world = places.world;
    if world.tick > since && is_idle(world, unit) {
        return Intent::Wait;
    }
    // A running unit looks back now and then.
    if has_recent_path(world, unit) && !is_scan_due(world, unit) {
        return Intent::Move(Move::Walk);
    }
    let foes = visible_units(places, unit, unit.cell, ALARM_STEPS, |other| world.are_foes(unit, other));
    let nearest = foes.iter().min_by_key(|foe| (foe.cell.octile(unit.cell), foe.id));
    if let Some(foe) = nearest
        && (from != Some(foe.id) || world.tick >= since + NOTE_INTERVAL_TICKS)
    {
        return Intent::Update(again(Flight { from: Some(foe.id), last: foe.cell, since: world.tick }));
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
        return Intent::Move(Move::Walk);
    }
    // While no foe moves, the safest place of a moment ago is still the safest.
    let is_still = foes.iter().all(|foe| foe.next.is_none());
    if !scans_now(world, unit) || (is_still && !scans_rarely_now(world, unit)) {
        return Intent::Wait;
    }
    let sources = if foes.is_empty() { vec![last] } else { foes.iter().map(|foe| foe.cell).collect() };
    take_or_stay(unit, path_to_refuge(places, unit, sources))
}

/// The path to the safest cell near by, where foes come from these cells.
fn path_to_refuge(places: Places, unit: &Unit, foes: Vec<Cell>) -> Option<Vec<Cell>> {
    let world = places.world;
    let mut near = LocalWindow::around(places, unit, WINDOW_STEPS);
    let threat = near.spread(foes.into_iter().map(|cell| (cell, 0)), SAFE_TIME);
    let towns = world.people(unit.people).sightings.keys().map(|id| world.town(*id).cell);
    let is_near = |town: &Cell| town.chebyshev(unit.cell) <= u32::from(WINDOW_STEPS);
    let refuges: Vec<Cell> = towns.filter(|town| is_near(town) && is_refuge(places, unit, *town)).collect();
    near.path_to_safety(|near, cell| {
        let walls = if refuges.contains(&cell) { WALLS_BONUS } else { 0 };
        near.value(&threat, cell).unwrap_or(SAFE_TIME).min(SAFE_TIME) + walls
    })
}

/// Whether a cell is a settlement that takes the unit in, as far as its people knows.
fn is_refuge(places: Places, unit: &Unit, cell: Cell) -> bool {
    let world = places.world;
    let town = places.built_at(cell);
    let stands = |id| world.people(unit.people).knows_as(id).is_some_and(|kind| kind != TownKind::Ruin);
    town.is_some_and(|id| stands(id) && !world.at_war(world.town(id).people, unit.people))
}

/// Why a running unit stands still.
pub(super) fn idle_reason(places: Places, unit: &Unit) -> &'static str {
    if places.town_at(unit.cell).is_some() {
        "hiding here until nothing chases it"
    } else {
        "catching its breath: no safer place, or no pursuer"
    }
}
