//! Flee: runs from foes to where they are far, and never strikes.

use super::phrase::{Phrase, Sentence};
use super::rules::{Rules, StackLayer, Strikes};
use crate::mind::Intent;
use crate::mind::flight;
use crate::world::{Behaviour, Flee, Order, Places, Unit, World};

impl Rules for Flee {
    fn decide(&self, places: Places, unit: &Unit) -> Intent {
        flight::run(places, unit, *self, Behaviour::Flee)
    }

    fn is_sound(&self, world: &World) -> bool {
        world.size().contains(self.last) && world.is_past(self.since)
    }

    fn describe(&self) -> Sentence {
        match self.from {
            Some(id) => vec!["Flee from ".into(), Phrase::Unit(id)],
            None => vec!["Flee".into()],
        }
    }

    fn order(&self) -> Order {
        Order::Flee
    }

    fn idle_reason(&self, places: Places, unit: &Unit) -> Option<Sentence> {
        Some(vec![flight::idle_reason(places, unit).into()])
    }

    fn reason(&self, layer: &StackLayer) -> &'static str {
        layer.ordered_or("for its life")
    }

    fn strikes(&self) -> Strikes {
        Strikes::Never
    }

    fn ignores_alarm(&self) -> bool {
        true
    }

    fn runs_when_struck(&self) -> bool {
        false
    }
}
