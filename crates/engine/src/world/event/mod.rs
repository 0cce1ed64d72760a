//! Events: what happened, as facts with causes. They hold ids, numbers and small enums; who shows them makes the words.
//!
//! Reading order: this file; the kinds (`travel`, `trade`, `settlement`, `road`, `danger`, `relation`, `player`, `life`);
//! `subjects` (what a kind is about); `link` (why an unseen event is kept) and `log` (the events that are kept); `passes`
//! (who wears the ground), `feuds` (robberies that are one story), `persons` (who is remembered for what).
//!
//! When something is recorded is decided in `sim`.

mod danger;
mod feuds;
mod life;
mod link;
mod log;
mod passes;
mod persons;
mod player;
mod relation;
mod road;
mod settlement;
mod subjects;
mod trade;
mod travel;

pub use danger::DangerEvent;
pub use feuds::{DetourGain, DetourTown, Feud, FeudAnswers, Feuds, RobberyNews};
pub use life::{LifeEvent, Strike};
pub use link::EventLink;
pub use log::{EventLine, Events, LIFE_LINES_MAX, LINES_MAX, MentionedUnit, PENDING_MAX};
pub use passes::{PairPasses, Passes};
pub(in crate::world) use persons::{DEEDS_MAX, PERSONS_MAX};
pub use player::{ActReport, CharterOutcome, PlayerEvent};
pub use relation::RelationEvent;
pub use road::RoadEvent;
pub use settlement::{RuinReason, SettlementEvent};
pub use subjects::{EventSubjects, NamedPlace};
pub use trade::TradeEvent;
pub use travel::{AfterFailure, ScoutingReason, TravelEvent};

use crate::grid::Cell;
use crate::world::TownIx;
use serde::{Deserialize, Serialize};
use std::mem::discriminant;

/// Number of an event. Numbers are never used twice; a cause has a smaller number than its effect.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
pub struct EventId(pub u64);

/// Something that happened.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Event {
    /// Its number.
    pub id: EventId,
    /// When.
    pub tick: u64,
    /// Where, to jump to.
    pub at: Option<Cell>,
    /// The settlement by which its place is described: the nearest that the player's people knew then.
    pub near: Option<TownIx>,
    /// Whether the player's people saw it.
    pub seen: bool,
    /// What.
    pub kind: EventKind,
    /// What it came of, if that is known and kept.
    pub cause: Option<EventId>,
}

/// What happened.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum EventKind {
    /// On the way.
    Travel(TravelEvent),
    /// Caravans and maps.
    Trade(TradeEvent),
    /// Settlements, camps and seasons.
    Settlement(SettlementEvent),
    /// Roads and bridges.
    Road(RoadEvent),
    /// Raiders, beasts, fear, and what is done against them.
    Danger(DangerEvent),
    /// Between peoples.
    Relation(RelationEvent),
    /// The player's acts, objectives and goals.
    Player(PlayerEvent),
    /// What the unit meets that the player plays as.
    Life(LifeEvent),
}

/// What an event is about, to filter by.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Subject {
    /// Units.
    #[default]
    People,
    /// Roads.
    Roads,
    /// Settlements and camps.
    Settlements,
    /// The player's acts and their reports.
    You,
    /// Robbery, fights and death.
    Danger,
}

impl EventKind {
    /// What it is about.
    pub fn subject(&self) -> Subject {
        match self {
            EventKind::Travel(_) | EventKind::Trade(_) => Subject::People,
            EventKind::Danger(_) => Subject::Danger,
            EventKind::Settlement(_) | EventKind::Relation(_) => Subject::Settlements,
            EventKind::Road(_) => Subject::Roads,
            EventKind::Player(_) | EventKind::Life(_) => Subject::You,
        }
    }

    /// Importance, 0 (never told by itself) and 1 (routine) to 9.
    pub fn weight(&self) -> u8 {
        match self {
            EventKind::Travel(what) => what.weight(),
            EventKind::Trade(what) => what.weight(),
            EventKind::Settlement(what) => what.weight(),
            EventKind::Road(what) => what.weight(),
            EventKind::Danger(what) => what.weight(),
            EventKind::Relation(what) => what.weight(),
            EventKind::Player(what) => what.weight(),
            EventKind::Life(_) => 9,
        }
    }
}

impl Event {
    /// The cell whose whereabouts its words give: its own, unless it is about another place, or as a season about none.
    pub fn place(&self) -> Option<Cell> {
        let is_everywhere = matches!(self.kind, EventKind::Settlement(SettlementEvent::SeasonBegan(_)));
        self.kind.subjects().place.or(self.at).filter(|_| !is_everywhere)
    }
}

macro_rules! kinds {
    ($($group:ident($inner:ident)),*) => {
        $(impl From<$inner> for EventKind {
            fn from(what: $inner) -> EventKind {
                EventKind::$group(what)
            }
        })*

        impl EventKind {
            /// The units, settlements, cells and peoples that it names.
            pub fn subjects(&self) -> EventSubjects {
                match self {
                    $(EventKind::$group(what) => what.subjects(),)*
                }
            }

            /// Whether it tells the same about the same settlements, places, peoples or units as another: the first of
            /// these that it names.
            pub(super) fn repeats(&self, other: &EventKind) -> bool {
                let is_same_kind = match (self, other) {
                    $((EventKind::$group(this), EventKind::$group(other)) => {
                        discriminant(this) == discriminant(other)
                    })*
                    _ => false,
                };
                is_same_kind && self.subjects().topic() == other.subjects().topic()
            }
        }
    };
}

kinds!(
    Travel(TravelEvent),
    Trade(TradeEvent),
    Settlement(SettlementEvent),
    Road(RoadEvent),
    Danger(DangerEvent),
    Relation(RelationEvent),
    Player(PlayerEvent),
    Life(LifeEvent)
);
