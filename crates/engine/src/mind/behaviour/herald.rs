//! Herald: runs to a settlement with the news that a guard is wanted somewhere.

use super::phrase::{Phrase, Sentence};
use super::rules::Rules;
use crate::mind::Intent;
use crate::world::{Herald, Places, Unit, World};

impl Rules for Herald {
    fn decide(&self, places: Places, unit: &Unit) -> Intent {
        let goal = places.world.town(self.to).cell;
        if unit.cell == goal { Intent::DeliverNews } else { Intent::travel_to(goal) }
    }

    fn is_sound(&self, world: &World) -> bool {
        world.towns.contains(self.to) && world.size().contains(self.post)
    }

    fn describe(&self) -> Sentence {
        vec!["Run to ".into(), Phrase::Town(self.to), " for a guard".into()]
    }
}
