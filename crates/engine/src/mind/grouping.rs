//! With others: group, which needs no leader but the lowest number in sight.

use super::Wish;
use super::surroundings::{go_near, idles, seen};
use crate::grid::Cell;
use crate::world::{Behaviour, Places, Unit};

/// How far those see each other who want to be together, in steps: a people knows where its own are.
const CALL: u16 = 20;
/// How near is together, in steps.
pub const TOGETHER: u32 = 2;
/// Ticks of wandering of who sees nobody to be with.
const STRAY: u64 = 48;

/// Goes to the lowest number of those around who do the same, so that groups become one.
pub(super) fn group(places: Places, unit: &Unit, until: u64) -> Wish {
    let world = places.world;
    if world.tick >= until {
        return Wish::Done;
    }
    if idles(world, unit) {
        return Wish::Keep;
    }
    let joins = |other: &Unit| {
        let does = |behaviour: &Behaviour| matches!(behaviour, Behaviour::Group { .. });
        other.people == unit.people && other.stack.iter().any(does)
    };
    let others = seen(places, unit, unit.cell, CALL, joins);
    let Some(first) = others.first() else {
        let until = (world.tick + STRAY).min(until);
        return Wish::Push(Behaviour::Wander { until });
    };
    if first.id > unit.id || first.cell.steps_to(unit.cell) <= TOGETHER {
        return Wish::Keep;
    }
    let goals: Vec<Cell> = world.size().square(first.cell, TOGETHER as u16).collect();
    go_near(places, unit, CALL, &goals)
}
