//! Cards in words and numbers: the selected unit, why it goes that way, what is under the cursor.
//!
//! Where they stand is decided in `chrome`.

use super::state::Screen;
use super::theme::{ACCENT, DIM, GAIN, KEY, SECOND, STRAIGHT, TEXT};
use crate::scene::{Card, Explanation, RouteTerms, Scene};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

/// Columns of a fact's label.
const LABEL: usize = 8;
/// Columns of a number in the explanation.
const NUMBER: usize = 6;

/// Everything the panel says, `width` columns wide.
pub fn lines(screen: &Screen, scene: &Scene, width: usize) -> Vec<Line<'static>> {
    if let Some(past) = &scene.past {
        return card_lines(screen, &past.card, width);
    }
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
    if screen.explaining {
        lines.extend(why_lines(screen, width));
        lines.push(Line::default());
    }
    lines.extend(card_lines(screen, &scene.cursor_card, width));
    lines
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

/// Why the leader goes the way it goes.
pub fn why_lines(screen: &Screen, width: usize) -> Vec<Line<'static>> {
    let theme = screen.theme;
    let heading = "Why this way?";
    let gap = width.saturating_sub(heading.len() + 3);
    let mut lines = vec![Line::from(vec![
        Span::styled(heading, theme.bold(KEY)),
        Span::styled(format!("{:>w$}", "[e]", w = gap + 3), theme.bold(KEY)),
    ])];
    let Some(why) = &screen.explanation else {
        lines.push(Line::styled("thinking it over", theme.text(DIM)));
        return lines;
    };
    if !why.this.terms.is_empty() {
        lines.extend(table(screen, why, width));
    }
    for sentence in &why.words {
        lines.extend(wrapped(sentence, width).into_iter().map(|text| Line::styled(text, theme.text(DIM))));
    }
    lines
}

/// The three ways side by side, term by term.
fn table(screen: &Screen, why: &Explanation, width: usize) -> Vec<Line<'static>> {
    let theme = screen.theme;
    let room = width.saturating_sub(3 * NUMBER).max(6);
    let minus = theme.glyph('−', '-');
    let ways = [Some(&why.this), why.second.as_ref(), Some(&why.line)];
    let number = |way: Option<&RouteTerms>, pick: &dyn Fn(&RouteTerms) -> i64| match way {
        Some(way) if way.barred.is_some() && way.total == 0 => format!("{:>NUMBER$}", "no"),
        Some(way) => format!("{:>NUMBER$}", steps(pick(way), minus)),
        None => format!("{:>NUMBER$}", "-"),
    };
    let row = |label: &str, style: Style, pick: &dyn Fn(&RouteTerms) -> i64| {
        let numbers: String = ways.iter().map(|way| number(*way, pick)).collect();
        Line::styled(format!("{:<room$}{numbers}", clipped(label, room)), style)
    };
    // Each column's head has the tint in which its way is drawn on the land.
    let head = |word: &str, tint| Span::styled(format!("{word:>NUMBER$}"), theme.text(tint));
    let heads =
        [Span::raw(" ".repeat(room)), head("this", ACCENT), head("2nd", SECOND), head("line", STRAIGHT)];
    let mut lines = vec![Line::from(heads.to_vec())];
    for (i, label) in why.labels.iter().enumerate() {
        let pick = |way: &RouteTerms| way.terms.get(i).copied().unwrap_or(0);
        if ways.iter().flatten().all(|way| pick(way) == 0) {
            continue;
        }
        let gain = pick(&why.this) < 0;
        lines.push(row(label, theme.text(if gain { GAIN } else { TEXT }), &pick));
    }
    let rule = theme.word("─", "-").repeat(3 * NUMBER - 1);
    lines.push(Line::styled(format!("{:>width$}", rule, width = room + 3 * NUMBER), theme.text(DIM)));
    lines.push(row("total", theme.bold(ACCENT), &|way| way.total));
    let (price, day) = &why.as_planned;
    let planned = format!(
        "as planned {} ({day}), now {}",
        steps(i64::from(*price), minus),
        steps(why.now.total, minus)
    );
    lines.extend(wrapped(&planned, width).into_iter().map(|text| Line::styled(text, theme.text(DIM))));
    lines
}

/// Milli-steps as whole steps.
fn steps(milli: i64, minus: char) -> String {
    let whole = (milli.abs() + 500) / 1000;
    if milli < 0 && whole > 0 { format!("{minus}{whole}") } else { whole.to_string() }
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

/// A text cut to `width` columns.
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
    cut.push('…');
    cut
}
