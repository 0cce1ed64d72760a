//! How far a new land is, as one line in the terminal: a large one takes longer than anybody stares at nothing.
//!
//! It comes only when there has been nothing to see for a while, so small lands open without it, and it is wiped away
//! when the land is there. The terminal is left as it is, so Ctrl+C ends the program as it always does.
//!
//! Also how far long work without a screen is: the same in a terminal, and a plain line every few seconds elsewhere.

use super::console;
use super::run::now;
use crate::tui::loading;
use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// How long there is nothing to see.
const PATIENCE: Duration = Duration::from_millis(600);
/// How wide the line is, in columns.
const COLUMNS: usize = 64;

/// How often it is told how far long work is: in a terminal, and elsewhere.
const GLANCE: Duration = Duration::from_millis(300);
const NEWS: Duration = Duration::from_secs(5);

/// A line that tells how far something is.
pub struct Progress {
    begun: Instant,
    /// Where it is told.
    out: Option<Box<dyn Write + Send>>,
    /// Whether that is a terminal, in which the line is drawn anew.
    is_terminal: bool,
    /// When it was last told how far long work is.
    told: Instant,
    /// What the line says now.
    line: Option<String>,
}

impl Progress {
    /// One that is told where errors are, for commands whose output is for programs.
    pub fn beside() -> Progress {
        Progress::on(
            io::stderr().is_terminal().then(|| Box::new(io::stderr()) as Box<dyn Write + Send>),
            true,
        )
    }

    /// One of long work, which is told where errors are, be that a terminal or not.
    pub fn of_work() -> Progress {
        Progress::on(Some(Box::new(io::stderr())), io::stderr().is_terminal())
    }

    /// One on the screen.
    pub fn on_screen() -> Progress {
        Progress::on(
            io::stdout().is_terminal().then(|| Box::new(io::stdout()) as Box<dyn Write + Send>),
            true,
        )
    }

    fn on(out: Option<Box<dyn Write + Send>>, is_terminal: bool) -> Progress {
        Progress { begun: now(), out, is_terminal, told: now(), line: None }
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

    /// Tells now and then how much of long work is done.
    pub fn far(&mut self, what: &str, done: u64, all: u64) {
        if self.told.elapsed() < if self.is_terminal { GLANCE } else { NEWS } {
            return;
        }
        self.told = now();
        let Some(out) = &mut self.out else { return };
        let percent = u128::from(done) * 100 / u128::from(all.max(1));
        let line = format!("{what}: {done} of {all} ({percent} %)");
        // The work goes on even if the reader is gone.
        if self.is_terminal {
            let line = format!("{line:<COLUMNS$}");
            let _ = write!(out, "\r{line}").and_then(|()| out.flush());
            self.line = Some(line);
        } else {
            let _ = writeln!(out, "{}: {line}", console::name());
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
