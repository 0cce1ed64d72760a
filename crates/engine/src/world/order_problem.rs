//! Why an order cannot begin.

use serde::{Deserialize, Serialize};

/// Why an order cannot begin.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum OrderProblem {
    /// A patrol without points.
    NoPatrolPoints,
    /// No market is known.
    NoMarket,
    /// A unit cannot follow itself.
    FollowsItself,
    /// The order's target is the unit itself.
    TargetsItself,
    /// The target is out of sight of its people.
    TargetUnseen,
    /// The target is no foe.
    NoFoe,
    /// What it is to protect is not another unit of its own people.
    ForeignWard,
    /// No known site is there.
    NoSite,
    /// No settlement would store what it gathers.
    NoStore,
    /// No road can be built to the goal, by what is known.
    NoRoadRoute,
    /// The level is to be won without editing the land or adding units.
    ToolsForbidden,
}

impl OrderProblem {
    /// A clause that says why: `there is no settlement`.
    pub fn description(self) -> &'static str {
        match self {
            OrderProblem::NoPatrolPoints => "there is nowhere to patrol",
            OrderProblem::NoMarket => "there is no settlement",
            OrderProblem::FollowsItself => "a unit cannot follow itself",
            OrderProblem::TargetsItself => "a unit cannot do that to itself",
            OrderProblem::TargetUnseen => "its people does not see where that is",
            OrderProblem::NoFoe => "that is no foe",
            OrderProblem::ForeignWard => "only others of its own people can be its ward",
            OrderProblem::NoSite => "no site is known there",
            OrderProblem::NoStore => "there is no settlement to store it",
            OrderProblem::NoRoadRoute => "no road can be built there, as far as is known",
            OrderProblem::ToolsForbidden => "this level is to be won without that tool",
        }
    }
}
