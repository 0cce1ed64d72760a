//! The terminal with its frame timing: a frame is drawn only when something has changed, and as often as the connection
//! allows.
//!
//! What is drawn is up to the caller.

use super::display::{self, Display};
use super::options::is_far;
use super::pace::FramePace;
use super::{PlayError, clock, guard, signals};
use ratatui::buffer::Buffer;
use std::time::Duration;

/// Longest interval between two checks of the connection.
const LOOK_AFTER: Duration = Duration::from_millis(250);

/// The terminal with its frame timing.
pub struct Stage {
    display: Display,
    pace: FramePace,
    drawn: Duration,
    /// Whether something has changed since the last frame.
    pub stale: bool,
    /// Whether the player has done something since and waits to see it.
    pub awaited: bool,
}

impl Stage {
    /// A cleared terminal of this size, with at most `fps` frames per second.
    pub fn new(size: (u16, u16), fps: u16) -> Result<Stage, PlayError> {
        let (display, pace) = (Display::new(size)?, FramePace::new(fps, is_far()));
        Ok(Stage { display, pace, drawn: Duration::ZERO, stale: true, awaited: false })
    }

    /// Time until the next frame may be drawn; `moves` if the screen is animated.
    pub fn until_frame(&self, moves: bool) -> Duration {
        let next = self.drawn + self.pace.between(self.awaited);
        if self.stale || moves { next.saturating_sub(clock::now()) } else { LOOK_AFTER }
    }

    /// Whether a frame should be drawn now.
    pub fn is_due(&self) -> bool {
        self.stale && self.until_frame(true).is_zero()
    }

    /// Draws a frame, unless the game does not hold the terminal; returns whether it did.
    pub fn draw(&mut self, paint: impl FnOnce(&mut Buffer)) -> std::io::Result<bool> {
        self.drawn = clock::now();
        if !guard::is_raised() {
            return Ok(false);
        }
        super::rehearse_panic("screen", u64::MAX);
        let (bytes, took) = self.display.draw(paint)?;
        self.pace.sent(took, bytes);
        self.stale = false;
        self.awaited = false;
        Ok(true)
    }

    /// Restores the terminal, stops the process until it is resumed, and takes the terminal again; returns its size.
    pub fn suspend(&mut self) -> Result<(u16, u16), PlayError> {
        guard::lower();
        signals::stop_here();
        self.repaint()
    }

    /// Takes the terminal again and clears it, because after a stop its contents are unknown; returns its size.
    pub fn repaint(&mut self) -> Result<(u16, u16), PlayError> {
        guard::raise_again().map_err(PlayError::Terminal)?;
        let size = display::size();
        self.fit(size)?;
        Ok(size)
    }

    /// Clears the terminal for another size.
    pub fn fit(&mut self, size: (u16, u16)) -> Result<(), PlayError> {
        self.display = Display::new(size)?;
        self.stale = true;
        Ok(())
    }
}
