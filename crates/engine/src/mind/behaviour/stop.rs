//! Stop: stands still for good.

use super::phrase::Sentence;
use super::rules::Rules;
use crate::mind::Intent;
use crate::world::{Order, Places, Unit, World};

/// The rules of [`crate::world::Behaviour::Stop`].
pub(super) struct StandStill;

impl Rules for StandStill {
    fn decide(&self, _places: Places, _unit: &Unit) -> Intent {
        Intent::Wait
    }

    fn is_sound(&self, _world: &World) -> bool {
        true
    }

    fn describe(&self) -> Sentence {
        vec!["Stop for good".into()]
    }

    fn order(&self) -> Order {
        Order::Stop
    }

    fn idle_reason(&self, _places: Places, _unit: &Unit) -> Option<Sentence> {
        Some(vec!["ordered to stand still for good".into()])
    }

    fn ignores_alarm(&self) -> bool {
        true
    }

    fn runs_when_struck(&self) -> bool {
        false
    }

    fn may_be_pushed(&self) -> bool {
        false
    }
}
