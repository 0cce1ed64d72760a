//! The terminal to draw on: a frame at a time, each within one synchronised update.
//!
//! Its size is fixed when it is made, and a new one is made when that changes: the library's own resizing asks the
//! terminal where its cursor is, and would wait for an answer that the input thread has read.

use super::PlayError;
use crate::scene::Scene;
use crate::tui::{self, Screen};
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::terminal::{Clear, ClearType};
use ratatui::crossterm::{execute, terminal};
use ratatui::layout::Rect;
use ratatui::{Terminal, TerminalOptions, Viewport};
use std::io::{BufWriter, Stdout, Write, stdout};

/// Bytes of a frame that are sent at once.
const BUFFER: usize = 1 << 16;
/// A window is never taken for larger than this.
const LARGEST: u16 = 1000;

/// Where frames go.
pub struct Display {
    terminal: Terminal<CrosstermBackend<BufWriter<Stdout>>>,
}

/// The window's size; of a window that does not say, a usual one.
pub fn size() -> (u16, u16) {
    let (width, height) = terminal::size().unwrap_or((80, 24));
    (width.min(LARGEST), height.min(LARGEST))
}

impl Display {
    /// An empty one of this size.
    pub fn new((width, height): (u16, u16)) -> Result<Display, PlayError> {
        let mut out = BufWriter::with_capacity(BUFFER, stdout());
        execute!(out, Clear(ClearType::All)).map_err(PlayError::Terminal)?;
        let options = TerminalOptions { viewport: Viewport::Fixed(Rect::new(0, 0, width, height)) };
        let terminal =
            Terminal::with_options(CrosstermBackend::new(out), options).map_err(PlayError::Terminal)?;
        Ok(Display { terminal })
    }

    /// Draws a frame.
    pub fn draw(&mut self, screen: &Screen, scene: &Scene) -> std::io::Result<()> {
        self.terminal.backend_mut().write_all(b"\x1b[?2026h")?;
        self.terminal.draw(|frame| tui::draw(frame.buffer_mut(), screen, scene))?;
        self.terminal.backend_mut().write_all(b"\x1b[?2026l")?;
        std::io::Write::flush(self.terminal.backend_mut())
    }
}
