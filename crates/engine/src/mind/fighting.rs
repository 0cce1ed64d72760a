//! Going for foes and standing in their way: attack, surround, defend, guard, escort.
//!
//! This decides only where a unit wants to stand. Contact is a fight, and blows are `sim`'s.

use super::surroundings::{go_near, is_idle, visible_units, walk_to};
use super::{Intent, is_outdoors, last_known_position};
use crate::grid::Cell;
use crate::world::{
    Behaviour, BehaviourResult, Believed, FailureReason, Places, TripPurpose, Unit, UnitId, UnitOrPlace,
    World,
};

/// How near a foe must come to a ward before the defender goes for it, in steps.
pub const ALERT_STEPS: u16 = 7;
/// How far a defender strays from its ward at most, in steps.
pub const LEASH_STEPS: u32 = 6;
/// The distance that a defender keeps from its ward otherwise, in steps.
pub(super) const WARD_NEAR_STEPS: u32 = 2;
/// How near a foe must come to an escorted unit before the escort goes for it, in steps.
const ESCORT_ALERT_STEPS: u32 = 3;
/// How far a unit finds its own path without the planner, in steps.
const WINDOW_STEPS: u16 = 16;
/// How far apart the units of one ring may be, in steps.
const RING_STEPS: u16 = 12;

/// The cells within `steps` of a place, without the place itself: where a unit must be to touch it.
fn cells_around(world: &World, at: Cell, steps: u32) -> Vec<Cell> {
    world.size().square(at, steps as u16).filter(|cell| *cell != at).collect()
}

/// Goes to within `steps` of a cell.
fn approach(places: Places, unit: &Unit, at: Cell, steps: u32) -> Intent {
    let away = unit.cell.chebyshev(at);
    if away <= steps {
        Intent::Wait
    } else if away > u32::from(WINDOW_STEPS) - 4 {
        walk_to(places.world, unit, at)
    } else {
        let goals = cells_around(places.world, at, steps);
        match go_near(places, unit, WINDOW_STEPS, &goals) {
            // Around water, the path may leave the window.
            Intent::Wait if unit.path.is_none() && super::surroundings::scans_now(places.world, unit) => {
                walk_to(places.world, unit, at)
            }
            intent => intent,
        }
    }
}

/// How a pursuit changes when its target has moved, is inside or has disappeared; `None` if it simply goes on.
fn pursuit_change(
    places: Places,
    unit: &Unit,
    foe_id: UnitId,
    last: Cell,
    again: Behaviour,
) -> Option<Intent> {
    let world = places.world;
    let (at, sees) = last_known_position(places, unit, UnitOrPlace::Unit(foe_id), last);
    if sees && at != last {
        return Some(Intent::Update(again));
    }
    if sees {
        let inside = world.unit(foe_id).is_some_and(|other| !is_outdoors(places, other));
        return inside.then_some(Intent::Fail(FailureReason::TargetInside));
    }
    // Dead or escaped looks the same: it is not where it was last seen.
    let looked = places.sees(unit.people, last) && unit.cell.chebyshev(last) <= 1;
    looked.then_some(Intent::Report(BehaviourResult::TargetGone))
}

/// Pursues a unit until it is gone.
pub(super) fn attack(places: Places, unit: &Unit, foe_id: UnitId, last: Cell) -> Intent {
    let at = last_known_position(places, unit, UnitOrPlace::Unit(foe_id), last).0;
    let pursued = pursuit_change(places, unit, foe_id, last, Behaviour::Attack { unit: foe_id, last: at });
    pursued.unwrap_or_else(|| approach(places, unit, last, 1))
}

/// Surrounds a unit together with others that do the same: each takes one of the target's exits.
pub(super) fn surround(places: Places, unit: &Unit, foe_id: UnitId, last: Cell) -> Intent {
    let at = last_known_position(places, unit, UnitOrPlace::Unit(foe_id), last).0;
    if let Some(intent) =
        pursuit_change(places, unit, foe_id, last, Behaviour::Surround { unit: foe_id, last: at })
    {
        return intent;
    }
    if unit.cell.chebyshev(at) > u32::from(RING_STEPS) {
        return walk_to(places.world, unit, at);
    }
    if is_idle(places.world, unit) {
        return Intent::Wait;
    }
    match assigned_exit(places, unit, foe_id, at) {
        Some(exit) => go_near(places, unit, WINDOW_STEPS, &[exit]),
        None => approach(places, unit, at, WARD_NEAR_STEPS),
    }
}

/// The cells around a place onto which the target could step, as far as is known.
fn exits_of(world: &World, unit: &Unit, at: Cell) -> Vec<Cell> {
    let size = world.size();
    let belief = &world.people(unit.people).belief;
    let open = |cell: Cell| match belief.at(cell) {
        Believed::Known { surface, .. } => unit.kind.ground_time(surface).is_some(),
        Believed::Unknown(_) => true,
    };
    let free = size.neighbours(at).filter(|(dir, cell)| {
        let (dx, dy) = dir.offset();
        let side = |dx, dy| size.offset(at, dx, dy).is_some_and(open);
        open(*cell) && (!dir.is_diagonal() || (side(dx, 0) && side(0, dy)))
    });
    free.map(|(_, cell)| cell).collect()
}

