//! The explanation as text: the candidate paths side by side, cost by cost, and the reason for the choice.
//!
//! `marks` draws the paths on the land.

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

/// The heading of the explanation.
pub const HEADING: &str = "Why this path?";
/// Columns of a number.
const NUMBER: usize = 5;
/// The pop-up's maximum width.
const WIDTH: u16 = 38;

impl Screen {
    /// Opens the explanation; while it is open, turns to the next page or, after the last one, closes it.
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

    /// Drops the current explanation.
    pub(super) fn forget_why(&mut self) {
        self.explanation = None;
        self.why_from = 0;
    }
}

/// The pop-up on a screen without a panel, frame included, at the map's right.
pub fn popup(screen: &Screen) -> Rect {
    let width = screen.layout().popup(WIDTH, 3).width;
    screen.layout().popup(WIDTH, lines(screen, usize::from(width.saturating_sub(4))).len() as u16 + 2)
}

/// Columns and rows for its lines: in the panel below the heading, or in the pop-up.
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

/// The visible lines, and how many come after them.
pub fn page(screen: &Screen) -> (Vec<Line<'static>>, usize) {
    let (width, height) = place(screen);
    let mut lines = lines(screen, width);
    let last = lines.len().saturating_sub(height);
    let first = usize::from(screen.why_from).min(last);
    lines.drain(..first);
    lines.truncate(height);
    (lines, last - first)
}

/// All lines of the explanation: of the leader's path, or of a path between any two cells.
fn lines(screen: &Screen, width: usize) -> Vec<Line<'static>> {
    let theme = screen.theme;
    let mut lines = Vec::new();
    let Some(why) = &screen.explanation else {
        lines.push(Line::styled("explaining…", theme.text(DIM)));
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

/// A path in the table.
struct Column<'a> {
    word: &'static str,
    /// The colour and the dot it has on the land.
    ink: Rgb,
    dot: char,
    /// Its cost terms and their total, in milli-steps; `None` if there is no such path.
    sums: Option<(&'a [i64], i64)>,
}

impl Column<'_> {
    /// The term of a row, or the total.
    fn number(&self, row: Option<usize>) -> Option<i64> {
        let (terms, total) = self.sums?;
        Some(row.map_or(total, |row| terms.get(row).copied().unwrap_or(0)))
    }
}

/// The path taken, the runner-up, the straight line, and the plan.
fn columns<'a>(screen: &Screen, why: &'a Explanation) -> Vec<Column<'a>> {
    let sums = |path: &'a RouteTerms| {
        (path.barred.is_none() || path.total != 0).then_some((path.terms.as_slice(), path.total))
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

/// The paths side by side, term by term.
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

/// The planned cost, how much of the plan is walked, and the current cost of the rest.
fn plan_words(why: &Explanation, minus: char) -> Option<String> {
    let planned = why.planned.as_ref()?;
    let now = steps(why.now.total, minus);
    Some(format!(
        "planned {}: cost {}{}, {}, {} walked. Rest now: {now}",
        planned.day,
        steps(planned.total, minus),
        if planned.beyond > 0 {
            format!(" (about {} more beyond)", steps(planned.beyond, minus))
        } else {
            String::new()
        },
        counted(planned.steps as usize, "step"),
        planned.walked,
    ))
}

/// Milli-steps rounded to whole steps.
fn steps(milli: i64, minus: char) -> String {
    let whole = (milli.abs() + 500) / 1000;
    if milli < 0 && whole > 0 { format!("{minus}{whole}") } else { whole.to_string() }
}
