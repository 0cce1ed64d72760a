//! Raiders, beasts and fear, and what is done against them.

use super::EventSubjects;
use crate::grid::Cell;
use crate::land::Good;
use crate::world::{PeopleIx, TownIx, UnitId};
use serde::{Deserialize, Serialize};

/// What is dangerous, or done because of danger.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum DangerEvent {
    /// A band of raiders came to the land.
    BandCame {
        /// How many.
        raiders: u32,
    },
    /// The player's people saw its first raider.
    RaiderSeen {
        /// The raider.
        unit: UnitId,
    },
    /// A unit saw a foe come near and ran.
    Fled {
        /// The unit.
        unit: UnitId,
        /// The foe.
        foe: UnitId,
    },
    /// A unit was robbed.
    Robbed {
        /// Who took the load.
        robber: UnitId,
        /// Who carried it.
        victim: UnitId,
        /// What it was.
        good: Good,
    },
    /// A unit was killed.
    Killed {
        /// Who died.
        victim: UnitId,
        /// Who struck last.
        killer: UnitId,
    },
    /// A people began to fear a place.
    Feared {
        /// The people.
        people: PeopleIx,
    },
    /// A trader took a longer way round a feared place.
    Detoured {
        /// The trader.
        unit: UnitId,
        /// From here.
        from: TownIx,
        /// To there.
        to: TownIx,
        /// The feared place.
        around: Cell,
        /// How much longer it takes, in milli-steps of walking time.
        extra_time: u32,
    },
    /// A messenger left to ask for a guard.
    GuardRequested {
        /// The messenger.
        unit: UnitId,
        /// From here.
        from: TownIx,
        /// To there.
        to: TownIx,
        /// Where the guard is wanted.
        post: Cell,
    },
    /// A guard left for its post.
    GuardSent {
        /// The guard.
        unit: UnitId,
        /// From here.
        from: TownIx,
        /// The post.
        post: Cell,
    },
    /// A settlement built a fort.
    FortBuilt {
        /// The settlement.
        town: TownIx,
        /// The cell that it watches.
        choke: Cell,
        /// Shortest paths between settlements over that cell.
        paths: u32,
    },
    /// A spy left for a settlement of another people.
    SpySent {
        /// The spy.
        unit: UnitId,
        /// From here.
        from: TownIx,
        /// To there.
        to: TownIx,
    },
    /// A wolf caught a deer.
    DeerCaught {
        /// The wolf.
        wolf: UnitId,
    },
}

impl DangerEvent {
    pub(super) fn weight(self) -> u8 {
        match self {
            DangerEvent::BandCame { .. } | DangerEvent::Feared { .. } => 0,
            DangerEvent::Killed { .. } => 9,
            DangerEvent::RaiderSeen { .. } | DangerEvent::Robbed { .. } => 8,
            DangerEvent::FortBuilt { .. } => 7,
            DangerEvent::GuardRequested { .. }
            | DangerEvent::GuardSent { .. }
            | DangerEvent::SpySent { .. } => 5,
            DangerEvent::Fled { .. } | DangerEvent::Detoured { .. } => 3,
            DangerEvent::DeerCaught { .. } => 2,
        }
    }

    pub(super) fn subjects(self) -> EventSubjects {
        match self {
            DangerEvent::BandCame { raiders } => EventSubjects::none().and_amount(raiders),
            DangerEvent::RaiderSeen { unit } | DangerEvent::DeerCaught { wolf: unit } => {
                EventSubjects::unit(unit)
            }
            DangerEvent::Fled { unit, foe: other }
            | DangerEvent::Robbed { victim: unit, robber: other, .. }
            | DangerEvent::Killed { victim: unit, killer: other } => {
                EventSubjects::unit(unit).and_unit(other)
            }
            DangerEvent::Feared { people } => EventSubjects::none().and_people(people),
            DangerEvent::Detoured { unit, from, to, around, extra_time } => {
                EventSubjects::unit(unit).and_pair((from, to)).about(around).and_amount(extra_time)
            }
            DangerEvent::GuardRequested { unit, from, to, post } => {
                EventSubjects::unit(unit).and_pair((from, to)).about(post)
            }
            DangerEvent::GuardSent { unit, from, post } => {
                EventSubjects::unit(unit).and_town(from).about(post)
            }
            DangerEvent::FortBuilt { town, choke, paths } => {
                EventSubjects::none().and_town(town).about(choke).and_amount(paths)
            }
            DangerEvent::SpySent { unit, from, to } => EventSubjects::unit(unit).and_pair((from, to)),
        }
    }
}
