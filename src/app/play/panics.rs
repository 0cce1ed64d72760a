//! Panics: noting what is known about one, and catching it.
//!
//! Every thread of a game runs inside [`catch`]. The panic hook notes a panic there, and it is handled where it is
//! caught; nothing is printed over the screen. Rescuing the game and reporting do not live here (`session`).

use std::backtrace::Backtrace;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

/// The folder of the sources. A package is built with a word that is the same wherever that is.
const SOURCES: &str = match option_env!("WAYWORN_SOURCES") {
    Some(word) => word,
    None => env!("CARGO_MANIFEST_DIR"),
};
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
    pub(super) place: String,
    /// The calls that led to it.
    pub(super) backtrace: String,
}

impl PanicInfo {
    /// One line about it.
    pub(crate) fn one_line(&self) -> String {
        format!("{} ({})", self.message.lines().next().unwrap_or_default(), self.place)
    }
}

/// Notes a panic; returns whether it will be caught. Pool workers pass theirs on to the waiting thread.
pub(super) fn note_panic(info: &PanicHookInfo) -> bool {
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
        let path = path.strip_prefix(SOURCES).ok()?.to_str()?;
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

#[cfg(test)]
mod tests {
    use super::*;

    /// A backtrace in the standard library's format, of an overflowing sum.
    fn backtrace(source: &str) -> String {
        format!(
            "   0: std::backtrace::Backtrace::create\n\
             \x20            at /rustc/1/library/std/src/backtrace.rs:331:13\n\
             \x20  1: wayworn::app::play::panics::note_panic\n             at {source}src/app/play/panics.rs:50:21\n\
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
        let home = &format!("{SOURCES}/");
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
