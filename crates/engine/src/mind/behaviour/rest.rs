//! Rest: sleeps until a tick. What a night does to a body is `sim`'s.

use super::phrase::{Phrase, Sentence};
use super::rules::{Outlook, Rules, StackLayer};
use crate::mind::Intent;
use crate::world::{Order, Places, Rest, Unit, World};

impl Rules for Rest {
    fn decide(&self, places: Places, _unit: &Unit) -> Intent {
        if places.world.tick >= self.until { Intent::Done } else { Intent::Wait }
    }

    fn is_sound(&self, world: &World) -> bool {
        world.is_within_a_year(self.until)
    }

    fn describe(&self) -> Sentence {
        vec!["Rest".into()]
    }

    fn order(&self) -> Order {
        Order::Rest
    }

    fn idle_reason(&self, places: Places, _unit: &Unit) -> Option<Sentence> {
        let left = self.until.saturating_sub(places.world.tick);
        Some(vec!["sleeping for another ".into(), Phrase::Ticks(left)])
    }

    fn reason(&self, _layer: &StackLayer) -> &'static str {
        "for the night"
    }

    fn outlook(&self, _world: &World, _unit: &Unit) -> Outlook {
        Outlook::Until(self.until)
    }

    fn is_sleep(&self) -> bool {
        true
    }

    fn is_for_the_night(&self) -> bool {
        true
    }
}
