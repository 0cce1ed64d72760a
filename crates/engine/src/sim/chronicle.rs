//! The chronicle: lines that name a place, one in three seconds at most, one in ten at least when something happens.

use super::Game;
use crate::grid::Cell;
use crate::world::{ChronicleEntry, LINES_MAX, Subject};

/// Ticks between two lines, at least.
const PAUSE: u64 = 60;
/// Ticks after which even small talk is told.
const SILENCE: u64 = 170;
/// From this weight on a happening is worth a line of its own.
const MATTERS: u8 = 3;
/// Happenings that can wait to be told.
const PENDING_MAX: usize = 64;

impl Game {
    /// Notes a happening of some weight (0 small talk to 9); it is told when there is room.
    pub(super) fn note(&mut self, weight: u8, cell: Cell, text: String) {
        self.note_about(Subject::People, weight, cell, text);
    }

    /// Notes a happening about something else than a walker. What happens where nobody of the player's people looks, nobody
    /// tells them; only what is about their own wishes they know anyway.
    pub(super) fn note_about(&mut self, subject: Subject, weight: u8, cell: Cell, text: String) {
        if subject != Subject::You && self.derived.visible[0][cell] == 0 {
            return;
        }
        let tick = self.world.tick;
        let pending = &mut self.world.chronicle.pending;
        if pending.len() >= PENDING_MAX {
            let least = (0..pending.len()).min_by_key(|i| pending[*i].weight).unwrap_or(0);
            pending.remove(least);
        }
        pending.push(ChronicleEntry { tick, subject, text, cell: Some(cell), weight });
    }

    /// Tells the weightiest happening, if it is time for a line.
    pub(super) fn tell(&mut self) {
        let now = self.world.tick;
        let chronicle = &mut self.world.chronicle;
        let last = chronicle.lines.last().map_or(0, |line| line.tick);
        let quiet = now - last;
        let best = chronicle.pending.iter().map(|entry| entry.weight).max();
        let Some(weight) = best else { return };
        if quiet < PAUSE || (weight < MATTERS && quiet < SILENCE) {
            return;
        }
        // Of equals the latest: the others are old news by now.
        let place = chronicle.pending.iter().rposition(|entry| entry.weight == weight).unwrap_or(0);
        let mut line = chronicle.pending.remove(place);
        let others = chronicle.pending.iter().filter(|entry| entry.weight >= MATTERS).count();
        // What matters most stays for the next line; the rest is merged into this one.
        let later =
            chronicle.pending.iter().filter(|entry| entry.weight > MATTERS).cloned().collect::<Vec<_>>();
        let merged = others - later.len();
        chronicle.pending = later;
        if merged > 0 {
            line.text = format!("{} (+{merged} more)", line.text);
        }
        line.tick = now;
        self.add_line(line);
    }

    /// Tells something now, however much was told of late: the player waits for it.
    pub(super) fn tell_at_once(&mut self, subject: Subject, cell: Option<Cell>, text: String) {
        self.add_line(ChronicleEntry { tick: self.world.tick, subject, text, cell, weight: 9 });
    }

    fn add_line(&mut self, line: ChronicleEntry) {
        let lines = &mut self.world.chronicle.lines;
        lines.push(line);
        let surplus = lines.len().saturating_sub(LINES_MAX);
        lines.drain(..surplus);
    }

    /// Where a cell is, in the words of the player's people: `at Mill`, or `north-east of Mill`.
    pub fn whereabouts(&self, cell: Cell) -> String {
        let places = self.world.people(0).standing().map(|(id, _)| self.world.town(id));
        let Some(town) = places.min_by_key(|town| (town.cell.octile(cell), town.cell)) else {
            return format!("at {}, {}", cell.x, cell.y);
        };
        match side_of(town.cell, cell) {
            Some(word) => format!("{word} of {}", town.name),
            None => format!("at {}", town.name),
        }
    }
}

/// So many of something: `1 step`, `2 steps`, `3 passes`, `4 deliveries`.
pub fn counted(count: usize, what: &str) -> String {
    match what.strip_suffix('y').filter(|stem| !stem.ends_with(['a', 'e', 'o'])) {
        _ if count == 1 => format!("1 {what}"),
        Some(stem) => format!("{count} {stem}ies"),
        None if what.ends_with('s') => format!("{count} {what}es"),
        None => format!("{count} {what}s"),
    }
}

/// On which side of `from` a cell lies, or `None` within two steps.
pub fn side_of(from: Cell, cell: Cell) -> Option<&'static str> {
    compass(i32::from(cell.x) - i32::from(from.x), i32::from(cell.y) - i32::from(from.y))
}

/// The word for a direction, or `None` within two steps.
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
