//! What happens between peoples: grievances, war and peace.

use super::EventSubjects;
use crate::world::TownId;
use serde::{Deserialize, Serialize};

/// What happens between two peoples.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum RelationEvent {
    /// A people resents a settlement that another founded in its realm.
    Intruded {
        /// The people that resents it.
        people: u8,
        /// The other.
        against: u8,
        /// The settlement.
        town: TownId,
        /// The settlement in whose realm it lies.
        ours: TownId,
    },
    /// A war began.
    War {
        /// The people that began it.
        people: u8,
        /// The other.
        against: u8,
        /// The settlement that was resented last.
        town: TownId,
        /// The settlement in whose realm that lies.
        ours: TownId,
    },
    /// A war ended.
    Peace {
        /// The people that forgot its grievances last.
        people: u8,
        /// The other.
        with: u8,
    },
}

impl RelationEvent {
    pub(super) fn weight(self) -> u8 {
        match self {
            RelationEvent::Intruded { .. } => 0,
            RelationEvent::War { .. } | RelationEvent::Peace { .. } => 9,
        }
    }

    pub(super) fn subjects(self) -> EventSubjects {
        match self {
            RelationEvent::Intruded { people, against, town, ours }
            | RelationEvent::War { people, against, town, ours } => {
                EventSubjects::none().and_people(people).and_people(against).and_pair((town, ours))
            }
            RelationEvent::Peace { people, with } => {
                EventSubjects::none().and_people(people).and_people(with)
            }
        }
    }
}
