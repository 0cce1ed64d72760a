//! The lab's two cards: the quiz before a run, and the search for a map on which an algorithm performs badly.

use super::ink;
use super::keymap::LabIntent;
use super::state::LabScreen;
use super::time::grouped;
use crate::lab::{Breaker, LabMap, LabQuestion};
use crate::tui::kit::{draw_frame, fill, wrap, write};
use crate::tui::theme::{ACCENT, DIM, KEY, TEXT};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

/// Columns of a card.
const WIDTH: u16 = 64;

/// The area of a question's card, and its text in lines.
fn card_layout(screen: &LabScreen, question: &LabQuestion) -> (Rect, Vec<String>) {
    let layout = screen.panes().layout;
    let width = WIDTH.min(layout.map.width);
    let lines = wrap(&question.text, usize::from(width.saturating_sub(4)));
    (layout.centred(WIDTH, (lines.len() + question.answers.len()) as u16 + 3), lines)
}

/// Draws the question before a run.
pub(super) fn draw(buffer: &mut Buffer, screen: &LabScreen, question: &LabQuestion) {
    let theme = screen.theme;
    let (area, lines) = card_layout(screen, question);
    let inner = draw_frame(buffer, theme, area, "Before it runs: what will happen?");
    for (i, line) in lines.iter().enumerate() {
        write(buffer, inner, i as u16, &Line::styled(line.clone(), theme.bold(TEXT)));
    }
    for (i, answer) in question.answers.iter().enumerate() {
        let line = Line::from(vec![
            Span::styled(format!("  {} ", i + 1), theme.bold(KEY)),
            Span::styled(answer.clone(), theme.text(TEXT)),
        ]);
        write(buffer, inner, (lines.len() + 1 + i) as u16, &line);
    }
}

/// What a click on the question's card does: on an answer gives it, outside closes the card.
pub(super) fn intent_at(screen: &LabScreen, column: u16, row: u16) -> Option<LabIntent> {
    let Some(super::state::LabOverlay::Quiz(question)) = &screen.overlay else { return None };
    let (area, lines) = card_layout(screen, question);
    if !area.contains((column, row).into()) {
        return Some(LabIntent::Back);
    }
    let first = area.y + 2 + lines.len() as u16;
    let answer = usize::from(row.checked_sub(first)?);
    (answer < question.answers.len()).then_some(LabIntent::Answer(answer))
}

/// Draws the worst map so far, and how badly the algorithm performs on it.
pub(super) fn draw_break(buffer: &mut Buffer, screen: &LabScreen, breaker: &Breaker) {
    let theme = screen.theme;
    let map = screen.panes().layout.map;
    let ground = breaker.worst_map();
    let size = ground.size();
    let width = (size.width * 2 + 4).max(WIDTH).min(map.width);
    let words = wrap(&breaker.score_in_words(), usize::from(width.saturating_sub(4)));
    let area = screen.panes().layout.centred(width, size.height + words.len() as u16 + 5);
    let heading = format!("Where does {} perform worst?", screen.selected_lane().setup.row().id);
    let inner = draw_frame(buffer, theme, area, &heading);
    let rounds = format!("round {} (continues while this is open)", grouped(breaker.rounds().into()));
    write(buffer, inner, 0, &Line::styled(rounds, theme.text(DIM)));
    for (i, line) in words.iter().enumerate() {
        write(buffer, inner, 1 + i as u16, &Line::styled(line.clone(), theme.bold(ACCENT)));
    }
    let top = inner.y + 2 + words.len() as u16;
    let left = inner.x + inner.width.saturating_sub(size.width * 2) / 2;
    let room = Rect { x: left, y: top, width: size.width * 2, height: inner.bottom().saturating_sub(top) };
    draw_small_map(buffer, screen, ground, room.intersection(inner));
}

/// Draws a small map, two columns per cell.
fn draw_small_map(buffer: &mut Buffer, screen: &LabScreen, ground: &LabMap, area: Rect) {
    let theme = screen.theme;
    fill(buffer, area, theme.text(TEXT));
    for cell in ground.size().cells() {
        let price = ground.cost(cell);
        let spot = if price == 0 { ink::LabMark::Wall } else { ink::LabMark::Free };
        let letter = match cell {
            cell if cell == ground.start() => Some('S'),
            cell if cell == ground.goal() => Some('G'),
            _ => None,
        };
        let colour = theme.color(ink::colour(theme, spot, price));
        let (glyph, style) = match letter {
            Some(letter) => (letter, theme.selected()),
            None if ink::uses_glyphs(theme) => (ink::glyph(theme, spot, price), ink::mono_style(spot)),
            None => (ink::cost_digit(price).unwrap_or(' '), Style::new().bg(colour).fg(theme.color(DIM))),
        };
        for (dx, glyph) in [(0, glyph), (1, ' ')] {
            let at = (area.x + cell.x * 2 + dx, area.y + cell.y);
            if let Some(cell) = buffer.cell_mut(at).filter(|_| area.contains(at.into())) {
                cell.set_char(glyph).set_style(style);
            }
        }
    }
}
