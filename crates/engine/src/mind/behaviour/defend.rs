//! Defend: keeps near a unit or a place, and goes for foes that come near it, within [`LEASH_STEPS`].

use super::phrase::Sentence;
use super::rules::Rules;
use crate::grid::Cell;
use crate::mind::Intent;
use crate::mind::approach::{ALERT_STEPS, LEASH_STEPS, WARD_NEAR_STEPS, approach, cells_around};
use crate::mind::surroundings::{go_near, is_idle, visible_units};
use crate::mind::targets::own_mark;
use crate::world::{Defend, FailureReason, Order, OrderProblem, Places, Unit, UnitOrPlace, World};

impl Rules for Defend {
    fn decide(&self, places: Places, unit: &Unit) -> Intent {
        let world = places.world;
        let at = match self.ward {
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
        let nearest =
            foes.iter().min_by_key(|foe| (foe.cell.chebyshev(at), foe.cell.octile(unit.cell), foe.id));
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

    fn is_sound(&self, world: &World) -> bool {
        world.is_sound_mark(self.ward)
    }

    fn describe(&self) -> Sentence {
        vec!["Defend ".into(), self.ward.into()]
    }

    fn order(&self) -> Order {
        Order::Defend(self.ward)
    }

    fn idle_reason(&self, _places: Places, _unit: &Unit) -> Option<Sentence> {
        Some(vec!["standing by its ward".into()])
    }

    fn holds_post(&self) -> bool {
        self.ward.place().is_some()
    }
}

impl Defend {
    /// What an order to defend something begins with.
    pub(super) fn ordered(world: &World, unit: &Unit, ward: UnitOrPlace) -> Result<Defend, OrderProblem> {
        Ok(Defend { ward: own_mark(world, unit, ward)? })
    }
}
