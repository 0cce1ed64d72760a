//! Going for foes and standing in their way: what attack, surround, defend, guard and escort share.
//!
//! This decides only where a unit wants to stand. Contact is a fight, and blows are `sim`'s.

use super::Intent;
use super::surroundings::{go_near, scans_now, walk_to};
use super::targets::{is_outdoors, last_known_position};
use crate::grid::Cell;
use crate::world::{
    Behaviour, BehaviourResult, Believed, FailureReason, Places, Unit, UnitId, UnitOrPlace, World,
};

/// How near a foe must come to a ward before the defender goes for it, in steps.
pub const ALERT_STEPS: u16 = 7;
/// How far a defender strays from its ward at most, in steps.
pub const LEASH_STEPS: u32 = 6;
/// The distance that a defender keeps from its ward otherwise, in steps.
pub(super) const WARD_NEAR_STEPS: u32 = 2;
/// How far a unit finds its own path without the planner, in steps.
pub(super) const WINDOW_STEPS: u16 = 16;

/// The cells within `steps` of a place, without the place itself: where a unit must be to touch it.
pub(super) fn cells_around(world: &World, at: Cell, steps: u32) -> Vec<Cell> {
    world.size().square(at, steps as u16).filter(|cell| *cell != at).collect()
}

/// Goes to within `steps` of a cell.
pub(super) fn approach(places: Places, unit: &Unit, at: Cell, steps: u32) -> Intent {
    let away = unit.cell.chebyshev(at);
    if away <= steps {
        Intent::Wait
    } else if away > u32::from(WINDOW_STEPS) - 4 {
        walk_to(places.world, unit, at)
    } else {
        let goals = cells_around(places.world, at, steps);
        match go_near(places, unit, WINDOW_STEPS, &goals) {
            // Around water, the path may leave the window.
            Intent::Wait if unit.path.is_none() && scans_now(places.world, unit) => {
                walk_to(places.world, unit, at)
            }
            intent => intent,
        }
    }
}

/// How a pursuit changes when its target has moved, is inside or has disappeared; `None` if it simply goes on.
pub(super) fn pursuit_change(
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

/// The cells around a place onto which the target could step, as far as is known.
pub(super) fn exits_of(world: &World, unit: &Unit, at: Cell) -> Vec<Cell> {
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
