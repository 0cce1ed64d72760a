//! Between peoples: grievances, war and peace.

use super::teller::Teller;
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
        RelationEvent::Peace { people, with } => {
            format!("peace {}: old grievances are forgotten", sides(teller, people, with))
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
