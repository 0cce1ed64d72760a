//! A row of the panel, and what a click on it does.

use crate::grid::Cell;
use crate::tui::input::keymap::KeyIntent;
use ratatui::text::Line;
use std::ops::Range;

/// What a click on a part of the panel does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PanelClick {
    /// The same as a key.
    Intent(KeyIntent),
    /// Removes a stop of the orders.
    Stop(usize),
    /// Drops the top layer of the stack (0), or all layers above this one.
    Layer(u8),
    /// Jumps to a cell.
    Cell(Cell),
}

/// A line of the panel, with its clickable columns.
#[derive(Default)]
pub(super) struct PanelRow {
    pub line: Line<'static>,
    pub clicks: Vec<(Range<usize>, PanelClick)>,
}

impl PanelRow {
    /// A line of which every column does the same.
    pub(crate) fn button(line: Line<'static>, click: PanelClick) -> PanelRow {
        PanelRow { line, clicks: vec![(0..usize::MAX, click)] }
    }

    /// What a click in a column does.
    pub(crate) fn click_at(&self, column: usize) -> Option<PanelClick> {
        self.clicks.iter().find(|(columns, _)| columns.contains(&column)).map(|(_, click)| *click)
    }
}

impl From<Line<'static>> for PanelRow {
    fn from(line: Line<'static>) -> PanelRow {
        PanelRow { line, clicks: Vec::new() }
    }
}
