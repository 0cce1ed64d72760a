//! The text of a page of the codex as rows: paragraphs, claims with their marks, what was measured, tasks, and links.
//!
//! What of it is in view does not live here (`reading`).

use super::reader::Reader;
use crate::codex::{Curve, Piece, Sentence};
use crate::lab::{LabSession, grouped};
use crate::tui::look::theme::{ACCENT, DIM, FOE, GAIN, KEY, TEXT, Theme};
use ratatui::style::Style;
use unicode_width::UnicodeWidthStr;

/// Characters of a curve, the lowest value first, and those of a terminal with ASCII only.
pub(super) const BARS: [[char; 8]; 2] =
    [['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'], ['_', '.', ',', '-', '=', '+', '*', '#']];

/// A row of a page, in pieces that each may lead to another page.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct ReaderRow {
    pub pieces: Vec<ReaderPiece>,
}

/// A piece of a row: words, their style, and the page that they lead to.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct ReaderPiece {
    pub words: String,
    pub style: Style,
    pub link: Option<String>,
}

impl ReaderPiece {
    fn new(words: impl Into<String>, style: Style) -> ReaderPiece {
        ReaderPiece { words: words.into(), style, link: None }
    }
}

impl ReaderRow {
    /// The page that the words in this column lead to.
    pub(super) fn link_at(&self, column: usize) -> Option<&str> {
        let mut end = 0;
        let piece = self.pieces.iter().find(|piece| {
            end += piece.words.width();
            column < end
        });
        piece?.link.as_deref()
    }
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
    pub(super) fn rows(&self) -> Vec<ReaderRow> {
        let (theme, width) = (self.theme, self.width);
        let page = self.reader.current();
        let mut rows = wrapped(vec![ReaderPiece::new(page.title.as_str(), theme.bold(ACCENT))], width, 0);
        let source = page.source.as_deref().unwrap_or_default();
        rows.extend(wrapped(vec![ReaderPiece::new(source, theme.text(DIM))], width, 0));
        for paragraph in &page.paragraphs {
            rows.push(ReaderRow::default());
            rows.extend(wrapped(self.pieces(paragraph), width, 0));
        }
        rows.extend(self.claim_rows());
        rows.extend(self.finding_rows());
        rows.extend(self.task_rows());
        rows.extend(self.before_rows());
        rows
    }

    fn pieces(&self, sentence: &Sentence) -> Vec<ReaderPiece> {
        let theme = self.theme;
        let piece = |piece: Piece| match piece {
            Piece::Link(words, page) => ReaderPiece { words, style: theme.bold(KEY), link: Some(page) },
            Piece::Code(words) => ReaderPiece::new(words, theme.bold(ACCENT)),
            Piece::Words(words) => ReaderPiece::new(words, theme.text(TEXT)),
            Piece::Value(_) => ReaderPiece::new("", theme.text(TEXT)),
        };
        self.reader.stage.fill(sentence, self.session).0.into_iter().map(piece).collect()
    }

    /// The claims, each with a mark: holds, does not hold, not seen yet.
    fn claim_rows(&self) -> Vec<ReaderRow> {
        let (theme, width, stage) = (self.theme, self.width, &self.reader.stage);
        let claims = &self.reader.current().claims;
        let mut rows = heading(theme, if claims.is_empty() { "" } else { "Claims" });
        if !self.shows_claims && !claims.is_empty() {
            let words = "They are judged once the scene has run: press Space.";
            rows.extend(wrapped(vec![ReaderPiece::new(words, theme.text(DIM))], width, 0));
            return rows;
        }
        for claim in claims {
            let value = stage.value(&claim.check, self.session);
            let (mark, tone) = match &value {
                Ok(0) => (theme.pick_glyph('✗', 'x'), FOE),
                Ok(_) => (theme.pick_glyph('✓', 'v'), GAIN),
                Err(_) => ('–', DIM),
            };
            let mut pieces = vec![ReaderPiece::new(format!("{mark} "), theme.bold(tone))];
            pieces.extend(self.pieces(&claim.says));
            if value != Ok(1) {
                let why = value.map_or_else(|why| why, |_| stage.figures_words(&claim.check, self.session));
                pieces.push(ReaderPiece::new(format!(" ({why})"), theme.text(DIM)));
            }
            rows.extend(wrapped(pieces, width, 2));
        }
        rows
    }

