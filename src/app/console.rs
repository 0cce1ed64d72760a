//! Where words leave the program beside its screen: one line about what is wrong, and what commands print.
//!
//! Whatever is in them from files, names and arguments, a terminal has nothing to obey in it. What does not live here:
//! the screen itself (`play::display`), and lines that are drawn anew (`progress`).

use crate::text::{Printable, clipped, json, visible};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use std::io::{self, Write};
use std::sync::OnceLock;

/// The name that lines on standard error begin with.
static NAME: OnceLock<&str> = OnceLock::new();

/// Tells under which name the program speaks; the first call counts. One that says nothing is `wayworn`.
pub fn set_name(name: &'static str) {
    NAME.get_or_init(|| name);
}

/// The name under which the program speaks.
pub fn name() -> &'static str {
    NAME.get().copied().unwrap_or("wayworn")
}

/// Prints one line to standard error; it is lost where that is closed.
pub fn complain(words: &str) {
    let _ = writeln!(io::stderr(), "{}: {}", name(), visible(&clipped(words)));
}

/// Prints a text; a reader that closes the pipe early is no error.
///
/// # Errors
/// When it cannot be written.
pub fn print(text: &str) -> io::Result<()> {
    or_enough(write(text))
}

/// The same, but a closed pipe is an error: long output can stop there.
///
/// # Errors
/// When it cannot be written.
pub fn write(text: &str) -> io::Result<()> {
    let mut out = io::stdout();
    out.write_all(visible(text).as_bytes()).and_then(|()| out.flush())
}

/// Prints JSON and a line end.
///
/// # Errors
/// As [`print`].
pub fn print_json(text: &str) -> io::Result<()> {
    or_enough(writeln!(io::stdout(), "{}", json(text)))
}

/// Prints what is the program's own, codes for the terminal included.
///
/// # Errors
/// As [`print`].
pub fn print_raw(bytes: &[u8]) -> io::Result<()> {
    or_enough(io::stdout().write_all(bytes))
}

fn or_enough(done: io::Result<()>) -> io::Result<()> {
    match done {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        done => done,
    }
}

/// Says what is wrong with the command line, or gives the help that was asked for; returns the exit code.
pub fn tell_usage(mut error: clap::Error) -> u8 {
    if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) {
        // All of it is the program's own.
        let _ = error.print();
        return 0;
    }
    let cut: Vec<(ContextKind, ContextValue)> =
        error.context().filter_map(|(kind, value)| Some((kind, printable(value)?))).collect();
    if !cut.is_empty() {
        // A tip repeats the argument.
        error.remove(ContextKind::Suggested);
    }
    for (kind, value) in cut {
        error.insert(kind, value);
    }
    let text = error.render().to_string();
    let _ = io::stderr().write_all(visible(&clipped(&text)).as_bytes());
    error.exit_code() as u8
}

/// What came from the command line, safe to show; nothing where it is as it was.
fn printable(value: &ContextValue) -> Option<ContextValue> {
    let shown = match value {
        ContextValue::String(text) => ContextValue::String(Printable(text).to_string()),
        ContextValue::Strings(texts) => {
            ContextValue::Strings(texts.iter().map(|text| Printable(text).to_string()).collect())
        }
        _ => return None,
    };
    (shown != *value).then_some(shown)
}
