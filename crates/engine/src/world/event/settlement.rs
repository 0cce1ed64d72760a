//! Settlements and camps: how they begin, change and end; and the seasons.

use super::EventSubjects;
use crate::land::Good;
use crate::world::{Season, TownIx, TownKind, TownPair, UnitId};
use serde::{Deserialize, Serialize};

/// What happens to settlements.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum SettlementEvent {
    /// A settlement was founded.
    Founded {
        /// The settlement.
        town: TownIx,
        /// What it was.
        kind: TownKind,
        /// The settler who founded it; none for the first of a land.
        unit: Option<UnitId>,
        /// What its site yields, if it stands at one.
        good: Option<Good>,
    },
    /// Families left a settlement to found another.
    SettlersLeft {
        /// Their leader.
        unit: UnitId,
        /// The settlement that they left.
        town: TownIx,
        /// How many.
        families: u32,
    },
    /// The residents of a settlement die of hunger.
    Starves {
        /// The settlement.
        town: TownIx,
    },
    /// A settlement whose residents died of hunger has food again.
    HungerEnded {
        /// The settlement.
        town: TownIx,
        /// Days since the first died.
        days: u32,
        /// How many died.
        deaths: u32,
    },
    /// A camp became an inn.
    InnOpened {
        /// The inn.
        town: TownIx,
        /// Nights slept there before.
        nights: u32,
        /// Passes over its cell before, as far as they had not faded.
        passes: u32,
        /// Number of routes whose travellers slept there.
        routes: u32,
        /// The first of these routes.
        between: Option<TownPair>,
    },
    /// An inn became a village.
    VillageFormed {
        /// The village.
        town: TownIx,
        /// Number of routes that meet there.
        routes: u32,
    },
    /// A settlement became something larger.
    Grew {
        /// The settlement.
        town: TownIx,
        /// What it became.
        to: TownKind,
        /// Residents then.
        residents: u32,
    },
    /// A settlement became something smaller.
    Shrank {
        /// The settlement.
        town: TownIx,
        /// What it became.
        to: TownKind,
        /// Residents then.
        residents: u32,
        /// The larger settlement near by that made it less than a town, if one did.
        rival: Option<TownIx>,
    },
    /// A settlement was abandoned.
    Abandoned {
        /// The ruin.
        town: TownIx,
        /// What emptied it.
        reason: RuinReason,
        /// Whether it belonged to the player's people.
        own: bool,
    },
    /// A settlement of another people was seen or heard of for the first time.
    Discovered {
        /// The settlement.
        town: TownIx,
        /// What it was.
        kind: TownKind,
    },
    /// What a settlement makes will soon run out.
    SiteFails {
        /// The settlement.
        town: TownIx,
        /// What it makes.
        good: Good,
    },
    /// What a settlement made has run out.
    SiteSpent {
        /// The settlement.
        town: TownIx,
        /// What it made.
        good: Good,
    },
    /// A new site was found.
    SiteFound {
        /// What it yields.
        good: Good,
    },
    /// A sickness broke out in a settlement, or was carried to it, and killed residents.
    Sickness {
        /// The settlement.
        town: TownIx,
        /// How many.
        deaths: u32,
        /// The settlement from which travellers carried it; where it broke out, the same.
        from: TownIx,
    },
    /// A season began.
    SeasonBegan(Season),
}

/// What emptied a settlement.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum RuinReason {
    /// Too little trade to live on.
    NoTrade,
    /// Too few guests for an inn.
    NoGuests,
    /// Its residents died of hunger.
    Hunger,
    /// Too little trade, while its people was at war.
    War,
    /// The same, while its people feared a place nearby.
    Fear,
}

impl SettlementEvent {
    pub(super) fn weight(self) -> u8 {
        match self {
            // A sickness is told where it breaks out; its way from there is on the pages of the places that it comes to.
            SettlementEvent::Sickness { town, from, .. } if town != from => 0,
            SettlementEvent::Founded { .. }
            | SettlementEvent::VillageFormed { .. }
            | SettlementEvent::Abandoned { own: true, .. } => 9,
            SettlementEvent::InnOpened { .. } => 8,
            SettlementEvent::Grew { .. }
            | SettlementEvent::Shrank { .. }
            | SettlementEvent::Discovered { .. }
            | SettlementEvent::Starves { .. }
            | SettlementEvent::SeasonBegan(_) => 7,
            SettlementEvent::SiteFails { .. }
            | SettlementEvent::SiteSpent { .. }
            | SettlementEvent::SiteFound { .. }
            | SettlementEvent::Sickness { .. } => 8,
            SettlementEvent::SettlersLeft { .. }
            | SettlementEvent::Abandoned { .. }
            | SettlementEvent::HungerEnded { .. } => 6,
        }
    }

    pub(super) fn subjects(self) -> EventSubjects {
        match self {
            SettlementEvent::Founded { town, unit, .. } => {
                EventSubjects::none().and_town(town).and_unit(unit)
            }
            SettlementEvent::SettlersLeft { unit, town, families } => {
                EventSubjects::unit(unit).and_town(town).and_amount(families)
            }
            SettlementEvent::SeasonBegan(_) | SettlementEvent::SiteFound { .. } => EventSubjects::none(),
            SettlementEvent::HungerEnded { town, days, deaths } => {
                EventSubjects::none().and_town(town).and_amount(days.max(deaths))
            }
            SettlementEvent::Sickness { town, deaths, from } => {
                EventSubjects::none().and_pair((town, from)).and_amount(deaths)
            }
            SettlementEvent::InnOpened { town, nights, passes, routes, between } => EventSubjects::none()
                .and_town(town)
                .and_pair(between)
                .and_amount(nights.max(passes).max(routes)),
            SettlementEvent::VillageFormed { town, routes } => {
                EventSubjects::none().and_town(town).and_amount(routes)
            }
            SettlementEvent::Grew { town, residents, .. } => {
                EventSubjects::none().and_town(town).and_amount(residents)
            }
            SettlementEvent::Shrank { town, residents, rival, .. } => {
                EventSubjects::none().and_town(town).and_town(rival).and_amount(residents)
            }
            SettlementEvent::Abandoned { town, .. }
            | SettlementEvent::Discovered { town, .. }
            | SettlementEvent::SiteFails { town, .. }
            | SettlementEvent::SiteSpent { town, .. }
            | SettlementEvent::Starves { town } => EventSubjects::none().and_town(town),
        }
    }
}
