//! A sheet: rows in one column, or in two if one is too tall. Some rows can be clicked.

use super::draw::{draw_frame, draw_more, labelled, write};
use super::layout::Layout;
use crate::tui::look::theme::{KEY, TEXT, Theme};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::text::Line;

/// Columns of a key, with the two before it.
const KEY_COLUMNS: usize = 13;
/// Width of a sheet with one column.
pub(crate) const WIDTH: u16 = 76;
/// At least this wide, a screen can show two columns.
const TWO_COLUMNS_FROM: u16 = 116;

/// A row of a sheet, and the item it describes.
pub(crate) struct SheetRow<B> {
    pub line: Line<'static>,
    pub item: Option<B>,
}

/// A key and what it does, wrapped to `width` columns.
pub(crate) fn rows<B: Copy>(
    theme: Theme,
    (key, says): (&str, &str),
    of: Option<B>,
    width: usize,
) -> Vec<SheetRow<B>> {
    let room = width.saturating_sub(KEY_COLUMNS).max(16);
    let key = (&*format!("  {key}"), KEY_COLUMNS, theme.bold(KEY));
    let lines = labelled(key, says, (room, theme.text(TEXT)));
    lines.into_iter().map(|line| SheetRow { line, item: of }).collect()
}

/// A sheet laid out on a screen.
pub(crate) struct Sheet<B> {
    pub rows: Vec<SheetRow<B>>,
    /// The frame.
    pub area: Rect,
    /// The first row of the second column, if there is one.
    second_column: Option<usize>,
    /// The first visible row.
    first_visible: usize,
    /// The largest index that may be the first visible row.
    last_first: usize,
}

impl<B> Sheet<B> {
    /// Lays out the rows that `rows_for` makes for a width over this layout's map, scrolled by this many rows.
    pub(crate) fn new(
        layout: &Layout,
        scroll: u16,
        rows_for: impl Fn(usize) -> Vec<SheetRow<B>>,
    ) -> Sheet<B> {
        let rows = rows_for(usize::from(WIDTH.min(layout.map.width)).saturating_sub(4));
        if layout.top.width >= TWO_COLUMNS_FROM && rows.len() + 3 > usize::from(layout.map.height) {
            let rows = rows_for(usize::from(layout.top.width) / 2 - 4);
            return Sheet::in_two_columns(layout, usize::from(scroll), rows);
        }
        Sheet::in_one_column(layout, scroll, rows)
    }

    /// Lays out these rows in one column.
    pub(crate) fn in_one_column(layout: &Layout, scroll: u16, rows: Vec<SheetRow<B>>) -> Sheet<B> {
        Sheet::in_area(layout.centred(WIDTH, rows.len() as u16 + 2), scroll, rows)
    }

    /// Lays out these rows in one column in this frame.
    pub(crate) fn in_area(area: Rect, scroll: u16, rows: Vec<SheetRow<B>>) -> Sheet<B> {
        let last = rows.len().saturating_sub(usize::from(area.height.saturating_sub(2)));
        Sheet {
            rows,
            area,
            second_column: None,
            first_visible: usize::from(scroll).min(last),
            last_first: last,
        }
    }

    fn in_two_columns(layout: &Layout, scroll: usize, rows: Vec<SheetRow<B>>) -> Sheet<B> {
        let second = column_split(&rows);
        let tallest = second.max(rows.len() - second);
        let height = (tallest as u16 + 2).min(layout.keys.bottom().saturating_sub(2));
        let last_first = tallest.saturating_sub(usize::from(height.saturating_sub(2)));
        let area = Rect { x: 0, y: 1, width: layout.top.width, height };
        Sheet { rows, area, second_column: Some(second), first_visible: scroll.min(last_first), last_first }
    }

    /// The area of a row, if it is visible.
    pub(crate) fn row_area(&self, index: usize) -> Option<Rect> {
        let (column, row) = match self.second_column {
            Some(second) if index >= second => (1, index - second),
            _ => (0, index),
        };
        let width = (self.area.width.saturating_sub(4)) / if self.second_column.is_some() { 2 } else { 1 };
        let row = row.checked_sub(self.first_visible)? as u16;
        let inside = row < self.area.height.saturating_sub(2);
        inside.then(|| Rect::new(self.area.x + 2 + column * width, self.area.y + 1 + row, width, 1))
    }

    /// The item described by the row at a screen position.
    pub(crate) fn item_at(&self, at: Position) -> Option<&B> {
        let is_here = |i: &usize| self.row_area(*i).is_some_and(|place| place.contains(at));
        self.rows[(0..self.rows.len()).find(is_here)?].item.as_ref()
    }

    /// The first visible row after scrolling by this many.
    pub(crate) fn scrolled_by(&self, by: i32) -> u16 {
        (self.first_visible as i32 + by).clamp(0, self.last_first as i32) as u16
    }

    /// Draws it; `down` is the name of the key that scrolls.
    pub(crate) fn draw(&self, buffer: &mut Buffer, theme: Theme, heading: &str, down: &str) {
        draw_frame(buffer, theme, self.area, heading);
        for (i, row) in self.rows.iter().enumerate() {
            if let Some(place) = self.row_area(i) {
                write(buffer, place, 0, &row.line);
            }
        }
        if self.last_first > self.first_visible {
            draw_more(buffer, theme, self.area, down);
        }
    }
}

/// The empty line that splits the rows most evenly.
fn column_split<B>(rows: &[SheetRow<B>]) -> usize {
    let gaps = (0..rows.len()).filter(|i| rows[*i].line.width() == 0);
    gaps.map(|i| i + 1).min_by_key(|i| *i.max(&(rows.len() - i))).unwrap_or(rows.len())
}
