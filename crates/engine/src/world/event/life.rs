//! What the unit meets that the player plays as: the lines of its own log.

use super::{EventSubjects, NamedPlace};
use crate::grid::Cell;
use crate::land::{Good, Surface};
use crate::world::{Choice, Encounter, FailureReason, NoPathReason, Thing, TownIx, UnitId};
use serde::{Deserialize, Serialize};

/// What the unit does and meets that the player plays as.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum LifeEvent {
    /// The player begins to play as a unit.
    Began {
        /// The unit.
        unit: UnitId,
    },
    /// A wanderer sets out.
    SetOut {
        /// The wanderer.
        unit: UnitId,
        /// From here.
        from: TownIx,
    },
    /// Where the next waystone lies.
    NextWaystone {
        /// Its number, from 0.
        stone: u8,
    },
    /// A waystone waits to be brought home.
    BringItHome,
    /// It ate and packed food in a settlement.
    Ate {
        /// Where.
        town: TownIx,
    },
    /// Its food runs low.
    Hungry {
        /// Band of hunger: 1 with half of it left, 2 with a day's, 3 with none.
        band: u8,
    },
    /// It has a new wound.
    Hurt {
        /// Wounds in all.
        wounds: u8,
        /// Whether hunger was the cause.
        by_hunger: bool,
    },
    /// It is tired.
    Tired {
        /// 1 when it is time to sleep, 2 when walking is over for the day.
        level: u8,
    },
    /// It fell asleep where it stood.
    FellAsleep,
    /// Another unit came into sight.
    Sighted {
        /// The other.
        unit: UnitId,
        /// Where it was.
        at: Cell,
    },
    /// A waystone came into sight.
    WaystoneSighted {
        /// Its number, from 0.
        stone: u8,
        /// Where it is.
        at: Cell,
    },
    /// A settlement came into sight.
    TownSighted {
        /// The settlement.
        town: TownIx,
        /// Where it is.
        at: Cell,
    },
    /// A camp came into sight.
    CampSighted {
        /// Where.
        at: Cell,
    },
    /// A resource site came into sight.
    SiteSighted {
        /// What it yields.
        good: Good,
        /// Where.
        at: Cell,
    },
    /// It has explored what it set out to see.
    Explored {
        /// Cells that were new.
        cells: u32,
    },
    /// It arrived.
    Arrived,
    /// It came as near to its goal as is known.
    NoPathOn {
        /// The goal.
        goal: NamedPlace,
    },
    /// Another unit is in the way.
    UnitInTheWay {
        /// The other.
        unit: UnitId,
    },
    /// Others come through a narrow passage.
    PassageTaken {
        /// Whether it waits for them.
        waits: bool,
    },
    /// It knows no path to its goal.
    NoPath {
        /// The goal.
        goal: NamedPlace,
        /// Why there is none.
        reason: NoPathReason,
    },
    /// It gave up what it was doing.
    GaveUp {
        /// Why.
        reason: FailureReason,
    },
    /// The land ends.
    EdgeOfLand,
    /// A corner is in the way.
    NoWayBetween,
    /// Ground that it cannot enter is in the way.
    GroundBlocked {
        /// The ground.
        surface: Surface,
    },
    /// It struck a foe.
    Struck {
        /// The foe.
        foe: UnitId,
        /// With what result.
        result: Strike,
    },
    /// It gathered food.
    GatheredFood,
    /// It looked around.
    LookedAround {
        /// Cells that were new.
        cells: u32,
    },
    /// It woke.
    Woke {
        /// Whether a wound has healed.
        healed: bool,
    },
    /// It reached a waystone.
    WaystoneReached {
        /// Its number, from 0.
        stone: u8,
    },
    /// It came home.
    Home {
        /// Cells that are new to its home.
        cells: u32,
        /// Waystones brought home.
        stones: u8,
    },
    /// Its home now knows a path to a settlement.
    PathHomeFound {
        /// The settlement.
        town: TownIx,
    },
    /// Signs of something that waits on the way.
    SignSeen {
        /// What.
        what: Encounter,
        /// Where.
        at: Cell,
    },
    /// What waits is at hand.
    Met {
        /// What.
        what: Encounter,
    },
    /// What came of a choice.
    Chose {
        /// What waited.
        what: Encounter,
        /// What was chosen.
        choice: Choice,
        /// Whether it went well.
        went_well: bool,
    },
    /// What waited is left behind.
    LeftBehind {
        /// What.
        what: Encounter,
    },
    /// It bought a thing.
    Bought {
        /// What.
        thing: Thing,
        /// For this much coin.
        coin: u32,
    },
    /// It used a thing, or lost it.
    Spent {
        /// What.
        thing: Thing,
    },
    /// It took a parcel.
    ParcelTaken {
        /// For here.
        town: TownIx,
        /// Coin on delivery.
        coin: u32,
    },
    /// It delivered a parcel.
    ParcelDelivered {
        /// Where.
        town: TownIx,
        /// For this much coin.
        coin: u32,
    },
    /// It found a grave, and took things from it.
    GraveFound {
        /// The number of things.
        things: u8,
    },
    /// A family has left its home.
    FamilyLeft {
        /// From here.
        town: TownIx,
    },
    /// It laid a decoy or blew a horn.
    Used {
        /// What.
        thing: Thing,
        /// Units that come to it, as far as it knows.
        drawn: u8,
        /// Units that run from it, as far as it knows.
        driven: u8,
    },
}

