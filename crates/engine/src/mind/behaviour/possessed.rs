//! Possessed: does what the player has it do, action by action; `sim` carries the actions out.

use super::phrase::Sentence;
use super::rules::{Rules, StackLayer};
use crate::mind::Intent;
use crate::world::{Order, Places, Unit, World};

/// The rules of [`crate::world::Behaviour::Possessed`].
pub(super) struct PlayedByPlayer;

impl Rules for PlayedByPlayer {
    fn decide(&self, places: Places, unit: &Unit) -> Intent {
        let is_possessed = places.world.possession.as_ref().is_some_and(|life| life.unit == unit.id);
        if is_possessed { Intent::Wait } else { Intent::Done }
    }

    fn is_sound(&self, _world: &World) -> bool {
        true
    }

    fn describe(&self) -> Sentence {
        vec!["As you say".into()]
    }

    fn order(&self) -> Order {
        Order::Stop
    }

    fn reason(&self, _layer: &StackLayer) -> &'static str {
        "you play as it"
    }

    fn may_be_pushed(&self) -> bool {
        false
    }
}
