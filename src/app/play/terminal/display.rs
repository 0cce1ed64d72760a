//! Draws frames on the terminal, each as one synchronised update.
//!
//! Its size is fixed; a resize creates a new one. Encoding a frame does not live here (`tui`).

use super::guard::note_pictures;
use crate::app::play::clock;
use crate::app::play::session::PlayError;
use crate::tui::{self, Canvas, GraphicsProtocol, PixelMap};
use ratatui::buffer::Buffer;
use ratatui::crossterm::terminal;
use ratatui::layout::Rect;
use std::io::{Write, stdout};
use std::time::Duration;

/// Largest size of a window that is used.
const SIDE_MAX: u16 = 1000;

/// Draws frames on the terminal.
pub(in crate::app::play) struct Display {
    /// The frame that the terminal shows.
    shown: Buffer,
    /// Buffer for the next frame, kept to reuse its memory.
    next: Buffer,
    bytes: Vec<u8>,
    /// The land at pixels, if the terminal shows pictures.
    pixels: Option<PixelMap>,
    /// When the last frame was drawn.
    drawn_at: Duration,
}

/// The size of the window; 80 × 24 if unknown.
pub(in crate::app::play) fn window_size() -> (u16, u16) {
    let (width, height) = terminal::size().unwrap_or((80, 24));
    (width.min(SIDE_MAX), height.min(SIDE_MAX))
}

impl Display {
    /// Clears the terminal; the display has this size, and shows pictures if it is said how.
    pub(in crate::app::play) fn new(
        (width, height): (u16, u16),
        pictures: Option<GraphicsProtocol>,
    ) -> Result<Display, PlayError> {
        let mut out = stdout().lock();
        out.write_all(b"\x1b[0m\x1b[2J").and_then(|()| out.flush()).map_err(PlayError::Terminal)?;
        let empty = Buffer::empty(Rect::new(0, 0, width, height));
        if let Some(protocol) = pictures {
            note_pictures(protocol);
        }
        Ok(Display {
            shown: empty.clone(),
            next: empty,
            bytes: Vec::new(),
            pixels: pictures.map(PixelMap::new),
            drawn_at: clock::now(),
        })
    }

    /// Its size.
    pub(in crate::app::play) fn size(&self) -> (u16, u16) {
        (self.shown.area.width, self.shown.area.height)
    }

    /// Whether some of the last frame's pictures may not have been sent.
    pub(in crate::app::play) fn is_unfinished(&self) -> bool {
        self.pixels.as_ref().is_some_and(|pixels| pixels.is_unfinished)
    }

    /// Draws the frame that `paint` fills, and the land that it returns at pixels; `is_new` unless it is as the frame
    /// before. Returns the bytes sent, 0 if nothing has changed, and how long the terminal took to accept them.
    pub(in crate::app::play) fn draw(
        &mut self,
        is_new: bool,
        paint: impl FnOnce(&mut Buffer) -> Option<Canvas>,
    ) -> std::io::Result<(usize, Duration)> {
        const BEGIN: &[u8] = b"\x1b[?2026h";
        self.next.reset();
        let land = paint(&mut self.next);
        self.bytes.clear();
        self.bytes.extend(BEGIN);
        let begun = clock::now();
        let since = begun.saturating_sub(std::mem::replace(&mut self.drawn_at, begun));
        if let Some(pixels) = &mut self.pixels {
            pixels.earn(since.as_millis() as u64);
            if is_new {
                pixels.renew();
            }
            pixels.send(land.as_ref(), (&mut self.shown, &mut self.next), &mut self.bytes);
        } else if let Some(land) = &land {
            tui::draw_mosaic(land, &self.shown, &mut self.next);
        }
        tui::encode(&self.shown, &self.next, &mut self.bytes);
        std::mem::swap(&mut self.shown, &mut self.next);
        if self.bytes.len() == BEGIN.len() {
            return Ok((0, Duration::ZERO));
        }
        self.bytes.extend(b"\x1b[?2026l");
        if let Some(pixels) = &mut self.pixels {
            pixels.spend(self.bytes.len());
        }
        let begun = clock::now();
        let mut out = stdout().lock();
        out.write_all(&self.bytes)?;
        out.flush()?;
        Ok((self.bytes.len(), clock::now().saturating_sub(begun)))
    }
}
