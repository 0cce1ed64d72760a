//! Output outside the screen: error lines, and what commands print.
//!
//! Text from files, names and arguments is made safe: a terminal finds no control sequences in it. The screen itself
//! (`play::terminal`) and lines that are redrawn (`progress`) do not live here.

use crate::text::{Printable, clipped, json, visible};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use std::io::{self, Write};
use std::sync::OnceLock;

/// The program name at the start of lines on standard error.
static NAME: OnceLock<&str> = OnceLock::new();

/// Sets the program name; only the first call has an effect. The default is `wayworn`.
pub fn set_name(name: &'static str) {
    NAME.get_or_init(|| name);
}

/// The program name.
pub fn name() -> &'static str {
    NAME.get().copied().unwrap_or("wayworn")
}

/// Prints one line to standard error; ignores errors.
pub fn print_error(words: &str) {
    let _ = writeln!(io::stderr(), "{}: {}", name(), visible(&clipped(words)));
}

/// Prints a text; a closed pipe is not an error.
///
/// # Errors
/// When it cannot be written.
pub fn print(text: &str) -> io::Result<()> {
    ignore_closed_pipe(write(text))
}

/// The same, but a closed pipe is an error, so that long output can stop.
///
/// # Errors
/// When it cannot be written.
pub fn write(text: &str) -> io::Result<()> {
    let mut out = io::stdout();
    out.write_all(visible(text).as_bytes()).and_then(|()| out.flush())
}

/// Prints lines one by one, and makes no more of them once the pipe is closed.
///
/// # Errors
/// As [`print()`].
pub fn print_lines(mut lines: impl Iterator<Item = String>) -> io::Result<()> {
    ignore_closed_pipe(lines.try_for_each(|line| write(&format!("{line}\n"))))
}

/// Prints JSON and a newline.
///
/// # Errors
/// As [`print()`].
pub fn print_json(text: &str) -> io::Result<()> {
    ignore_closed_pipe(writeln!(io::stdout(), "{}", json(text)))
}

/// Prints the program's own bytes unchanged, including control sequences.
///
/// # Errors
/// As [`print()`].
pub fn print_raw(bytes: &[u8]) -> io::Result<()> {
    ignore_closed_pipe(io::stdout().write_all(bytes))
}

/// Why something could not be printed, in words.
pub fn cannot_print(why: &io::Error) -> String {
    format!("cannot print: {why}")
}

fn ignore_closed_pipe(result: io::Result<()>) -> io::Result<()> {
    match result {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}

/// Prints a usage error or the requested help; returns the exit code.
pub fn print_usage(mut error: clap::Error) -> u8 {
    if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) {
        // Help contains only the program's own text.
        let printed = error.print().and_then(|()| io::stdout().flush());
        let Err(why) = ignore_closed_pipe(printed) else { return 0 };
        print_error(&cannot_print(&why));
        return 2;
    }
    let unsafe_parts: Vec<(ContextKind, ContextValue)> =
        error.context().filter_map(|(kind, value)| Some((kind, made_printable(value)?))).collect();
    if !unsafe_parts.is_empty() {
        // The suggestion repeats the argument.
        error.remove(ContextKind::Suggested);
    }
    for (kind, value) in unsafe_parts {
        error.insert(kind, value);
    }
    let text = error.render().to_string();
    let _ = io::stderr().write_all(visible(&clipped(&text)).as_bytes());
    error.exit_code() as u8
}

/// A value from the command line made safe to print; `None` if it was safe already.
fn made_printable(value: &ContextValue) -> Option<ContextValue> {
    let shown = match value {
        ContextValue::String(text) => ContextValue::String(Printable(text).to_string()),
        ContextValue::Strings(texts) => {
            ContextValue::Strings(texts.iter().map(|text| Printable(text).to_string()).collect())
        }
        _ => return None,
    };
    (shown != *value).then_some(shown)
}
