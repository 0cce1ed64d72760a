//! Escort: keeps with a unit. When foes are seen, it stands between them and its ward, and attacks before they touch
//! it.

use super::phrase::{Phrase, Sentence};
use super::rules::Rules;
use crate::grid::Cell;
use crate::mind::Intent;
use crate::mind::approach::{ALERT_STEPS, LEASH_STEPS, WARD_NEAR_STEPS, WINDOW_STEPS, approach, exits_of};
use crate::mind::surroundings::{go_near, is_idle, visible_units};
use crate::mind::targets::own_mark;
use crate::world::{Escort, FailureReason, Order, OrderProblem, Places, Unit, UnitId, UnitOrPlace, World};

/// How near a foe must come to an escorted unit before the escort goes for it, in steps.
const ESCORT_ALERT_STEPS: u32 = 3;

impl Rules for Escort {
    fn decide(&self, places: Places, unit: &Unit) -> Intent {
        let world = places.world;
        let Some(ward) = world.unit(self.unit).filter(|ward| ward.people == unit.people) else {
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

    fn is_sound(&self, _world: &World) -> bool {
        true
    }

    fn describe(&self) -> Sentence {
        vec!["Escort ".into(), Phrase::Unit(self.unit)]
    }

    fn order(&self) -> Order {
        Order::Escort(self.unit)
    }

    fn idle_reason(&self, _places: Places, _unit: &Unit) -> Option<Sentence> {
        Some(vec!["standing by the unit it escorts".into()])
    }

    fn escorted(&self) -> Option<UnitId> {
        Some(self.unit)
    }
}

impl Escort {
    /// What an order to escort a unit begins with.
    pub(super) fn ordered(world: &World, unit: &Unit, ward: UnitId) -> Result<Escort, OrderProblem> {
        own_mark(world, unit, UnitOrPlace::Unit(ward)).map(|_| Escort { unit: ward })
    }
}
