//! The current objective, in one line at the map's upper edge: a click on it jumps there, on its key asks for another.

use super::chrome::{fill, write};
use super::keymap::{Intent, Mode};
use super::state::{Effect, Screen};
use super::theme::{ACCENT, CHROME, DIM, KEY, TEXT};
use crate::scene::Scene;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

/// A span of the line, and what a click on it does.
struct ObjectiveSpan {
    text: String,
    style: Style,
    intent: Option<Intent>,
}

/// The line's spans, as many as fit.
fn spans(screen: &Screen, scene: &Scene) -> Vec<ObjectiveSpan> {
    let Some(wanted) = scene.objective.as_ref().filter(|_| {
        screen.mode != Mode::History
            && screen.lens.is_none()
            && !screen.is_possessing()
            && scene.level.is_none()
    }) else {
        return Vec::new();
    };
    let theme = screen.theme;
    let on = |ink| theme.on(ink, CHROME);
    let plain = |text: String, style| ObjectiveSpan { text, style, intent: None };
    let key = screen.keys.key_for(Intent::NextObjective);
    let all = [
        plain(format!(" {} {}", theme.pick_glyph('◇', '>'), wanted.words), on(TEXT)),
        plain(format!(": {}", wanted.progress), on(ACCENT)),
        plain(format!("  {} coin", wanted.reward), on(DIM)),
        ObjectiveSpan {
            text: format!("  {key} "),
            style: theme.bold(KEY),
            intent: Some(Intent::NextObjective),
        },
        ObjectiveSpan { text: "next ".to_owned(), style: on(DIM), intent: Some(Intent::NextObjective) },
    ];
    let mut room = usize::from(screen.layout().map.width);
    let fits = |piece: &ObjectiveSpan| {
        let width = piece.text.width();
        let fits = width <= room;
        room = room.saturating_sub(width);
        fits
    };
    all.into_iter().take_while(fits).collect()
}

/// The line's area.
fn line_area(screen: &Screen, pieces: &[ObjectiveSpan]) -> Rect {
    let map = screen.layout().map;
    let width: usize = pieces.iter().map(|piece| piece.text.width()).sum();
    Rect { width: (width as u16).min(map.width), height: map.height.min(1), ..map }
}

/// Draws it.
pub(super) fn draw(buffer: &mut Buffer, screen: &Screen, scene: &Scene) {
    let pieces = spans(screen, scene);
    let area = line_area(screen, &pieces);
    let spans: Vec<Span> = pieces.into_iter().map(|piece| Span::styled(piece.text, piece.style)).collect();
    fill(buffer, area, screen.theme.text(TEXT));
    write(buffer, area, 0, &Line::from(spans));
}

impl Screen {
    /// A click on the line; `None` elsewhere.
    pub fn press_objective(&mut self, column: u16, row: u16, scene: &Scene) -> Option<Vec<Effect>> {
        let pieces = spans(self, scene);
        let area = line_area(self, &pieces);
        if !area.contains((column, row).into()) {
            return None;
        }
        let mut end = usize::from(area.x);
        let hit = pieces.iter().find(|piece| {
            end += piece.text.width();
            usize::from(column) < end
        });
        if let Some(intent) = hit.and_then(|piece| piece.intent) {
            return Some(self.update(intent, scene));
        }
        let cell = scene.objective.as_ref().map(|wanted| wanted.cell)?;
        Some(self.jump_and_highlight(cell))
    }
}
