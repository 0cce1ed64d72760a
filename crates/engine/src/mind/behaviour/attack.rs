//! Attack: pursues a unit until it is gone. Contact is a fight, and blows are `sim`'s.

use super::phrase::{Phrase, Sentence};
use super::rules::{Rules, Strikes};
use crate::mind::Intent;
use crate::mind::approach::{approach, pursuit_change};
use crate::mind::targets::{last_known_position, visible_foe_cell};
use crate::world::{Attack, Behaviour, Order, OrderProblem, Places, Unit, UnitId, UnitOrPlace, World};

impl Rules for Attack {
    fn decide(&self, places: Places, unit: &Unit) -> Intent {
        let Attack { unit: foe, last } = *self;
        let at = last_known_position(places, unit, UnitOrPlace::Unit(foe), last).0;
        let again = Behaviour::Attack(Attack { unit: foe, last: at });
        pursuit_change(places, unit, foe, last, again).unwrap_or_else(|| approach(places, unit, last, 1))
    }

    fn is_sound(&self, world: &World) -> bool {
        world.size().contains(self.last)
    }

    fn describe(&self) -> Sentence {
        vec!["Attack ".into(), Phrase::Unit(self.unit)]
    }

    fn order(&self) -> Order {
        Order::Attack(self.unit)
    }

    fn idle_reason(&self, _places: Places, _unit: &Unit) -> Option<Sentence> {
        Some(vec!["next to its enemy".into()])
    }

    fn strikes(&self) -> Strikes {
        Strikes::Always
    }
}

impl Attack {
    /// What an order to attack a foe begins with.
    pub(super) fn ordered(places: Places, unit: &Unit, foe: UnitId) -> Result<Attack, OrderProblem> {
        Ok(Attack { unit: foe, last: visible_foe_cell(places, unit, foe)? })
    }
}
