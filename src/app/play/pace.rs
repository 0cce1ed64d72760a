//! How often a frame is drawn: as often as is wished where the line is quick, and less often where it is not.
//!
//! Who draws is `controller`; the speed of the land is `simulation`'s.

use std::time::Duration;

/// Between two frames over a line to another machine: ten a second.
const FAR: Duration = Duration::from_millis(100);
/// Between two frames over a line that takes its time: five a second.
const SLOWEST: Duration = Duration::from_millis(200);
/// A frame that takes longer than this to be taken says that the line is slow.
const LATE: Duration = Duration::from_millis(50);
/// More bytes than this in one frame are many for a line to another machine.
const MANY: usize = 24_000;
/// What the player does is shown after this at the latest, unless the line is slow.
const ANSWER: Duration = Duration::from_millis(33);

/// The time between frames.
pub struct FramePace {
    /// Where the line is quick.
    least: Duration,
    /// Now.
    now: Duration,
    is_far: bool,
    is_late: bool,
}

impl FramePace {
    /// At most `fps` frames a second; `is_far` if the terminal is on another machine.
    pub fn new(fps: u16, is_far: bool) -> FramePace {
        let wished = Duration::from_millis(1000 / u64::from(fps.max(1)));
        let least = if is_far { wished.max(FAR) } else { wished };
        FramePace { least, now: least, is_far, is_late: false }
    }

    /// The time between two frames; shorter when the player waits for an answer.
    pub fn between(&self, is_answer: bool) -> Duration {
        if is_answer && !self.is_late { self.now.min(ANSWER) } else { self.now }
    }

    /// A frame of so many bytes took so long to be taken.
    pub fn sent(&mut self, took: Duration, bytes: usize) {
        self.is_late = took > LATE;
        let slower = self.is_late || (self.is_far && bytes > MANY);
        let wanted = if slower { (self.now * 2).min(SLOWEST) } else { self.now * 7 / 8 };
        self.now = wanted.max(self.least);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const QUICK: Duration = Duration::from_millis(1);

    #[test]
    fn a_slow_line_gets_fewer_frames_until_it_is_quick_again() {
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
    fn another_machine_gets_five_to_ten_but_answers_come_at_once() {
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