/// This unit's exit. A unit that stands on one keeps it; the others choose in the order of their ids, the nearest
/// first.
fn assigned_exit(places: Places, unit: &Unit, foe_id: UnitId, at: Cell) -> Option<Cell> {
    let world = places.world;
    let rings = |other: &Unit| {
        other.people == unit.people
            && matches!(other.top(), Some(Behaviour::Surround { unit: target, .. }) if *target == foe_id)
    };
    let mut ring = visible_units(places, unit, at, RING_STEPS, rings);
    ring.push(unit);
    ring.sort_by_key(|member| member.id);
    let mut free = exits_of(world, unit, at);
    let on_exit: Vec<bool> = ring.iter().map(|member| free.contains(&member.path_start())).collect();
    if free.contains(&unit.path_start()) {
        return Some(unit.path_start());
    }
    free.retain(|exit| ring.iter().all(|member| member.path_start() != *exit));
    for (member, _) in ring.iter().zip(&on_exit).filter(|(_, on_exit)| !**on_exit) {
        let nearest = (0..free.len()).min_by_key(|i| (free[*i].octile(member.path_start()), *i))?;
        let exit = free.remove(nearest);
        if member.id == unit.id {
            return Some(exit);
        }
    }
    None
}

/// Keeps near a ward and goes for foes that come near it, within [`LEASH_STEPS`].
pub(super) fn defend(places: Places, unit: &Unit, ward: UnitOrPlace) -> Intent {
    let world = places.world;
    let at = match ward {
        UnitOrPlace::Place(cell) => cell,
        UnitOrPlace::Unit(id) => match world.unit(id) {
            Some(other) if other.people == unit.people => other.cell,
            _ => return Intent::Fail(FailureReason::DefendedGone),
        },
    };
    if is_idle(world, unit) {
        return Intent::Wait;
    }
    let foes = visible_units(places, unit, at, ALERT_STEPS, |other| world.are_foes(unit, other));
    let nearest = foes.iter().min_by_key(|foe| (foe.cell.chebyshev(at), foe.cell.octile(unit.cell), foe.id));
    match nearest {
        Some(foe) if unit.cell.chebyshev(foe.cell) <= 1 => Intent::Wait,
        Some(foe) if unit.cell.chebyshev(at) <= LEASH_STEPS => {
            let within = |cell: &Cell| cell.chebyshev(at) <= LEASH_STEPS;
            let goals: Vec<Cell> = cells_around(world, foe.cell, 1).into_iter().filter(within).collect();
            go_near(places, unit, LEASH_STEPS as u16 * 2, &goals)
        }
        _ => approach(places, unit, at, WARD_NEAR_STEPS),
    }
}

/// Holds a cell: returns to it after having to leave it.
pub(super) fn guard(places: Places, unit: &Unit, at: Cell) -> Intent {
    let taken =
        places.sees(unit.people, at) && places.occupant_at(at).is_some_and(|holder| holder != unit.id);
    let away = unit.cell.chebyshev(at);
    if away == 0 || (away == 1 && taken) {
        return Intent::Wait;
    }
    if away > u32::from(WINDOW_STEPS) - 4 {
        return Intent::Push(Behaviour::Travel { goal: at, purpose: TripPurpose::Other });
    }
    if taken { approach(places, unit, at, 1) } else { go_near(places, unit, WINDOW_STEPS, &[at]) }
}

/// Keeps with a unit. When foes are seen, it stands between them and its ward, and attacks before they touch it.
pub(super) fn escort(places: Places, unit: &Unit, ward_id: UnitId) -> Intent {
    let world = places.world;
    let Some(ward) = world.unit(ward_id).filter(|ward| ward.people == unit.people) else {
        return Intent::Fail(FailureReason::EscortedGone);
    };
    if is_idle(world, unit) {
        return Intent::Wait;
    }
    let at = ward.path_start();
    let foes = visible_units(places, unit, at, ALERT_STEPS, |other| world.are_foes(unit, other));
    let nearest = foes.iter().min_by_key(|foe| (foe.cell.chebyshev(at), foe.id));
    if unit.cell.chebyshev(at) > LEASH_STEPS {
        return approach(places, unit, at, WARD_NEAR_STEPS);
    }
    match nearest {
        Some(foe) if unit.cell.chebyshev(foe.cell) <= 1 => Intent::Wait,
        Some(foe) if foe.cell.chebyshev(at) <= ESCORT_ALERT_STEPS => approach(places, unit, foe.cell, 1),
        Some(foe) => {
            let taken = |cell: Cell| {
                places.sees(unit.people, cell)
                    && places.occupant_at(cell).is_some_and(|holder| holder != unit.id)
            };
            let free = exits_of(world, unit, at).into_iter().filter(|cell| !taken(*cell));
            let post = free.min_by_key(|cell| (cell.octile(foe.cell), *cell));
            post.map_or(Intent::Wait, |post| go_near(places, unit, WINDOW_STEPS, &[post]))
        }
        None => approach(places, unit, at, WARD_NEAR_STEPS),
    }
}
