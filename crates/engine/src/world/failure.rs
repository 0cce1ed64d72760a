//! Why a unit gives up what it does, what it reports when it ends, and why there is no path.

use super::{UnitId, UnitOrPlace};
use crate::land::{Good, Surface};
use serde::{Deserialize, Serialize};

/// Why a unit gave up what it was doing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum FailureReason {
    /// Six paths in a row could not be walked to their end.
    NoPath,
    /// The path ends before the goal, and no other is known.
    NoPathThere,
    /// No path leads farther away from what it avoids.
    NoPathAway,
    /// The target of an attack is inside a settlement or a camp.
    TargetInside,
    /// The unit that it defended is gone.
    DefendedGone,
    /// The unit that it escorted is gone.
    EscortedGone,
    /// The unit that it followed is gone or out of sight.
    LeaderGone,
    /// Every part of the land was searched.
    SearchedEverywhere,
    /// A patrol has no points.
    NoPatrolPoints,
    /// The ground of a planned road has become impassable.
    RoadBlocked,
    /// The treasury cannot pay the next cell of road.
    NoCoin,
    /// There is no resource site where it was to work.
    NoSite,
    /// There is no settlement where it was to unload.
    NoStore,
}

/// What a unit reports when a behaviour ends as it should.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum BehaviourResult {
    /// The unit that it pursued is no longer where it was last seen.
    TargetGone,
    /// The unit that it searched for is in sight.
    UnitFound(UnitId),
    /// A settlement that its people did not know is in sight.
    SettlementFound,
    /// A site that its people did not know is in sight.
    SiteFound(Good),
    /// It watched this unseen and is home again.
    Watched(UnitOrPlace),
    /// It is far enough away from what it avoids.
    FarEnough,
}

/// Why there is no path, as far as is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum NoPathReason {
    /// The goal itself is impassable.
    Goal(Obstacle),
    /// The goal is enclosed by this.
    AroundGoal(Obstacle),
    /// The start is enclosed by this.
    AroundStart(Obstacle),
    /// Both lie in large regions that are not connected.
    Apart,
}

/// Something impassable.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Obstacle {
    /// Ground of this kind.
    Ground(Surface),
    /// Ground that was painted as forbidden.
    Forbidden,
}
