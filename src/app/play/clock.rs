//! The one place that reads a clock. The world never does.

use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// Time since the program first asked.
#[expect(
    clippy::disallowed_methods,
    reason = "pace and frames are real time; nothing of it reaches the world"
)]
pub fn now() -> Duration {
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}

/// The same, in milliseconds.
pub fn millis() -> u64 {
    now().as_millis() as u64
}
