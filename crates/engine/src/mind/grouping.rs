//! Grouping. A group needs no leader: its members gather at the lowest id in sight.

use super::Wish;
use super::surroundings::{go_near, idles, seen};
use crate::grid::Cell;
use crate::world::{Behaviour, Places, Unit};

/// How far apart units that want to group see each other, in steps. A people knows where its own units are.
const CALL: u16 = 20;
/// The distance that counts as together, in steps.
pub const TOGETHER: u32 = 2;
/// Ticks that a unit wanders when there is no one to group with.
const STRAY: u64 = 48;

/// Goes to the lowest id of the grouping units around, so that groups merge.
pub(super) fn group(places: Places, unit: &Unit, until: u64) -> Wish {
    let world = places.world;
    if world.tick >= until {
        return Wish::Done;
    }
    if idles(world, unit) {
        return Wish::Keep;
    }
    let joins = |other: &Unit| {
        let is_grouping = |behaviour: &Behaviour| matches!(behaviour, Behaviour::Group { .. });
        other.people == unit.people && other.stack.iter().any(is_grouping)
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
