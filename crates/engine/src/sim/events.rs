//! Recording what happens, and telling the player of it: lines that name a place, at most one in three seconds, and at
//! least one in ten while something new happens. Routine, which has no weight, is no line; what deserves no line of its
//! own is one once a year for the same settlements or place.
//!
//! What the player's people sees is recorded and waits to be told. What it does not see is recorded only where something
//! that lasts comes of it (`EventLink`), and is never told by itself. What an event is lives in `world::event`; the words
//! do not live in the engine.

use crate::grid::Cell;
use crate::sim::{Game, phrases};
use crate::world::{
    DAY, Event, EventId, EventKind, EventLink, NamedPlace, Passes, PeopleIx, Subject, TownIx, TownKind,
    TownPair, Unit, UnitId, UnitIx, World, YEAR_DAYS,
};

/// The least number of ticks between two lines.
const PAUSE_TICKS: u64 = 60;
/// Ticks without a line after which even trivial events are told.
const SILENCE_TICKS: u64 = 170;
/// The weight from which an event deserves a line of its own.
const WEIGHT_OWN_LINE: u8 = 3;

/// Records an event at a cell if the player's people sees it, and lets it wait to be told. Events that are about the
/// player's own acts are always seen.
pub(in crate::sim) fn tell(game: &mut Game, at: Cell, kind: impl Into<EventKind>) -> Option<EventId> {
    tell_caused(game, at, kind, None)
}

/// The same with what it came of.
pub(in crate::sim) fn tell_caused(
    game: &mut Game,
    at: Cell,
    kind: impl Into<EventKind>,
    cause: Option<EventId>,
) -> Option<EventId> {
    let kind = kind.into();
    if !is_seen(game, at, &kind) {
        return None;
    }
    record(game, at, kind, cause)
}

/// Records an event at a cell whether or not the player's people sees it; if it does, the event also waits to be told.
/// Unless something holds it by the end of the tick, it is forgotten.
pub(in crate::sim) fn record(
    game: &mut Game,
    at: Cell,
    kind: impl Into<EventKind>,
    cause: Option<EventId>,
) -> Option<EventId> {
    let kind = kind.into();
    let seen = is_seen(game, at, &kind);
    let id = record_in(&mut game.world, Some(at), kind, seen, cause)?;
    if seen && is_news(&game.world, &kind) {
        game.world.events.await_line(id);
    }
    Some(id)
}

/// Whether something deserves to wait for a line: routine never does, and what deserves no line of its own does once a
/// year.
fn is_news(world: &World, kind: &EventKind) -> bool {
    match kind.weight() {
        0 => false,
        WEIGHT_OWN_LINE.. => true,
        _ => !world.events.is_told(kind, world.tick.saturating_sub(YEAR_DAYS * DAY)),
    }
}

/// Records an event that the player's people does not see, and that is not told before it hears of it.
pub(in crate::sim) fn record_unseen(
    world: &mut World,
    at: Cell,
    kind: impl Into<EventKind>,
    cause: Option<EventId>,
) -> Option<EventId> {
    record_in(world, Some(at), kind.into(), false, cause)
}

/// Records an event that the player's people sees, and that is not told by itself.
pub(in crate::sim) fn record_untold(
    world: &mut World,
    at: Cell,
    kind: impl Into<EventKind>,
    cause: Option<EventId>,
) -> Option<EventId> {
    record_in(world, Some(at), kind.into(), true, cause)
}

/// Records an event that the player's people knows of, whether or not it sees the place now, and lets it wait to be
/// told.
pub(in crate::sim) fn tell_of(
    world: &mut World,
    at: Cell,
    kind: impl Into<EventKind>,
    cause: Option<EventId>,
) -> Option<EventId> {
    let id = record_untold(world, at, kind, cause)?;
    world.events.await_line(id);
    Some(id)
}

/// Records an event and tells it at once, however recent the last line is, because the player waits for it.
pub(in crate::sim) fn tell_now(world: &mut World, at: Option<Cell>, kind: impl Into<EventKind>) {
    if let Some(id) = record_in(world, at, kind.into(), true, None) {
        let tick = world.tick;
        world.events.tell_now(id, tick);
    }
}

/// Records what the unit meets that the player plays as, and tells it at once in the log of its life.
/// `other` is a unit that it names and that may be gone.
pub(in crate::sim) fn tell_life(
    world: &mut World,
    at: Option<Cell>,
    kind: impl Into<EventKind>,
    other: Option<&Unit>,
) {
    let event = Event { seen: true, ..unrecorded(world, at, kind) };
    if let Some(id) = record_naming(world, event, other) {
        world.events.add_life_line(id);
    }
}

