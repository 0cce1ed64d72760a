//! The record of a game as text, one item per line, readable by people and easy to cut with tools:
//!
//! ```text
//! wayworn replay 1
//! game 0.1.0
//! seed 7
//! size 256x256
//! level "…"                              only when the game began from a level: its text as a JSON string
//! c 120 0 {"Orders":{…}}                 command number 0, given between tick 120 and tick 121
//! h 200 8e1f… (eight hashes)             hashes of the world right after tick 200, by subsystem
//! ```
//! This file only reads and writes the text; `recorder` stores it on disk, `verify` plays it.

use super::ReplayError;
use crate::grid::Size;
use crate::land::Recipe;
use crate::level::Level;
use crate::text::Printable;
use crate::world::{AGE_MAX, Command, Hashes, SCORED_TICKS};
use std::fmt::Write;

/// Ticks between two recorded hashes.
pub const HASH_EVERY: u64 = 100;

/// Whether a record has the hashes of this tick: now and then, and when a game is scored, which they prove.
pub fn is_hashed(tick: u64) -> bool {
    tick.is_multiple_of(HASH_EVERY) || tick == SCORED_TICKS
}
/// Version of the text.
const FORMAT: u32 = 1;
/// Start of every replay.
pub(super) const FIRST_WORDS: &str = "wayworn replay ";
/// Largest replay, in bytes.
pub const TEXT_MAX: usize = 256 << 20;
/// Longest line of a replay, in bytes.
pub const LINE_MAX: usize = 8 << 20;

/// How a recorded game started.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReplayHeader {
    /// Version of the game that recorded it.
    pub game: String,
    /// The land's seed.
    pub seed: u64,
    /// Size of the land.
    pub size: Size,
    /// Recipe of the land.
    pub recipe: Recipe,
    /// Whether it is a wanderer's game.
    pub wander: bool,
    /// Text of the level, if the game started from one.
    pub level: Option<String>,
}

impl ReplayHeader {
    /// The header of a new game.
    pub fn new(seed: u64, size: Size, level: Option<String>) -> Self {
        Self {
            game: env!("CARGO_PKG_VERSION").to_owned(),
            seed,
            size,
            recipe: Recipe::default(),
            wander: false,
            level,
        }
    }

    /// The same with another recipe.
    #[must_use]
    pub fn recipe(self, recipe: Recipe) -> Self {
        Self { recipe, ..self }
    }

    /// The same for a wanderer's game, or not.
    #[must_use]
    pub fn wander(self, wander: bool) -> Self {
        Self { wander, ..self }
    }

    /// The header of a new game from a level.
    pub fn of_level(level: &Level) -> Self {
        Self::new(level.seed, level.size(), Some(level.text.clone()))
    }

    /// Its lines.
    pub fn text(&self) -> String {
        let Size { width, height } = self.size;
        let mut text =
            format!("{FIRST_WORDS}{FORMAT}\ngame {}\nseed {}\nsize {width}x{height}\n", self.game, self.seed);
        let plain = Recipe { gentle: false, ..self.recipe };
        if plain != Recipe::default() {
            let _ = writeln!(text, "land {}", plain.words(" "));
        }
        if self.recipe.gentle {
            text.push_str("gentle\n");
        }
        if self.wander {
            text.push_str("wander\n");
        }
        if let Some(level) = &self.level {
            // JSON escapes line ends, so the text stays on one line.
            let _ = writeln!(text, "level {}", serde_json::Value::from(level.as_str()));
        }
        text
    }
}

/// A command with its time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordedCommand {
    /// Ticks played before it.
    pub tick: u64,
    /// The command.
    pub command: Command,
}

/// A recorded game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Replay {
    /// How it started.
    pub header: ReplayHeader,
    /// The player's commands, in order.
    pub commands: Vec<RecordedCommand>,
    /// Ticks and the hashes of the world after them.
    pub hashes: Vec<(u64, Hashes)>,
    /// A message for the player.
    pub note: Option<String>,
}

/// One line after the header.
pub(super) enum ReplayLine {
    /// A command.
    Command(RecordedCommand),
    /// Hashes of a tick.
    Hashes(u64, Hashes),
}

