//! The chronicle: lines that name a place, at most one in three seconds, and at least one in ten while something
//! happens.

use crate::grid::Cell;
use crate::sim::Game;
use crate::world::{ChronicleEntry, LINES_MAX, PeopleIx, Subject, TownIx, TownKind, World};

/// The least number of ticks between two lines.
const PAUSE_TICKS: u64 = 60;
/// Ticks without a line after which even trivial events are written.
const SILENCE_TICKS: u64 = 170;
/// The weight from which an event deserves a line of its own.
const WEIGHT_OWN_LINE: u8 = 3;
/// Events that can wait to be written.
const PENDING_MAX: usize = 64;

/// The settlement or ruin on a cell, if the player's people knows of it.
pub fn known_place(game: &Game, cell: crate::grid::Cell) -> Option<TownIx> {
    game.places().built_at(cell).filter(|id| game.world.people(PeopleIx::PLAYER).knows_as(*id).is_some())
}

/// The name of the settlement on a cell, or the coordinates if the player's people knows of none.
pub fn place_name(game: &Game, cell: crate::grid::Cell) -> String {
    let is_standing = |id: &TownIx| {
        game.world.people(PeopleIx::PLAYER).knows_as(*id).is_some_and(|kind| kind != TownKind::Ruin)
    };
    let town = known_place(game, cell).filter(is_standing);
    town.map_or_else(|| format!("{}, {}", cell.x, cell.y), |id| game.world.town(id).name.clone())
}

/// Queues an event about a unit, of a weight from 0 (trivial) to 9; it is written when there is room.
pub(in crate::sim) fn queue_event(game: &mut Game, weight: u8, cell: Cell, text: String) {
    queue_event_about(game, Subject::People, weight, cell, text);
}

/// Queues an event about any subject. Events that none of the player's people sees are dropped, except those about
/// the player's own acts.
pub(in crate::sim) fn queue_event_about(
    game: &mut Game,
    subject: Subject,
    weight: u8,
    cell: Cell,
    text: String,
) {
    if subject != Subject::You && game.derived.visible[PeopleIx::PLAYER][cell] == 0 {
        return;
    }
    let tick = game.world.tick;
    let pending = &mut game.world.chronicle.pending;
    if pending.len() >= PENDING_MAX {
        let least = (0..pending.len()).min_by_key(|i| pending[*i].weight).unwrap_or(0);
        pending.remove(least);
    }
    pending.push(ChronicleEntry { tick, subject, text, cell: Some(cell), weight });
}

/// Writes the weightiest event, if it is time for a line.
pub(in crate::sim) fn write_due_line(game: &mut Game) {
    let now = game.world.tick;
    let chronicle = &mut game.world.chronicle;
    let last = chronicle.lines.last().map_or(0, |line| line.tick);
    let ticks_since = now - last;
    let weight_max = chronicle.pending.iter().map(|entry| entry.weight).max();
    let Some(weight) = weight_max else { return };
    if ticks_since < PAUSE_TICKS || (weight < WEIGHT_OWN_LINE && ticks_since < SILENCE_TICKS) {
        return;
    }
    // Of equals the latest; the others are old news by now.
    let place = chronicle.pending.iter().rposition(|entry| entry.weight == weight).unwrap_or(0);
    let mut line = chronicle.pending.remove(place);
    let others = chronicle.pending.iter().filter(|entry| entry.weight >= WEIGHT_OWN_LINE).count();
    // The most important events stay for later lines; the rest are merged into this one.
    let later =
        chronicle.pending.iter().filter(|entry| entry.weight > WEIGHT_OWN_LINE).cloned().collect::<Vec<_>>();
    let merged = others - later.len();
    chronicle.pending = later;
    if merged > 0 {
        line.text = format!("{} (+{merged} more)", line.text);
    }
    line.tick = now;
    add_line(&mut game.world, line);
}

/// Writes a line at once, however recent the last one is, because the player waits for it.
pub(in crate::sim) fn write_line_now(world: &mut World, subject: Subject, cell: Option<Cell>, text: String) {
    add_line(world, ChronicleEntry { tick: world.tick, subject, text, cell, weight: 9 });
}

fn add_line(world: &mut World, line: ChronicleEntry) {
    let lines = &mut world.chronicle.lines;
    lines.push(line);
    let surplus = lines.len().saturating_sub(LINES_MAX);
    lines.drain(..surplus);
}

/// Where a cell is, named after places of the player's people: `at Mill`, or `north-east of Mill`.
pub fn whereabouts(world: &World, cell: Cell) -> String {
    let places = world.people(PeopleIx::PLAYER).standing().map(|(id, _)| world.town(id));
    let Some(town) = places.min_by_key(|town| (town.cell.octile(cell), town.cell)) else {
        return format!("at {}, {}", cell.x, cell.y);
    };
    match direction_to(town.cell, cell) {
        Some(word) => format!("{word} of {}", town.name),
        None => format!("at {}", town.name),
    }
}

/// A count with its noun: `1 step`, `2 steps`, `3 passes`, `4 deliveries`.
pub fn counted(count: usize, what: &str) -> String {
    match what.strip_suffix('y').filter(|stem| !stem.ends_with(['a', 'e', 'o'])) {
        _ if count == 1 => format!("1 {what}"),
        Some(stem) => format!("{count} {stem}ies"),
        None if what.ends_with('s') => format!("{count} {what}es"),
        None => format!("{count} {what}s"),
    }
}

/// The compass direction from `from` to a cell; `None` within two steps.
pub fn direction_to(from: Cell, cell: Cell) -> Option<&'static str> {
    compass(i32::from(cell.x) - i32::from(from.x), i32::from(cell.y) - i32::from(from.y))
}

/// The compass direction of an offset; `None` within two steps.
fn compass(dx: i32, dy: i32) -> Option<&'static str> {
    if dx.abs().max(dy.abs()) <= 2 {
        return None;
    }
    let across = if 2 * dx.abs() > dy.abs() { dx.signum() } else { 0 };
    let down = if 2 * dy.abs() > dx.abs() { dy.signum() } else { 0 };
    Some(match (across, down) {
        (0, -1) => "north",
        (1, -1) => "north-east",
        (1, 0) => "east",
        (1, 1) => "south-east",
        (0, 1) => "south",
        (-1, 1) => "south-west",
        (-1, 0) => "west",
        _ => "north-west",
    })
}
