//! The explanation as text: the candidate paths side by side, cost by cost, and the reason for the choice.
//!
//! `marks` draws the paths on the land.

use crate::scene::{Explanation, RouteTerms, counted};
use crate::tui::effect::Effect;
use crate::tui::input::keymap::{KeyIntent, Mode};
use crate::tui::kit::{draw_frame, shorten, wrapped, write_lines};
use crate::tui::look::color::Rgb;
use crate::tui::look::theme::{ACCENT, DIM, GAIN, RUNNER_UP, STRAIGHT_LINE, TEXT};
use crate::tui::map::marks;
use crate::tui::state::Screen;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

/// The heading of the explanation.
pub(crate) const HEADING: &str = "Why this path?";
/// Columns of a number.
const NUMBER_COLUMNS: usize = 5;
/// A map with fewer rows than this has the explanation in its lower half.
const LOW_ROWS: u16 = 17;
/// Rows above the items of the table.
const HEAD_ROWS: usize = 2;
/// At least this wide, the sentences stand beside the table.
const BESIDE_FROM: usize = 50;
/// The pop-up's maximum width.
const WIDTH_MAX: u16 = 38;

/// Opens the explanation; while it is open, turns to the next page or, after the last one, closes it.
pub(crate) fn turn_page(screen: &mut Screen) -> Vec<Effect> {
    screen.explaining.foe = None;
    let (page, left) = page(screen);
    if screen.explaining.is_open_in(screen.mode) && left > 0 {
        screen.explaining.scroll += page.len() as u16;
        return Vec::new();
    }
    if screen.mode == Mode::RouteQuery {
        screen.return_to_land();
        return Vec::new();
    }
    if screen.selection.leader().is_none() {
        screen.enter_route_query();
        return Vec::new();
    }
    screen.explaining.is_open = !screen.explaining.is_open;
    screen.explaining.drop_answer();
    screen.request_explanation()
}

impl Screen {
    /// The map without what covers it: an explanation on a low screen, or the goals of a level.
    pub fn map_area(&self) -> Rect {
        let map = self.layout().map;
        let (above, below) = self.goal_rows();
        let raced = || self.race.as_ref().map_or(0, |race| race.card_rows(map));
        let explained = if is_low(self) && is_read(self) { map.height / 2 } else { raced() };
        let height = map.height.saturating_sub(above + below.max(explained));
        Rect { y: map.y + above, height, ..map }
    }

    /// Without a panel: scrolls the map so that as much of the explained path as can be, and its beginning, lies beside the
    /// explanation.
    pub(crate) fn uncover_explained(&mut self) {
        if !self.layout().panel.is_empty() {
            return;
        }
        let path = self.explaining.answer.as_ref().map_or(Vec::new(), |why| why.current.cells.clone());
        let area = self.map_area();
        let half = Rect { width: area.width - popup_area(self).width.min(area.width), ..area };
        let sides = [half, Rect { x: area.right() - half.width, ..half }];
        let free = if is_low(self) { &[area][..] } else { &sides };
        let begin = self.explaining.cell(self.selection.leader_cell, self.map.cursor);
        self.map.uncover(&path, begin, free, area);
    }
}

/// The pop-up on a screen without a panel, frame included: at the map's right, below the objective; on a low screen its
/// lower half.
pub(super) fn popup_area(screen: &Screen) -> Rect {
    let map = screen.layout().map;
    if is_low(screen) {
        return screen.layout().lower_half();
    }
    let width = screen.layout().popup(WIDTH_MAX, 3).width;
    let height = lines(screen, usize::from(width.saturating_sub(4))).len() as u16 + 2;
    let height = height.min(map.height.saturating_sub(1));
    Rect { y: map.y + 1, ..screen.layout().popup(WIDTH_MAX, height) }
}

/// Whether the map has too few rows for an explanation beside what it is about.
pub(super) fn is_low(screen: &Screen) -> bool {
    let layout = screen.layout();
    layout.panel.is_empty() && layout.map.height < LOW_ROWS
}

/// Whether an explanation is open and nothing else in its place.
fn is_read(screen: &Screen) -> bool {
    let is_covered = screen.race.is_some() || !screen.views.is_empty();
    screen.explaining.is_open_in(screen.mode) && !is_covered && screen.mode != Mode::Draw
}

