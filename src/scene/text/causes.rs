//! Why something is as it is: an event and what it came of, a thread of events from rumour to aftermath, and what persons
//! are remembered for, as far as the player's people can know.
//!
//! What it has not seen is told without times, and names only settlements that it knows: *travellers from a place unknown
//! wore a road*.

use super::super::history::frame_after;
use super::super::words::{capitalized, short_date};
use super::super::{CauseLink, LinkGroup};
use super::teller::{Teller, with_article};
use super::{danger, event_words};
use crate::world::{
    DangerEvent, Event, EventId, EventKind, PeopleIx, RelationEvent, RoadEvent, SettlementEvent, TownIx,
    UnitId, World,
};
use std::collections::BTreeSet;

/// Links of a chain that are shown, at most.
const LINKS_MAX: usize = 6;

/// Every settlement that stands as far as the player's people knows, with why it is there: the latest step first, then what
/// that came of.
pub fn why_settlements(world: &World) -> Vec<(TownIx, Vec<String>)> {
    let standing = world.people(PeopleIx::PLAYER).standing();
    let why = |id| told_once(world, world.why_town(id)).map(|event| cause_words(world, event)).collect();
    standing.map(|(id, _)| (id, why(id))).collect()
}

/// Why a settlement is what it is: the latest step first, then what that came of, at most [`LINKS_MAX`] links.
pub(in crate::scene) fn because(world: &World, town: TownIx) -> Vec<CauseLink> {
    chain(world, world.why_town(town))
}

/// An event and what it came of, and what came of it, the first things first: each at most [`LINKS_MAX`] links.
pub(in crate::scene) fn causes_and_effects(world: &World, id: EventId) -> [Vec<CauseLink>; 2] {
    let effects = world.events.iter().filter(|event| event.cause == Some(id) && is_known(world, event));
    let effects = effects.take(LINKS_MAX).map(|event| link(world, event, ""));
    [chain(world, world.events.causes_of(id)), effects.collect()]
}

/// The first links of a chain of causes, the latest event first.
fn chain<'a>(world: &'a World, events: impl Iterator<Item = &'a Event>) -> Vec<CauseLink> {
    let links = told_once(world, events).take(LINKS_MAX).enumerate();
    links.map(|(i, event)| link(world, event, if i == 0 { "" } else { "←" })).collect()
}

/// These events, but of those that can only be guessed the first of each guess.
fn told_once<'a>(
    world: &'a World,
    events: impl Iterator<Item = &'a Event>,
) -> impl Iterator<Item = &'a Event> {
    let mut told = BTreeSet::new();
    events.filter(move |event| told.insert(cause_words(world, event)))
}

/// The last feud, war, hunger, sickness or flood that is named by a settlement, as far as it is told: from the rumour
/// to what came of it.
pub(in crate::scene) fn thread_of(world: &World, town: TownIx) -> Option<LinkGroup> {
    let events = &world.events;
    let (last, root, heading) = events.lines().rev().find_map(|(_, last)| {
        // What only comes of a thread, long after it, belongs to none.
        let mut chain = events.causes_of(last.id).take_while(|event| phase(&event.kind).is_some());
        let (root, heading) = chain.find_map(|event| Some((event, thread_name(world, event, town)?)))?;
        Some((last, root, heading))
    })?;
    let is_hunger = phase(&root.kind) == Some("hunger");
    // A hunger has no rumour: what a settlement has become is no sign of it.
    let chain = events.causes_of(last.id).take_while(|event| !is_hunger || event.id >= root.id);
    let mut told: Vec<&Event> = chain.take(LINKS_MAX).collect();
    // What else came of it: in a war the settlements that fell, of a sickness those to which it was carried.
    let is_turn = |event: &&Event| matches!(phase(&event.kind), Some("turn" | "sickness"));
    let turns = events.iter().filter(|event| event.cause == Some(root.id)).filter(is_turn);
    told.extend(turns);
    told.sort_by_key(|event| event.id);
    told.dedup_by_key(|event| event.id);
    // What came before a feud or a sickness is a part of it.
    let is_whole = matches!(root.kind, EventKind::Danger(_)) || phase(&root.kind) == Some("sickness");
    let label =
        |event: &Event| phase(&event.kind).filter(|_| is_whole || event.id >= root.id).unwrap_or("rumour");
    let links = told.into_iter().map(|event| link(world, event, label(event)));
    Some(LinkGroup { heading, links: links.collect() })
}

