//! On the way: failures, orders, and what a unit finds or learns.

use super::reason::{failure_words, no_path_words};
use super::teller::Teller;
use crate::land::Surface;
use crate::mind::AVOID_STEPS;
use crate::sim::{counted, whereabouts, whereabouts_near};
use crate::world::{AfterFailure, BehaviourResult, Guess, ScoutingReason, TravelEvent, UnitOrPlace, World};

pub(super) fn words(teller: &Teller, what: TravelEvent) -> String {
    match what {
        TravelEvent::NoPath { unit, goal, reason, .. } => {
            let (name, goal) = (teller.unit(unit), teller.place(goal));
            format!("{name} knows no path to {goal}: {}", no_path_words(reason))
        }
        TravelEvent::Failed { unit, reason, goal, then } => {
            let goal = goal.map_or_else(String::new, |goal| format!(" to {}", teller.place(goal)));
            let then = match then {
                AfterFailure::GoesOn => "",
                AfterFailure::GivesUpOrder => ", and gives the order up",
                AfterFailure::NextStop => ", and goes on to the next stop",
            };
            let (name, place) = (teller.unit(unit), teller.whereabouts());
            format!("{name}, {place}, {}{goal}{then}", failure_words(reason))
        }
        TravelEvent::Ended { unit, result } => {
            format!("{}, {}, {}", teller.unit(unit), teller.whereabouts(), result_words(teller, result))
        }
        TravelEvent::OrderRefused { unit, problem } => {
            format!("{} cannot: {}", teller.unit(unit), problem.description())
        }
        TravelEvent::OrdersDone { unit } => {
            let (name, place) = (teller.unit(unit), teller.whereabouts());
            format!("{name} has carried out its orders and stays a day {place}")
        }
        TravelEvent::Scouting { unit, reason } => {
            let place = whereabouts_near(teller.world, reason.border, teller.event.near);
            format!("{} goes {}", teller.unit(unit), scouting_words_at(&place, reason))
        }
        TravelEvent::PathBlocked { unit, surface, .. } => {
            let (name, place) = (teller.unit(unit), teller.whereabouts());
            format!("{name} hears of {} on its path, {place}, and replans", surface.name())
        }
        TravelEvent::Surprised { unit, believed, found } => {
            let (name, place, found) = (teller.unit(unit), teller.whereabouts(), found.name());
            match believed {
                Some(Surface::Bridge) => format!("{name} finds the bridge gone {place} and replans"),
                Some(before) => {
                    format!("{name} meets {found} {place} where {} was remembered and replans", before.name())
                }
                None => format!("{name} meets {found} {place} and replans"),
            }
        }
        TravelEvent::SiteFound { unit, good } => {
            format!("{} finds a place for {} {}", teller.unit(unit), good.name(), teller.whereabouts())
        }
    }
}

/// A result as a clause with the unit as its subject.
fn result_words(teller: &Teller, result: BehaviourResult) -> String {
    match result {
        BehaviourResult::TargetGone => "is done: its target is gone".to_owned(),
        BehaviourResult::UnitFound(unit) => format!("has found {}", teller.unit(unit)),
        BehaviourResult::SettlementFound => "has found a settlement".to_owned(),
        BehaviourResult::SiteFound(good) => format!("has found a place for {}", good.name()),
        BehaviourResult::Watched(mark) => {
            let mark = match mark {
                UnitOrPlace::Unit(unit) => teller.unit(unit),
                UnitOrPlace::Place(_) => "the place".to_owned(),
            };
            format!("has watched {mark} unseen, and brings home what it saw")
        }
        BehaviourResult::FarEnough => format!("is {AVOID_STEPS} steps away from what it avoids"),
    }
}

/// Why a scout goes where it goes: `to see what lies beyond the river north-east of Mill, 31 steps away, rough land by
/// the look of it`.
pub fn scouting_words(world: &World, reason: ScoutingReason) -> String {
    scouting_words_at(&whereabouts(world, reason.border), reason)
}

fn scouting_words_at(place: &str, reason: ScoutingReason) -> String {
    let ScoutingReason { surface, tier, steps, guess, .. } = reason;
    let what = if tier.is_road() { tier.name() } else { surface.name() };
    let looks = match guess {
        Some(Guess::Open) => ", open land by the look of it",
        Some(Guess::Rough) => ", rough land by the look of it",
        Some(Guess::Middle) | None => "",
    };
    format!("to see what lies beyond the {what} {place}, {} away{looks}", counted(steps as usize, "step"))
}
