//! How far a new land is, as one line in the terminal: a large one takes longer than anybody stares at nothing.
//!
//! It comes only when there has been nothing to see for a while, so small lands open without it, and it is wiped away
//! when the land is there. The terminal is left as it is, so Ctrl+C ends the program as it always does.

use super::run::now;
use crate::tui::loading;
use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// How long there is nothing to see.
const PATIENCE: Duration = Duration::from_millis(600);
/// How wide the line is, in columns.
const COLUMNS: usize = 64;

/// A line that tells how far something is.
pub struct Progress {
    begun: Instant,
    /// Where it is told, if that is a terminal.
    out: Option<Box<dyn Write>>,
    /// What the line says now.
    line: Option<String>,
}

impl Progress {
    /// One that is told where errors are, for commands whose output is for programs.
    pub fn beside() -> Progress {
        Progress::on(io::stderr().is_terminal().then(|| Box::new(io::stderr()) as Box<dyn Write>))
    }

    /// One on the screen.
    pub fn on_screen() -> Progress {
        Progress::on(io::stdout().is_terminal().then(|| Box::new(io::stdout()) as Box<dyn Write>))
    }

    fn on(out: Option<Box<dyn Write>>) -> Progress {
        Progress { begun: now(), out, line: None }
    }

    /// Tells what is being made, and how much of all is done, in percent.
    pub fn tell(&mut self, what: &str, percent: usize) {
        let Some(out) = self.out.as_mut().filter(|_| self.begun.elapsed() >= PATIENCE) else { return };
        let line = loading(what, percent, COLUMNS);
        if self.line.as_ref() != Some(&line) {
            // A terminal that has gone is noticed by whoever needs it next.
            let _ = write!(out, "\r{line}").and_then(|()| out.flush());
            self.line = Some(line);
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let (Some(out), Some(line)) = (&mut self.out, &self.line) {
            let blank = " ".repeat(line.chars().count());
            let _ = write!(out, "\r{blank}\r").and_then(|()| out.flush());
        }
    }
}
