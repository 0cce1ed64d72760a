//! Guard: holds a cell, and returns to it after having to leave it.

use super::phrase::{Phrase, Sentence};
use super::rules::Rules;
use crate::mind::Intent;
use crate::mind::approach::{WINDOW_STEPS, approach};
use crate::mind::surroundings::go_near;
use crate::world::{Guard, Order, Places, Unit, World};

impl Rules for Guard {
    fn decide(&self, places: Places, unit: &Unit) -> Intent {
        let at = self.at;
        let taken =
            places.sees(unit.people, at) && places.occupant_at(at).is_some_and(|holder| holder != unit.id);
        let away = unit.cell.chebyshev(at);
        if away == 0 || (away == 1 && taken) {
            return Intent::Wait;
        }
        if away > u32::from(WINDOW_STEPS) - 4 {
            return Intent::travel_to(at);
        }
        if taken { approach(places, unit, at, 1) } else { go_near(places, unit, WINDOW_STEPS, &[at]) }
    }

    fn is_sound(&self, world: &World) -> bool {
        world.size().contains(self.at)
    }

    fn describe(&self) -> Sentence {
        vec!["Guard ".into(), Phrase::Place(self.at)]
    }

    fn order(&self) -> Order {
        Order::Guard(self.at)
    }

    fn idle_reason(&self, _places: Places, _unit: &Unit) -> Option<Sentence> {
        Some(vec!["standing guard".into()])
    }

    fn holds_post(&self) -> bool {
        true
    }
}
