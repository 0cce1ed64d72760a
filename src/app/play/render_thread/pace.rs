//! Frame rate: as configured on a fast connection, lower on a slow one.
//!
//! Drawing (`controller`) and the speed of the simulation (`simulation`) do not live here.

use std::time::Duration;

/// Shortest interval between frames over a remote connection: ten per second.
const REMOTE_INTERVAL: Duration = Duration::from_millis(100);
/// Longest interval between frames over a slow connection: five per second.
const INTERVAL_MAX: Duration = Duration::from_millis(200);
/// A small frame that takes longer to be accepted means a slow connection.
const SLOW_FRAME: Duration = Duration::from_millis(50);
/// Bytes that a connection accepts in a microsecond unless it is slow: frames with pictures have hundreds of thousands.
const BYTES_PER_MICROSECOND: u64 = 4;
/// Bytes of a frame that are many for a remote connection.
const LARGE_FRAME_BYTES: usize = 24_000;
/// Longest delay of a response to the player, unless the connection is slow.
const RESPONSE_INTERVAL_MAX: Duration = Duration::from_millis(33);

/// For so many frames after two slow ones nothing moves by itself. One alone may be a pause of the machine.
const STILL_FRAMES: u16 = 200;

/// Adapts the interval between frames.
pub(super) struct FramePace {
    /// Shortest interval.
    interval_min: Duration,
    /// Current interval.
    interval: Duration,
    is_remote: bool,
    is_slow: bool,
    /// Frames until what moves by itself may move again.
    still_frames: u16,
}

impl FramePace {
    /// At most `fps` frames per second; `is_far` if the terminal is remote.
    pub(super) fn new(fps: u16, is_remote: bool) -> FramePace {
        let requested = Duration::from_millis(1000 / u64::from(fps.max(1)));
        let interval_min = if is_remote { requested.max(REMOTE_INTERVAL) } else { requested };
        FramePace { interval_min, interval: interval_min, is_remote, is_slow: false, still_frames: 0 }
    }

    /// The interval between two frames; shorter for a response to the player.
    pub(super) fn interval(&self, is_answer: bool) -> Duration {
        if is_answer && !self.is_slow { self.interval.min(RESPONSE_INTERVAL_MAX) } else { self.interval }
    }

    /// Whether the connection was too slow of late for what moves by itself.
    pub(super) fn is_still(&self) -> bool {
        self.still_frames > 0
    }

    /// Adapts to a frame of so many bytes that took so long to be accepted.
    pub(super) fn frame_sent(&mut self, took: Duration, bytes: usize) {
        let was_slow = self.is_slow;
        self.is_slow = took > SLOW_FRAME + Duration::from_micros(bytes as u64 / BYTES_PER_MICROSECOND);
        let is_still = self.is_slow && was_slow;
        self.still_frames = if is_still { STILL_FRAMES } else { self.still_frames.saturating_sub(1) };
        let slower = self.is_slow || (self.is_remote && bytes > LARGE_FRAME_BYTES);
        let next = if slower { (self.interval * 2).min(INTERVAL_MAX) } else { self.interval * 7 / 8 };
        self.interval = next.max(self.interval_min);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const QUICK: Duration = Duration::from_millis(1);

    #[test]
    fn a_slow_connection_gets_fewer_frames_until_it_is_fast_again() {
        let mut pace = FramePace::new(30, false);
        let usual = pace.interval(false);
        for _ in 0..8 {
            pace.frame_sent(Duration::from_millis(80), 5000);
        }
        assert_eq!(pace.interval(false), INTERVAL_MAX);
        assert_eq!(pace.interval(true), INTERVAL_MAX);
        assert!(pace.is_still());
        for _ in 0..40 {
            pace.frame_sent(QUICK, 5000);
        }
        assert_eq!(pace.interval(false), usual);
        (0..STILL_FRAMES).for_each(|_| pace.frame_sent(QUICK, 5000));
        assert!(!pace.is_still());
    }

    #[test]
    fn one_pause_and_large_frames_stop_nothing() {
        let mut pace = FramePace::new(30, false);
        pace.frame_sent(Duration::from_secs(1), 5000);
        for _ in 0..4 {
            pace.frame_sent(Duration::from_millis(90), 300_000);
        }
        assert!(!pace.is_still());
        (0..2).for_each(|_| pace.frame_sent(Duration::from_millis(200), 300_000));
        assert!(pace.is_still());
    }

    #[test]
    fn a_remote_terminal_gets_five_to_ten_frames_but_immediate_responses() {
        let mut pace = FramePace::new(60, true);
        assert_eq!(pace.interval(false), REMOTE_INTERVAL);
        assert_eq!(pace.interval(true), RESPONSE_INTERVAL_MAX);
        for _ in 0..8 {
            pace.frame_sent(QUICK, 60_000);
        }
        assert_eq!(pace.interval(false), INTERVAL_MAX);
        assert_eq!(FramePace::new(2, true).interval(false), Duration::from_millis(500));
    }
}
