//! The events that are kept, and the lines that the player has read of them.
//!
//! An event is kept as long as something holds it: a line, the wait for one, a later event that came of it, or a
//! [link](EventLink) to what stands. Holders are counted, so recording and forgetting cost the same however many there
//! are. What nothing holds is dropped at the end of the tick.

use super::{Event, EventId, EventKind, EventLink, Feuds, Passes, RelationEvent};
use crate::grid::Cell;
use crate::world::{Kind, PeopleIx, TownIx, TownKind, Unit, UnitId};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, VecDeque};
use std::ops::RangeInclusive;

/// Lines that are kept; older ones are forgotten.
pub const LINES_MAX: usize = 2000;
/// Lines about a life that the player plays; older ones are forgotten.
pub const LIFE_LINES_MAX: usize = 60;
/// Events that can wait to be told.
pub const PENDING_MAX: usize = 64;
/// Events that are kept; further ones are not recorded.
const KEPT_MAX: usize = 1 << 16;
/// Links that are kept; further ones are not made.
const LINKS_MAX: usize = 1 << 15;

/// A line that the player was told.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EventLine {
    /// What it tells.
    pub event: EventId,
    /// When it was told.
    pub tick: u64,
    /// Events that it stands for besides its own.
    pub merged: u32,
}

/// A unit that a kept event names, as it was when one last did.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MentionedUnit {
    /// Its name; empty if it was gone by then.
    pub name: String,
    /// Its kind.
    pub kind: Kind,
    /// Its people.
    pub people: PeopleIx,
    /// How many kept events, and goals of the level, name it.
    mentions: u32,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct KeptEvent {
    event: Event,
    holders: u32,
}

/// The events that are kept.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Events {
    /// Number of the next event.
    next: u64,
    /// The first event that may not be held by anything yet.
    unswept: u64,
    kept: BTreeMap<EventId, KeptEvent>,
    units: BTreeMap<UnitId, MentionedUnit>,
    lines: VecDeque<EventLine>,
    pending: Vec<EventId>,
    life: VecDeque<EventId>,
    links: BTreeMap<EventLink, EventId>,
    /// Who wears the ground.
    pub passes: Passes,
    /// Robberies that are told as one.
    pub feuds: Feuds,
}

impl Events {
    /// An event that is kept.
    pub fn get(&self, id: EventId) -> Option<&Event> {
        self.kept.get(&id).map(|kept| &kept.event)
    }