impl Replay {
    /// Reads a replay. A last line that was cut off by a kill is dropped, with a note.
    ///
    /// # Errors
    /// The first invalid line, and why.
    pub fn parse(text: &str) -> Result<Replay, ReplayError> {
        if text.len() > TEXT_MAX {
            return Err(ReplayError { line: 1, what: "a replay is at most 256 MiB long".to_owned() });
        }
        let (complete, partial) = match text.rfind('\n') {
            Some(end) => text.split_at(end + 1),
            None => ("", text),
        };
        let note = (!partial.is_empty()).then(|| "its last line is incomplete and was ignored".to_owned());
        let mut lines = complete.lines().enumerate().map(|(i, line)| (i + 1, line)).peekable();
        let header = parse_header(&mut lines)?;
        let mut replay = Replay { header, commands: Vec::new(), hashes: Vec::new(), note };
        for (number, line) in lines {
            let add = parse_line(line, replay.commands.len()).and_then(|line| replay.add(line));
            add.map_err(|what| ReplayError { line: number, what })?;
        }
        Ok(replay)
    }

    /// Its text.
    pub fn text(&self) -> String {
        let mut text = self.header.text();
        let mut commands = self.commands.iter().enumerate().peekable();
        for (tick, hashes) in &self.hashes {
            while let Some((seq, recorded)) = commands.next_if(|(_, recorded)| recorded.tick < *tick) {
                text.push_str(&command_line(recorded.tick, seq as u64, &recorded.command));
            }
            text.push_str(&hashes_line(*tick, hashes));
        }
        for (seq, recorded) in commands {
            text.push_str(&command_line(recorded.tick, seq as u64, &recorded.command));
        }
        text
    }

    /// The last recorded tick.
    pub fn last_tick(&self) -> u64 {
        let command = self.commands.last().map_or(0, |recorded| recorded.tick);
        let hash = self.hashes.last().map_or(0, |(tick, _)| *tick);
        command.max(hash)
    }

    /// Adds a line. Ticks must not decrease, and the hashes of a tick come before the commands after it.
    fn add(&mut self, line: ReplayLine) -> Result<(), String> {
        let command = self.commands.last().map(|recorded| recorded.tick);
        let hash = self.hashes.last().map(|(tick, _)| *tick);
        match line {
            ReplayLine::Command(recorded) => {
                let tick = recorded.tick;
                check_order(
                    tick,
                    command.is_some_and(|last| tick < last) || hash.is_some_and(|last| tick < last),
                )?;
                self.commands.push(recorded);
            }
            ReplayLine::Hashes(tick, hashes) => {
                check_order(
                    tick,
                    command.is_some_and(|last| tick <= last) || hash.is_some_and(|last| tick <= last),
                )?;
                self.hashes.push((tick, hashes));
            }
        }
        Ok(())
    }
}

fn check_order(tick: u64, is_late: bool) -> Result<(), String> {
    if tick > AGE_MAX {
        Err(format!("tick {tick} is beyond the longest game ({AGE_MAX})"))
    } else if is_late {
        Err(format!("tick {tick} is out of order: lines were moved or are missing"))
    } else {
        Ok(())
    }
}

/// The line of a command.
pub(super) fn command_line(tick: u64, seq: u64, command: &Command) -> String {
    match serde_json::to_string(command) {
        Ok(json) => format!("c {tick} {seq} {json}\n"),
        // A command consists of enums, numbers and lists, which all have a JSON form.
        Err(error) => unreachable!("a command always has a text: {error}"),
    }
}

/// The line of a tick's hashes.
pub(super) fn hashes_line(tick: u64, hashes: &Hashes) -> String {
    let mut line = format!("h {tick}");
    for part in hashes.parts {
        // Writing to a string cannot fail.
        let _ = write!(line, " {part:016x}");
    }
    line.push('\n');
    line
}

/// Reads one line; `seq` is the required number of a command here.
pub(super) fn parse_line(line: &str, seq: usize) -> Result<ReplayLine, String> {
    if line.len() > LINE_MAX {
        return Err("the line is too long".to_owned());
    }
    let (kind, rest) = line.split_once(' ').unwrap_or((line, ""));
    let (tick, rest) = rest.split_once(' ').unwrap_or((rest, ""));
    let tick = || tick.parse::<u64>().map_err(|_| format!("'{}' is not a tick", Printable(tick)));
    match kind {
        "c" => {
            let (number, json) = rest.split_once(' ').unwrap_or((rest, ""));
            if number.parse() != Ok(seq) {
                return Err(format!(
                    "command number {seq} should be here, not '{}': lines are missing",
                    Printable(number)
                ));
            }
            let no_command = |error| command_error(&error, line.len() - json.len());
            let command = serde_json::from_str(json).map_err(no_command)?;
            Ok(ReplayLine::Command(RecordedCommand { tick: tick()?, command }))
        }
        "h" => Ok(ReplayLine::Hashes(tick()?, parse_hashes(rest)?)),
        _ => Err("a line starts with c (a command) or h (hashes)".to_owned()),
    }
}

