//! Frame rate: as configured on a fast connection, lower on a slow one.
//!
//! Drawing (`controller`) and the speed of the simulation (`simulation`) do not live here.

use std::time::Duration;

/// Shortest interval between frames over a remote connection: ten per second.
const FAR: Duration = Duration::from_millis(100);
/// Longest interval between frames over a slow connection: five per second.
const SLOWEST: Duration = Duration::from_millis(200);
/// A frame that takes longer to be accepted means a slow connection.
const LATE: Duration = Duration::from_millis(50);
/// Bytes of a frame that are many for a remote connection.
const MANY: usize = 24_000;
/// Longest delay of a response to the player, unless the connection is slow.
const ANSWER: Duration = Duration::from_millis(33);

/// Adapts the interval between frames.
pub struct FramePace {
    /// Shortest interval.
    least: Duration,
    /// Current interval.
    now: Duration,
    is_far: bool,
    is_late: bool,
}

impl FramePace {
    /// At most `fps` frames per second; `is_far` if the terminal is remote.
    pub fn new(fps: u16, is_far: bool) -> FramePace {
        let requested = Duration::from_millis(1000 / u64::from(fps.max(1)));
        let least = if is_far { requested.max(FAR) } else { requested };
        FramePace { least, now: least, is_far, is_late: false }
    }

    /// The interval between two frames; shorter for a response to the player.
    pub fn between(&self, is_answer: bool) -> Duration {
        if is_answer && !self.is_late { self.now.min(ANSWER) } else { self.now }
    }

    /// Adapts to a frame of so many bytes that took so long to be accepted.
    pub fn sent(&mut self, took: Duration, bytes: usize) {
        self.is_late = took > LATE;
        let slower = self.is_late || (self.is_far && bytes > MANY);
        let next = if slower { (self.now * 2).min(SLOWEST) } else { self.now * 7 / 8 };
        self.now = next.max(self.least);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const QUICK: Duration = Duration::from_millis(1);

    #[test]
    fn a_slow_connection_gets_fewer_frames_until_it_is_fast_again() {
        let mut pace = FramePace::new(30, false);
        let usual = pace.between(false);
        for _ in 0..8 {
            pace.sent(Duration::from_millis(80), 5000);
        }
        assert_eq!(pace.between(false), SLOWEST);
        assert_eq!(pace.between(true), SLOWEST);
        for _ in 0..40 {
            pace.sent(QUICK, 5000);
        }
        assert_eq!(pace.between(false), usual);
    }

    #[test]
    fn a_remote_terminal_gets_five_to_ten_frames_but_immediate_responses() {
        let mut pace = FramePace::new(60, true);
        assert_eq!(pace.between(false), FAR);
        assert_eq!(pace.between(true), ANSWER);
        for _ in 0..8 {
            pace.sent(QUICK, 60_000);
        }
        assert_eq!(pace.between(false), SLOWEST);
        assert_eq!(FramePace::new(2, true).between(false), Duration::from_millis(500));
    }
}
