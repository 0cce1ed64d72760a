//! The report of a crash: what panicked, the state of the game, and its last commands.
//!
//! Catching a panic does not live here (`play::panics`), nor counting reports (`crash_loop`).

use crate::app::PROGRAM;
use crate::app::play::panics::PanicInfo;
use crate::grid::Size;
use crate::world::{Command, Hashes, SUBSYSTEMS};
use std::collections::VecDeque;
use std::fmt::Write;
use std::path::Path;

/// Most commands in a report.
pub(in crate::app) const REPORTED_COMMANDS_MAX: usize = 256;

/// The player's last commands.
#[derive(Debug, Default)]
pub(super) struct CommandTape(VecDeque<(u64, Command)>);

impl CommandTape {
    /// Adds a command, given after so many ticks.
    pub(super) fn add(&mut self, tick: u64, command: &Command) {
        if self.0.len() == REPORTED_COMMANDS_MAX {
            self.0.pop_front();
        }
        self.0.push_back((tick, command.clone()));
    }
}

/// State of the game for a report.
pub(super) struct CrashContext<'a> {
    /// The land's seed.
    pub seed: u64,
    /// Its size.
    pub size: Size,
    /// Completed ticks.
    pub tick: u64,
    /// Whether it crashed during a tick or a command.
    pub is_within_step: bool,
    /// Hashes of the world after the last completed tick, if known.
    pub hashes: Option<Hashes>,
    /// The last commands.
    pub tape: &'a CommandTape,
    /// The copy of the record, or why there is none.
    pub record: Result<&'a Path, String>,
    /// The rescued save, or why there is none.
    pub rescue: Result<&'a Path, String>,
}

/// The text of a crash report.
pub(super) fn crash_report(panic: &PanicInfo, context: &CrashContext) -> String {
    let Size { width, height } = context.size;
    let build = if cfg!(debug_assertions) { "debug" } else { "release" };
    let mut text = format!(
        "Wayworn crashed.\n\nwhat    {}\nwhere   {}\nseed    {}\nsize    {width}x{height}\ntick    {} was completed{}\n\
         program {PROGRAM}, {build} build\nsystem  {} {}, {} threads\n\n",
        panic.message,
        panic.place,
        context.seed,
        context.tick,
        if context.is_within_step { "; it crashed in the next step" } else { "; no step was in progress" },
        std::env::consts::OS,
        std::env::consts::ARCH,
        rayon::current_num_threads(),
    );
    add_instructions(&mut text, context);
    add_state(&mut text, context);
    let _ = write!(text, "\nBacktrace\n{}\n", panic.backtrace);
    text
}

fn add_instructions(text: &mut String, context: &CrashContext) {
    let _ = match &context.record {
        Ok(path) => writeln!(
            text,
            "To reproduce it: wayworn replay {} --verify\n(its last line does nothing, it marks the tick that crashed)",
            path.display()
        ),
        Err(why) => writeln!(text, "It cannot be reproduced: {why}"),
    };
    let _ = match &context.rescue {
        Ok(path) => {
            writeln!(
                text,
                "To continue: the land was rescued as {}, and the next start loads it.",
                path.display()
            )
        }
        Err(why) => writeln!(text, "Nothing was rescued: {why}"),
    };
}

fn add_state(text: &mut String, context: &CrashContext) {
    let _ = writeln!(text, "\nState after tick {}", context.tick);
    match &context.hashes {
        Some(hashes) => {
            for (name, part) in SUBSYSTEMS.iter().zip(hashes.parts) {
                let _ = writeln!(text, "{name:<10} {part:016x}");
            }
        }
        None => text.push_str("unknown\n"),
    }
    let commands = &context.tape.0;
    let _ = writeln!(
        text,
        "\nThe last {} commands of this session, at most {REPORTED_COMMANDS_MAX}",
        commands.len()
    );
    for (tick, command) in commands {
        let words = serde_json::to_string(command).unwrap_or_else(|error| error.to_string());
        let _ = writeln!(text, "{tick} {words}");
    }
}
