//! Persons that are remembered for what they did: the links that keep the events of their deeds.
//!
//! What does not live here: the words (the screen's), and the names, which kept events hold anyway (`log`).

use super::{
    DangerEvent, Event, EventId, EventKind, EventLink, Events, RoadEvent, SettlementEvent, TravelEvent,
};
use crate::world::UnitId;
use std::collections::BTreeMap;

/// Persons that are remembered at once.
pub(in crate::world) const PERSONS_MAX: usize = 24;
/// Deeds that one is remembered for, at most.
pub(in crate::world) const DEEDS_MAX: u8 = 4;

/// A deed of a unit: the slot that it is kept in, its event, and how much it counts.
type KeptDeed = (u8, EventId, u8);

impl Events {
    /// The persons that are remembered, with their deeds, oldest first. Those come first whose deeds count most.
    pub fn persons(&self) -> Vec<(UnitId, Vec<&Event>)> {
        let mut persons: Vec<(UnitId, Vec<KeptDeed>)> = self.deeds().into_iter().collect();
        persons.sort_by_key(|(unit, deeds)| (std::cmp::Reverse(renown(deeds)), *unit));
        persons.into_iter().map(|(unit, _)| (unit, self.deeds_of(unit))).collect()
    }

    /// The deeds that a unit is remembered for, oldest first.
    pub fn deeds_of(&self, unit: UnitId) -> Vec<&Event> {
        let mut deeds: Vec<EventId> = self.links_between(unit, unit).map(|(_, event)| event).collect();
        deeds.sort_unstable();
        deeds.into_iter().filter_map(|event| self.get(event)).collect()
    }

    /// The names that would be mistaken for another's if they were given again: of the remembered, and of those that a
    /// line since a tick names.
    pub fn names_in_mind(&self, since: u64) -> impl Iterator<Item = &str> {
        let recent = self.lines().rev().take_while(move |(line, _)| line.tick >= since);
        let told = recent.flat_map(|(_, event)| event.kind.subjects().units().collect::<Vec<_>>());
        let known = told.chain(self.deeds().into_keys());
        known.filter_map(|unit| self.unit(unit)).map(|unit| unit.name.as_str())
    }

    /// Remembers who did what an event tells, if it is a deed. A death is the last deed of a victim that is remembered.
    pub fn remember(&mut self, id: EventId) {
        let Some(kind) = self.get(id).map(|event| event.kind) else { return };
        if let EventKind::Danger(DangerEvent::Killed { victim, .. }) = kind
            && self.links_between(victim, victim).next().is_some()
        {
            self.add_deed(victim, id, kind);
        }
        if let Some(doer) = doer(kind).filter(|doer| self.is_person(*doer)) {
            self.add_deed(doer, id, kind);
        }
    }

    fn is_person(&self, unit: UnitId) -> bool {
        self.unit(unit).is_some_and(|unit| !unit.kind.row().is_beast())
    }

    /// Links a deed, in place of the least of its unit's, or of the least of those that are remembered.
    fn add_deed(&mut self, unit: UnitId, id: EventId, kind: EventKind) {
        let mut persons = self.deeds();
        let known = persons.remove(&unit).unwrap_or_default();
        let latest = |deeds: &[KeptDeed]| deeds.iter().map(|(_, event, _)| *event).max();
        if known.is_empty()
            && persons.len() >= PERSONS_MAX
            && let Some((least, deeds)) =
                persons.into_iter().min_by_key(|(_, deeds)| (renown(deeds), latest(deeds)))
        {
            for (slot, ..) in deeds {
                self.unlink(EventLink::Deed(least, slot));
            }
        }
        let free = (0..DEEDS_MAX).find(|slot| known.iter().all(|(taken, ..)| taken != slot));
        let least = known.iter().min_by_key(|(_, event, count)| (*count, *event));
        let outdone = least.filter(|(.., count)| *count <= weight(kind)).map(|(slot, ..)| *slot);
        if let Some(slot) = free.or(outdone) {
            self.set_link(EventLink::Deed(unit, slot), id);
        }
    }

    /// All deeds, by unit.
    fn deeds(&self) -> BTreeMap<UnitId, Vec<KeptDeed>> {
        let mut deeds: BTreeMap<UnitId, Vec<KeptDeed>> = BTreeMap::new();
        for (link, id) in self.links_between(UnitId(0), UnitId(u32::MAX)) {
            if let (EventLink::Deed(unit, slot), Some(event)) = (link, self.get(id)) {
                deeds.entry(unit).or_default().push((slot, id, weight(event.kind)));
            }
        }
        deeds
    }

    fn links_between(&self, first: UnitId, last: UnitId) -> impl Iterator<Item = (EventLink, EventId)> {
        self.links_in(EventLink::Deed(first, 0)..=EventLink::Deed(last, DEEDS_MAX))
    }
}

fn renown(deeds: &[KeptDeed]) -> u32 {
    deeds.iter().map(|(.., count)| u32::from(*count)).sum()
}

/// Who is remembered for it, if an event is a deed.
fn doer(kind: EventKind) -> Option<UnitId> {
    match kind {
        EventKind::Settlement(SettlementEvent::Founded { unit, .. }) => unit,
        EventKind::Danger(DangerEvent::Killed { killer, .. }) => Some(killer),
        EventKind::Danger(DangerEvent::Robbed { robber, .. }) => Some(robber),
        EventKind::Road(RoadEvent::FirstTrip { unit, .. }) => Some(unit),
        EventKind::Travel(TravelEvent::SiteFound { unit, .. }) => Some(unit),
        _ => None,
    }
}

/// How much a deed counts: a founding or a killing more than all of one's trips, finds or robberies, of which a quiet land
/// has too many to tell apart those who made it.
fn weight(kind: EventKind) -> u8 {
    match kind {
        EventKind::Settlement(_) => 8,
        EventKind::Danger(DangerEvent::Killed { .. }) => 6,
        _ => 1,
    }
}
