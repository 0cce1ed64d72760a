//! The only place that reads a clock. The simulation does not use it.

use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// Time since the first call.
#[expect(
    clippy::disallowed_methods,
    reason = "pace and frames need real time, which never reaches the world"
)]
pub(super) fn now() -> Duration {
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}

/// The same, in milliseconds.
pub(super) fn millis() -> u64 {
    now().as_millis() as u64
}
