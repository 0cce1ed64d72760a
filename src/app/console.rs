//! Output outside the screen: error lines, and what commands print.
//!
//! Text from files, names and arguments is made safe: a terminal finds no control sequences in it. The screen itself
//! (`play::terminal`) and lines that are redrawn (`progress`) do not live here.

use crate::text::{clipped, json, visible};
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
