//! The explanation in words and numbers: the ways side by side, item by item, and why.
//!
//! How the ways are drawn on the land is in `marks`.

use super::chrome;
use super::color::Rgb;
use super::keymap::Mode;
use super::marks;
use super::panel::{clipped, wrapped};
use super::state::{Effect, Screen};
use super::theme::{ACCENT, DIM, GAIN, SECOND, STRAIGHT, TEXT};
use crate::scene::{Explanation, RouteTerms, counted};
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

/// What stands above it.
pub const HEADING: &str = "Why this way?";
/// Columns of a number.
const NUMBER: usize = 5;
/// The pop-up's width at most.
const WIDTH: u16 = 38;

impl Screen {
    /// Opens the explanation; while it is open, turns to its next page, and behind the last one closes it.
    pub(super) fn read_why(&mut self) -> Vec<Effect> {
        let (page, left) = page(self);
        if self.is_explaining() && left > 0 {
            self.why_from += page.len() as u16;
            return Vec::new();
        }
        if self.mode == Mode::Ask {
            self.leave_modes();
            return Vec::new();
        }
        if self.leader().is_none() {
            return self.enter_ask();
        }
        self.explaining = !self.explaining;
        self.forget_why();
        self.ask_why()
    }

    /// What was explained is no longer wanted.
    pub(super) fn forget_why(&mut self) {
        self.explanation = None;
        self.why_from = 0;
    }
}

/// The pop-up on a screen without a panel, its frame included, at the map's right.
pub fn popup(screen: &Screen) -> Rect {
    let width = screen.layout().popup(WIDTH, 3).width;
    screen.layout().popup(WIDTH, lines(screen, usize::from(width.saturating_sub(4))).len() as u16 + 2)
}

/// Where its lines stand: in the panel below its heading, or in the pop-up.
fn place(screen: &Screen) -> (usize, usize) {
    let panel = chrome::inside(screen.layout().panel);
    let (width, height) = if panel.is_empty() {
        let popup = popup(screen);
        (popup.width.saturating_sub(4), popup.height.saturating_sub(2))
    } else {
        (panel.width, panel.height.saturating_sub(1))
    };
    (usize::from(width), usize::from(height))
}

/// The lines that are looked at, and how many come after them.
pub fn page(screen: &Screen) -> (Vec<Line<'static>>, usize) {
    let (width, height) = place(screen);
    let mut lines = lines(screen, width);
    let last = lines.len().saturating_sub(height);
    let first = usize::from(screen.why_from).min(last);
    lines.drain(..first);
    lines.truncate(height);
    (lines, last - first)
}

/// Why the leader goes the way it goes, or why one would go between two places.
fn lines(screen: &Screen, width: usize) -> Vec<Line<'static>> {
    let theme = screen.theme;
    let mut lines = Vec::new();
    let Some(why) = &screen.explanation else {
        lines.push(Line::styled("thinking it over", theme.text(DIM)));
        return lines;
    };
    let tell = |lines: &mut Vec<Line<'static>>, words: &str, tone: Rgb| {
        lines.extend(wrapped(words, width).into_iter().map(|text| Line::styled(text, theme.text(tone))));
    };
    if !why.title.is_empty() {
        tell(&mut lines, &why.title, ACCENT);
    }
    if !why.this.terms.is_empty() {
        lines.extend(table(screen, why, width));
    }
    if let Some(words) = plan_words(why, theme.glyph('−', '-')) {
        tell(&mut lines, &words, TEXT);
    }
    for sentence in &why.words {
        tell(&mut lines, sentence, DIM);
    }
    lines
}

/// A way in the table.
struct Column<'a> {
    word: &'static str,
    /// The tint and the dot with which it is drawn on the land.
    ink: Rgb,
    dot: char,
    /// Its items and their sum; `None` if there is no such way.
    sums: Option<(&'a [i64], i64)>,
}

impl Column<'_> {
    /// The item of a row, or the sum below the last.
    fn number(&self, row: Option<usize>) -> Option<i64> {
        let (terms, total) = self.sums?;
        Some(row.map_or(total, |row| terms.get(row).copied().unwrap_or(0)))
    }
}

/// The one taken, the second best, the straight line, and the plan.
fn columns<'a>(screen: &Screen, why: &'a Explanation) -> Vec<Column<'a>> {
    let sums = |way: &'a RouteTerms| {
        (way.barred.is_none() || way.total != 0).then_some((way.terms.as_slice(), way.total))
    };
    let column = |word, ink, dot, sums| Column { word, ink, dot, sums };
    let mut columns = vec![
        column("this", ACCENT, marks::dot(screen.theme), sums(&why.this)),
        column("2nd", SECOND, marks::DOTS[1], why.second.as_ref().and_then(sums)),
        column("line", STRAIGHT, marks::DOTS[2], sums(&why.line)),
    ];
    if let Some(planned) = &why.planned {
        columns.push(column("plan", DIM, ' ', Some((planned.terms.as_slice(), planned.total))));
    }
    columns
}

/// The ways side by side, item by item.
fn table(screen: &Screen, why: &Explanation, width: usize) -> Vec<Line<'static>> {
    let theme = screen.theme;
    let minus = theme.glyph('−', '-');
    let columns = columns(screen, why);
    let room = width.saturating_sub(columns.len() * NUMBER).max(6);
    let line = |label: &str, style: Style, row: Option<usize>| {
        let mut text = format!("{:<room$}", clipped(label, room));
        for column in &columns {
            let number = column.number(row).map_or_else(|| "-".to_owned(), |sum| steps(sum, minus));
            text.push_str(&" ".repeat(NUMBER.saturating_sub(number.chars().count())));
            text.push_str(&number);
        }
        Line::styled(text, style)
    };
    let head = |text: &dyn Fn(&Column) -> String| {
        let spans = columns
            .iter()
            .map(|column| Span::styled(format!("{:>NUMBER$}", text(column)), theme.text(column.ink)));
        std::iter::once(Span::raw(" ".repeat(room))).chain(spans).collect::<Line>()
    };
    let mut lines = vec![head(&|column| column.word.to_owned()), head(&|column| column.dot.to_string())];
    for (row, label) in why.labels.iter().enumerate() {
        if columns.iter().any(|column| column.number(Some(row)).unwrap_or(0) != 0) {
            let gain = columns[0].number(Some(row)).unwrap_or(0) < 0;
            lines.push(line(label, theme.text(if gain { GAIN } else { TEXT }), Some(row)));
        }
    }
    let rule = theme.word("─", "-").repeat(columns.len() * NUMBER - 1);
    let rule = format!("{rule:>width$}", width = room + columns.len() * NUMBER);
    lines.push(Line::styled(rule, theme.text(DIM)));
    lines.push(line("total", theme.bold(ACCENT), None));
    lines
}

/// What was planned, how much of it is walked, and what it would be if asked now.
fn plan_words(why: &Explanation, minus: char) -> Option<String> {
    let planned = why.planned.as_ref()?;
    let now = steps(why.now.total, minus);
    Some(format!(
        "as planned ({}) {}{} for {}, {} walked; if asked now {now} for the rest",
        planned.day,
        steps(planned.total, minus),
        if planned.beyond > 0 {
            format!(" and about {} beyond", steps(planned.beyond, minus))
        } else {
            String::new()
        },
        counted(planned.steps as usize, "step"),
        planned.walked,
    ))
}

/// Milli-steps as whole steps.
fn steps(milli: i64, minus: char) -> String {
    let whole = (milli.abs() + 500) / 1000;
    if milli < 0 && whole > 0 { format!("{minus}{whole}") } else { whole.to_string() }
}
