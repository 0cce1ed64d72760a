//! Going for foes and standing in their way: attack, surround, defend, guard, escort.
//!
//! Here is only where somebody wants to stand: contact is a fight, and blows are `sim`'s.

use super::surroundings::{go_near, idles, seen, walk_to};
use super::{Wish, is_outdoors, sighted};
use crate::grid::Cell;
use crate::world::{Behaviour, Believed, Errand, Mark, Places, Unit, UnitId, World};

/// How near a foe has to come to a ward before he is gone for, in steps.
pub const ALERT: u16 = 7;
/// How far from the ward its defender goes at most, in steps.
pub const LEASH: u32 = 6;
/// How near to the ward its defender keeps else, in steps.
pub const WARD_NEAR: u32 = 2;
/// How near a foe has to come to who is escorted before he is gone for, in steps.
const TOO_NEAR: u32 = 3;
/// How far one finds the way by oneself, in steps.
const REACH: u16 = 16;
/// How far away those may be who ring somebody together, in steps.
const RING: u16 = 12;

/// Cells beside somebody, or all around a place: where one has to be to touch it.
fn beside(world: &World, at: Cell, steps: u32) -> Vec<Cell> {
    world.size().square(at, steps as u16).filter(|cell| *cell != at).collect()
}

/// Goes to within so many steps of a cell.
fn approach(places: Places, unit: &Unit, at: Cell, steps: u32) -> Wish {
    let away = unit.cell.steps_to(at);
    if away <= steps {
        Wish::Keep
    } else if away > u32::from(REACH) - 4 {
        walk_to(places.world, unit, at)
    } else {
        let goals = beside(places.world, at, steps);
        match go_near(places, unit, REACH, &goals) {
            // Behind water the way may be longer than the window is wide.
            Wish::Keep if unit.path.is_none() && super::surroundings::looks(places.world, unit) => {
                walk_to(places.world, unit, at)
            }
            wish => wish,
        }
    }
}

/// Somebody who is gone for: what to do if he is not there any more, or is seen elsewhere than he was.
fn pursued(places: Places, unit: &Unit, whom: UnitId, last: Cell, again: Behaviour) -> Option<Wish> {
    let world = places.world;
    let (at, sees) = sighted(places, unit, Mark::Unit(whom), last);
    if sees && at != last {
        return Some(Wish::Note(again));
    }
    if sees {
        let inside = world.unit(whom).is_some_and(|other| !is_outdoors(places, other));
        return inside.then_some(Wish::Fail("cannot get at whom it is after: he is inside"));
    }
    // Whether he is dead or got away shows nowhere: where he was last, he is not.
    let looked = places.sees(unit.people, last) && unit.cell.steps_to(last) <= 1;
    looked.then(|| Wish::Report("is done: whom it was after is gone".to_owned()))
}

/// Goes for somebody until he is gone.
pub(super) fn attack(places: Places, unit: &Unit, whom: UnitId, last: Cell) -> Wish {
    let at = sighted(places, unit, Mark::Unit(whom), last).0;
    let pursued = pursued(places, unit, whom, last, Behaviour::Attack { whom, last: at });
    pursued.unwrap_or_else(|| approach(places, unit, last, 1))
}

/// Rings somebody together with those who do the same: each takes one of the ways that are open to him.
pub(super) fn surround(places: Places, unit: &Unit, whom: UnitId, last: Cell) -> Wish {
    let at = sighted(places, unit, Mark::Unit(whom), last).0;
    if let Some(wish) = pursued(places, unit, whom, last, Behaviour::Surround { whom, last: at }) {
        return wish;
    }
    if unit.cell.steps_to(at) > u32::from(RING) {
        return walk_to(places.world, unit, at);
    }
    if idles(places.world, unit) {
        return Wish::Keep;
    }
    match exit_of(places, unit, whom, at) {
        Some(exit) => go_near(places, unit, REACH, &[exit]),
        None => approach(places, unit, at, WARD_NEAR),
    }
}

/// The cells around somebody onto which he could step, as far as is known.
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

/// Which exit is this one's: whoever stands on one keeps it, the others choose by their numbers, the nearest first.
fn exit_of(places: Places, unit: &Unit, whom: UnitId, at: Cell) -> Option<Cell> {
    let world = places.world;
    let rings = |other: &Unit| {
        other.people == unit.people
            && matches!(other.top(), Some(Behaviour::Surround { whom: his, .. }) if *his == whom)
    };
    let mut ring = seen(places, unit, at, RING, rings);
    ring.push(unit);
    ring.sort_by_key(|member| member.id);
    let mut free = exits(world, unit, at);
    let holds: Vec<bool> = ring.iter().map(|member| free.contains(&member.way_start())).collect();
    if free.contains(&unit.way_start()) {
        return Some(unit.way_start());
    }
    free.retain(|exit| ring.iter().all(|member| member.way_start() != *exit));
    for (member, _) in ring.iter().zip(&holds).filter(|(_, holds)| !**holds) {
        let mine = (0..free.len()).min_by_key(|i| (free[*i].octile(member.way_start()), *i))?;
        let exit = free.remove(mine);
        if member.id == unit.id {
            return Some(exit);
        }
    }
    None
}

/// Keeps near a ward, and goes for foes who come near it, but never far.
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

/// Holds a cell: whoever had to leave it for a moment turns back.
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

/// Keeps with somebody; when foes are seen, between him and them, and at them before they touch him.
pub(super) fn escort(places: Places, unit: &Unit, whom: UnitId) -> Wish {
    let world = places.world;
    let Some(ward) = world.unit(whom).filter(|ward| ward.people == unit.people) else {
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
