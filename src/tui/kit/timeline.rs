//! A timeline with a handle.

use crate::tui::look::theme::{ACCENT, DIM, Theme};
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

/// A timeline, `width` columns long, with a handle at its position.
pub(crate) fn timeline(theme: Theme, width: u16, at: usize, last: usize) -> Line<'static> {
    let (done, rest) = (theme.pick_glyph('━', '='), theme.pick_glyph('─', '-'));
    let steps = usize::from(width.saturating_sub(1));
    let mark = (at * steps).checked_div(last).unwrap_or(steps);
    let line = |glyph: char, length: usize| glyph.to_string().repeat(length);
    Line::from(vec![
        Span::styled(line(done, mark), theme.text(ACCENT)),
        Span::styled(theme.pick_glyph('●', 'O').to_string(), theme.bold(ACCENT)),
        Span::styled(line(rest, steps.saturating_sub(mark)), theme.text(DIM)),
    ])
}

/// The position that a column of a timeline stands for.
pub(crate) fn timeline_position(bar: Rect, column: u16, last: usize) -> usize {
    let steps = usize::from(bar.width.saturating_sub(1)).max(1);
    let along = usize::from(column.saturating_sub(bar.x)).min(steps);
    (along * last + steps / 2) / steps
}
