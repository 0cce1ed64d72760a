//! The terminal with its frame timing: a frame is drawn only when something has changed, and as often as the connection
//! allows.
//!
//! What is drawn is up to the caller.

use super::pace::FramePace;
use crate::app::play::session::PlayError;
use crate::app::play::terminal::{self, Display};
use crate::app::play::{clock, faults};
use crate::tui::{Canvas, GraphicsProtocol};
use ratatui::buffer::Buffer;
use std::time::Duration;

/// The terminal with its frame timing.
pub(in crate::app::play) struct FrameStage {
    display: Display,
    /// How the terminal takes pictures of the land, if it is to show any.
    pictures: Option<GraphicsProtocol>,
    pace: FramePace,
    last_frame_at: Duration,
    /// Whether something has changed since the last frame.
    pub has_changed: bool,
    /// Whether the player has done something since and waits to see it.
    pub is_response: bool,
}

impl FrameStage {
    /// A cleared terminal of this size, with at most `fps` frames per second.
    pub(in crate::app::play) fn new(size: (u16, u16), fps: u16) -> Result<FrameStage, PlayError> {
        FrameStage::with_pictures(size, fps, None)
    }

    /// The same, which shows pictures of the land if it is said how.
    pub(super) fn with_pictures(
        size: (u16, u16),
        fps: u16,
        pictures: Option<GraphicsProtocol>,
    ) -> Result<FrameStage, PlayError> {
        Ok(FrameStage {
            display: Display::new(size, pictures)?,
            pictures,
            pace: FramePace::new(fps, terminal::is_remote()),
            last_frame_at: Duration::ZERO,
            has_changed: true,
            is_response: false,
        })
    }

    /// Time until the next frame may be drawn; `moves` if the screen is animated.
    pub(super) fn until_frame(&self, moves: bool) -> Duration {
        let next = self.last_frame_at + self.pace.interval(self.is_response);
        if self.is_outdated() || moves {
            next.saturating_sub(clock::now())
        } else {
            terminal::CONNECTION_CHECK
        }
    }

    /// Whether a frame should be drawn now.
    pub(super) fn is_due(&self) -> bool {
        self.is_outdated() && self.until_frame(true).is_zero()
    }

    /// Whether the terminal does not show all that it should.
    fn is_outdated(&self) -> bool {
        self.has_changed || self.display.is_unfinished()
    }

    /// Whether the terminal takes frames too slowly for what moves by itself.
    pub(super) fn is_still(&self) -> bool {
        self.pace.is_still()
    }

    /// Draws a frame, unless the game does not hold the terminal; returns whether it did.
    pub(super) fn draw(&mut self, paint: impl FnOnce(&mut Buffer)) -> std::io::Result<bool> {
        self.draw_with_land(|buffer| {
            paint(buffer);
            None
        })
    }

    /// The same, with a land that is drawn at pixels where the terminal shows pictures, and takes them fast enough.
    pub(super) fn draw_with_land(
        &mut self,
        paint: impl FnOnce(&mut Buffer) -> Option<Canvas>,
    ) -> std::io::Result<bool> {
        self.last_frame_at = clock::now();
        if !terminal::is_taken() {
            return Ok(false);
        }
        faults::panic_for_test("screen", u64::MAX);
        let is_slow = self.is_still();
        let is_new = std::mem::take(&mut self.has_changed);
        let (bytes, took) = self.display.draw(is_new, |buffer| paint(buffer).filter(|_| !is_slow))?;
        self.pace.frame_sent(took, bytes);
        self.is_response = false;
        Ok(true)
    }

    /// Does what a signal asks of the terminal; returns its size, if what is drawn has to adapt.
    pub(super) fn follow_signal(&mut self, signal: i32) -> Result<Option<(u16, u16)>, PlayError> {
        if terminal::is_suspending(signal) {
            self.stop().map(Some)
        } else if terminal::is_resuming(signal) {
            self.repaint().map(Some)
        } else if terminal::is_resizing(signal) {
            self.follow_window()
        } else {
            Ok(None)
        }
    }

    /// Does on a key what the signal asks for; returns the terminal's size.
    pub(super) fn suspend(&mut self) -> Result<(u16, u16), PlayError> {
        terminal::tell_to_stop();
        self.stop()
    }

    /// Restores the terminal, stops the process until it is resumed, and takes the terminal again; returns its size.
    fn stop(&mut self) -> Result<(u16, u16), PlayError> {
        terminal::stop_process();
        self.repaint()
    }

    /// Takes the terminal again and clears it, because after a stop its contents are unknown; returns its size.
    fn repaint(&mut self) -> Result<(u16, u16), PlayError> {
        terminal::take_again().map_err(PlayError::Terminal)?;
        let size = terminal::window_size();
        self.reset_size(size)?;
        Ok(size)
    }

    /// Adapts to the window, which is then clear; returns its size if that has changed.
    fn follow_window(&mut self) -> Result<Option<(u16, u16)>, PlayError> {
        let size = terminal::window_size();
        if size == self.display.size() {
            return Ok(None);
        }
        self.reset_size(size)?;
        Ok(Some(size))
    }

    fn reset_size(&mut self, size: (u16, u16)) -> Result<(), PlayError> {
        self.display = Display::new(size, self.pictures)?;
        self.has_changed = true;
        Ok(())
    }
}
