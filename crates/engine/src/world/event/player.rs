//! The player's acts and what came of them, objectives, goals, and the ends of lives.

use super::EventSubjects;
use crate::land::Good;
use crate::world::{Brush, Chapter, Ending, Kind, PeopleIx, TownIx, UnitId, WorkKind};
use serde::{Deserialize, Serialize};

/// What the player does and achieves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum PlayerEvent {
    /// The land was edited.
    LandEdited {
        /// With what.
        brush: Brush,
    },
    /// A unit was added.
    UnitAdded {
        /// The unit.
        unit: UnitId,
        /// Its kind.
        kind: Kind,
    },
    /// Units were removed.
    UnitsRemoved {
        /// The first of them.
        unit: UnitId,
        /// How many.
        count: u32,
    },
    /// Two days after an act: what came of it.
    ActReported(ActReport),
    /// A chapter of the arc was reached; with the last one, the land is won.
    ChapterReached {
        /// Which.
        chapter: Chapter,
    },
    /// Works are offered.
    WorksOffered {
        /// The kind of the best.
        kind: WorkKind,
        /// How many.
        count: u32,
    },
    /// A work was not paid for and closed.
    WorkClosed {
        /// Its kind.
        kind: WorkKind,
        /// What it would have cost, in coin.
        upkeep: u32,
    },
    /// A charter was offered, or came to its end.
    Charter {
        /// What became of it.
        outcome: CharterOutcome,
        /// What was to be carried.
        good: Good,
        /// Where to.
        to: TownIx,
        /// The people that gains if it is not.
        rival: PeopleIx,
    },
    /// A goal of the level was met.
    GoalMet {
        /// Its place in the list.
        goal: u8,
    },
    /// A goal of the level was lost.
    GoalLost {
        /// Its place in the list.
        goal: u8,
    },
    /// The level is over.
    LevelEnded,
    /// The life ended that the player played.
    LifeEnded {
        /// The unit.
        unit: UnitId,
        /// How.
        ending: Ending,
        /// After how many days.
        days: u32,
    },
    /// A wanderer came home with news.
    CameHome {
        /// The wanderer.
        unit: UnitId,
        /// Cells that are new to its home.
        cells: u32,
    },
}

/// What became of a charter.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum CharterOutcome {
    /// It was offered.
    Offered,
    /// It was kept.
    Kept,
    /// It was broken, and the settlement lost.
    LostVillage,
    /// It was broken, and a toll is taken.
    LostToll,
}

/// What came of an act within two days.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ActReport {
    /// What was drawn.
    pub brush: Brush,
    /// Units whose path led there.
    pub users: u32,
    /// How many of them went another way.
    pub away: u32,
    /// Other units that have since planned a path there.
    pub through: u32,
    /// Mean walking time of the trips nearby before and after, in milli-steps; none where no trip is known.
    pub trip_times: Option<(u32, u32)>,
    /// Trips that are no longer known.
    pub lost_trips: u32,
    /// Deliveries in the two days before and after.
    pub deliveries: (u32, u32),
}

impl PlayerEvent {
    pub(super) fn weight(self) -> u8 {
        match self {
            PlayerEvent::LandEdited { .. }
            | PlayerEvent::UnitAdded { .. }
            | PlayerEvent::UnitsRemoved { .. }
            | PlayerEvent::CameHome { .. } => 7,
            PlayerEvent::WorksOffered { .. } => 7,
            PlayerEvent::WorkClosed { .. }
            | PlayerEvent::ActReported(_)
            | PlayerEvent::ChapterReached { .. }
            | PlayerEvent::Charter { .. }
            | PlayerEvent::GoalMet { .. }
            | PlayerEvent::GoalLost { .. }
            | PlayerEvent::LevelEnded
            | PlayerEvent::LifeEnded { .. } => 9,
        }
    }

    pub(super) fn subjects(self) -> EventSubjects {
        match self {
            PlayerEvent::UnitAdded { unit, .. } => EventSubjects::unit(unit),
            PlayerEvent::UnitsRemoved { unit, count: amount }
            | PlayerEvent::LifeEnded { unit, days: amount, .. }
            | PlayerEvent::CameHome { unit, cells: amount } => EventSubjects::unit(unit).and_amount(amount),
            PlayerEvent::Charter { to, rival, .. } => EventSubjects::none().and_town(to).and_people(rival),
            PlayerEvent::ActReported(report) => report.subjects(),
            PlayerEvent::WorksOffered { count: amount, .. }
            | PlayerEvent::WorkClosed { upkeep: amount, .. } => EventSubjects::none().and_amount(amount),
            PlayerEvent::LandEdited { .. }
            | PlayerEvent::ChapterReached { .. }
            | PlayerEvent::GoalMet { .. }
            | PlayerEvent::GoalLost { .. }
            | PlayerEvent::LevelEnded => EventSubjects::none(),
        }
    }
}

impl ActReport {
    fn subjects(self) -> EventSubjects {
        let (before, after) = self.trip_times.unwrap_or_default();
        let (delivered, deliveries) = self.deliveries;
        let amounts =
            [self.users, self.away, self.through, before, after, self.lost_trips, delivered, deliveries];
        amounts.into_iter().fold(EventSubjects::none(), EventSubjects::and_amount)
    }
}