    /// All events that are kept, oldest first.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &Event> {
        self.kept.values().map(|kept| &kept.event)
    }

    /// A unit that a kept event names.
    pub fn unit(&self, id: UnitId) -> Option<&MentionedUnit> {
        self.units.get(&id).filter(|unit| !unit.name.is_empty())
    }

    /// The lines that the player was told, oldest first, with their events.
    pub fn lines(&self) -> impl DoubleEndedIterator<Item = (&EventLine, &Event)> + ExactSizeIterator {
        self.lines.iter().map(|line| (line, &self.kept[&line.event].event))
    }

    /// The events that wait to be told, oldest first.
    pub fn pending(&self) -> impl DoubleEndedIterator<Item = &Event> + ExactSizeIterator {
        self.pending.iter().map(|id| &self.kept[id].event)
    }

    /// The lines about the life that the player plays, oldest first.
    pub fn life(&self) -> impl DoubleEndedIterator<Item = &Event> + ExactSizeIterator {
        self.life.iter().map(|id| &self.kept[id].event)
    }

    /// What began something that lasts.
    pub fn link(&self, link: EventLink) -> Option<EventId> {
        self.links.get(&link).copied()
    }

    /// An event and what it came of, step by step.
    pub fn causes_of(&self, event: EventId) -> impl Iterator<Item = &Event> {
        std::iter::successors(self.get(event), |event| self.get(event.cause?))
    }

    /// How many settlements have fallen to a foe in a war, of those whose fall is kept.
    pub fn fallen_in(&self, war: EventId) -> usize {
        let is_fall = |event: &&Event| {
            let fell = matches!(event.kind, EventKind::Relation(RelationEvent::ChangedHands { .. }));
            fell && event.cause == Some(war)
        };
        self.iter().filter(is_fall).count()
    }

    /// How a settlement became what it is.
    pub fn latest_step(&self, town: TownIx) -> Option<EventId> {
        let steps = EventLink::Step(town, TownKind::Ruin)..=EventLink::Step(town, TownKind::City);
        self.links.range(steps).next_back().map(|(_, event)| *event)
    }

    /// What began the fear of the place nearest to a cell that a people fears, within so many steps.
    pub fn fear_near(&self, people: PeopleIx, cell: Cell, steps: u32) -> Option<(Cell, EventId)> {
        let near = self.fears(people).filter(|(place, _)| place.chebyshev(cell) <= steps);
        near.min_by_key(|(place, _)| (place.octile(cell), *place))
    }

    /// The places that a people fears, with what began that.
    pub fn fears(&self, people: PeopleIx) -> impl Iterator<Item = (Cell, EventId)> {
        let last = EventLink::Fear(people, Cell::new(u16::MAX, u16::MAX));
        self.links_in(EventLink::Fear(people, Cell::default())..=last).filter_map(
            |(link, event)| match link {
                EventLink::Fear(_, cell) => Some((cell, event)),
                _ => None,
            },
        )
    }

    /// The links of a range.
    pub(super) fn links_in(
        &self,
        range: RangeInclusive<EventLink>,
    ) -> impl DoubleEndedIterator<Item = (EventLink, EventId)> {
        self.links.range(range).map(|(link, event)| (*link, *event))
    }

    /// Records an event; `None` if too many are kept. `units` are those that it names, as far as they are alive.
    pub fn record(&mut self, event: Event, units: &[&Unit]) -> Option<EventId> {
        if self.kept.len() >= KEPT_MAX {
            return None;
        }
        let id = EventId(self.next);
        self.next += 1;
        let cause = event.cause.filter(|cause| self.kept.contains_key(cause));
        if let Some(cause) = cause {
            self.hold(cause);
        }
        for id in event.kind.subjects().units() {
            self.mention(id, units.iter().find(|unit| unit.id == id).copied());
        }
        self.kept.insert(id, KeptEvent { event: Event { id, cause, ..event }, holders: 0 });
        Some(id)
    }

    /// Keeps the name of a unit that a goal of the level is about.
    pub fn mention_in_goal(&mut self, unit: &Unit) {
        self.mention(unit.id, Some(unit));
    }

    /// Links an event to what it is the beginning of, in place of what the link led to.
    pub fn set_link(&mut self, link: EventLink, event: EventId) {
        if self.links.len() >= LINKS_MAX && !self.links.contains_key(&link) {
            return;
        }
        self.hold(event);
        if let Some(before) = self.links.insert(link, event) {
            self.release(before);
        }
    }

    /// Records that a settlement has become something: what it grew out of is kept, what it no longer is is not.
    pub fn set_step(&mut self, town: TownIx, kind: TownKind, event: EventId) {
        let outgrown = EventLink::Step(town, kind)..=EventLink::Step(town, TownKind::City);
        let outgrown: Vec<EventLink> = self.links.range(outgrown).map(|(link, _)| *link).collect();
        self.set_link(EventLink::Step(town, kind), event);
        outgrown.into_iter().filter(|link| *link != EventLink::Step(town, kind)).for_each(|link| {
            self.unlink(link);
        });
    }

    /// What a settlement would grow out of if it became this: its latest step below.
    pub fn step_below(&self, town: TownIx, kind: TownKind) -> Option<EventId> {
        let below = EventLink::Step(town, TownKind::Ruin)..EventLink::Step(town, kind);
        self.links.range(below).next_back().map(|(_, event)| *event)
    }

    /// Removes a link: what it led to has ended.
    pub fn unlink(&mut self, link: EventLink) {
        if let Some(event) = self.links.remove(&link) {
            self.release(event);
        }
    }

    /// Removes the links of a unit that is gone or has arrived.
    pub fn unlink_unit(&mut self, unit: UnitId) {
        self.unlink(EventLink::Settlers(unit));
    }

    /// Removes all links of a settlement that is abandoned, and the passes of its trips.
    pub fn unlink_town(&mut self, town: TownIx) {
        self.passes.forget(town);
        let links: Vec<EventLink> = self.links.keys().copied().filter(|link| link.is_of_town(town)).collect();
        for link in links {
            self.unlink(link);
        }
    }

    /// Removes the links of places that a people fears no more.
    pub fn retain_fears(&mut self, people: PeopleIx, is_feared: impl Fn(Cell) -> bool) {
        let gone: Vec<Cell> =
            self.fears(people).map(|(cell, _)| cell).filter(|cell| !is_feared(*cell)).collect();
        for cell in gone {
            self.unlink(EventLink::Fear(people, cell));
        }
    }

    /// Lets an event wait to be told; if too many wait, the least important is dropped.
    pub fn await_line(&mut self, event: EventId) {
        if self.pending.contains(&event) {
            return;
        }
        if self.pending.len() >= PENDING_MAX {
            let least = (0..self.pending.len()).min_by_key(|i| self.weight(self.pending[*i])).unwrap_or(0);
            let least = self.pending.remove(least);
            self.release(least);
        }
        self.hold(event);
        if let Some(kept) = self.kept.get_mut(&event) {
            kept.event.seen = true;
            self.pending.push(event);
        }
    }

    /// Importance of an event that is kept.
    fn weight(&self, id: EventId) -> u8 {
        self.get(id).map_or(0, |event| event.kind.weight())
    }

    /// Tells one of the waiting events. Of the others, those for which `is_later` is true wait on, and those for which
    /// `counts` is true are merged into the line.
    pub fn tell_pending(
        &mut self,
        event: EventId,
        tick: u64,
        is_later: impl Fn(&EventKind) -> bool,
        counts: impl Fn(&EventKind) -> bool,
    ) {
        let mut merged = 0;
        for other in std::mem::take(&mut self.pending) {
            let kind = self.kept[&other].event.kind;
            if other != event && is_later(&kind) {
                self.pending.push(other);
                continue;
            }
            merged += u32::from(other != event && counts(&kind));
            if other != event {
                self.release(other);
            }
        }
        self.add_line(EventLine { event, tick, merged });
        self.release(event);
    }

    /// Whether a line since a tick tells the same about the same.
    pub fn is_told(&self, kind: &EventKind, since: u64) -> bool {
        let recent = self.lines().rev().take_while(|(line, _)| line.tick >= since);
        recent.map(|(_, event)| event.kind).any(|told| kind.repeats(&told))
    }

    /// Tells an event at once.
    pub fn tell_now(&mut self, event: EventId, tick: u64) {
        self.add_line(EventLine { event, tick, merged: 0 });
    }

    fn add_line(&mut self, line: EventLine) {
        self.hold(line.event);
        self.lines.push_back(line);
        while self.lines.len() > LINES_MAX {
            if let Some(oldest) = self.lines.pop_front() {
                self.release(oldest.event);
            }
        }
    }

    /// Adds a line about the life that the player plays.
    pub fn add_life_line(&mut self, event: EventId) {
        self.hold(event);
        self.life.push_back(event);
        while self.life.len() > LIFE_LINES_MAX {
            if let Some(oldest) = self.life.pop_front() {
                self.release(oldest);
            }
        }
    }

    /// Forgets the lines about a life that is over.
    pub fn clear_life(&mut self) {
        for event in std::mem::take(&mut self.life) {
            self.release(event);
        }
    }

    /// Drops the events of this tick that nothing holds.
    pub fn sweep(&mut self) {
        let fresh = self.kept.range(EventId(self.unswept)..);
        let unheld: Vec<EventId> = fresh.filter(|(_, kept)| kept.holders == 0).map(|(id, _)| *id).collect();
        self.unswept = self.next;
        for event in unheld {
            self.drop_if_unheld(event);
        }
    }

    fn hold(&mut self, id: EventId) {
        if let Some(kept) = self.kept.get_mut(&id) {
            kept.holders += 1;
        }
    }

    fn release(&mut self, id: EventId) {
        if let Some(kept) = self.kept.get_mut(&id) {
            kept.holders = kept.holders.saturating_sub(1);
            self.drop_if_unheld(id);
        }
    }

    /// Drops an event that nothing holds, and its causes that only it held; what is of this tick waits for its end.
    fn drop_if_unheld(&mut self, id: EventId) {
        let mut next = Some(id);
        while let Some(id) = next.filter(|id| id.0 < self.unswept) {
            if self.kept.get(&id).is_none_or(|kept| kept.holders > 0) {
                return;
            }
            let Some(gone) = self.kept.remove(&id) else { return };
            for unit in gone.event.kind.subjects().units() {
                self.unmention(unit);
            }
            next = gone.event.cause;
            if let Some(cause) = next.and_then(|cause| self.kept.get_mut(&cause)) {
                cause.holders = cause.holders.saturating_sub(1);
            }
        }
    }

    fn mention(&mut self, id: UnitId, unit: Option<&Unit>) {
        let nameless =
            MentionedUnit { name: String::new(), kind: Kind::Porter, people: PeopleIx::PLAYER, mentions: 0 };
        let known = self.units.entry(id).or_insert(nameless);
        known.mentions += 1;
        if let Some(unit) = unit {
            if known.name.is_empty() {
                known.name.clone_from(&unit.name);
            }
            (known.kind, known.people) = (unit.kind, unit.people);
        }
    }

    fn unmention(&mut self, id: UnitId) {
        if let Some(known) = self.units.get_mut(&id) {
            known.mentions = known.mentions.saturating_sub(1);
            if known.mentions == 0 {
                self.units.remove(&id);
            }
        }
    }

    /// What links lead from.
    pub(in crate::world) fn links(&self) -> impl Iterator<Item = EventLink> {
        self.links.keys().copied()
    }

    /// The units that kept events name.
    pub(in crate::world) fn units(&self) -> impl Iterator<Item = &MentionedUnit> {
        self.units.values()
    }

    /// Whether it is what recording can have made of it, where these units are named by a level's goals and no number is
    /// above `limit` (for untrusted input).
    pub(in crate::world) fn is_sound(&self, in_goals: impl Iterator<Item = UnitId>, limit: u64) -> bool {
        let (mut holders, mut mentions) = (BTreeMap::new(), BTreeMap::new());
        let held = self.lines.iter().map(|line| line.event);
        let held = held.chain(self.pending.iter().chain(&self.life).chain(self.links.values()).copied());
        held.for_each(|id| *holders.entry(id).or_insert(0u32) += 1);
        for event in self.iter() {
            event.cause.into_iter().for_each(|cause| *holders.entry(cause).or_insert(0) += 1);
            event.kind.subjects().units().for_each(|unit| *mentions.entry(unit).or_insert(0u32) += 1);
        }
        in_goals.for_each(|unit| *mentions.entry(unit).or_insert(0) += 1);
        let event = |(id, kept): (&EventId, &KeptEvent)| {
            kept.event.id == *id && id.0 < self.next && holders.get(id).copied().unwrap_or(0) == kept.holders
        };
        let unit = |(id, unit): (&UnitId, &MentionedUnit)| mentions.get(id) == Some(&unit.mentions);
        self.kept.len() <= KEPT_MAX
            && self.links.len() <= LINKS_MAX
            && self.lines.len() <= LINES_MAX
            && self.pending.len() <= PENDING_MAX
            && self.life.len() <= LIFE_LINES_MAX
            && self.unswept <= self.next
            && self.next <= limit
            && self.lines.iter().all(|line| line.merged <= LINES_MAX as u32)
            && self.kept.iter().all(event)
            && holders.keys().all(|id| self.kept.contains_key(id))
            && self.units.len() == mentions.len()
            && self.units.iter().all(unit)
    }
}
