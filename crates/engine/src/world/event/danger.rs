//! Raiders, beasts and fear, and what is done against them.

use super::{DetourGain, EventSubjects, FeudAnswers};
use crate::grid::Cell;
use crate::land::Good;
use crate::world::{BandId, PeopleIx, TownIx, UnitId};
use serde::{Deserialize, Serialize};

/// What is dangerous, or done because of danger.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum DangerEvent {
    /// A band of raiders came to the land.
    BandFormed {
        /// The band.
        band: BandId,
        /// How many.
        raiders: u32,
    },
    /// The player's people saw its first raider.
    RaiderSeen {
        /// The raider.
        unit: UnitId,
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
    /// A feud has taken twice as many loads as when it was told last.
    FeudGrew {
        /// The settlement that it is named by.
        near: Option<TownIx>,
        /// The band of the last robber.
        band: Option<BandId>,
        /// Loads taken so far.
        loads: u32,
        /// Days from the first to the last.
        days: u32,
    },
    /// A feud is over.
    FeudEnded {
        /// The settlement that it is named by.
        near: Option<TownIx>,
        /// Loads taken.
        loads: u32,
        /// Travellers killed there meanwhile.
        deaths: u32,
        /// Days from the first to the last.
        days: u32,
        /// What was done against it.
        answers: FeudAnswers,
        /// A settlement that has gained by a detour round it, and how.
        grown: Option<(TownIx, DetourGain)>,
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
    /// A band that has taken much found a recruit.
    BandGrew {
        /// The band.
        band: BandId,
        /// How many it is now.
        raiders: u32,
    },
    /// A band became too large, and half of it made another.
    BandSplit {
        /// The band that left.
        band: BandId,
        /// The band that it left.
        from: BandId,
        /// How many left.
        raiders: u32,
    },
    /// A people that fears a band sent a guard against it.
    BandHunted {
        /// The band.
        band: BandId,
        /// The people.
        people: PeopleIx,
        /// The guard.
        guard: UnitId,
    },
    /// A band is no more.
    BandDissolved {
        /// The band.
        band: BandId,
        /// How many went their ways.
        raiders: u32,
        /// Whether it earned nothing; if not, it has lost its captain.
        by_hunger: bool,
    },
}

impl DangerEvent {
    pub(super) fn weight(self) -> u8 {
        match self {
            DangerEvent::BandFormed { .. } | DangerEvent::Feared { .. } => 0,
            DangerEvent::Killed { .. } => 9,
            DangerEvent::RaiderSeen { .. } | DangerEvent::Robbed { .. } | DangerEvent::FeudGrew { .. } => 8,
            DangerEvent::FortBuilt { .. }
            | DangerEvent::BandDissolved { .. }
            | DangerEvent::FeudEnded { .. } => 7,
            DangerEvent::BandGrew { .. } | DangerEvent::BandSplit { .. } | DangerEvent::BandHunted { .. } => {
                6
            }
            DangerEvent::GuardRequested { .. }
            | DangerEvent::GuardSent { .. }
            | DangerEvent::SpySent { .. } => 5,
            DangerEvent::Detoured { .. } => 2,
        }
    }

    pub(super) fn subjects(self) -> EventSubjects {
        match self {
            DangerEvent::BandFormed { band, raiders }
            | DangerEvent::BandGrew { band, raiders }
            | DangerEvent::BandDissolved { band, raiders, .. } => {
                EventSubjects::none().and_band(band).and_amount(raiders)
            }
            DangerEvent::BandSplit { band, from, raiders } => {
                EventSubjects::none().and_band(band).and_band(from).and_amount(raiders)
            }
            DangerEvent::BandHunted { band, people, guard } => {
                EventSubjects::unit(guard).and_people(people).and_band(band)
            }
            DangerEvent::RaiderSeen { unit } => EventSubjects::unit(unit),
            DangerEvent::Robbed { victim: unit, robber: other, .. }
            | DangerEvent::Killed { victim: unit, killer: other } => {
                EventSubjects::unit(unit).and_unit(other)
            }
            DangerEvent::FeudGrew { near, band, loads, days } => {
                let subjects = EventSubjects::none().and_town(near).and_amount(loads.max(days));
                band.map_or(subjects, |band| subjects.and_band(band))
            }
            DangerEvent::FeudEnded { near, loads, deaths, days, answers, grown } => {
                let most = loads.max(deaths).max(days).max(answers.forts).max(answers.guards);
                EventSubjects::none().and_town(near).and_town(grown.map(|(town, _)| town)).and_amount(most)
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
