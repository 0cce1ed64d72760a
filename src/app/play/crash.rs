//! Crashes: information about a panic, catching it, and the crash report.
//!
//! Every thread of a game runs inside [`catch`]. The panic hook notes a panic there, and it is handled where it is
//! caught; nothing is printed over the screen. Rescuing the game does not live here (`session`).

use crate::app::PROGRAM;
use crate::grid::Size;
use crate::world::{Command, Hashes, SUBSYSTEMS};
use std::backtrace::Backtrace;
use std::cell::Cell;
use std::collections::VecDeque;
use std::fmt::Write;
use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

/// Most commands in a report.
pub(crate) const COMMANDS_MAX: usize = 256;

/// The first panic that is not handled yet.
static FIRST_PANIC: Mutex<Option<PanicInfo>> = Mutex::new(None);

thread_local! {
    /// Whether a caller on this thread catches panics.
    static IS_CAUGHT: Cell<bool> = const { Cell::new(false) };
}

/// Information about a panic.
#[derive(Clone, Debug)]
pub(crate) struct PanicInfo {
    /// Its message.
    pub message: String,
    /// File, line and thread.
    place: String,
    backtrace: String,
}

impl PanicInfo {
    /// One line about it.
    pub(crate) fn one_line(&self) -> String {
        format!("{} ({})", self.message.lines().next().unwrap_or_default(), self.place)
    }
}

/// Notes a panic; returns whether it will be caught. Pool workers pass theirs on to the waiting thread.
pub(crate) fn note_panic(info: &PanicHookInfo) -> bool {
    let thread = std::thread::current();
    let is_worker = rayon::current_thread_index().is_some();
    let name = if is_worker { "worker" } else { thread.name().unwrap_or("nameless") };
    let backtrace = Backtrace::force_capture().to_string();
    let raised = info.location().map(|at| format!("{}:{}", at.file(), at.line())).unwrap_or_default();
    // A line in the standard library does not tell which of our calls panicked.
    let own = if is_own_source(&raised) { None } else { own_place(&backtrace) };
    let fault = PanicInfo {
        message: info.payload_as_str().unwrap_or("a panic without a message").to_owned(),
        place: format!("{}, thread {name}", own.unwrap_or(raised)),
        backtrace,
    };
    FIRST_PANIC.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(fault);
    is_worker || IS_CAUGHT.get()
}

/// Whether a place, as the compiler names it, lies in this program's source.
fn is_own_source(place: &str) -> bool {
    place.starts_with("src/") || place.starts_with("crates/")
}

/// File and line of the innermost frame of a backtrace in this program's source; `None` if the build has no line
/// numbers or names its files differently. Frames are parsed as text, because their fields are not stable.
fn own_place(backtrace: &str) -> Option<String> {
    let here = std::env::current_dir().unwrap_or_default();
    // The hook's own frames come first; the panic machinery separates them from the code that panicked.
    let (_, raised) = backtrace.split_once(" std::panicking::")?;
    let mut places = raised.lines().filter_map(|line| line.trim_start().strip_prefix("at "));
    places.find_map(|place| {
        // Files below the working folder are given relative to it.
        let path =
            place.strip_prefix("./").map_or_else(|| Path::new(place).to_owned(), |rest| here.join(rest));
        let path = path.strip_prefix(env!("CARGO_MANIFEST_DIR")).ok()?.to_str()?;
        let (line, _column) = path.rsplit_once(':')?;
        is_own_source(line).then(|| line.to_owned())
    })
}

/// Runs `work`; a panic in it becomes an error.
pub(crate) fn catch<T>(work: impl FnOnce() -> T) -> Result<T, PanicInfo> {
    let was_caught = IS_CAUGHT.replace(true);
    let result = catch_unwind(AssertUnwindSafe(work));
    IS_CAUGHT.set(was_caught);
    result.map_err(|payload| {
        let noted = FIRST_PANIC.lock().unwrap_or_else(PoisonError::into_inner).take();
        // Without our hook nothing was noted, and the panic was already reported.
        let what = payload.downcast_ref::<&str>().map_or("a panic without a message", |words| *words);
        noted.unwrap_or_else(|| PanicInfo {
            message: what.to_owned(),
            place: "place unknown".to_owned(),
            backtrace: String::new(),
        })
    })
}

/// The player's last commands.
#[derive(Debug, Default)]
pub(crate) struct CommandTape(VecDeque<(u64, Command)>);

