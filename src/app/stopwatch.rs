//! Time spent, for reports: it never reaches the world.

use std::time::{Duration, Instant};

/// The current time, for reports.
#[expect(clippy::disallowed_methods, reason = "time spent is reported and never reaches the world")]
pub fn now() -> Instant {
    Instant::now()
}

/// A duration in milliseconds.
pub fn milliseconds(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1000.0
}
