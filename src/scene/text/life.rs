//! What the unit meets that the player plays as.

use super::journey;
use super::reason::{failure_words, no_path_words};
use super::teller::Teller;
use crate::sim::{counted, direction_to};
use crate::world::{DAY_TIME, HOME, LifeEvent, Strike, WOUNDS_MAX, World};

pub(super) fn words(teller: &Teller, what: LifeEvent) -> String {
    match what {
        LifeEvent::Began { .. }
        | LifeEvent::SetOut { .. }
        | LifeEvent::NextWaystone { .. }
        | LifeEvent::BringItHome
        | LifeEvent::WaystoneReached { .. }
        | LifeEvent::Home { .. }
        | LifeEvent::PathHomeFound { .. } => story_words(teller, what),
        LifeEvent::SignSeen { .. }
        | LifeEvent::Met { .. }
        | LifeEvent::Chose { .. }
        | LifeEvent::LeftBehind { .. }
        | LifeEvent::Bought { .. }
        | LifeEvent::Spent { .. }
        | LifeEvent::ParcelTaken { .. }
        | LifeEvent::ParcelDelivered { .. }
        | LifeEvent::GraveFound { .. }
        | LifeEvent::FamilyLeft { .. }
        | LifeEvent::Used { .. } => journey::words(teller, what),
        LifeEvent::Sighted { .. }
        | LifeEvent::WaystoneSighted { .. }
        | LifeEvent::TownSighted { .. }
        | LifeEvent::CampSighted { .. }
        | LifeEvent::SiteSighted { .. } => sighting_words(teller, what),
        LifeEvent::Ate { town } => format!("you eat at {}, and pack food for six days", teller.town(town)),
        LifeEvent::Hungry { band: 1 } => "half of your food is eaten".to_owned(),
        LifeEvent::Hungry { band: 2 } => "food for one day is left".to_owned(),
        LifeEvent::Hungry { .. } => "you have nothing left to eat".to_owned(),
        LifeEvent::Hurt { wounds, by_hunger } => {
            let why = if by_hunger { "hunger weakens you" } else { "you are hurt" };
            format!("{why}: {wounds} of {}", counted(usize::from(WOUNDS_MAX), "wound"))
        }
        LifeEvent::Tired { level: 1 } => "you are tired".to_owned(),
        LifeEvent::Tired { .. } => "you can hardly walk: rest".to_owned(),
        LifeEvent::FellAsleep => "you fall asleep where you stand".to_owned(),
        LifeEvent::Explored { cells } => {
            format!("you have seen what is there: {} more", counted(cells as usize, "cell"))
        }
        LifeEvent::Arrived => format!("you are {}", teller.whereabouts()),
        LifeEvent::NoPathOn { goal } => format!("no path on to {} is known", teller.place(goal)),
        LifeEvent::UnitInTheWay { unit } => format!("{} is in the way", teller.unit(unit)),
        LifeEvent::PassageTaken { waits: false } => "others come through the narrow passage".to_owned(),
        LifeEvent::PassageTaken { waits: true } => {
            "others come through the narrow passage: you wait".to_owned()
        }
        LifeEvent::NoPath { goal, reason } => {
            format!("you know no path to {}: {}", teller.place(goal), no_path_words(reason))
        }
        LifeEvent::GaveUp { reason } => format!("you stop: your unit {}", failure_words(reason)),
        LifeEvent::EdgeOfLand => "the land ends here".to_owned(),
        LifeEvent::NoWayBetween => "there is no way through between".to_owned(),
        LifeEvent::GroundBlocked { surface } => format!("{} bars the way", surface.name()),
        LifeEvent::Struck { foe, result } => {
            let name = teller.title(foe);
            match result {
                Strike::Killed => format!("you strike {name} down"),
                Strike::Wounded => format!("you wound {name}"),
                Strike::Missed => format!("you strike at {name} and miss"),
            }
        }
        LifeEvent::GatheredFood => "you gather food for two days".to_owned(),
        LifeEvent::LookedAround { cells: 0 } => "you look about and see nothing new".to_owned(),
        LifeEvent::LookedAround { cells } => {
            format!("you look about: {} never seen before", counted(cells as usize, "cell"))
        }
        LifeEvent::Woke { healed } => {
            let healed = if healed { ", and a wound has healed" } else { "" };
            format!("you wake {}{healed}", teller.whereabouts())
        }
    }
}

/// Beginnings, waystones and home.
fn story_words(teller: &Teller, what: LifeEvent) -> String {
    match what {
        LifeEvent::Began { unit } => format!("you are {}", teller.title(unit)),
        LifeEvent::SetOut { unit, from } => {
            let people = teller.world.peoples.get(HOME).map_or("", |home| home.name.as_str());
            format!("you are {}, a wanderer of {people}, at {}", teller.unit(unit), teller.town(from))
        }
        LifeEvent::WaystoneReached { stone } => {
            format!("you lay your hand on the {} waystone; now bring it home", ordinal(stone))
        }
        LifeEvent::Home { cells, stones } => {
            let news = match cells {
                0 => "you are home, with nothing new to tell".to_owned(),
                _ => format!("you bring home {}", counted(cells as usize, "new cell")),
            };
            match stones {
                0 => news,
                _ => format!("{news}; {} told of", counted(usize::from(stones), "waystone")),
            }
        }
        LifeEvent::PathHomeFound { town } => format!("the way to {} is known now", teller.town(town)),
        other => hint_words(teller.world, other),
    }
}

/// What comes into sight, and in which direction.
fn sighting_words(teller: &Teller, what: LifeEvent) -> String {
    let (name, at) = match what {
        LifeEvent::Sighted { unit, at } => (teller.title(unit), at),
        LifeEvent::WaystoneSighted { stone, at } => (format!("the {} waystone", ordinal(stone)), at),
        LifeEvent::TownSighted { town, at } => (teller.world.town(town).name.clone(), at),
        LifeEvent::CampSighted { at } => ("a camp".to_owned(), at),
        LifeEvent::SiteSighted { good, at } => (format!("a place for {}", good.name()), at),
        _ => return String::new(),
    };
    match (teller.direction(at), what) {
        (Some(side), _) => format!("{name} comes into sight in the {side}"),
        (None, LifeEvent::Sighted { .. }) => format!("{name} is beside you"),
        (None, _) => format!("{name} is here"),
    }
}

/// What a wanderer is told to do next: direction and days from home of the next waystone.
pub fn hint_words(world: &World, hint: LifeEvent) -> String {
    let LifeEvent::NextWaystone { stone: number } = hint else { return "bring it home".to_owned() };
    let Some(wander) = &world.wander else { return String::new() };
    let Some(stone) = wander.stones.get(usize::from(number)) else { return String::new() };
    let home = world.town(wander.home);
    let side = direction_to(home.cell, stone.cell).unwrap_or("edge");
    let halves = (stone.time * 2 + DAY_TIME / 2) / DAY_TIME;
    let days = match (halves / 2, halves % 2) {
        (0, 0 | 1) => "half a day".to_owned(),
        (1, 0) => "a day".to_owned(),
        (whole, 0) => format!("{whole} days"),
        (whole, _) => format!("{whole} and a half days"),
    };
    format!("the {} waystone lies about {days} {side} of {}", ordinal(number), home.name)
}

/// An ordinal word for a number from 0.
pub fn ordinal(number: u8) -> &'static str {
    ["first", "second", "third", "fourth", "fifth"].get(usize::from(number)).copied().unwrap_or("last")
}
