//! Where frames go and when the next is due: drawn only when something has changed, and not more often than the line
//! takes them.
//!
//! What is drawn is whoever's who calls.

use super::display::{self, Display};
use super::options::is_far;
use super::pace::FramePace;
use super::{PlayError, clock, guard, signals};
use ratatui::buffer::Buffer;
use std::time::Duration;

/// How often the terminal's other end is looked after, at least.
const LOOK_AFTER: Duration = Duration::from_millis(250);

/// The terminal with its time.
pub struct Stage {
    display: Display,
    pace: FramePace,
    drawn: Duration,
    /// Whether something has changed since the last frame.
    pub stale: bool,
    /// Whether a person has done something since, and waits to see it.
    pub awaited: bool,
}

impl Stage {
    /// An empty one of this size, with at most `fps` frames a second.
    pub fn new(size: (u16, u16), fps: u16) -> Result<Stage, PlayError> {
        let (display, pace) = (Display::new(size)?, FramePace::new(fps, is_far()));
        Ok(Stage { display, pace, drawn: Duration::ZERO, stale: true, awaited: false })
    }

    /// How long to wait before something may be drawn; `moves` if something on the screen moves by itself.
    pub fn until_frame(&self, moves: bool) -> Duration {
        let next = self.drawn + self.pace.between(self.awaited);
        if self.stale || moves { next.saturating_sub(clock::now()) } else { LOOK_AFTER }
    }

    /// Whether there is something new to draw, and time to.
    pub fn is_due(&self) -> bool {
        self.stale && self.until_frame(true).is_zero()
    }

    /// Draws a frame, unless the terminal is somebody else's at the moment; says whether it did.
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

    /// Gives the terminal back, stops until somebody says go on, and takes it again; gives its size then.
    pub fn suspend(&mut self) -> Result<(u16, u16), PlayError> {
        guard::lower();
        signals::stop_here();
        self.repaint()
    }

    /// Takes the terminal as new: after a stop, whoever made it, anything may stand there. Gives its size.
    pub fn repaint(&mut self) -> Result<(u16, u16), PlayError> {
        guard::raise_again().map_err(PlayError::Terminal)?;
        let size = display::size();
        self.fit(size)?;
        Ok(size)
    }

    /// Begins anew with another size.
    pub fn fit(&mut self, size: (u16, u16)) -> Result<(), PlayError> {
        self.display = Display::new(size)?;
        self.stale = true;
        Ok(())
    }
}
