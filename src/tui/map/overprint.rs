//! Writing characters over the land, each with what it stands on.
//!
//! What is written does not live here (`marks`, `places`).

use super::canvas::{Canvas, UNDER_NAME_LUMA};
use super::labels::{MapLabel, MapSpace, Occupancy};
use crate::tui::look::color::{Depth, Rgb};
use crate::tui::look::theme::{CHROME, Theme};
use ratatui::buffer::Buffer;
use ratatui::style::Style;

/// The map with what is written on it so far.
pub(crate) struct Marks<'a> {
    pub(crate) canvas: Canvas,
    pub(crate) buffer: &'a mut Buffer,
    pub(crate) theme: Theme,
    pub(super) space: MapSpace,
    pub(crate) labels: Vec<MapLabel>,
}

impl<'a> Marks<'a> {
    /// A map without marks.
    pub(crate) fn new(canvas: Canvas, buffer: &'a mut Buffer, theme: Theme) -> Marks<'a> {
        let space = MapSpace::new(canvas.window.area);
        Marks { canvas, buffer, theme, space, labels: Vec::new() }
    }

    pub(super) fn occupy(&mut self, column: u16, row: u16) {
        self.space.occupy(Occupancy::Mark, column, row);
    }

    /// Writes a character with its own background.
    pub(crate) fn put(&mut self, column: u16, row: u16, glyph: char, style: Style) {
        if self.space.index(column, row).is_none() {
            return;
        }
        if let Some(cell) = self.buffer.cell_mut((column, row)) {
            cell.reset();
            cell.set_char(glyph).set_style(style);
        }
    }

    /// Writes a character over the land's colour, darkened for a name.
    pub(crate) fn over(&mut self, column: u16, row: u16, glyph: char, ink: Rgb, named: bool) {
        let ground = self.canvas.ground(column, row);
        let mut style = match (self.theme.effective(), named) {
            (Depth::Sixteen, true) => self.theme.on(ink, CHROME),
            (Depth::Sixteen, false) => self.theme.text(ink).bg(self.canvas.backdrop(column, row)),
            (_, true) => self.theme.on(ink, ground.capped(UNDER_NAME_LUMA)),
            (_, false) => self.theme.on(ink, ground),
        };
        if self.theme.is_mono() {
            style = Style::new();
        }
        self.put(column, row, glyph, style);
    }
}