/// What is wrong with a command that starts after `before` bytes of its line.
fn command_error(error: &serde_json::Error, before: usize) -> String {
    // The library adds a position within the command, which would be mistaken for one in the file.
    let (text, column) = (error.to_string(), before + error.column());
    let what = text.rsplit_once(" at line ").map_or(&*text, |(what, _)| what);
    format!("column {column}: this is not a command: {what}")
}

fn parse_hashes(text: &str) -> Result<Hashes, String> {
    let mut hashes = Hashes { parts: [0; 8] };
    let mut words = text.split(' ');
    for part in &mut hashes.parts {
        let word = words.next().filter(|word| word.len() == 16);
        let number = word.and_then(|word| u64::from_str_radix(word, 16).ok());
        *part = number.ok_or("expected eight hashes of sixteen hexadecimal digits")?;
    }
    if words.next().is_some() { Err("there is text after the eight hashes".to_owned()) } else { Ok(hashes) }
}

/// Reads the header, leaving the lines after it.
fn parse_header<'a>(
    lines: &mut std::iter::Peekable<impl Iterator<Item = (usize, &'a str)>>,
) -> Result<ReplayHeader, ReplayError> {
    let format = header_field(lines, FIRST_WORDS)?;
    if format.1 != FORMAT.to_string() {
        let what = format!(
            "format {} is unknown, only {FORMAT} is supported: play it with the Wayworn that wrote it",
            Printable(format.1)
        );
        return Err(ReplayError { line: format.0, what });
    }
    let (line, game) = header_field(lines, "game ")?;
    let ours = env!("CARGO_PKG_VERSION");
    if release_version(game) != release_version(ours) {
        let what = format!(
            "it was recorded by Wayworn {}, and this is {ours}: play it with the one that recorded it",
            Printable(game)
        );
        return Err(ReplayError { line, what });
    }
    let (line, seed) = header_field(lines, "seed ")?;
    let seed = seed
        .parse()
        .map_err(|_| ReplayError { line, what: format!("'{}' is not a seed", Printable(seed)) })?;
    let (line, size) = header_field(lines, "size ")?;
    let sides = size.split_once('x').and_then(|(w, h)| Some(Size::new(w.parse().ok()?, h.parse().ok()?)));
    let size = sides.ok_or_else(|| ReplayError {
        line,
        what: format!("'{}' is not a size such as 256x256", Printable(size)),
    })?;
    let recipe = match lines.next_if(|(_, line)| line.starts_with("land ")) {
        None => Recipe::default(),
        Some((line, text)) => Recipe::parse(&text["land ".len()..]).ok_or_else(|| ReplayError {
            line,
            what: format!("'{}' is not a land that can be generated", Printable(text)),
        })?,
    };
    let gentle = lines.next_if(|(_, line)| *line == "gentle").is_some();
    let recipe = Recipe { gentle, ..recipe };
    let wander = lines.next_if(|(_, line)| *line == "wander").is_some();
    let level = match lines.next_if(|(_, line)| line.starts_with("level ")) {
        None => None,
        Some((line, text)) => Some(parse_level(text).map_err(|what| ReplayError { line, what })?),
    };
    Ok(ReplayHeader { game: game.to_owned(), seed, size, recipe, wander, level })
}

fn parse_level(line: &str) -> Result<String, String> {
    if line.len() > LINE_MAX {
        return Err("the level is too long".to_owned());
    }
    serde_json::from_str(&line["level ".len()..])
        .map_err(|error| format!("this is not the text of a level: {error}"))
}

/// The rest of the next line, which must start with `name`.
fn header_field<'a>(
    lines: &mut impl Iterator<Item = (usize, &'a str)>,
    name: &'static str,
) -> Result<(usize, &'a str), ReplayError> {
    let Some((line, text)) = lines.next() else {
        return Err(ReplayError {
            line: 1,
            what: "this is not a replay, or its start is missing".to_owned(),
        });
    };
    let rest = text.strip_prefix(name);
    let missing = || ReplayError {
        line,
        what: format!("'{}' is missing: this is not a replay, or it is damaged", name.trim()),
    };
    rest.map(|rest| (line, rest)).ok_or_else(missing)
}

/// Major and minor version: games that differ in these may play differently.
fn release_version(version: &str) -> Option<(&str, &str)> {
    let mut parts = version.split('.');
    Some((parts.next()?, parts.next()?))
}
