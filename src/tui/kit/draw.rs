//! Writing into a buffer: lines, backgrounds, frames.

use super::layout::SIZE_MIN;
use crate::tui::theme::{ACCENT, CHROME, RULE, TEXT, Theme};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::Line;

/// Writes a line into a row of an area; anything outside is dropped.
pub(crate) fn write(buffer: &mut Buffer, area: Rect, row: u16, line: &Line<'_>) {
    let area = area.intersection(buffer.area);
    if row < area.height && area.width > 0 {
        buffer.set_line(area.x, area.y + row, line, area.width);
    }
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

/// Draws the message of a window that is too small.
pub(crate) fn draw_too_small(buffer: &mut Buffer, theme: Theme, area: Rect) {
    let area = area.intersection(buffer.area);
    fill(buffer, area, theme.on(TEXT, CHROME));
    let words =
        format!("Wayworn needs {}×{}, this is {}×{}", SIZE_MIN.0, SIZE_MIN.1, area.width, area.height);
    write(buffer, area, area.height / 2, &Line::styled(words, theme.text(ACCENT)));
}
