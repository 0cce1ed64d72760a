//! Why something failed.

use crate::world::{FailureReason, NoPathReason, Obstacle};

/// Why there is no path, as a clause: `deep water lies all around it`.
pub fn no_path_words(reason: NoPathReason) -> String {
    match reason {
        NoPathReason::Goal(bar) => format!("that is {}", obstacle_words(bar)),
        NoPathReason::AroundGoal(bar) => format!("{} lies all around it", obstacle_words(bar)),
        NoPathReason::AroundStart(bar) => format!("{} lies all around here", obstacle_words(bar)),
        NoPathReason::Apart => "no land joins the two".to_owned(),
    }
}

fn obstacle_words(obstacle: Obstacle) -> &'static str {
    match obstacle {
        Obstacle::Ground(surface) => surface.name(),
        Obstacle::Forbidden => "forbidden ground",
    }
}

/// Why a unit gave up, as a clause with the unit as its subject.
pub(super) fn failure_words(reason: FailureReason) -> &'static str {
    match reason {
        FailureReason::NoPath => "finds no path",
        FailureReason::NoPathThere => "knows no path",
        FailureReason::NoPathAway => "finds no path farther away",
        FailureReason::TargetInside => "cannot reach its target, which is inside",
        FailureReason::DefendedGone => "has lost what it defended",
        FailureReason::EscortedGone => "has lost the unit that it escorted",
        FailureReason::LeaderGone => "has lost the unit that it followed",
        FailureReason::SearchedEverywhere => "has searched everywhere in vain",
        FailureReason::NoPatrolPoints => "has nowhere to patrol",
        FailureReason::RoadBlocked => "finds the route of the road blocked",
        FailureReason::NoCoin => "has no coin left to build with",
        FailureReason::NoSite => "finds nothing to work on",
        FailureReason::NoStore => "finds no settlement that takes its load",
    }
}
