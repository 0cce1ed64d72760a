//! What happens on the way: failures, orders, and what a unit finds or learns.

use super::{EventSubjects, NamedPlace};
use crate::grid::Cell;
use crate::land::{Good, Surface};
use crate::world::{
    BehaviourResult, FailureReason, Guess, NoPathReason, OrderProblem, Tier, UnitId, UnitOrPlace,
};
use serde::{Deserialize, Serialize};

/// What a unit does, finds or learns on its way.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum TravelEvent {
    /// A unit knows no path to its goal.
    NoPath {
        /// The unit.
        unit: UnitId,
        /// Its goal.
        goal: NamedPlace,
        /// Why there is none.
        reason: NoPathReason,
        /// Whether the player sent it there.
        ordered: bool,
    },
    /// A unit gave up what it was doing.
    Failed {
        /// The unit.
        unit: UnitId,
        /// Why.
        reason: FailureReason,
        /// Where it was going, if anywhere.
        goal: Option<NamedPlace>,
        /// What it does next.
        then: AfterFailure,
    },
    /// A unit ended what it was doing as it should.
    Ended {
        /// The unit.
        unit: UnitId,
        /// With what result.
        result: BehaviourResult,
    },
    /// A unit cannot begin its next order.
    OrderRefused {
        /// The unit.
        unit: UnitId,
        /// Why not.
        problem: OrderProblem,
    },
    /// A unit has carried out all of its orders.
    OrdersDone {
        /// The unit.
        unit: UnitId,
    },
    /// A scout chose a place to explore.
    Scouting {
        /// The scout.
        unit: UnitId,
        /// Where it goes, and what it knows of that.
        reason: ScoutingReason,
    },
    /// A unit learns that its path is blocked some way ahead.
    PathBlocked {
        /// The unit.
        unit: UnitId,
        /// Where it is blocked.
        at: Cell,
        /// The ground there.
        surface: Surface,
    },
    /// A unit meets ground that it cannot enter.
    Surprised {
        /// The unit.
        unit: UnitId,
        /// What it believed the ground to be, if that was something else.
        believed: Option<Surface>,
        /// What it is.
        found: Surface,
    },
    /// A unit finds a resource site.
    SiteFound {
        /// The unit.
        unit: UnitId,
        /// What the site yields.
        good: Good,
    },
}

/// What a unit does after a failure.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum AfterFailure {
    /// It goes on with its livelihood.
    GoesOn,
    /// It gives the player's order up.
    GivesUpOrder,
    /// It goes on to the next stop of its orders.
    NextStop,
}

/// Why a scout goes where it goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ScoutingReason {
    /// The frontier cell that it goes to.
    pub border: Cell,
    /// The ground there.
    pub surface: Surface,
    /// The road there.
    pub tier: Tier,
    /// Distance, in steps.
    pub steps: u32,
    /// What the unknown land behind is assumed to be.
    pub guess: Option<Guess>,
}

impl TravelEvent {
    pub(super) fn weight(self) -> u8 {
        match self {
            TravelEvent::NoPath { ordered: true, .. } | TravelEvent::OrdersDone { .. } => 6,
            TravelEvent::Failed { then: AfterFailure::GivesUpOrder | AfterFailure::NextStop, .. } => 6,
            TravelEvent::OrderRefused { .. } => 5,
            TravelEvent::Ended { .. } => 4,
            TravelEvent::SiteFound { .. } => 3,
            TravelEvent::Scouting { .. }
            | TravelEvent::PathBlocked { .. }
            | TravelEvent::Surprised { .. } => 2,
            TravelEvent::NoPath { .. } | TravelEvent::Failed { .. } => 1,
        }
    }

    pub(super) fn subjects(self) -> EventSubjects {
        match self {
            TravelEvent::NoPath { unit, goal, .. } => EventSubjects::unit(unit).and_named(goal),
            TravelEvent::Failed { unit, goal, .. } => EventSubjects::unit(unit).and_named(goal),
            TravelEvent::Ended { unit, result } => result_subjects(EventSubjects::unit(unit), result),
            TravelEvent::OrderRefused { unit, .. }
            | TravelEvent::OrdersDone { unit }
            | TravelEvent::Surprised { unit, .. }
            | TravelEvent::SiteFound { unit, .. } => EventSubjects::unit(unit),
            TravelEvent::Scouting { unit, reason } => {
                EventSubjects::unit(unit).about(reason.border).and_amount(reason.steps)
            }
            TravelEvent::PathBlocked { unit, at, .. } => EventSubjects::unit(unit).about(at),
        }
    }
}

fn result_subjects(subjects: EventSubjects, result: BehaviourResult) -> EventSubjects {
    match result {
        BehaviourResult::UnitFound(unit) | BehaviourResult::Watched(UnitOrPlace::Unit(unit)) => {
            subjects.and_unit(unit)
        }
        BehaviourResult::Watched(UnitOrPlace::Place(cell)) => subjects.and_cell(cell),
        BehaviourResult::TargetGone
        | BehaviourResult::SettlementFound
        | BehaviourResult::SiteFound(_)
        | BehaviourResult::FarEnough => subjects,
    }
}
