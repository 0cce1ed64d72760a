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
            format!("war {}: {town} was founded at the gates of {ours}", sides(teller, people, against))
        }
        RelationEvent::Peace { people, with } => {
            format!("peace {}: old grievances are forgotten", sides(teller, people, with))
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