/// What the thread is called that an event belongs to, if that is named by a settlement.
fn thread_name(world: &World, event: &Event, town: TownIx) -> Option<String> {
    let teller = Teller { world, event };
    let (near, name) = match event.kind {
        EventKind::Danger(DangerEvent::FeudGrew { near, .. } | DangerEvent::FeudEnded { near, .. }) => {
            (near, danger::feud_name(&teller, Some(town)))
        }
        EventKind::Relation(RelationEvent::War { town: over, .. }) => {
            (Some(over), format!("The war over {}", teller.town(over)))
        }
        EventKind::Settlement(SettlementEvent::Starves { town: hungry }) => {
            (Some(hungry), format!("The hunger of {}", teller.town(hungry)))
        }
        EventKind::Settlement(SettlementEvent::Sickness { town: sick, from, .. }) => {
            (Some(sick), format!("The sickness from {}", teller.town(from)))
        }
        EventKind::Road(RoadEvent::Flooded { .. }) => {
            (event.near, format!("The flood near {}", teller.town(event.near?)))
        }
        _ => return None,
    };
    (near == Some(town)).then_some(name)
}

/// Which part of a thread an event can be, besides its rumour.
fn phase(kind: &EventKind) -> Option<&'static str> {
    Some(match kind {
        EventKind::Danger(DangerEvent::FeudGrew { .. }) => "feud",
        EventKind::Relation(RelationEvent::War { .. }) => "war",
        EventKind::Settlement(SettlementEvent::Starves { .. }) => "hunger",
        EventKind::Settlement(SettlementEvent::Sickness { .. }) => "sickness",
        EventKind::Road(RoadEvent::Flooded { .. }) => "flood",
        EventKind::Danger(DangerEvent::FortBuilt { .. } | DangerEvent::GuardSent { .. })
        | EventKind::Relation(RelationEvent::ChangedHands { .. })
        | EventKind::Settlement(SettlementEvent::Shrank { .. } | SettlementEvent::Abandoned { .. }) => "turn",
        EventKind::Danger(DangerEvent::FeudEnded { .. })
        | EventKind::Relation(RelationEvent::Peace { .. })
        | EventKind::Settlement(SettlementEvent::HungerEnded { .. })
        | EventKind::Road(RoadEvent::Bridged { .. }) => "aftermath",
        _ => return None,
    })
}

/// Those who are remembered, each with its deeds.
pub fn persons(world: &World) -> Vec<LinkGroup> {
    let persons = world.events.persons().into_iter();
    let group = |(unit, deeds): (UnitId, Vec<&Event>)| {
        let teller = Teller { world, event: deeds.first()? };
        let links = deeds.iter().map(|event| link(world, event, "")).collect();
        Some(LinkGroup { heading: teller.title(unit), links })
    };
    persons.filter_map(group).collect()
}

/// The last deed that a unit is remembered for, and how many there are besides; `None` if it is not remembered.
pub(in crate::scene) fn deed_words(world: &World, unit: UnitId) -> Option<String> {
    let deeds = world.events.deeds_of(unit);
    let words = event_words(world, deeds.last()?);
    let others = deeds.len() - 1;
    Some(if others > 0 { format!("{words} (+{others} more)") } else { words })
}

/// A numbered line for an event.
fn link(world: &World, event: &Event, label: &'static str) -> CauseLink {
    CauseLink {
        label,
        words: cause_words(world, event),
        cell: event.place().filter(|_| is_known(world, event)),
        frame: is_known(world, event).then(|| frame_after(world, event.tick)),
    }
}

/// A link of a chain of causes, with its date if the player's people knows of it.
pub fn cause_words(world: &World, event: &Event) -> String {
    if is_known(world, event) {
        format!("{}: {}", short_date(event.tick), event_words(world, event))
    } else {
        unseen_words(world, event)
    }
}

