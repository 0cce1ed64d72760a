//! Why an event is kept that no line tells of: something that stands or lasts came of it.

use crate::grid::Cell;
use crate::world::{BandId, PeopleIx, TownIx, TownKind, TownPair, UnitId};
use serde::{Deserialize, Serialize};

/// What an event is the beginning of. It is kept as long as that lasts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum EventLink {
    /// A settlement became what it is, or something smaller that it grew out of.
    Step(TownIx, TownKind),
    /// Settlers left, and have not settled yet: their leader.
    Settlers(UnitId),
    /// Two settlements were joined by a first trip.
    Trip(TownPair),
    /// The best road that travellers between two settlements have worn.
    Road(TownPair),
    /// A road joins two settlements.
    Joined(TownPair),
    /// A people fears a place.
    Fear(PeopleIx, Cell),
    /// A people resents another.
    Grievance(PeopleIx, PeopleIx),
    /// Two peoples are at war, the smaller index first.
    War(PeopleIx, PeopleIx),
    /// A settlement was abandoned.
    Ruin(TownIx),
    /// A charter was offered: its number.
    Charter(u32),
    /// What a band that is remembered last became.
    Band(BandId),
    /// A feud at a place goes on.
    Feud(Cell),
    /// The residents of a settlement die of hunger.
    Hunger(TownIx),
    /// A sickness came to a settlement last.
    Sickness(TownIx),
    /// A flood threatens a bridge, or has carried it off.
    Flood(Cell),
    /// A unit is remembered for something: one of its few deeds.
    Deed(UnitId, u8),
}

impl EventLink {
    /// Whether it links to a settlement.
    pub(super) fn is_of_town(self, town: TownIx) -> bool {
        match self {
            EventLink::Step(other, _)
            | EventLink::Ruin(other)
            | EventLink::Hunger(other)
            | EventLink::Sickness(other) => other == town,
            EventLink::Trip((a, b)) | EventLink::Road((a, b)) | EventLink::Joined((a, b)) => {
                a == town || b == town
            }
            EventLink::Settlers(_)
            | EventLink::Fear(..)
            | EventLink::Band(_)
            | EventLink::Feud(_)
            | EventLink::Flood(_)
            | EventLink::Deed(..)
            | EventLink::Grievance(..)
            | EventLink::War(..)
            | EventLink::Charter(_) => false,
        }
    }
}
