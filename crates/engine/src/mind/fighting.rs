//! Going for foes and standing in their way: attack, surround, defend, guard, escort.
//!
//! This decides only where a unit wants to stand. Contact is a fight, and blows are `sim`'s.

use super::surroundings::{go_near, idles, seen, walk_to};
use super::{Wish, is_outdoors, sighted};
use crate::grid::Cell;
use crate::world::{Behaviour, Believed, Errand, Mark, Places, Unit, UnitId, World};

/// How near a foe must come to a ward before the defender goes for it, in steps.
pub const ALERT: u16 = 7;
/// How far a defender strays from its ward at most, in steps.
pub const LEASH: u32 = 6;
/// The distance that a defender keeps from its ward otherwise, in steps.
pub const WARD_NEAR: u32 = 2;
/// How near a foe must come to an escorted unit before the escort goes for it, in steps.
const TOO_NEAR: u32 = 3;
/// How far a unit finds its own path without the planner, in steps.
const REACH: u16 = 16;
/// How far apart the units of one ring may be, in steps.
const RING: u16 = 12;

/// The cells within `steps` of a place, without the place itself: where a unit must be to touch it.
fn beside(world: &World, at: Cell, steps: u32) -> Vec<Cell> {
    world.size().square(at, steps as u16).filter(|cell| *cell != at).collect()
}

/// Goes to within `steps` of a cell.
fn approach(places: Places, unit: &Unit, at: Cell, steps: u32) -> Wish {
    let away = unit.cell.steps_to(at);
    if away <= steps {
        Wish::Keep
    } else if away > u32::from(REACH) - 4 {
        walk_to(places.world, unit, at)
    } else {
        let goals = beside(places.world, at, steps);
        match go_near(places, unit, REACH, &goals) {
            // Around water, the path may leave the window.
            Wish::Keep if unit.path.is_none() && super::surroundings::looks(places.world, unit) => {
                walk_to(places.world, unit, at)
            }
            wish => wish,
        }
    }
}

/// How a pursuit changes when its target has moved, is inside or has disappeared; `None` if it simply goes on.
fn pursued(places: Places, unit: &Unit, foe_id: UnitId, last: Cell, again: Behaviour) -> Option<Wish> {
    let world = places.world;
    let (at, sees) = sighted(places, unit, Mark::Unit(foe_id), last);
    if sees && at != last {
        return Some(Wish::Note(again));
    }
    if sees {
        let inside = world.unit(foe_id).is_some_and(|other| !is_outdoors(places, other));
        return inside.then_some(Wish::Fail("cannot get at whom it is after: he is inside"));
    }
    // Dead or escaped looks the same: it is not where it was last seen.
    let looked = places.sees(unit.people, last) && unit.cell.steps_to(last) <= 1;
    looked.then(|| Wish::Report("is done: whom it was after is gone".to_owned()))
}

/// Pursues a unit until it is gone.
pub(super) fn attack(places: Places, unit: &Unit, foe_id: UnitId, last: Cell) -> Wish {
    let at = sighted(places, unit, Mark::Unit(foe_id), last).0;
    let pursued = pursued(places, unit, foe_id, last, Behaviour::Attack { whom: foe_id, last: at });
    pursued.unwrap_or_else(|| approach(places, unit, last, 1))
}

/// Surrounds a unit together with others that do the same: each takes one of the target's exits.
pub(super) fn surround(places: Places, unit: &Unit, foe_id: UnitId, last: Cell) -> Wish {
    let at = sighted(places, unit, Mark::Unit(foe_id), last).0;
    if let Some(wish) = pursued(places, unit, foe_id, last, Behaviour::Surround { whom: foe_id, last: at }) {
        return wish;
    }
    if unit.cell.steps_to(at) > u32::from(RING) {
        return walk_to(places.world, unit, at);
    }
    if idles(places.world, unit) {
        return Wish::Keep;
    }
    match exit_of(places, unit, foe_id, at) {
        Some(exit) => go_near(places, unit, REACH, &[exit]),
        None => approach(places, unit, at, WARD_NEAR),
    }
}