/// Columns and rows for its lines: in the panel below the heading, or in the pop-up.
fn page_size(screen: &Screen) -> (usize, usize) {
    let panel = screen.layout().panel_inner();
    let (width, height) = if panel.is_empty() {
        let popup = popup_area(screen);
        (popup.width.saturating_sub(4), popup.height.saturating_sub(2))
    } else {
        (panel.width, panel.height.saturating_sub(1))
    };
    (usize::from(width), usize::from(height))
}

/// The visible lines, and how many come after them.
pub(crate) fn page(screen: &Screen) -> (Vec<Line<'static>>, usize) {
    let (width, height) = page_size(screen);
    let mut lines = lines(screen, width);
    let last = lines.len().saturating_sub(height);
    let first = usize::from(screen.explaining.scroll).min(last);
    lines.drain(..first);
    lines.truncate(height);
    (lines, last - first)
}

/// The area of the explanation over the map, if it is shown there: on the half without the unit or, in ask mode,
/// without the cursor.
pub(crate) fn area_over_map(screen: &Screen) -> Option<Rect> {
    if !is_read(screen) || !screen.layout().panel.is_empty() {
        return None;
    }
    let (map, mut area) = (screen.layout().map, popup_area(screen));
    let at = screen.explaining.cell(screen.selection.leader_cell, screen.map.cursor);
    let at = screen.window().char_of(at);
    if !is_low(screen) && at.is_some_and(|(column, _)| column > map.x + map.width / 2) {
        area.x = map.x;
    }
    Some(area)
}

/// Draws it over the map, if it is shown there.
pub(crate) fn draw_popup(buffer: &mut Buffer, screen: &Screen) {
    let Some(area) = area_over_map(screen) else { return };
    let (page, left) = page(screen);
    let (key, more) = (screen.keys.key_for(KeyIntent::Explain), if left > 0 { " more" } else { "" });
    let inner = draw_frame(buffer, screen.theme, area, &format!("{HEADING} [{key}{more}]"));
    write_lines(buffer, inner, 0, page);
}

/// All lines of the explanation: of the leader's path, or of a path between any two cells.
fn lines(screen: &Screen, width: usize) -> Vec<Line<'static>> {
    let theme = screen.theme;
    let mut lines = Vec::new();
    let Some(why) = &screen.explaining.answer else {
        lines.push(Line::styled("explaining…", theme.text(DIM)));
        return lines;
    };
    let tell = |lines: &mut Vec<Line<'static>>, words: &str, tone: Rgb| {
        lines.extend(wrapped(words, width, theme.text(tone)));
    };
    if !why.title.is_empty() {
        tell(&mut lines, &why.title, ACCENT);
    }
    let has_table = !why.current.terms.is_empty();
    let is_beside = has_table && width >= BESIDE_FROM;
    let columns = if is_beside { width / 2 + 2 } else { width };
    let table = if has_table { table(screen, why, columns, !is_beside) } else { Vec::new() };
    let mut words = Vec::new();
    let room = if is_beside { width - columns - 2 } else { width };
    let mut say = |sentence: &str, tone: Rgb| words.extend(wrapped(sentence, room, theme.text(tone)));
    if let Some(sentence) = plan_words(why, theme.pick_glyph('−', '-')) {
        say(&sentence, TEXT);
    }
    for sentence in &why.words {
        say(sentence, DIM);
    }
    if is_beside {
        lines.extend(side_by_side(table, words, columns + 2));
    } else {
        lines.extend(table.into_iter().chain(words));
    }
    lines
}

/// Two columns of lines, the second one beginning at `at`.
fn side_by_side(left: Vec<Line<'static>>, right: Vec<Line<'static>>, at: usize) -> Vec<Line<'static>> {
    let rows = left.len().max(right.len());
    let (mut left, mut right) = (left.into_iter(), right.into_iter());
    let spans = |line: Line<'static>| {
        let style = line.style;
        line.spans.into_iter().map(move |span| Span::styled(span.content, style.patch(span.style)))
    };
    let row = |_| {
        let mut line: Line = left.next().map_or_else(Line::default, |line| spans(line).collect());
        line.push_span(Span::raw(" ".repeat(at.saturating_sub(line.width()))));
        line.spans.extend(right.next().into_iter().flat_map(spans));
        line
    };
    (0..rows).map(row).collect()
}

/// A path in the table.
struct CostColumn<'a> {
    heading: &'static str,
    /// The colour and the dot it has on the land.
    ink: Rgb,
    dot: char,
    /// Its cost terms and their total, in milli-steps; `None` if there is no such path.
    terms_and_total: Option<(&'a [i64], i64)>,
}

