//! Travel: walks to a cell along a planned path, and rests on the way when it is tired.

use super::phrase::{Phrase, Sentence};
use super::rules::{Outlook, Rules, StackLayer};
use crate::graph::Cost;
use crate::grid::{Cell, Dir8};
use crate::mind::{
    BED_DETOUR_STEPS, Deed, Intent, Move, NEARLY_THERE_TIME, SPENT_AFTER_TIME, STEP_TOWARD_MAX_TICKS,
    TIRED_AFTER_TIME,
};
use crate::world::{
    Behaviour, Believed, DAY_TIME, FailureReason, Order, Places, Target, Travel, TripPurpose, Unit, World,
};

/// Walking time after which a traveller camps at a crossing, in milli-steps: 0.85 of a day.
const CAMP_AT_CROSSING_TIME: u32 = DAY_TIME / 20 * 17;
/// The least number of roads that make a crossing.
const CROSSING_ROADS_MIN: usize = 3;
/// Steps after which a path through unknown land is replanned with better knowledge.
const REPLAN_AFTER_STEPS: u32 = 14;

impl Rules for Travel {
    fn decide(&self, places: Places, unit: &Unit) -> Intent {
        let (world, goal) = (places.world, self.goal);
        if unit.cell == goal && self.purpose == TripPurpose::Camp && unit.fatigue >= TIRED_AFTER_TIME {
            return Intent::Do(Deed::LieDown);
        }
        if unit.cell == goal || self.ends_follow_leg(places, unit) {
            return Intent::Done;
        }
        let Some(path) = &unit.path else { return await_path(world, unit, goal) };
        if path.steps.is_empty() {
            // The next part of a long path is still being planned.
            if path.route.is_some() {
                return Intent::Wait;
            }
            return if path.reaches {
                Intent::Move(Move::Request(Target::Cell(goal)))
            } else {
                Intent::Fail(FailureReason::NoPathThere)
            };
        }
        if let Some(intent) = self.rest_intent(places, unit) {
            return intent;
        }
        let walked = path.length.saturating_sub(path.steps.len() as u32);
        if path.unknown > 0 && walked >= REPLAN_AFTER_STEPS && unit.request.is_none() {
            return Intent::Move(Move::Request(Target::Cell(goal)));
        }
        Intent::Move(Move::Walk)
    }

    fn is_sound(&self, world: &World) -> bool {
        world.size().contains(self.goal)
    }

    fn describe(&self) -> Sentence {
        vec!["Travel to ".into(), Phrase::Place(self.goal)]
    }

    fn order(&self) -> Order {
        Order::Go(self.goal)
    }

    fn reason(&self, layer: &StackLayer) -> &'static str {
        match self.purpose {
            TripPurpose::Possession => "your order",
            TripPurpose::Camp => "for the night",
            TripPurpose::Trade => layer.ordered_or("to sell and buy"),
            TripPurpose::Settle => layer.ordered_or("to live there"),
            TripPurpose::Explore | TripPurpose::Other => layer.ordered_or("for the task below"),
            TripPurpose::Order => layer.ordered_or("added on top"),
        }
    }

    fn outlook(&self, _world: &World, _unit: &Unit) -> Outlook {
        Outlook::Trip(self.goal)
    }

    fn destination(&self, _world: &World) -> Option<Cell> {
        Some(self.goal)
    }

    fn is_for_the_night(&self) -> bool {
        self.purpose == TripPurpose::Camp
    }
}

impl Travel {
    /// Whether the traveller is a follower that is near enough, or whose leader has gone elsewhere.
    fn ends_follow_leg(self, places: Places, unit: &Unit) -> bool {
        let below = unit.stack.len().checked_sub(2).and_then(|i| unit.stack.get(i));
        let Some(Behaviour::Follow(follow)) = below else { return false };
        follow.ends_leg(places, unit, self.goal)
    }

    /// Whether a tired traveller rests, and where.
    fn rest_intent(self, places: Places, unit: &Unit) -> Option<Intent> {
        let sleeps =
            !matches!(self.purpose, TripPurpose::Camp | TripPurpose::Explore | TripPurpose::Possession);
        if !sleeps || unit.fatigue < TIRED_AFTER_TIME || time_left(unit) <= NEARLY_THERE_TIME.into() {
            return None;
        }
        if places.is_inside(unit.cell) {
            return Some(Intent::Do(Deed::LieDown));
        }
        if places.beds_near(unit.cell, BED_DETOUR_STEPS).any(|bed| !is_bound_for(unit, bed)) {
            return Some(Intent::Do(Deed::SeekBed));
        }
        let stays = unit.fatigue >= SPENT_AFTER_TIME
            || (unit.fatigue >= CAMP_AT_CROSSING_TIME && is_crossing(places.world, unit));
        stays.then_some(Intent::Do(Deed::LieDown))
    }
}

fn await_path(world: &World, unit: &Unit, goal: Cell) -> Intent {
    if unit.request.is_none() {
        Intent::Move(Move::Request(Target::Cell(goal)))
    } else if world.tick < unit.requested + STEP_TOWARD_MAX_TICKS {
        Intent::Move(Move::Toward(goal))
    } else {
        Intent::Wait
    }
}

/// Whether at least three known roads meet at the unit's cell. Others are likely to pass there.
fn is_crossing(world: &World, unit: &Unit) -> bool {
    let (size, belief) = (world.size(), &world.people(unit.people).belief);
    let is_road = |dir: Dir8| {
        let cell = size.step(unit.cell, dir);
        cell.is_some_and(|cell| matches!(belief.at(cell), Believed::Known { tier, .. } if tier.is_road()))
    };
    // Adjacent road cells count as one road.
    Dir8::ALL.into_iter().filter(|dir| is_road(*dir) && !is_road(dir.rotated(1))).count()
        >= CROSSING_ROADS_MIN
}

/// Whether a unit's path leads to a cell.
pub fn is_bound_for(unit: &Unit, cell: Cell) -> bool {
    unit.path.as_ref().is_some_and(|path| path.goal == cell)
}

/// Walking time that is left of the path, by the prices it was planned with, in milli-steps.
fn time_left(unit: &Unit) -> Cost {
    unit.path.as_ref().map_or(0, crate::world::Path::time_left)
}
