//! Group: gathers with others that do the same. A group needs no leader: its members go to the lowest id in sight.

use super::phrase::Sentence;
use super::rules::Rules;
use crate::grid::Cell;
use crate::mind::Intent;
use crate::mind::surroundings::{go_near, is_idle, visible_units};
use crate::world::{Behaviour, Group, Order, Places, Stroll, Unit, World};

/// How far apart units that want to group see each other, in steps. A people knows where its own units are.
const CALL_STEPS: u16 = 20;
/// The distance that counts as together, in steps.
pub const TOGETHER_STEPS: u32 = 2;
/// Ticks that a unit wanders when there is no one to group with.
const STRAY_TICKS: u64 = 48;

impl Rules for Group {
    /// Goes to the lowest id of the grouping units around, so that groups merge.
    fn decide(&self, places: Places, unit: &Unit) -> Intent {
        let world = places.world;
        if world.tick >= self.until {
            return Intent::Done;
        }
        if is_idle(world, unit) {
            return Intent::Wait;
        }
        let joins = |other: &Unit| {
            let is_grouping = |behaviour: &Behaviour| matches!(behaviour, Behaviour::Group(_));
            other.people == unit.people && other.stack.iter().any(is_grouping)
        };
        let others = visible_units(places, unit, unit.cell, CALL_STEPS, joins);
        let Some(first) = others.first() else {
            let until = (world.tick + STRAY_TICKS).min(self.until);
            return Intent::Push(Behaviour::Wander(Stroll { until }));
        };
        if first.id > unit.id || first.cell.chebyshev(unit.cell) <= TOGETHER_STEPS {
            return Intent::Wait;
        }
        let goals: Vec<Cell> = world.size().square(first.cell, TOGETHER_STEPS as u16).collect();
        go_near(places, unit, CALL_STEPS, &goals)
    }

    fn is_sound(&self, world: &World) -> bool {
        world.is_within_a_year(self.until)
    }

    fn describe(&self) -> Sentence {
        vec!["Group with others".into()]
    }

    fn order(&self) -> Order {
        Order::Group
    }

    fn idle_reason(&self, _places: Places, _unit: &Unit) -> Option<Sentence> {
        Some(vec!["with its group, or waiting for it".into()])
    }
}
