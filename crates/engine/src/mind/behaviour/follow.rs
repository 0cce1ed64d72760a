//! Follow: keeps near another unit.

use super::phrase::{Phrase, Sentence};
use super::rules::Rules;
use crate::grid::Cell;
use crate::mind::Intent;
use crate::world::{FailureReason, Follow, Order, OrderProblem, Places, Unit, UnitId, World};

/// The distance that a follower keeps, in steps.
const FOLLOW_NEAR_STEPS: u32 = 2;
/// How far a followed unit may move from its follower's goal before the follower replans, in steps.
const FOLLOW_SLACK_STEPS: u32 = 3;

impl Rules for Follow {
    fn decide(&self, places: Places, unit: &Unit) -> Intent {
        let Some(leader) = self.leader(places, unit) else {
            return Intent::Fail(FailureReason::LeaderGone);
        };
        if leader.cell.chebyshev(unit.cell) <= FOLLOW_NEAR_STEPS {
            return Intent::Wait;
        }
        Intent::travel_to(leader.cell)
    }

    fn is_sound(&self, _world: &World) -> bool {
        true
    }

    fn describe(&self) -> Sentence {
        vec!["Follow ".into(), Phrase::Unit(self.unit)]
    }

    fn order(&self) -> Order {
        Order::Follow(self.unit)
    }

    fn idle_reason(&self, places: Places, _unit: &Unit) -> Option<Sentence> {
        let is_gone = places.world.unit(self.unit).is_none();
        let words = if is_gone { "the unit it followed is gone" } else { "the unit it follows is near" };
        Some(vec![words.into()])
    }
}

impl Follow {
    /// What an order to follow a unit begins with.
    pub(super) fn ordered(unit: &Unit, leader: UnitId) -> Result<Follow, OrderProblem> {
        if leader == unit.id { Err(OrderProblem::FollowsItself) } else { Ok(Follow { unit: leader }) }
    }

    /// Whether a trip to a goal that serves this is over: the leader is near enough, or has gone elsewhere.
    pub(super) fn ends_leg(self, places: Places, unit: &Unit, goal: Cell) -> bool {
        let Some(leader) = self.leader(places, unit) else { return true };
        let near = leader.cell.chebyshev(unit.cell) <= FOLLOW_NEAR_STEPS;
        near || leader.cell.chebyshev(goal) > FOLLOW_SLACK_STEPS
    }

    /// The followed unit: one of the same people, or a stranger as long as it is visible.
    fn leader<'a>(self, places: Places<'a>, unit: &Unit) -> Option<&'a Unit> {
        let is_seen = |leader: &&Unit| leader.people == unit.people || places.sees_unit(unit.people, leader);
        places.world.unit(self.unit).filter(is_seen)
    }
}
