//! The text of a page of the codex as rows: paragraphs, claims with their marks, what was measured, tasks, and links.
//!
//! What of it is in view does not live here (`reading`).

use super::reader::Reader;
use crate::codex::{Curve, Piece, Sentence};
use crate::lab::{LabSession, grouped};
use crate::tui::kit::parts::{Part, width_of};
use crate::tui::look::theme::{ACCENT, DIM, FOE, GAIN, KEY, TEXT, Theme};
use ratatui::style::Style;

/// Characters of a curve, the lowest value first, and those of a terminal with ASCII only.
pub(super) const BARS: [[char; 8]; 2] =
    [['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'], ['_', '.', ',', '-', '=', '+', '*', '#']];

/// A part of a row: words, and the page that they lead to.
pub(super) type PagePart = Part<String>;

/// Words that lead nowhere.
fn plain(words: impl Into<String>, style: Style) -> PagePart {
    Part::new(words, style, None)
}

/// The text of the open page in so many columns.
pub(super) struct CodexText<'a> {
    pub reader: &'a Reader,
    pub session: &'a LabSession,
    /// Whether the claims are judged yet.
    pub shows_claims: bool,
    pub theme: Theme,
    pub width: usize,
}

impl CodexText<'_> {
    /// The rows.
    pub(super) fn rows(&self) -> Vec<Vec<PagePart>> {
        let (theme, width) = (self.theme, self.width);
        let page = self.reader.current();
        let mut rows = wrapped(vec![plain(page.title.as_str(), theme.bold(ACCENT))], width, 0);
        let source = page.source.as_deref().unwrap_or_default();
        rows.extend(wrapped(vec![plain(source, theme.text(DIM))], width, 0));
        for paragraph in &page.paragraphs {
            rows.push(Vec::new());
            rows.extend(wrapped(self.pieces(paragraph), width, 0));
        }
        rows.extend(self.claim_rows());
        rows.extend(self.finding_rows());
        rows.extend(self.task_rows());
        rows.extend(self.before_rows());
        rows
    }

    fn pieces(&self, sentence: &Sentence) -> Vec<PagePart> {
        let theme = self.theme;
        let piece = |piece: Piece| match piece {
            Piece::Link(words, page) => Part::new(words, theme.bold(KEY), Some(page)),
            Piece::Code(words) => plain(words, theme.bold(ACCENT)),
            Piece::Words(words) => plain(words, theme.text(TEXT)),
            Piece::Value(_) => plain("", theme.text(TEXT)),
        };
        self.reader.stage.fill(sentence, self.session).0.into_iter().map(piece).collect()
    }

    /// The claims, each with a mark: holds, does not hold, not seen yet.
    fn claim_rows(&self) -> Vec<Vec<PagePart>> {
        let (theme, width, stage) = (self.theme, self.width, &self.reader.stage);
        let claims = &self.reader.current().claims;
        let mut rows = heading(theme, if claims.is_empty() { "" } else { "Claims" });
        if !self.shows_claims && !claims.is_empty() {
            let words = "They are judged once the scene has run: press Space.";
            rows.extend(wrapped(vec![plain(words, theme.text(DIM))], width, 0));
            return rows;
        }
        for claim in claims {
            let value = stage.value(&claim.check, self.session);
            let (mark, tone) = match &value {
                Ok(0) => (theme.pick_glyph('✗', 'x'), FOE),
                Ok(_) => (theme.pick_glyph('✓', 'v'), GAIN),
                Err(_) => ('–', DIM),
            };
            let mut pieces = vec![plain(format!("{mark} "), theme.bold(tone))];
            pieces.extend(self.pieces(&claim.says));
            if value != Ok(1) {
                let why = value.map_or_else(|why| why, |_| stage.figures_words(&claim.check, self.session));
                pieces.push(plain(format!(" ({why})"), theme.text(DIM)));
            }
            rows.extend(wrapped(pieces, width, 2));
        }
        rows
    }

    /// What the experiment found: figures, then curves.
    fn finding_rows(&self) -> Vec<Vec<PagePart>> {
        let (theme, width) = (self.theme, self.width);
        let Some(findings) = self.reader.stage.findings() else { return Vec::new() };
        let mut rows = heading(theme, "Measured");
        for (name, value) in &findings.figures {
            let sign = if *value < 0 { "−" } else { "" };
            let name = name.replace('_', " ");
            let pieces = vec![
                plain(format!("{name} "), theme.text(DIM)),
                plain(format!("{sign}{}", grouped(value.unsigned_abs())), theme.text(TEXT)),
            ];
            rows.extend(wrapped(pieces, width, 2));
        }
        for curve in &findings.curves {
            rows.extend(wrapped(vec![plain(curve_words(curve), theme.text(DIM))], width, 2));
            let line = plain(curve_bars(curve, width, theme), theme.text(ACCENT));
            rows.push(vec![line]);
        }
        rows
    }

    fn task_rows(&self) -> Vec<Vec<PagePart>> {
        let theme = self.theme;
        let tasks = &self.reader.current().tasks;
        let mut rows = heading(theme, if tasks.is_empty() { "" } else { "To try" });
        for (at, task) in tasks.iter().enumerate() {
            let is_solved = self.reader.solved.contains(&at);
            let (mark, tone) = if is_solved { ('●', GAIN) } else { ('○', KEY) };
            let mark = theme.pick_glyph(mark, if is_solved { '*' } else { 'o' });
            let mut pieces = vec![plain(format!("{mark} "), theme.bold(tone))];
            pieces.extend(self.pieces(&task.ask));
            if let Some(excess) = self.reader.stage.excess(task, self.session) {
                pieces.push(plain(format!(" ({excess})"), theme.text(FOE)));
            }
            rows.extend(wrapped(pieces, self.width, 2));
        }
        rows
    }

    /// The pages to read before.
    fn before_rows(&self) -> Vec<Vec<PagePart>> {
        let (theme, width, book) = (self.theme, self.width, &self.reader.book);
        let known = |id: &String| Some((id.clone(), &book.pages()[book.index_of(id)?]));
        let mut pieces: Vec<PagePart> = Vec::new();
        for (id, page) in self.reader.current().after.iter().filter_map(known) {
            pieces.push(plain(if pieces.is_empty() { "" } else { " · " }, theme.text(DIM)));
            pieces.push(Part::new(page.title.as_str(), theme.bold(KEY), Some(id)));
        }
        let mut rows = heading(theme, if pieces.is_empty() { "" } else { "Read before" });
        rows.extend(wrapped(pieces, width, 0));
        rows
    }
}

