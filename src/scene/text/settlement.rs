//! Settlements and camps; seasons.

use super::teller::{Teller, number_word, with_article};
use crate::sim::counted;
use crate::world::{RuinReason, Season, SettlementEvent};

pub(super) fn words(teller: &Teller, what: SettlementEvent) -> String {
    match what {
        SettlementEvent::Founded { town, unit, good, kind } => {
            let name = teller.town(town);
            let good = good.map_or_else(String::new, |good| format!(" for its {}", good.name()));
            match unit {
                Some(unit) => format!("{} founds {name}{good}", teller.unit(unit)),
                None => {
                    format!("{name}, {}, is one of the first places of the land", with_article(kind.name()))
                }
            }
        }
        SettlementEvent::SettlersLeft { unit, town, families } => {
            format!("{} leaves {} with {families} residents to settle", teller.unit(unit), teller.town(town))
        }
        SettlementEvent::Starves { town } => format!("{} starves", teller.town(town)),
        SettlementEvent::HungerEnded { town, days, deaths } => {
            let (days, town) = (counted(days as usize, "day"), teller.town(town));
            format!("{town} has food again: {deaths} died in {days} of hunger")
        }
        SettlementEvent::InnOpened { town, nights, between, .. } => {
            let nights = counted(nights as usize, "night");
            let between = between.map_or_else(String::new, |pair| format!(" between {}", teller.pair(pair)));
            format!("{}, an inn, opens{between} after {nights}", teller.town(town))
        }
        SettlementEvent::VillageFormed { town, routes } => {
            format!("{} becomes a village: {} routes meet here", teller.town(town), number_word(routes))
        }
        SettlementEvent::Grew { town, to, residents } => {
            format!("{} has grown into a {}: {residents} live there", teller.town(town), to.name())
        }
        SettlementEvent::Shrank { town, to, residents, rival: Some(rival) } => {
            let (town, rival) = (teller.town(town), teller.town(rival));
            format!("{rival} has outgrown {town}, now a {} of {residents}", to.name())
        }
        SettlementEvent::Shrank { town, to, residents, rival: None } => {
            format!("{} shrinks to a {}: {residents} live there", teller.town(town), to.name())
        }
        SettlementEvent::Abandoned { town, reason, .. } => {
            format!("{} has fallen to ruin{}", teller.town(town), ruin_words(reason))
        }
        SettlementEvent::Discovered { town, kind } => {
            let people = &teller.world.people(teller.world.town(town).people).name;
            format!("{}, {} of {people}, is found", teller.town(town), with_article(kind.name()))
        }
        SettlementEvent::SiteFails { town, good } => {
            format!("the {} of {} is running out: ten days of it are left", good.name(), teller.town(town))
        }
        SettlementEvent::SiteSpent { town, good } => {
            format!("the last {} of {} is gone", good.name(), teller.town(town))
        }
        SettlementEvent::SiteFound { good } => format!("{} is found {}", good.name(), teller.whereabouts()),
        SettlementEvent::Sickness { town, deaths, from } => {
            let carried =
                if town == from { String::new() } else { format!(", carried from {}", teller.town(from)) };
            format!("a sickness kills {deaths} in {}{carried}", teller.town(town))
        }
        SettlementEvent::SeasonBegan(season) => season_words(season).to_owned(),
    }
}

/// What emptied a settlement, as far as more can be said than that its people left.
fn ruin_words(reason: RuinReason) -> &'static str {
    match reason {
        RuinReason::Hunger => ": its people starved",
        RuinReason::NoGuests => ": no guests come any more",
        RuinReason::War => ", in the war",
        RuinReason::Fear => ": the roads there are feared",
        RuinReason::NoTrade => "",
    }
}

fn season_words(season: Season) -> &'static str {
    match season {
        Season::Spring => "spring: the snow is gone, and the fords are in flood",
        Season::Summer => "summer: the fords are low again, and the swamps dry up",
        Season::Autumn => "autumn: the swamps are wet again",
        Season::Winter => "winter: snow lies on the hills, and bare rock is almost impassable",
    }
}
