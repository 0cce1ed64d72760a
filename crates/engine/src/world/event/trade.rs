//! Goods, porters and maps.

use super::EventSubjects;
use crate::land::Good;
use crate::world::{PeopleIx, TownIx, UnitId};
use serde::{Deserialize, Serialize};

/// What happens in trade.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum TradeEvent {
    /// A trader sold a load.
    Delivered {
        /// The trader.
        unit: UnitId,
        /// What it sold.
        good: Good,
        /// Where it came from, if it was on a trip.
        from: Option<TownIx>,
        /// Where it sold.
        to: TownIx,
    },
    /// A worker stored what it gathered.
    Stored {
        /// The worker.
        unit: UnitId,
        /// What.
        good: Good,
        /// Where.
        town: TownIx,
    },
    /// Traders left together.
    CaravanLeft {
        /// How many.
        size: u32,
        /// From here.
        from: TownIx,
        /// To there.
        to: TownIx,
    },
    /// A settlement hired a porter.
    PorterHired {
        /// The porter.
        unit: UnitId,
        /// The settlement.
        town: TownIx,
    },
    /// A settlement dismissed a porter.
    PorterRetired {
        /// The porter.
        unit: UnitId,
        /// The settlement.
        town: TownIx,
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
            TradeEvent::Delivered { .. }
            | TradeEvent::Stored { .. }
            | TradeEvent::PorterHired { .. }
            | TradeEvent::PorterRetired { .. } => 0,
            TradeEvent::CaravanLeft { .. } => 1,
            TradeEvent::MapsExchanged { .. } => 3,
        }
    }

    pub(super) fn subjects(self) -> EventSubjects {
        match self {
            TradeEvent::Delivered { unit, from, to, .. } => {
                EventSubjects::unit(unit).and_town(to).and_town(from)
            }
            TradeEvent::CaravanLeft { size, from, to } => {
                EventSubjects::none().and_pair((from, to)).and_amount(size)
            }
            TradeEvent::Stored { unit, town, .. }
            | TradeEvent::PorterHired { unit, town }
            | TradeEvent::PorterRetired { unit, town } => EventSubjects::unit(unit).and_town(town),
            TradeEvent::MapsExchanged { unit, stranger, people, cells } => {
                EventSubjects::unit(unit).and_unit(stranger).and_people(people).and_amount(cells)
            }
        }
    }
}
