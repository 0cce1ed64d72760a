//! What happens between peoples: grievances, war and peace.

use super::EventSubjects;
use crate::world::PeopleIx;
use crate::world::TownIx;
use serde::{Deserialize, Serialize};

/// What happens between two peoples.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum RelationEvent {
    /// A people resents a settlement that another founded in its realm.
    Intruded {
        /// The people that resents it.
        people: PeopleIx,
        /// The other.
        against: PeopleIx,
        /// The settlement.
        town: TownIx,
        /// The settlement in whose realm it lies.
        ours: TownIx,
    },
    /// A war began.
    War {
        /// The people that began it.
        people: PeopleIx,
        /// The other.
        against: PeopleIx,
        /// What it is about: the settlement that was resented last of those at the same gates.
        town: TownIx,
        /// The settlement in whose realm that lies: of all, the one with most grievances.
        ours: TownIx,
    },
    /// A war ended.
    Peace {
        /// The people that forgot its grievances last.
        people: PeopleIx,
        /// The other.
        with: PeopleIx,
        /// Days that it lasted.
        days: u32,
        /// Settlements that fell in it.
        fallen: u32,
        /// What it was about, if that has changed hands or stands no more.
        settled: Option<TownIx>,
    },
    /// A settlement became another people's.
    ChangedHands {
        /// The settlement.
        town: TownIx,
        /// The people that had it.
        from: PeopleIx,
        /// The people that has it.
        to: PeopleIx,
        /// Whether it was cut off in war; if not, it lived by the other's markets.
        by_war: bool,
    },
}

impl RelationEvent {
    pub(super) fn weight(self) -> u8 {
        match self {
            RelationEvent::Intruded { .. } => 0,
            RelationEvent::War { .. } | RelationEvent::Peace { .. } | RelationEvent::ChangedHands { .. } => 9,
        }
    }

    pub(super) fn subjects(self) -> EventSubjects {
        match self {
            RelationEvent::Intruded { people, against, town, ours }
            | RelationEvent::War { people, against, town, ours } => {
                EventSubjects::none().and_people(people).and_people(against).and_pair((town, ours))
            }
            RelationEvent::Peace { people, with, days, fallen, settled } => {
                let peoples = EventSubjects::none().and_people(people).and_people(with);
                peoples.and_town(settled).and_amount(days.max(fallen))
            }
            RelationEvent::ChangedHands { town, from, to, .. } => {
                EventSubjects::none().and_people(from).and_people(to).and_town(town)
            }
        }
    }
}
