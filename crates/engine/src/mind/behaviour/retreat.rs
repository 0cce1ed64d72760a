//! Retreat: runs from foes to where they are far, but strikes back.

use super::phrase::{Phrase, Sentence};
use super::rules::{Rules, StackLayer, Strikes};
use crate::mind::Intent;
use crate::mind::flight;
use crate::world::{Behaviour, Order, Places, Retreat, Unit, World};

impl Rules for Retreat {
    fn decide(&self, places: Places, unit: &Unit) -> Intent {
        flight::run(places, unit, *self, Behaviour::Retreat)
    }

    fn is_sound(&self, world: &World) -> bool {
        world.size().contains(self.last) && world.is_past(self.since)
    }

    fn describe(&self) -> Sentence {
        match self.from {
            Some(id) => vec!["Retreat from ".into(), Phrase::Unit(id), ", striking back".into()],
            None => vec!["Retreat, striking back".into()],
        }
    }

    fn order(&self) -> Order {
        Order::Retreat
    }

    fn idle_reason(&self, places: Places, unit: &Unit) -> Option<Sentence> {
        Some(vec![flight::idle_reason(places, unit).into()])
    }

    fn reason(&self, layer: &StackLayer) -> &'static str {
        layer.ordered_or("for its life")
    }

    fn strikes(&self) -> Strikes {
        Strikes::Always
    }

    fn ignores_alarm(&self) -> bool {
        true
    }

    fn runs_when_struck(&self) -> bool {
        false
    }
}
