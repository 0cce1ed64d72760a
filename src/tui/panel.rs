//! Cards in words and numbers: the selected unit, why it goes that way, what is under the cursor.
//!
//! Where they stand is decided in `chrome`.

use super::state::Screen;
use super::theme::{ACCENT, DIM, GAIN, KEY, SECOND, STRAIGHT, TEXT};
use super::{marks, think};
use crate::scene::{Card, Explanation, RouteTerms, Scene};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

/// Columns of a fact's label.
const LABEL: usize = 8;
/// Columns of a number in the explanation.
const NUMBER: usize = 5;

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
        lines.extend(why_lines(screen, width));
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

/// Why the leader goes the way it goes.
pub fn why_lines(screen: &Screen, width: usize) -> Vec<Line<'static>> {
    let theme = screen.theme;
    let mut lines = vec![key_heading(screen, "Why this way?", "[e]", width)];
    let Some(why) = &screen.explanation else {
        lines.push(Line::styled("thinking it over", theme.text(DIM)));
        return lines;
    };
    lines.extend(wrapped(&why.title, width).into_iter().map(|text| Line::styled(text, theme.text(ACCENT))));
    if !why.this.terms.is_empty() {
        lines.extend(table(screen, why, width));
    }
    for sentence in &why.words {
        lines.extend(wrapped(sentence, width).into_iter().map(|text| Line::styled(text, theme.text(DIM))));
    }
    lines
}

/// The ways side by side, term by term: the one taken, the second best, the straight line, and the plan.
fn table(screen: &Screen, why: &Explanation, width: usize) -> Vec<Line<'static>> {
    let theme = screen.theme;
    let minus = theme.glyph('−', '-');
    let route =
        |way: &RouteTerms| (way.barred.is_none() || way.total != 0).then(|| (way.terms.clone(), way.total));
    let mut ways = vec![
        ("this", ACCENT, marks::dot(theme), route(&why.this)),
        ("2nd", SECOND, marks::DOTS[1], why.second.as_ref().and_then(route)),
        ("line", STRAIGHT, marks::DOTS[2], route(&why.line)),
    ];
    if let Some(planned) = &why.planned {
        ways.push(("plan", DIM, ' ', Some((planned.terms.clone(), planned.total))));
    }
    let room = width.saturating_sub(ways.len() * NUMBER).max(6);
    let row = |label: &str, style: Style, pick: &dyn Fn(&(Vec<i64>, i64)) -> i64| {
        let number = |way: &Option<(Vec<i64>, i64)>| {
            way.as_ref().map_or("-".to_owned(), |way| steps(pick(way), minus))
        };
        let numbers: String = ways.iter().map(|way| format!("{:>NUMBER$}", number(&way.3))).collect();
        Line::styled(format!("{:<room$}{numbers}", clipped(label, room)), style)
    };
    // Each column's head has the tint and the dot with which its way is drawn on the land.
    let heads = |text: &dyn Fn(usize) -> String| {
        let head = |i: usize| Span::styled(format!("{:>NUMBER$}", text(i)), theme.text(ways[i].1));
        Line::from([vec![Span::raw(" ".repeat(room))], (0..ways.len()).map(head).collect()].concat())
    };
    let mut lines = vec![heads(&|i| ways[i].0.to_owned()), heads(&|i| ways[i].2.to_string())];
    for (i, label) in why.labels.iter().enumerate() {
        let pick = |way: &(Vec<i64>, i64)| way.0.get(i).copied().unwrap_or(0);
        if ways.iter().filter_map(|way| way.3.as_ref()).all(|way| pick(way) == 0) {
            continue;
        }
        let gain = pick(&(why.this.terms.clone(), 0)) < 0;
        lines.push(row(label, theme.text(if gain { GAIN } else { TEXT }), &pick));
    }
    let rule = theme.word("─", "-").repeat(ways.len() * NUMBER - 1);
    lines.push(Line::styled(format!("{rule:>width$}", width = room + ways.len() * NUMBER), theme.text(DIM)));
    lines.push(row("total", theme.bold(ACCENT), &|way| way.1));
    lines.extend(
        plan_words(why, minus)
            .iter()
            .flat_map(|words| wrapped(words, width))
            .map(|text| Line::styled(text, theme.text(TEXT))),
    );
    lines
}

/// What was planned, how much of it is walked, and what it would be if asked now.
fn plan_words(why: &Explanation, minus: char) -> Option<String> {
    let planned = why.planned.as_ref()?;
    let now = steps(why.now.total, minus);
    Some(format!(
        "as planned ({}) {} for {} steps, {} walked; if asked now {now} for the rest",
        planned.day,
        steps(planned.total, minus),
        planned.steps,
        planned.walked,
    ))
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
