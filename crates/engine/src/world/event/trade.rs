//! Caravans and maps.

use super::EventSubjects;
use crate::world::{PeopleIx, TownIx, UnitId};
use serde::{Deserialize, Serialize};

/// What happens in trade.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum TradeEvent {
    /// Traders left together.
    CaravanLeft {
        /// How many.
        size: u32,
        /// From here.
        from: TownIx,
        /// To there.
        to: TownIx,
    },
    /// Traders of two peoples exchanged maps.
    MapsExchanged {
        /// The player's trader.
        unit: UnitId,
        /// The other.
        stranger: UnitId,
        /// The other's people.
        people: PeopleIx,
        /// Cells that are new to the player's people.
        cells: u32,
    },
}

impl TradeEvent {
    pub(super) fn weight(self) -> u8 {
        match self {
            TradeEvent::CaravanLeft { .. } => 1,
            TradeEvent::MapsExchanged { .. } => 2,
        }
    }

    pub(super) fn subjects(self) -> EventSubjects {
        match self {
            TradeEvent::CaravanLeft { size, from, to } => {
                EventSubjects::none().and_pair((from, to)).and_amount(size)
            }
            TradeEvent::MapsExchanged { unit, stranger, people, cells } => {
                EventSubjects::unit(unit).and_unit(stranger).and_people(people).and_amount(cells)
            }
        }
    }
}