/// Result of a strike.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Strike {
    /// The foe is dead.
    Killed,
    /// The foe is wounded.
    Wounded,
    /// It missed.
    Missed,
}

impl LifeEvent {
    pub(super) fn subjects(self) -> EventSubjects {
        match self {
            LifeEvent::Began { unit }
            | LifeEvent::UnitInTheWay { unit }
            | LifeEvent::Struck { foe: unit, .. } => EventSubjects::unit(unit),
            LifeEvent::SetOut { unit, from } => EventSubjects::unit(unit).and_town(from),
            LifeEvent::Sighted { unit, at } => EventSubjects::unit(unit).and_cell(at),
            LifeEvent::WaystoneSighted { at, .. }
            | LifeEvent::CampSighted { at }
            | LifeEvent::SiteSighted { at, .. } => EventSubjects::none().and_cell(at),
            LifeEvent::TownSighted { town, at } => EventSubjects::none().and_town(town).and_cell(at),
            LifeEvent::Ate { town } | LifeEvent::PathHomeFound { town } | LifeEvent::FamilyLeft { town } => {
                EventSubjects::none().and_town(town)
            }
            LifeEvent::ParcelTaken { town, coin } | LifeEvent::ParcelDelivered { town, coin } => {
                EventSubjects::none().and_town(town).and_amount(coin)
            }
            LifeEvent::Bought { coin, .. } => EventSubjects::none().and_amount(coin),
            LifeEvent::SignSeen { at, .. } => EventSubjects::none().and_cell(at),
            LifeEvent::NoPathOn { goal } | LifeEvent::NoPath { goal, .. } => {
                EventSubjects::none().and_named(goal)
            }
            LifeEvent::Explored { cells }
            | LifeEvent::LookedAround { cells }
            | LifeEvent::Home { cells, .. } => EventSubjects::none().and_amount(cells),
            LifeEvent::NextWaystone { .. }
            | LifeEvent::BringItHome
            | LifeEvent::Hungry { .. }
            | LifeEvent::Hurt { .. }
            | LifeEvent::Tired { .. }
            | LifeEvent::FellAsleep
            | LifeEvent::Arrived
            | LifeEvent::PassageTaken { .. }
            | LifeEvent::GaveUp { .. }
            | LifeEvent::EdgeOfLand
            | LifeEvent::NoWayBetween
            | LifeEvent::GroundBlocked { .. }
            | LifeEvent::GatheredFood
            | LifeEvent::Woke { .. }
            | LifeEvent::Met { .. }
            | LifeEvent::Chose { .. }
            | LifeEvent::LeftBehind { .. }
            | LifeEvent::Spent { .. }
            | LifeEvent::GraveFound { .. }
            | LifeEvent::Used { .. }
            | LifeEvent::WaystoneReached { .. } => EventSubjects::none(),
        }
    }
}