impl CostColumn<'_> {
    /// The term of a row, or the total.
    fn number(&self, row: Option<usize>) -> Option<i64> {
        let (terms, total) = self.terms_and_total?;
        Some(row.map_or(total, |row| terms.get(row).copied().unwrap_or(0)))
    }
}

/// The path taken, the runner-up, the straight line, and the plan.
fn columns<'a>(screen: &Screen, why: &'a Explanation) -> Vec<CostColumn<'a>> {
    let sums = |path: &'a RouteTerms| {
        (path.blocked_by.is_none() || path.total != 0).then_some((path.terms.as_slice(), path.total))
    };
    let column = |word, ink, dot, sums| CostColumn { heading: word, ink, dot, terms_and_total: sums };
    let mut columns = vec![
        column("this", ACCENT, marks::dot(screen.theme), sums(&why.current)),
        column("2nd", RUNNER_UP, marks::PATH_DOTS[1], why.runner_up.as_ref().and_then(sums)),
        column("line", STRAIGHT_LINE, marks::PATH_DOTS[2], sums(&why.straight)),
    ];
    if let Some(planned) = &why.planned {
        columns.push(column("plan", DIM, ' ', Some((planned.terms.as_slice(), planned.total))));
    }
    columns
}

/// The paths side by side, term by term, with the total below a rule; in a low window, where the end is on another page,
/// the total comes first.
fn table(screen: &Screen, why: &Explanation, width: usize, is_tall: bool) -> Vec<Line<'static>> {
    let theme = screen.theme;
    let (minus, none) = (theme.pick_glyph('−', '-'), theme.pick_glyph('–', '-'));
    let columns = columns(screen, why);
    let room = width.saturating_sub(columns.len() * NUMBER_COLUMNS).max(6);
    let line = |label: &str, style: Style, row: Option<usize>| {
        let mut text = format!("{:<room$}", shorten(label, room));
        for column in &columns {
            let number = column.number(row).map_or_else(|| none.to_string(), |sum| whole_steps(sum, minus));
            text.push_str(&" ".repeat(NUMBER_COLUMNS.saturating_sub(number.chars().count())));
            text.push_str(&number);
        }
        Line::styled(text, style)
    };
    let head = |text: &dyn Fn(&CostColumn) -> String| {
        let spans = columns
            .iter()
            .map(|column| Span::styled(format!("{:>NUMBER_COLUMNS$}", text(column)), theme.text(column.ink)));
        std::iter::once(Span::raw(" ".repeat(room))).chain(spans).collect::<Line>()
    };
    let mut lines = vec![head(&|column| column.heading.to_owned()), head(&|column| column.dot.to_string())];
    for (row, label) in why.labels.iter().enumerate() {
        if columns.iter().any(|column| column.number(Some(row)).unwrap_or(0) != 0) {
            let gain = columns[0].number(Some(row)).unwrap_or(0) < 0;
            lines.push(line(label, theme.text(if gain { GAIN } else { TEXT }), Some(row)));
        }
    }
    let rule = theme.pick_text("─", "-").repeat(columns.len() * NUMBER_COLUMNS - 1);
    let rule = format!("{rule:>width$}", width = room + columns.len() * NUMBER_COLUMNS);
    let total = line("total", theme.bold(ACCENT), None);
    if is_tall {
        lines.extend([Line::styled(rule, theme.text(DIM)), total]);
    } else {
        lines.insert(HEAD_ROWS, total);
    }
    lines
}

/// The planned cost, how much of the plan is left, and the cost of what would be chosen now.
fn plan_words(why: &Explanation, minus: char) -> Option<String> {
    let planned = why.planned.as_ref()?;
    let now = whole_steps(why.now.total, minus);
    Some(format!(
        "planned {}: cost {}{}, {}, {} left. Chosen now: {now}",
        planned.day,
        whole_steps(planned.total, minus),
        if planned.estimated_rest > 0 {
            format!(" (about {} more beyond)", whole_steps(planned.estimated_rest, minus))
        } else {
            String::new()
        },
        counted(planned.steps as usize, "step"),
        planned.steps_left,
    ))
}

/// Milli-steps rounded to whole steps.
fn whole_steps(milli: i64, minus: char) -> String {
    let whole = (milli.abs() + 500) / 1000;
    if milli < 0 && whole > 0 { format!("{minus}{whole}") } else { whole.to_string() }
}
