//! Ticks that take far too long: written down beside the save, so that somebody can find out why.
//!
//! What does not live here: keeping the screen awake meanwhile, which the threads do.

use super::clock;
use std::fs::OpenOptions;
use std::io::Write;
use std::path::Path;
use std::time::Duration;

/// What no tick should take.
const SLOW: Duration = Duration::from_secs(5);
/// A log is never made longer than this, in bytes.
const LOG_MAX: u64 = 1 << 20;

/// When a tick began.
pub struct Watch(Duration);

impl Watch {
    /// It begins now.
    pub fn begin() -> Watch {
        Watch(clock::now())
    }

    /// It has ended. If it was slow, that is written into the log beside this save; gives what to say.
    pub fn end(self, save: &Path, tick: u64) -> Option<String> {
        let took = clock::now().saturating_sub(self.0);
        if took < SLOW {
            return None;
        }
        let words = format!("tick {tick} took {}.{} s", took.as_secs(), took.subsec_millis() / 100);
        let log = save.with_extension("log");
        let is_link = log.symlink_metadata().is_ok_and(|about| !about.is_file());
        let is_full = log.metadata().is_ok_and(|about| about.len() > LOG_MAX);
        if !is_link && !is_full {
            // Nothing depends on it: a log that cannot be written is no reason to stop.
            let file = OpenOptions::new().create(true).append(true).open(log);
            let _ = file.and_then(|mut file| writeln!(file, "{words}"));
        }
        Some(words)
    }
}
