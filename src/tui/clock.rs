//! Time on the screen: the program's clock, the pace of the land, and what moves by itself.

/// How long a blinking mark is visible, and then hidden, in milliseconds.
const BLINK_MS: u64 = 500;

/// The selectable speeds, as factors.
pub const SPEEDS: [u32; 5] = [1, 2, 4, 16, 64];

/// The speed of slowed time: ×4.
const SLOW_SPEED: usize = 2;

/// The pace of time, as the program measures it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TimePace {
    /// Whether the game is paused.
    pub paused: bool,
    /// The requested speed, an index into [`SPEEDS`].
    pub speed: usize,
    /// Whether time is slowed for a while, so that one thing can be watched.
    pub is_slowed: bool,
    /// The speed actually reached, in tenths.
    pub reached_tenths: u32,
    /// Plans made in the last second.
    pub plans: u32,
}

impl TimePace {
    /// Whether it is the fastest there is.
    pub(crate) fn is_fastest(&self) -> bool {
        self.speed + 1 == SPEEDS.len()
    }

    /// The speed at which time is to pass now, an index into [`SPEEDS`].
    pub(crate) fn in_force(&self) -> usize {
        if self.is_slowed { SLOW_SPEED } else { self.speed }
    }
}

/// The program's clock, and what may change with it alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ScreenClock {
    /// Milliseconds.
    pub now_ms: u64,
    /// When the player last did something.
    pub last_input_ms: u64,
    /// Whether animations are allowed: replays, blinking, a gliding camera, water and weather.
    pub has_motion: bool,
    /// Whether the terminal takes long to show a frame, so that nothing moves by itself.
    pub is_line_slow: bool,
}

impl ScreenClock {
    /// Whether the land moves by itself: if motion is allowed and the line is fast enough.
    pub fn moves(&self) -> bool {
        self.has_motion && !self.is_line_slow
    }

    /// Whether blinking marks are visible now: they blink once a second, or stay visible without motion.
    pub fn is_blink_visible(&self) -> bool {
        !self.has_motion || (self.now_ms / BLINK_MS).is_multiple_of(2)
    }

    /// Whether blinking marks appear or vanish until then.
    pub(super) fn blinks_until(&self, now_ms: u64) -> bool {
        self.has_motion && now_ms / BLINK_MS != self.now_ms / BLINK_MS
    }
}
