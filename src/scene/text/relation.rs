//! Between peoples: grievances, war and peace.

use super::teller::Teller;
use crate::sim::counted;
use crate::world::{PeopleIx, RelationEvent};

pub(super) fn words(teller: &Teller, what: RelationEvent) -> String {
    let name = |people: PeopleIx| teller.world.people(people).name.as_str();
    match what {
        RelationEvent::Intruded { people, town, ours, .. } => {
            let (town, ours) = (teller.town(town), teller.town(ours));
            format!("{} resents {town}, founded at the gates of {ours}", name(people))
        }
        RelationEvent::War { people, against, town, ours } => {
            let (town, ours) = (teller.town(town), teller.town(ours));
            let sides = sides(teller, people, against);
            format!("war {sides} over {town}, founded at the gates of {ours}")
        }
        RelationEvent::Peace { people, with, days, fallen, settled } => {
            let (sides, days) = (sides(teller, people, with), counted(days as usize, "day"));
            let end = match settled.map(|town| (town, teller.world.town(town))) {
                Some((id, town)) if town.is_standing() => {
                    format!("{} is {}'s now", teller.town(id), name(town.people))
                }
                Some((id, _)) => format!("{} stands no more", teller.town(id)),
                None => "old grievances are forgotten".to_owned(),
            };
            let others = fallen.saturating_sub(u32::from(settled.is_some()));
            let others = match others {
                0 => String::new(),
                _ => format!(", and {} more fell", counted(others as usize, "settlement")),
            };
            format!("peace {sides} after {days}: {end}{others}")
        }
        RelationEvent::ChangedHands { town, from, to, by_war } => {
            let (town, from, to) = (teller.town(town), name(from), name(to));
            if by_war {
                format!("{town} is cut off, and falls to {to}")
            } else {
                format!("{town} leaves {from} for {to}, whose markets it lives by")
            }
        }
    }
}

/// `with the Moor`, or `between the Moor and the Coast`.
fn sides(teller: &Teller, one: PeopleIx, other: PeopleIx) -> String {
    let name = |people: PeopleIx| teller.world.people(people).name.as_str();
    match (one, other) {
        (PeopleIx::PLAYER, stranger) | (stranger, PeopleIx::PLAYER) => format!("with {}", name(stranger)),
        _ => format!("between {} and {}", name(one), name(other)),
    }
}
