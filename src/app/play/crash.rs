//! When the program breaks off: what is known of a panic, who catches it, and the report that explains it.
//!
//! Every thread that a game lives in runs inside [`caught`]. A panic there is noted by the hook and dealt with where it
//! is caught; nothing is printed over the screen. What is rescued of the game is `keep`'s to say.

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

/// Commands that a report has.
pub const COMMANDS_MAX: usize = 256;

/// The first panic that nobody has dealt with yet.
static NOTED: Mutex<Option<Panic>> = Mutex::new(None);

thread_local! {
    /// Whether somebody up the stack catches panics of this thread.
    static IS_CAUGHT: Cell<bool> = const { Cell::new(false) };
}

/// What is known of a panic.
#[derive(Clone, Debug)]
pub struct Panic {
    /// What it says.
    pub what: String,
    /// File, line and thread.
    place: String,
    backtrace: String,
}

impl Panic {
    /// In one line.
    pub fn line(&self) -> String {
        format!("{} ({})", self.what.lines().next().unwrap_or_default(), self.place)
    }
}

/// Notes a panic; whether it will be caught. Workers of a pool hand theirs to whoever waits for them.
pub fn note(info: &PanicHookInfo) -> bool {
    let thread = std::thread::current();
    let is_worker = rayon::current_thread_index().is_some();
    let name = if is_worker { "worker" } else { thread.name().unwrap_or("nameless") };
    let backtrace = Backtrace::force_capture().to_string();
    let raised = info.location().map(|at| format!("{}:{}", at.file(), at.line())).unwrap_or_default();
    // The standard library's own line says nothing of what was asked of it.
    let own = if is_own(&raised) { None } else { own_place(&backtrace) };
    let fault = Panic {
        what: info.payload_as_str().unwrap_or("a panic without words").to_owned(),
        place: format!("{}, thread {name}", own.unwrap_or(raised)),
        backtrace,
    };
    NOTED.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(fault);
    is_worker || IS_CAUGHT.get()
}

/// Whether a place, as the compiler names it, lies in this program's source.
fn is_own(place: &str) -> bool {
    place.starts_with("src/") || place.starts_with("crates/")
}

/// File and line of the innermost frame of a panic's backtrace that lies in this program's source; `None` where the build
/// has no lines, or names its files in another way. Frames can only be read as text: their fields are not stable.
fn own_place(backtrace: &str) -> Option<String> {
    let here = std::env::current_dir().unwrap_or_default();
    // The hook's own frames come first; the panic's machinery divides them from what has panicked.
    let (_, raised) = backtrace.split_once(" std::panicking::")?;
    let mut places = raised.lines().filter_map(|line| line.trim_start().strip_prefix("at "));
    places.find_map(|place| {
        // Files below the working folder are told relative to it.
        let path =
            place.strip_prefix("./").map_or_else(|| Path::new(place).to_owned(), |rest| here.join(rest));
        let path = path.strip_prefix(env!("CARGO_MANIFEST_DIR")).ok()?.to_str()?;
        let (line, _column) = path.rsplit_once(':')?;
        is_own(line).then(|| line.to_owned())
    })
}

/// Does something; a panic in it becomes a fault.
pub fn caught<T>(work: impl FnOnce() -> T) -> Result<T, Panic> {
    let was_caught = IS_CAUGHT.replace(true);
    let done = catch_unwind(AssertUnwindSafe(work));
    IS_CAUGHT.set(was_caught);
    done.map_err(|payload| {
        let noted = NOTED.lock().unwrap_or_else(PoisonError::into_inner).take();
        // Without our hook nothing is noted, and the panic was reported when it happened.
        let what = payload.downcast_ref::<&str>().map_or("a panic without words", |words| *words);
        noted.unwrap_or_else(|| Panic {
            what: what.to_owned(),
            place: "nobody knows where".to_owned(),
            backtrace: String::new(),
        })
    })
}

/// What the player has last wanted.
#[derive(Debug, Default)]
pub struct Tape(VecDeque<(u64, Command)>);

impl Tape {
    /// Another command, after so many ticks.
    pub fn add(&mut self, tick: u64, command: &Command) {
        if self.0.len() == COMMANDS_MAX {
            self.0.pop_front();
        }
        self.0.push_back((tick, command.clone()));
    }
}

/// What a report says of the game.
pub struct CrashScene<'a> {
    /// The land's seed.
    pub seed: u64,
    /// Its size.
    pub size: Size,
    /// Ticks that were whole.
    pub tick: u64,
    /// Whether it broke in the middle of a tick or of a command.
    pub is_half_way: bool,
    /// What the world was after the last whole tick, if that is known.
    pub hashes: Option<Hashes>,
    /// The last commands.
    pub tape: &'a Tape,
    /// A copy of the record, or why there is none.
    pub record: Result<&'a Path, String>,
    /// What was rescued, or why nothing was.
    pub rescue: Result<&'a Path, String>,
}

/// The report of a fault.
pub fn report(fault: &Panic, scene: &CrashScene) -> String {
    let Size { width, height } = scene.size;
    let build = if cfg!(debug_assertions) { "debug" } else { "release" };
    let mut text = format!(
        "Wayworn broke off.\n\nwhat    {}\nwhere   {}\nseed    {}\nsize    {width}x{height}\ntick    {} was whole{}\n\
         program {PROGRAM}, {build} build\nsystem  {} {}, {} threads\n\n",
        fault.what,
        fault.place,
        scene.seed,
        scene.tick,
        if scene.is_half_way { "; it broke in what came next" } else { ", and nothing was under way" },
        std::env::consts::OS,
        std::env::consts::ARCH,
        rayon::current_num_threads(),
    );
    add_ways_out(&mut text, scene);
    add_state(&mut text, scene);
    let _ = write!(text, "\nBacktrace\n{}\n", fault.backtrace);
    text
}

fn add_ways_out(text: &mut String, scene: &CrashScene) {
    let _ = match &scene.record {
        Ok(path) => writeln!(
            text,
            "To live it again: wayworn replay {} --verify\n(its last line does nothing, it marks the tick that broke)",
            path.display()
        ),
        Err(why) => writeln!(text, "It cannot be lived again: {why}"),
    };
    let _ = match &scene.rescue {
        Ok(path) => {
            writeln!(
                text,
                "To go on: the land was rescued as {}, and the next start takes it.",
                path.display()
            )
        }
        Err(why) => writeln!(text, "Nothing was rescued: {why}"),
    };
}

fn add_state(text: &mut String, scene: &CrashScene) {
    let _ = writeln!(text, "\nState after tick {}", scene.tick);
    match &scene.hashes {
        Some(hashes) => {
            for (name, part) in SUBSYSTEMS.iter().zip(hashes.parts) {
                let _ = writeln!(text, "{name:<10} {part:016x}");
            }
        }
        None => text.push_str("not known\n"),
    }
    let commands = &scene.tape.0;
    let _ = writeln!(text, "\nThe last {} commands of this sitting, at most {COMMANDS_MAX}", commands.len());
    for (tick, command) in commands {
        let words = serde_json::to_string(command).unwrap_or_else(|error| error.to_string());
        let _ = writeln!(text, "{tick} {words}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A backtrace as the standard library tells it, of a sum that overflows, run in some folder.
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
    fn the_innermost_line_of_ours_is_found_in_a_backtrace() {
        let home = concat!(env!("CARGO_MANIFEST_DIR"), "/");
        // Tests run in the package's folder, where files are told relative to it.
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