/// The cells around a place onto which the target could step, as far as is known.
fn exits(world: &World, unit: &Unit, at: Cell) -> Vec<Cell> {
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
fn exit_of(places: Places, unit: &Unit, foe_id: UnitId, at: Cell) -> Option<Cell> {
    let world = places.world;
    let rings = |other: &Unit| {
        other.people == unit.people
            && matches!(other.top(), Some(Behaviour::Surround { whom: target, .. }) if *target == foe_id)
    };
    let mut ring = seen(places, unit, at, RING, rings);
    ring.push(unit);
    ring.sort_by_key(|member| member.id);
    let mut free = exits(world, unit, at);
    let on_exit: Vec<bool> = ring.iter().map(|member| free.contains(&member.way_start())).collect();
    if free.contains(&unit.way_start()) {
        return Some(unit.way_start());
    }
    free.retain(|exit| ring.iter().all(|member| member.way_start() != *exit));
    for (member, _) in ring.iter().zip(&on_exit).filter(|(_, on_exit)| !**on_exit) {
        let nearest = (0..free.len()).min_by_key(|i| (free[*i].octile(member.way_start()), *i))?;
        let exit = free.remove(nearest);
        if member.id == unit.id {
            return Some(exit);
        }
    }
    None
}

/// Keeps near a ward and goes for foes that come near it, within [`LEASH`].
pub(super) fn defend(places: Places, unit: &Unit, ward: Mark) -> Wish {
    let world = places.world;
    let at = match ward {
        Mark::Place(cell) => cell,
        Mark::Unit(id) => match world.unit(id) {
            Some(other) if other.people == unit.people => other.cell,
            _ => return Wish::Fail("has nobody to defend any more"),
        },
    };
    if idles(world, unit) {
        return Wish::Keep;
    }
    let foes = seen(places, unit, at, ALERT, |other| world.are_foes(unit, other));
    let nearest = foes.iter().min_by_key(|foe| (foe.cell.steps_to(at), foe.cell.octile(unit.cell), foe.id));
    match nearest {
        Some(foe) if unit.cell.steps_to(foe.cell) <= 1 => Wish::Keep,
        Some(foe) if unit.cell.steps_to(at) <= LEASH => {
            let within = |cell: &Cell| cell.steps_to(at) <= LEASH;
            let goals: Vec<Cell> = beside(world, foe.cell, 1).into_iter().filter(within).collect();
            go_near(places, unit, LEASH as u16 * 2, &goals)
        }
        _ => approach(places, unit, at, WARD_NEAR),
    }
}

/// Holds a cell: returns to it after having to leave it.
pub(super) fn guard(places: Places, unit: &Unit, at: Cell) -> Wish {
    let taken = places.sees(unit.people, at) && places.holder_at(at).is_some_and(|holder| holder != unit.id);
    let away = unit.cell.steps_to(at);
    if away == 0 || (away == 1 && taken) {
        return Wish::Keep;
    }
    if away > u32::from(REACH) - 4 {
        return Wish::Push(Behaviour::Travel { goal: at, errand: Errand::Other });
    }
    if taken { approach(places, unit, at, 1) } else { go_near(places, unit, REACH, &[at]) }
}

/// Keeps with a unit. When foes are seen, it stands between them and its ward, and attacks before they touch it.
pub(super) fn escort(places: Places, unit: &Unit, ward_id: UnitId) -> Wish {
    let world = places.world;
    let Some(ward) = world.unit(ward_id).filter(|ward| ward.people == unit.people) else {
        return Wish::Fail("has nobody to escort any more");
    };
    if idles(world, unit) {
        return Wish::Keep;
    }
    let at = ward.way_start();
    let foes = seen(places, unit, at, ALERT, |other| world.are_foes(unit, other));
    let nearest = foes.iter().min_by_key(|foe| (foe.cell.steps_to(at), foe.id));
    if unit.cell.steps_to(at) > LEASH {
        return approach(places, unit, at, WARD_NEAR);
    }
    match nearest {
        Some(foe) if unit.cell.steps_to(foe.cell) <= 1 => Wish::Keep,
        Some(foe) if foe.cell.steps_to(at) <= TOO_NEAR => approach(places, unit, foe.cell, 1),
        Some(foe) => {
            let taken = |cell: Cell| {
                places.sees(unit.people, cell)
                    && places.holder_at(cell).is_some_and(|holder| holder != unit.id)
            };
            let free = exits(world, unit, at).into_iter().filter(|cell| !taken(*cell));
            let post = free.min_by_key(|cell| (cell.octile(foe.cell), *cell));
            post.map_or(Wish::Keep, |post| go_near(places, unit, REACH, &[post]))
        }
        None => approach(places, unit, at, WARD_NEAR),
    }
}