impl CommandTape {
    /// Adds a command, given after so many ticks.
    pub(crate) fn add(&mut self, tick: u64, command: &Command) {
        if self.0.len() == COMMANDS_MAX {
            self.0.pop_front();
        }
        self.0.push_back((tick, command.clone()));
    }
}

/// State of the game for a report.
pub(crate) struct CrashContext<'a> {
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
pub(crate) fn crash_report(fault: &PanicInfo, scene: &CrashContext) -> String {
    let Size { width, height } = scene.size;
    let build = if cfg!(debug_assertions) { "debug" } else { "release" };
    let mut text = format!(
        "Wayworn crashed.\n\nwhat    {}\nwhere   {}\nseed    {}\nsize    {width}x{height}\ntick    {} was completed{}\n\
         program {PROGRAM}, {build} build\nsystem  {} {}, {} threads\n\n",
        fault.message,
        fault.place,
        scene.seed,
        scene.tick,
        if scene.is_within_step { "; it crashed in the next step" } else { "; no step was in progress" },
        std::env::consts::OS,
        std::env::consts::ARCH,
        rayon::current_num_threads(),
    );
    add_instructions(&mut text, scene);
    add_state(&mut text, scene);
    let _ = write!(text, "\nBacktrace\n{}\n", fault.backtrace);
    text
}

fn add_instructions(text: &mut String, scene: &CrashContext) {
    let _ = match &scene.record {
        Ok(path) => writeln!(
            text,
            "To reproduce it: wayworn replay {} --verify\n(its last line does nothing, it marks the tick that crashed)",
            path.display()
        ),
        Err(why) => writeln!(text, "It cannot be reproduced: {why}"),
    };
    let _ = match &scene.rescue {
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

fn add_state(text: &mut String, scene: &CrashContext) {
    let _ = writeln!(text, "\nState after tick {}", scene.tick);
    match &scene.hashes {
        Some(hashes) => {
            for (name, part) in SUBSYSTEMS.iter().zip(hashes.parts) {
                let _ = writeln!(text, "{name:<10} {part:016x}");
            }
        }
        None => text.push_str("unknown\n"),
    }
    let commands = &scene.tape.0;
    let _ = writeln!(text, "\nThe last {} commands of this session, at most {COMMANDS_MAX}", commands.len());
    for (tick, command) in commands {
        let words = serde_json::to_string(command).unwrap_or_else(|error| error.to_string());
        let _ = writeln!(text, "{tick} {words}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A backtrace in the standard library's format, of an overflowing sum.
    fn backtrace(source: &str) -> String {
        format!(
            "   0: std::backtrace::Backtrace::create\n\
             \x20            at /rustc/1/library/std/src/backtrace.rs:331:13\n\
             \x20  1: wayworn::app::play::crash::note\n             at {source}src/app/play/crash.rs:50:21\n\
             \x20  2: std::panicking::rust_panic_with_hook\n             at /rustc/1/library/std/src/panicking.rs:8:9\n\
             \x20  3: core::panicking::panic_const::panic_const_add_overflow\n\
             \x20            at /rustc/1/library/core/src/panicking.rs:175:17\n\
             \x20  4: <u32 as core::iter::traits::accum::Sum>::sum::{{{{closure}}}}\n\
             \x20            at /rustc/1/library/core/src/iter/traits/accum.rs:149:1\n\
             \x20  5: rayon::iter::for_each::<wayworn::plan::Sketch>\n\
             \x20            at /home/me/.cargo/registry/src/index/rayon-1.12.0/src/iter/mod.rs:1:1\n\
             \x20  6: wayworn::plan::sketch\n             at {source}crates/engine/src/plan/sketch.rs:40:9\n\
             \x20  7: wayworn::sim::tick\n             at {source}crates/engine/src/sim/tick.rs:12:5\n"
        )
    }

    #[test]
    fn the_innermost_own_line_is_found_in_a_backtrace() {
        let home = concat!(env!("CARGO_MANIFEST_DIR"), "/");
        // Tests run in the package's folder, and files are given relative to it.
        for source in [home, "./"] {
            assert_eq!(
                own_place(&backtrace(source)).as_deref(),
                Some("crates/engine/src/plan/sketch.rs:40"),
                "{source}"
            );
        }
        assert_eq!(own_place(&backtrace("/nowhere/")), None, "sources that were elsewhere");
        assert_eq!(own_place("disabled backtrace"), None);
    }
}