    /// What the experiment found: figures, then curves.
    fn finding_rows(&self) -> Vec<ReaderRow> {
        let (theme, width) = (self.theme, self.width);
        let Some(findings) = self.reader.stage.findings() else { return Vec::new() };
        let mut rows = heading(theme, "Measured");
        for (name, value) in &findings.figures {
            let sign = if *value < 0 { "−" } else { "" };
            let name = name.replace('_', " ");
            let pieces = vec![
                ReaderPiece::new(format!("{name} "), theme.text(DIM)),
                ReaderPiece::new(format!("{sign}{}", grouped(value.unsigned_abs())), theme.text(TEXT)),
            ];
            rows.extend(wrapped(pieces, width, 2));
        }
        for curve in &findings.curves {
            rows.extend(wrapped(vec![ReaderPiece::new(curve_words(curve), theme.text(DIM))], width, 2));
            let line = ReaderPiece::new(curve_bars(curve, width, theme), theme.text(ACCENT));
            rows.push(ReaderRow { pieces: vec![line] });
        }
        rows
    }

    fn task_rows(&self) -> Vec<ReaderRow> {
        let theme = self.theme;
        let tasks = &self.reader.current().tasks;
        let mut rows = heading(theme, if tasks.is_empty() { "" } else { "To try" });
        for (at, task) in tasks.iter().enumerate() {
            let is_solved = self.reader.solved.contains(&at);
            let (mark, tone) = if is_solved { ('●', GAIN) } else { ('○', KEY) };
            let mark = theme.pick_glyph(mark, if is_solved { '*' } else { 'o' });
            let mut pieces = vec![ReaderPiece::new(format!("{mark} "), theme.bold(tone))];
            pieces.extend(self.pieces(&task.ask));
            if let Some(excess) = self.reader.stage.excess(task, self.session) {
                pieces.push(ReaderPiece::new(format!(" ({excess})"), theme.text(FOE)));
            }
            rows.extend(wrapped(pieces, self.width, 2));
        }
        rows
    }

    /// The pages to read before.
    fn before_rows(&self) -> Vec<ReaderRow> {
        let (theme, width, book) = (self.theme, self.width, &self.reader.book);
        let known = |id: &String| Some((id.clone(), &book.pages()[book.index_of(id)?]));
        let mut pieces: Vec<ReaderPiece> = Vec::new();
        for (id, page) in self.reader.current().after.iter().filter_map(known) {
            pieces.push(ReaderPiece::new(if pieces.is_empty() { "" } else { " · " }, theme.text(DIM)));
            let (words, style, link) = (page.title.clone(), theme.bold(KEY), Some(id));
            pieces.push(ReaderPiece { words, style, link });
        }
        let mut rows = heading(theme, if pieces.is_empty() { "" } else { "Read before" });
        rows.extend(wrapped(pieces, width, 0));
        rows
    }
}

/// A blank row and a heading; nothing without words.
fn heading(theme: Theme, words: &str) -> Vec<ReaderRow> {
    if words.is_empty() {
        return Vec::new();
    }
    vec![ReaderRow::default(), ReaderRow { pieces: vec![ReaderPiece::new(words, theme.bold(ACCENT))] }]
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
fn wrapped(pieces: Vec<ReaderPiece>, width: usize, indent: usize) -> Vec<ReaderRow> {
    let (mut rows, mut row, mut used) = (Vec::new(), ReaderRow::default(), 0);
    for word in words_of(pieces) {
        let length: usize = word.iter().map(|piece| piece.words.width()).sum();
        let is_first = used == 0 || used == indent && !rows.is_empty();
        if !is_first && used + 1 + length > width {
            rows.push(std::mem::take(&mut row));
            used = indent;
            row.pieces.extend((indent > 0).then(|| ReaderPiece::new(" ".repeat(indent), Style::new())));
        } else if !is_first {
            // The space belongs to the words on both sides if they are one link.
            let link = row.pieces.last().map(|piece| piece.link.clone()) == Some(word[0].link.clone());
            let link = word[0].link.clone().filter(|_| link);
            row.pieces.push(ReaderPiece { words: " ".to_owned(), style: word[0].style, link });
            used += 1;
        }
        row.pieces.extend(word);
        used += length;
    }
    if !row.pieces.is_empty() {
        rows.push(row);
    }
    rows
}

/// Splits pieces at spaces: each word is one or more pieces without a space between them.
fn words_of(pieces: Vec<ReaderPiece>) -> Vec<Vec<ReaderPiece>> {
    let mut words: Vec<Vec<ReaderPiece>> = vec![Vec::new()];
    for piece in pieces {
        for (at, part) in piece.words.split(' ').enumerate() {
            if at > 0 {
                words.push(Vec::new());
            }
            if let Some(word) = words.last_mut().filter(|_| !part.is_empty()) {
                word.push(ReaderPiece { words: part.to_owned(), ..piece.clone() });
            }
        }
    }
    words.retain(|word| !word.is_empty());
    words
}
