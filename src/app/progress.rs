//! A progress line in the terminal, for generating a large land and for long headless work.
//!
//! It appears only after a delay, so small lands open without it, and is erased at the end. The terminal mode is not
//! changed, so Ctrl+C works as usual.
//!
//! Outside a terminal, long work prints a plain line every few seconds instead.

use super::console;
use super::run::now;
use crate::tui::progress_line;
use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// Delay before the line appears.
const DELAY: Duration = Duration::from_millis(600);
/// Width of the line, in columns.
const COLUMNS: usize = 64;

/// Interval of updates in a terminal, and elsewhere.
const TERMINAL_INTERVAL: Duration = Duration::from_millis(300);
const PLAIN_INTERVAL: Duration = Duration::from_secs(5);

/// A progress line.
pub struct ProgressLine {
    started: Instant,
    /// Where it is written.
    out: Option<Box<dyn Write + Send>>,
    /// Whether that is a terminal, where the line is redrawn.
    is_terminal: bool,
    /// Time of the last update of long work.
    last_update: Instant,
    /// The current text of the line.
    line: Option<String>,
}

impl ProgressLine {
    /// A line on standard error if that is a terminal, for commands with machine-readable output.
    pub fn on_stderr() -> ProgressLine {
        ProgressLine::new(
            io::stderr().is_terminal().then(|| Box::new(io::stderr()) as Box<dyn Write + Send>),
            true,
        )
    }

    /// A line for long work on standard error, terminal or not.
    pub fn for_long_work() -> ProgressLine {
        ProgressLine::new(Some(Box::new(io::stderr())), io::stderr().is_terminal())
    }

    /// A line on standard output if that is a terminal.
    pub fn on_stdout() -> ProgressLine {
        ProgressLine::new(
            io::stdout().is_terminal().then(|| Box::new(io::stdout()) as Box<dyn Write + Send>),
            true,
        )
    }

    fn new(out: Option<Box<dyn Write + Send>>, is_terminal: bool) -> ProgressLine {
        ProgressLine { started: now(), out, is_terminal, last_update: now(), line: None }
    }

    /// Shows the current activity and its progress in percent.
    pub fn show_percent(&mut self, what: &str, percent: usize) {
        let Some(out) = self.out.as_mut().filter(|_| self.started.elapsed() >= DELAY) else { return };
        let line = progress_line(what, percent, COLUMNS);
        if self.line.as_ref() != Some(&line) {
            // A lost terminal is noticed at its next use.
            let _ = write!(out, "\r{line}").and_then(|()| out.flush());
            self.line = Some(line);
        }
    }

    /// Shows the progress of long work at intervals.
    pub fn show_count(&mut self, what: &str, done: u64, all: u64) {
        if self.last_update.elapsed() < if self.is_terminal { TERMINAL_INTERVAL } else { PLAIN_INTERVAL } {
            return;
        }
        self.last_update = now();
        let Some(out) = &mut self.out else { return };
        let percent = u128::from(done) * 100 / u128::from(all.max(1));
        let line = format!("{what}: {done} of {all} ({percent} %)");
        // The work continues even if the reader is gone.
        if self.is_terminal {
            let line = format!("{line:<COLUMNS$}");
            let _ = write!(out, "\r{line}").and_then(|()| out.flush());
            self.line = Some(line);
        } else {
            let _ = writeln!(out, "{}: {line}", console::name());
        }
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        if let (Some(out), Some(line)) = (&mut self.out, &self.line) {
            let blank = " ".repeat(line.chars().count());
            let _ = write!(out, "\r{blank}\r").and_then(|()| out.flush());
        }
    }
}
