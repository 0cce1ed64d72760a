//! Settle: walks to a site and founds a hamlet there.

use super::phrase::Sentence;
use super::rules::{Outlook, Rules, StackLayer};
use crate::grid::Cell;
use crate::mind::{Deed, Intent};
use crate::world::{Behaviour, Order, Places, Settle, Travel, TripPurpose, Unit, World};

impl Rules for Settle {
    fn decide(&self, _places: Places, unit: &Unit) -> Intent {
        if unit.cell == self.at {
            Intent::Do(Deed::FoundTown)
        } else {
            Intent::Push(Behaviour::Travel(Travel { goal: self.at, purpose: TripPurpose::Settle }))
        }
    }

    fn is_sound(&self, world: &World) -> bool {
        world.size().contains(self.at)
    }

    fn describe(&self) -> Sentence {
        vec!["Settle".into()]
    }

    fn order(&self) -> Order {
        Order::Settle(self.at)
    }

    fn reason(&self, layer: &StackLayer) -> &'static str {
        layer.ordered_or("to live there")
    }

    fn outlook(&self, _world: &World, _unit: &Unit) -> Outlook {
        Outlook::Trip(self.at)
    }

    fn destination(&self, _world: &World) -> Option<Cell> {
        Some(self.at)
    }
}