/// Whether the player's people saw an event, or its own units or settlements took part in it.
fn is_known(world: &World, event: &Event) -> bool {
    let teller = Teller { world, event };
    let is_own = |town: TownIx| world.town(town).people == PeopleIx::PLAYER;
    let is_ours = |unit| teller.people_of(unit) == Some(PeopleIx::PLAYER);
    event.seen
        || match event.kind {
            EventKind::Settlement(
                SettlementEvent::Founded { town, .. }
                | SettlementEvent::SettlersLeft { town, .. }
                | SettlementEvent::InnOpened { town, .. }
                | SettlementEvent::VillageFormed { town, .. }
                | SettlementEvent::Grew { town, .. }
                | SettlementEvent::Shrank { town, .. }
                | SettlementEvent::Starves { town }
                | SettlementEvent::HungerEnded { town, .. }
                | SettlementEvent::SiteSpent { town, .. },
            ) => is_own(town),
            EventKind::Road(RoadEvent::FirstTrip { unit, .. }) => is_ours(unit),
            EventKind::Road(RoadEvent::Worn { between: (one, other), .. }) => {
                let is_seen =
                    event.at.is_some_and(|cell| world.people(PeopleIx::PLAYER).belief.is_known(cell));
                is_seen && (is_own(one) || is_own(other))
            }
            EventKind::Danger(DangerEvent::Robbed { victim, .. } | DangerEvent::Killed { victim, .. }) => {
                is_ours(victim)
            }
            EventKind::Danger(DangerEvent::Feared { people: PeopleIx::PLAYER }) => true,
            EventKind::Relation(
                RelationEvent::Intruded { people, against, .. }
                | RelationEvent::War { people, against, .. }
                | RelationEvent::Peace { people, with: against, .. }
                | RelationEvent::ChangedHands { from: people, to: against, .. },
            ) => people.min(against) == PeopleIx::PLAYER,
            _ => false,
        }
}

/// What the player's people can guess of an event that it has not seen.
fn unseen_words(world: &World, event: &Event) -> String {
    let teller = Teller { world, event };
    match event.kind {
        EventKind::Settlement(SettlementEvent::Founded { town, unit: None, .. }) => {
            format!("{} was there from the first day", capitalized(teller.town(town)))
        }
        EventKind::Settlement(SettlementEvent::Founded { town, .. }) => {
            format!("Settlers from a place unknown founded {}", teller.town(town))
        }
        EventKind::Settlement(SettlementEvent::SettlersLeft { .. }) => {
            "Families left a place unknown to settle".to_owned()
        }
        EventKind::Settlement(SettlementEvent::InnOpened { town, .. }) => {
            format!("Travellers slept there, and {} opened, an inn", teller.town(town))
        }
        EventKind::Settlement(SettlementEvent::VillageFormed { town, .. }) => {
            format!("Routes met there, and {} became a village", teller.town(town))
        }
        EventKind::Settlement(
            SettlementEvent::Grew { town, to, .. } | SettlementEvent::Shrank { town, to, .. },
        ) => {
            format!("{} became {} at a time unknown", capitalized(teller.town(town)), with_article(to.name()))
        }
        EventKind::Road(RoadEvent::FirstTrip { .. }) => "Travellers came from a place unknown".to_owned(),
        EventKind::Road(RoadEvent::Worn { tier, .. }) => {
            format!("Travellers from a place unknown wore {}", with_article(tier.name()))
        }
        EventKind::Danger(DangerEvent::BandFormed { band, .. }) => {
            format!("{} came from a place unknown", capitalized(teller.band(band)))
        }
        EventKind::Danger(DangerEvent::BandGrew { band, .. } | DangerEvent::BandSplit { band, .. }) => {
            format!("{} grew by robberies at a time unknown", capitalized(teller.band(band)))
        }
        EventKind::Danger(_) => "Something unknown frightened travellers".to_owned(),
        EventKind::Relation(_) => "Other peoples quarrelled".to_owned(),
        _ => "Something happened that is not known".to_owned(),
    }
}
