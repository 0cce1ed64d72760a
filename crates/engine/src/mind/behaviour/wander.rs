//! Wander: walks about without a goal until a tick.

use super::phrase::Sentence;
use super::rules::{Outlook, Rules, StackLayer};
use crate::land::mix;
use crate::mind::Intent;
use crate::world::{Behaviour, Believed, Order, Places, Stroll, Unit, World};

impl Rules for Stroll {
    fn decide(&self, places: Places, unit: &Unit) -> Intent {
        let world = places.world;
        if world.tick >= self.until {
            return Intent::Done;
        }
        // A hash rather than a random stream: the result does not depend on how many others wander.
        let hash = mix(&[world.seed, world.tick, u64::from(unit.id.0), 1]);
        let (dx, dy) = ((hash % 13) as i32 - 6, (hash / 13 % 13) as i32 - 6);
        let belief = &world.peoples[unit.people].belief;
        let goal = world.size().offset(unit.cell, dx, dy).filter(|cell| match belief.at(*cell) {
            Believed::Known { surface, .. } => unit.kind.ground_time(surface).is_some(),
            Believed::Unknown(_) => false,
        });
        goal.map_or(Intent::Wait, Intent::travel_to)
    }

    fn is_sound(&self, world: &World) -> bool {
        world.is_within_a_year(self.until)
    }

    fn describe(&self) -> Sentence {
        vec!["Wander".into()]
    }

    fn order(&self) -> Order {
        Order::Wander
    }

    fn idle_reason(&self, _places: Places, _unit: &Unit) -> Option<Sentence> {
        Some(vec!["choosing where to go next".into()])
    }

    fn reason(&self, layer: &StackLayer) -> &'static str {
        let strays = matches!(layer.below(), Some(Behaviour::Group(_)));
        layer.ordered_or(if strays { "for the task below" } else { "added on top" })
    }

    fn outlook(&self, _world: &World, _unit: &Unit) -> Outlook {
        Outlook::Until(self.until)
    }
}
