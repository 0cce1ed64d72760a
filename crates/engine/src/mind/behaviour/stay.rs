//! Stay: keeps near a place until a tick, and returns to it after being pushed aside. The pause after most things.

use super::phrase::{Phrase, Sentence};
use super::rules::{Outlook, Rules, StackLayer};
use super::work::nearest_work;
use crate::grid::Cell;
use crate::mind::{Intent, surroundings};
use crate::world::{Behaviour, DAY, Places, Stay, Trade, Unit, World};

/// The farthest that a staying unit is ever pushed from its place, in steps.
pub const STAY_RADIUS_STEPS: u16 = 6;
/// A stay of at most so many ticks is called a pause.
const PAUSE_TICKS_MAX: u64 = 30;

impl Rules for Stay {
    fn decide(&self, places: Places, unit: &Unit) -> Intent {
        let (world, around) = (places.world, self.around);
        if world.tick >= self.until && unit.stack.len() > 1 {
            return Intent::Done;
        }
        if world.tick >= self.until {
            // As a livelihood it goes on without end, until there is work.
            let stays = Behaviour::Stay(Stay { around, until: world.tick + DAY });
            return Intent::Replace(nearest_work(world, unit, around).unwrap_or(stays));
        }
        let away = unit.cell.chebyshev(around);
        if away > u32::from(STAY_RADIUS_STEPS) {
            return Intent::travel_to(around);
        }
        let taken = places.occupant_at(around).is_some_and(|holder| holder != unit.id);
        if away <= 1 && taken {
            Intent::Wait
        } else {
            surroundings::go_near(places, unit, STAY_RADIUS_STEPS, &[around])
        }
    }

    fn is_sound(&self, world: &World) -> bool {
        world.size().contains(self.around) && world.is_within_a_year(self.until)
    }

    fn describe(&self) -> Sentence {
        vec!["Stay".into()]
    }

    fn idle_reason(&self, places: Places, _unit: &Unit) -> Option<Sentence> {
        let left = self.until.saturating_sub(places.world.tick);
        Some(vec!["staying here for another ".into(), Phrase::Ticks(left)])
    }

    fn reason(&self, layer: &StackLayer) -> &'static str {
        let waits_for_company = matches!(layer.below(), Some(Behaviour::Trade(Trade { trip: Some(_), .. })));
        if layer.has_failed() {
            "a pause after a failure"
        } else if waits_for_company {
            layer.ordered_or("waiting for company: the route is feared")
        } else if self.until <= layer.tick + PAUSE_TICKS_MAX {
            layer.ordered_or("a pause")
        } else {
            layer.ordered_or("all orders done")
        }
    }

    fn outlook(&self, _world: &World, _unit: &Unit) -> Outlook {
        Outlook::Until(self.until)
    }

    fn may_step_aside_to(&self, cell: Cell) -> bool {
        cell.chebyshev(self.around) <= u32::from(STAY_RADIUS_STEPS)
    }
}
