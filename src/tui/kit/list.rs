//! The look of a list filtered by typing: a frame, the filter, and rows of a name and a description.

use super::draw::{draw_frame, write};
use super::picker::Picker;
use super::text::shorten;
use crate::tui::theme::{DIM, KEY, TEXT, Theme};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

/// The first visible row of a list.
pub(crate) fn first_visible_row(picker: &Picker, rows: Rect) -> usize {
    (picker.row + 1).saturating_sub(usize::from(rows.height))
}

/// The rows of a list inside its frame, below its heading.
pub(crate) fn list_rows_area(frame: Rect) -> Rect {
    Rect {
        x: frame.x + 2.min(frame.width),
        y: frame.y + 2.min(frame.height),
        width: frame.width.saturating_sub(4),
        height: frame.height.saturating_sub(3),
    }
}

/// The frame of a list with these rows.
pub(crate) fn list_frame_area(rows: Rect) -> Rect {
    Rect {
        x: rows.x.saturating_sub(2),
        y: rows.y.saturating_sub(2),
        width: rows.width + 4,
        height: rows.height + 3,
    }
}

/// Draws a list with its filter. `area` is that of its rows, each a name and a description.
pub(crate) fn draw_list(
    buffer: &mut Buffer,
    theme: Theme,
    area: Rect,
    (heading, picker): (&str, &Picker),
    rows: &[(String, String)],
) {
    let inner = draw_frame(buffer, theme, list_frame_area(area), heading);
    write(buffer, inner, 0, &Line::styled(picker.filter_text(), theme.text(KEY)));
    let marked = picker.highlighted(rows.len());
    let first = first_visible_row(picker, area).min(marked);
    for (i, (name, says)) in rows.iter().enumerate().skip(first).take(usize::from(area.height)) {
        let (name_style, style) = if i == marked {
            (theme.selected(), theme.selected())
        } else {
            (theme.bold(TEXT), theme.text(DIM))
        };
        let room = usize::from(area.width).saturating_sub(name.chars().count().max(10) + 1);
        let says = shorten(says, room);
        let line = Line::from(vec![
            Span::styled(format!("{name:<10} "), name_style),
            Span::styled(format!("{says:<room$}"), style),
        ]);
        write(buffer, area, (i - first) as u16, &line);
    }
    if rows.is_empty() {
        write(buffer, area, 0, &Line::styled("no match", theme.text(DIM)));
    }
}
