//! Cards in words and numbers: the selected unit, what is under the cursor, who thinks about what.
//!
//! Where they stand is decided in `chrome`; why somebody goes his way is told in `why`.

use super::state::Screen;
use super::theme::{ACCENT, DIM, KEY, TEXT};
use super::{think, why};
use crate::scene::{Card, Scene};
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

/// Columns of a fact's label.
const LABEL: usize = 8;

/// Everything the panel says, `width` columns wide.
pub fn lines(screen: &Screen, scene: &Scene, width: usize) -> Vec<Line<'static>> {
    let mut lines = Vec::new();
    if let Some(card) = &scene.unit_card {
        lines.extend(card_lines(screen, card, width));
        lines.push(Line::default());
    }
    if screen.selected.len() > 1 {
        let others = format!("and {} more selected", screen.selected.len() - 1);
        lines.push(Line::styled(others, screen.theme.text(DIM)));
        lines.push(Line::default());
    }
    if screen.is_explaining() {
        lines.push(key_heading(screen, why::HEADING, "[e]", width));
        lines.extend(why::lines(screen, width));
        lines.push(Line::default());
    }
    lines.extend(card_lines(screen, &scene.cursor_card, width));
    lines.push(Line::default());
    lines.extend(thought_lines(screen, scene, width));
    lines
}

/// Who thinks about what, one search after the other.
fn thought_lines(screen: &Screen, scene: &Scene, width: usize) -> Vec<Line<'static>> {
    let theme = screen.theme;
    if !screen.think.on {
        return Vec::new();
    }
    let mut lines = vec![key_heading(screen, "Thinking", "[t]", width)];
    let shown = screen.think.shown(scene, screen.now, screen.motion);
    for shown in &shown {
        let ink = think::tint(shown.thought.people);
        lines.extend(
            wrapped(&shown.thought.words, width).into_iter().map(|text| Line::styled(text, theme.text(ink))),
        );
    }
    if shown.is_empty() {
        lines.push(Line::styled("nobody just now", theme.text(DIM)));
    }
    lines
}

/// A heading with the key that closes what stands below it.
fn key_heading(screen: &Screen, heading: &str, key: &str, width: usize) -> Line<'static> {
    let gap = width.saturating_sub(heading.width());
    let style = screen.theme.bold(KEY);
    Line::from(vec![Span::styled(heading.to_owned(), style), Span::styled(format!("{key:>gap$}"), style)])
}

/// A card.
pub fn card_lines(screen: &Screen, card: &Card, width: usize) -> Vec<Line<'static>> {
    let theme = screen.theme;
    let mut lines = Vec::new();
    for text in wrapped(&card.title, width) {
        lines.push(Line::styled(text, theme.bold(ACCENT)));
    }
    for (label, says) in &card.facts {
        for (i, text) in wrapped(says, width.saturating_sub(LABEL).max(8)).into_iter().enumerate() {
            let label = if i == 0 { *label } else { "" };
            let tone = if label.is_empty() && i == 0 { DIM } else { TEXT };
            lines.push(Line::from(vec![
                Span::styled(format!("{label:<LABEL$}"), theme.text(DIM)),
                Span::styled(text, theme.text(tone)),
            ]));
        }
    }
    if card.traffic.iter().any(|t| *t > 0) {
        lines.push(traffic_line(screen, &card.traffic, width));
    }
    lines
}

fn traffic_line(screen: &Screen, traffic: &[u32], width: usize) -> Line<'static> {
    let bars: Vec<char> = screen.theme.word("▁▂▃▄▅▆▇█", "_.-=oO0#").chars().collect();
    let room = width.saturating_sub(LABEL).max(1);
    let last = &traffic[traffic.len().saturating_sub(room)..];
    let most = last.iter().copied().max().unwrap_or(1).max(1);
    let bar = |t: &u32| bars[(*t as usize * (bars.len() - 1)).div_ceil(most as usize).min(bars.len() - 1)];
    let chart: String = last.iter().map(bar).collect();
    Line::from(vec![
        Span::styled(format!("{:<LABEL$}", "traffic"), screen.theme.text(DIM)),
        Span::styled(chart, screen.theme.text(ACCENT.scaled(70))),
    ])
}

/// A text broken into lines of at most `width` columns.
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in text.split(' ') {
        if !line.is_empty() && line.width() + 1 + word.width() > width {
            lines.push(std::mem::take(&mut line));
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    lines.push(line);
    lines.iter().map(|line| clipped(line, width.max(1))).collect()
}

/// A text shortened to `width` columns: by whole words, if that costs less than a third of it.
pub fn clipped(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let mut cut = String::new();
    for letter in text.chars() {
        if cut.width() + 1 + letter.to_string().width() > width {
            break;
        }
        cut.push(letter);
    }
    let next = text[cut.len()..].chars().next();
    let whole = if next == Some(' ') { None } else { cut.rfind(' ').filter(|at| at * 3 >= cut.len() * 2) };
    cut.truncate(whole.unwrap_or(cut.len()));
    cut.truncate(cut.trim_end_matches([' ', '·', ',', '›', '—', '-']).len());
    cut.push('…');
    cut
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_are_shortened_by_words() {
        assert_eq!(clipped("height 165 m · price 1.0 a step", 20), "height 165 m…");
        assert_eq!(clipped("doing Rest › Trade, at home", 20), "doing Rest › Trade…");
        assert_eq!(clipped("Thornden", 5), "Thor…");
        assert_eq!(clipped("as it is", 20), "as it is");
        assert_eq!(clipped("", 0), "");
        assert_eq!(clipped("anything", 1), "…");
    }
}
