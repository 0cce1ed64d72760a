//! Roads and bridges, and the trips that wore them.

use super::EventSubjects;
use crate::world::{Tier, TownIx, TownPair, UnitId};
use serde::{Deserialize, Serialize};

/// What happens to roads.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum RoadEvent {
    /// The first trip between two settlements began.
    FirstTrip {
        /// The traveller.
        unit: UnitId,
        /// From here.
        from: TownIx,
        /// To there.
        to: TownIx,
    },
    /// The first cell of this tier that travellers between two settlements wore, more than any others.
    Worn {
        /// The tier.
        tier: Tier,
        /// The settlements.
        between: TownPair,
        /// Their passes there.
        passes: u32,
    },
    /// The first path of the land.
    FirstPath {
        /// Whose trips wore it most.
        between: Option<TownPair>,
    },
    /// The first dirt road of the land.
    FirstDirtRoad {
        /// Whose trips wore it most.
        between: Option<TownPair>,
    },
    /// A trip between two settlements led over roads nearly all the way.
    Joined {
        /// The settlements.
        between: TownPair,
        /// The walking time of that trip, in milli-steps.
        time: u32,
    },
    /// Half a trip between two settlements that a road had joined led over no road.
    Parted {
        /// The settlements.
        between: TownPair,
    },
    /// A settlement built a bridge.
    Bridged {
        /// The settlement.
        town: TownIx,
        /// Whether over a ford; otherwise over a dip.
        ford: bool,
        /// Whose trips pass there most.
        between: Option<TownPair>,
    },
    /// A flood will soon carry off a bridge.
    WaterRises,
    /// A flood carried off a bridge.
    Flooded {
        /// Whose trips passed there most.
        between: Option<TownPair>,
    },
    /// Rock fell on a road.
    Rockfall {
        /// Whose trips passed there most.
        between: Option<TownPair>,
    },
}

impl RoadEvent {
    pub(super) fn weight(self) -> u8 {
        match self {
            RoadEvent::FirstTrip { .. } | RoadEvent::Worn { .. } => 0,
            RoadEvent::FirstPath { .. }
            | RoadEvent::FirstDirtRoad { .. }
            | RoadEvent::WaterRises
            | RoadEvent::Flooded { .. }
            | RoadEvent::Rockfall { .. } => 8,
            RoadEvent::Bridged { .. } => 6,
            RoadEvent::Joined { .. } | RoadEvent::Parted { .. } => 5,
        }
    }

    pub(super) fn subjects(self) -> EventSubjects {
        match self {
            RoadEvent::FirstTrip { unit, from, to } => EventSubjects::unit(unit).and_pair((from, to)),
            RoadEvent::Worn { between, passes, .. } => {
                EventSubjects::none().and_pair(between).and_amount(passes)
            }
            RoadEvent::FirstPath { between }
            | RoadEvent::FirstDirtRoad { between }
            | RoadEvent::Flooded { between }
            | RoadEvent::Rockfall { between } => EventSubjects::none().and_pair(between),
            RoadEvent::Joined { between, time } => EventSubjects::none().and_pair(between).and_amount(time),
            RoadEvent::Parted { between } => EventSubjects::none().and_pair(between),
            RoadEvent::Bridged { town, between, .. } => {
                EventSubjects::none().and_town(town).and_pair(between)
            }
            RoadEvent::WaterRises => EventSubjects::none(),
        }
    }
}
