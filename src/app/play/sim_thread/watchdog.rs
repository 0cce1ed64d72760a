//! Logs ticks that take far too long, in a file beside the save.
//!
//! Keeping the screen responsive meanwhile does not live here; threads do that.

use crate::app::play::clock;
use std::fs::OpenOptions;
use std::io::Write;
use std::path::Path;
use std::time::Duration;

/// Duration of a tick that is logged.
const SLOW_TICK: Duration = Duration::from_secs(5);
/// Largest size of the log, in bytes.
const LOG_BYTES_MAX: u64 = 1 << 20;

/// Measures one tick.
pub(super) struct TickWatch(Duration);

impl TickWatch {
    /// Starts measuring.
    pub(super) fn begin() -> TickWatch {
        TickWatch(clock::now())
    }

    /// Ends measuring. A slow tick is logged beside this save; returns a message then.
    pub(super) fn end(self, save: &Path, tick: u64) -> Option<String> {
        let took = clock::now().saturating_sub(self.0);
        if took < SLOW_TICK {
            return None;
        }
        let words = format!("tick {tick} took {}.{} s", took.as_secs(), took.subsec_millis() / 100);
        let log = save.with_extension("log");
        let is_link = log.symlink_metadata().is_ok_and(|about| !about.is_file());
        let is_full = log.metadata().is_ok_and(|about| about.len() > LOG_BYTES_MAX);
        if !is_link && !is_full {
            // Nothing depends on the log, so errors are ignored.
            let file = OpenOptions::new().create(true).append(true).open(log);
            let _ = file.and_then(|mut file| writeln!(file, "{words}"));
        }
        Some(words)
    }
}
