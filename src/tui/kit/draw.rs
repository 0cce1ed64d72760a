//! Writing into a buffer: lines, backgrounds, frames.

use super::layout::SIZE_MIN;
use super::text::{shorten, wrap};
use crate::tui::look::theme::{ACCENT, CHROME, KEY, RULE, TEXT, Theme};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

/// Writes a line into a row of an area; anything outside is dropped.
pub(crate) fn write(buffer: &mut Buffer, area: Rect, row: u16, line: &Line<'_>) {
    let area = area.intersection(buffer.area);
    if row < area.height && area.width > 0 {
        buffer.set_line(area.x, area.y + row, line, area.width);
    }
}

/// Writes lines into the rows of an area from this one on.
pub(crate) fn write_lines<'a>(
    buffer: &mut Buffer,
    area: Rect,
    first: u16,
    lines: impl IntoIterator<Item = Line<'a>>,
) {
    for (row, line) in (first..).zip(lines) {
        write(buffer, area, row, &line);
    }
}

/// A text wrapped into lines of this style, of at most `width` columns.
pub(crate) fn wrapped(text: &str, width: usize, style: Style) -> Vec<Line<'static>> {
    wrap(text, width).into_iter().map(|line| Line::styled(line, style)).collect()
}

/// A text wrapped to `width` columns beside a label, which only its first line has.
pub(crate) fn labelled(
    (label, columns, look): (&str, usize, Style),
    text: &str,
    (width, style): (usize, Style),
) -> Vec<Line<'static>> {
    let line = |(i, text): (usize, String)| {
        let label = format!("{:<columns$}", if i == 0 { label } else { "" });
        Line::from(vec![Span::styled(label, look), Span::styled(text, style)])
    };
    wrap(text, width).into_iter().enumerate().map(line).collect()
}

/// Clears an area and sets its style.
pub(crate) fn fill(buffer: &mut Buffer, area: Rect, style: Style) {
    let area = area.intersection(buffer.area);
    for position in area.positions() {
        if let Some(cell) = buffer.cell_mut(position) {
            cell.reset();
            cell.set_style(style);
        }
    }
}

/// Draws the thin rule at the left of a panel.
pub(crate) fn draw_rule(buffer: &mut Buffer, theme: Theme, panel: Rect) {
    let rule = theme.pick_text("│", "|");
    for row in 0..panel.height {
        write(
            buffer,
            Rect { width: panel.width.min(1), ..panel },
            row,
            &Line::styled(rule, theme.text(RULE)),
        );
    }
}

/// Draws a title and what is to be said about it, in a line of this width; what does not fit is cut, with the key that
/// shows it, if there is one.
pub(crate) fn titled_line(theme: Theme, title: &str, says: &str, width: u16, key: &str) -> Line<'static> {
    let room = usize::from(width).saturating_sub(title.width() + 4);
    let cut = if says.width() > room && !key.is_empty() { format!(" {key}") } else { String::new() };
    Line::from(vec![
        Span::styled(format!(" {title}  "), theme.bold(ACCENT)),
        Span::styled(shorten(says, room.saturating_sub(cut.width())), theme.text(TEXT)),
        Span::styled(cut, theme.bold(KEY)),
    ])
}

/// Draws a frame with a heading; returns its inside.
pub(crate) fn draw_frame(buffer: &mut Buffer, theme: Theme, area: Rect, heading: &str) -> Rect {
    fill(buffer, area, theme.text(TEXT));
    let bar = theme.pick_text("─", "-").repeat(usize::from(area.width));
    write(buffer, area, 0, &Line::styled(bar.clone(), theme.text(RULE)));
    write(buffer, area, area.height.saturating_sub(1), &Line::styled(bar, theme.text(RULE)));
    let heading = if heading.is_empty() { String::new() } else { format!(" {heading} ") };
    let title = Rect { x: area.x + 2, width: area.width.saturating_sub(4), ..area };
    write(buffer, title, 0, &Line::styled(heading, theme.bold(ACCENT)));
    Rect {
        x: area.x + 2.min(area.width),
        y: area.y + 1.min(area.height),
        width: area.width.saturating_sub(4),
        height: area.height.saturating_sub(2),
    }
}

/// Writes on a frame's lower rule that there is more; `down` is the name of the key that scrolls.
pub(crate) fn draw_more(buffer: &mut Buffer, theme: Theme, area: Rect, down: &str) {
    let y = area.bottom().saturating_sub(1);
    let more = Rect { y, height: 1, x: area.x + 2, width: area.width.saturating_sub(4) };
    write(buffer, more, 0, &Line::styled(format!(" {down}: more "), theme.bold(KEY)));
}

/// Draws the message of a window that is too small.
pub(crate) fn draw_too_small(buffer: &mut Buffer, theme: Theme, area: Rect) {
    let area = area.intersection(buffer.area);
    fill(buffer, area, theme.on(TEXT, CHROME));
    let needs = format!("Wayworn needs {}×{}", SIZE_MIN.0, SIZE_MIN.1);
    let is = format!("this is {}×{}", area.width, area.height);
    for (line, words) in (area.height.saturating_sub(1) / 2..).zip([needs, is]) {
        write(buffer, area, line, &Line::styled(words, theme.text(ACCENT)));
    }
}