/// A blank row and a heading; nothing without words.
fn heading(theme: Theme, words: &str) -> Vec<Vec<PagePart>> {
    if words.is_empty() {
        return Vec::new();
    }
    vec![Vec::new(), vec![plain(words, theme.bold(ACCENT))]]
}

/// A curve's name with its first and last value.
fn curve_words(curve: &Curve) -> String {
    let ends = curve.values.first().zip(curve.values.last());
    ends.map_or_else(|| curve.name.to_owned(), |(first, last)| format!("{}: {first} to {last}", curve.name))
}

/// A curve as a row of bars, at most so many columns wide.
fn curve_bars(curve: &Curve, width: usize, theme: Theme) -> String {
    let (least, most) = (curve.values.iter().min(), curve.values.iter().max());
    let (Some(least), Some(most)) = (least, most) else { return String::new() };
    let range = (most - least).max(1);
    let columns = width.min(curve.values.len()).max(1);
    let bar = |column: usize| {
        let value = curve.values[column * curve.values.len() / columns];
        let level = ((value - least) * 7 / range) as usize;
        theme.pick_glyph(BARS[0][level], BARS[1][level])
    };
    (0..columns).map(bar).collect()
}

/// Breaks pieces into rows at spaces; rows after the first are indented.
fn wrapped(pieces: Vec<PagePart>, width: usize, indent: usize) -> Vec<Vec<PagePart>> {
    let (mut rows, mut row, mut used) = (Vec::new(), Vec::new(), 0);
    for word in words_of(pieces) {
        let length = width_of(&word);
        let is_first = used == 0 || used == indent && !rows.is_empty();
        if !is_first && used + 1 + length > width {
            rows.push(std::mem::take(&mut row));
            used = indent;
            row.extend((indent > 0).then(|| plain(" ".repeat(indent), Style::new())));
        } else if !is_first {
            // The space belongs to the words on both sides if they are one link.
            let link = row.last().map(|piece| piece.item.clone()) == Some(word[0].item.clone());
            let link = word[0].item.clone().filter(|_| link);
            row.push(Part::new(" ", word[0].style, link));
            used += 1;
        }
        row.extend(word);
        used += length;
    }
    if !row.is_empty() {
        rows.push(row);
    }
    rows
}

/// Splits pieces at spaces: each word is one or more pieces without a space between them.
fn words_of(pieces: Vec<PagePart>) -> Vec<Vec<PagePart>> {
    let mut words: Vec<Vec<PagePart>> = vec![Vec::new()];
    for piece in pieces {
        for (at, part) in piece.text.split(' ').enumerate() {
            if at > 0 {
                words.push(Vec::new());
            }
            if let Some(word) = words.last_mut().filter(|_| !part.is_empty()) {
                word.push(Part { text: part.to_owned(), ..piece.clone() });
            }
        }
    }
    words.retain(|word| !word.is_empty());
    words
}