/// An event that is not recorded: the words of a command's result.
pub(in crate::sim) fn unrecorded(world: &World, at: Option<Cell>, kind: impl Into<EventKind>) -> Event {
    let kind = kind.into();
    let place = kind.subjects().place.or(at);
    let near = place.and_then(|cell| world.nearest_known_town(cell));
    Event { id: EventId::default(), tick: world.tick, at, near, seen: true, kind, cause: None }
}

fn is_seen(game: &Game, at: Cell, kind: &EventKind) -> bool {
    kind.subject() == Subject::You || game.derived.visible[PeopleIx::PLAYER][at] > 0
}

fn record_in(
    world: &mut World,
    at: Option<Cell>,
    kind: EventKind,
    seen: bool,
    cause: Option<EventId>,
) -> Option<EventId> {
    let event = Event { seen, cause, ..unrecorded(world, at, kind) };
    let id = record_naming(world, event, None)?;
    if seen {
        world.events.remember(id);
    }
    Some(id)
}

/// Records an event with the names of its units; `other` is one of them that may be gone.
fn record_naming(world: &mut World, event: Event, other: Option<&Unit>) -> Option<EventId> {
    let World { events, units, .. } = world;
    let subjects = event.kind.subjects();
    let alive = subjects.units().filter_map(|id| Some(&units[units.index_of(id)?]));
    let named: Vec<&Unit> = alive.chain(other).collect();
    events.record(event, &named)
}

/// A place as an event names it.
pub(in crate::sim) fn named_place(game: &Game, cell: Cell) -> NamedPlace {
    NamedPlace { cell, town: phrases::standing_place(game, cell) }
}

/// Tells the weightiest event if it is time for a line, and drops what nothing holds.
pub(in crate::sim) fn tell_due_event(game: &mut Game) {
    if let Some(event) = due_event(&game.world) {
        let now = game.world.tick;
        let is_later = |kind: &EventKind| kind.weight() > WEIGHT_OWN_LINE;
        let counts = |kind: &EventKind| kind.weight() >= WEIGHT_OWN_LINE;
        game.world.events.tell_pending(event, now, is_later, counts);
    }
    game.world.events.sweep();
}

/// The event that is told now: the weightiest, and of equals the latest, since the others are old news by now.
fn due_event(world: &World) -> Option<EventId> {
    let last = world.events.lines().next_back().map_or(0, |(line, _)| line.tick);
    let ticks_since = world.tick - last;
    if ticks_since < PAUSE_TICKS {
        return None;
    }
    let event = world.events.pending().max_by_key(|event| event.kind.weight())?;
    let silence = match event.kind.weight() {
        WEIGHT_OWN_LINE.. => PAUSE_TICKS,
        _ => SILENCE_TICKS,
    };
    (ticks_since >= silence).then_some(event.id)
}

/// Counts a step of a unit on its trip between two settlements, for who wears the ground.
pub(in crate::sim) fn count_pass(world: &mut World, index: UnitIx, from: Cell, to: Cell) {
    if Passes::enters_square(from, to)
        && let Some(between) = world.units[index].trip().filter(|(one, other)| one != other)
    {
        let size = world.size();
        world.events.passes.count(size, to, between);
    }
}

/// The two settlements whose travellers pass a cell most.
pub(in crate::sim) fn most_passes(world: &World, cell: Cell) -> Option<TownPair> {
    world.events.passes.most_at(world.size(), cell).map(|most| most.between)
}

/// What joined two settlements: the road that their travellers have worn, or else their first trip.
pub(in crate::sim) fn connection(world: &World, between: Option<TownPair>) -> Option<EventId> {
    let between = between?;
    let events = &world.events;
    events.link(EventLink::Road(between)).or_else(|| events.link(EventLink::Trip(between)))
}

/// Records that a settlement has become something, as an event that is kept as long as it is that or more.
pub(in crate::sim) fn link_step(world: &mut World, town: TownIx, kind: TownKind, event: Option<EventId>) {
    if let Some(event) = event {
        world.events.set_step(town, kind, event);
    }
}

/// What the band of a raider last became, if it is in one.
pub(in crate::sim) fn cause_of_raider(world: &World, unit: UnitId) -> Option<EventId> {
    world.events.link(EventLink::Band(world.bands.of(unit)?.id))
}
