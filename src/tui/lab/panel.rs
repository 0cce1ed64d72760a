//! The lab's panel: the setup, each part with the key that opens its list; the result; the cell under the cursor. Every
//! row with a key can be clicked.

use super::brush::Brush;
use super::keymap::{LabIntent, binding};
use super::state::LabScreen;
use crate::lab::{CellFacts, CellMark, LineForm, SessionLane, SetupPart, grouped, line_length, steps_words};
use crate::tui::kit::{shorten, wrap};
use crate::tui::look::theme::{ACCENT, DIM, FOE, GAIN, KEY, TEXT};
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

/// Columns of a label.
const LABEL_COLUMNS: usize = 10;

/// A row of the panel.
pub(super) struct LabPanelRow {
    pub line: Line<'static>,
    /// What a click on it does.
    pub intent: Option<LabIntent>,
    /// Where there is little room, what is worth least is dropped first.
    worth: RowWorth,
}

/// What a row of the panel is worth.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum RowWorth {
    Little,
    Some,
    Kept,
}

impl From<Line<'static>> for LabPanelRow {
    fn from(line: Line<'static>) -> LabPanelRow {
        let worth = if line.width() == 0 { RowWorth::Little } else { RowWorth::Kept };
        LabPanelRow { line, intent: None, worth }
    }
}

/// The panel's rows in an area of this size.
pub(super) fn rows(screen: &LabScreen, area: Rect) -> Vec<LabPanelRow> {
    let width = usize::from(area.width);
    let mut rows = if screen.is_drawing { brushes(screen) } else { setup(screen, width) };
    rows.push(Line::default().into());
    if screen.session.lanes().len() > 1 {
        rows.extend(race(screen, width));
        rows.push(Line::default().into());
    }
    rows.extend(counts(screen));
    rows.extend(path_rows(screen, width));
    rows.push(Line::default().into());
    rows.extend(cell(screen).into_iter().map(LabPanelRow::from));
    while rows.len() > usize::from(area.height) {
        let least = rows.iter().map(|row| row.worth).min().filter(|worth| *worth < RowWorth::Kept);
        let Some(last) = rows.iter().rposition(|row| Some(row.worth) == least) else { break };
        rows.remove(last);
    }
    rows
}

/// What a click on the panel does.
pub(super) fn intent_at(screen: &LabScreen, column: u16, row: u16) -> Option<LabIntent> {
    let inner = screen.panes().layout.panel_inner();
    let at = inner.contains((column, row).into()).then(|| usize::from(row - inner.y))?;
    rows(screen, inner).get(at)?.intent
}

fn heading(screen: &LabScreen, words: &str) -> LabPanelRow {
    Line::styled(words.to_owned(), screen.theme.bold(ACCENT)).into()
}

/// A label, its value, and at the right the key that changes it.
fn keyed_row(
    screen: &LabScreen,
    (label, says): (&str, &str),
    intent: LabIntent,
    width: usize,
) -> LabPanelRow {
    let theme = screen.theme;
    let key = binding(super::keymap::LabMode::Look, intent).map_or("", |row| row.label);
    let room = width.saturating_sub(LABEL_COLUMNS + key.chars().count() + 1);
    let line = Line::from(vec![
        Span::styled(format!("{label:<LABEL_COLUMNS$}"), theme.text(DIM)),
        Span::styled(format!("{:<room$} ", shorten(says, room)), theme.text(TEXT)),
        Span::styled(key.to_owned(), theme.bold(KEY)),
    ]);
    LabPanelRow { line, intent: Some(intent), worth: RowWorth::Kept }
}

fn setup(screen: &LabScreen, width: usize) -> Vec<LabPanelRow> {
    let setup = screen.selected_lane().setup;
    let ground = screen.ground();
    let size = ground.size();
    let name = format!("{} {}×{}", ground.name, size.width, size.height);
    let mut rows: Vec<LabPanelRow> =
        wrap(setup.row().name, width).iter().map(|line| heading(screen, line)).collect();
    rows.push(keyed_row(screen, ("map", &name), LabIntent::Maps, width));
    for part in SetupPart::ALL {
        let name = if part == SetupPart::Algorithm { setup.row().id } else { setup.name_of(part) };
        rows.push(keyed_row(screen, (part.name(), name), LabIntent::Choose(part), width));
    }
    if let Some(weight) = setup.weight() {
        rows.push(keyed_row(screen, ("weight", &format!("{weight} %")), LabIntent::RaiseWeight, width));
    }
    rows.push(optional_fact(screen, "guarantee", setup.promise().description()));
    rows
}

/// The lanes, each with its expansions and its cost divided by the optimum.
fn race(screen: &LabScreen, width: usize) -> Vec<LabPanelRow> {
    let theme = screen.theme;
    let mut rows = vec![heading(screen, "Comparison")];
    for (i, lane) in screen.session.lanes().iter().enumerate() {
        let is_shown = i == screen.lane;
        let counts =
            lane.run.as_ref().map_or_else(|_| "cannot".to_owned(), |run| grouped(run.position().into()));
        let ratio = ratio(lane).unwrap_or_default();
        let room = width.saturating_sub(2 + 7 + 6);
        let style = if is_shown { theme.bold(TEXT) } else { theme.text(DIM) };
        let line = Line::from(vec![
            Span::styled(format!("{} ", i + 1), theme.bold(if is_shown { ACCENT } else { DIM })),
            Span::styled(format!("{:<room$}", shorten(&lane.setup.name(), room)), style),
            Span::styled(format!("{counts:>7}"), theme.text(TEXT)),
            Span::styled(format!("{ratio:>6}"), theme.text(TEXT)),
        ]);
        rows.push(LabPanelRow { line, intent: Some(LabIntent::SelectLane(i)), worth: RowWorth::Kept });
    }
    rows
}

fn fact(screen: &LabScreen, label: &str, says: String, style: Style) -> Line<'static> {
    let columns = if label.is_empty() { 0 } else { LABEL_COLUMNS };
    let label = Span::styled(format!("{label:<columns$}"), screen.theme.text(DIM));
    Line::from(vec![label, Span::styled(says, style)])
}

/// A fact that is dropped first if there is little room.
fn optional_fact(screen: &LabScreen, label: &str, says: String) -> LabPanelRow {
    LabPanelRow { worth: RowWorth::Little, ..fact(screen, label, says, screen.theme.text(DIM)).into() }
}

/// The cost of a finished lane's path divided by the optimum: `1.000`.
pub(super) fn ratio(lane: &SessionLane) -> Option<String> {
    let run = lane.run.as_ref().ok().filter(|run| run.is_done())?;
    let [cost, optimum] = [run.recording().cost?, lane.optimum?].map(|cost| cost.max(1));
    Some(quotient(cost, optimum))
}

/// A quotient with three decimals.
fn quotient(number: u64, by: u64) -> String {
    let thousandths = (number * 1000 + by / 2) / by;
    format!("{}.{:03}", thousandths / 1000, thousandths % 1000)
}

/// A time as text: `12.4 µs`.
pub(super) fn time_text(nanos: u64) -> String {
    match nanos {
        0..100_000 => format!("{}.{} µs", nanos / 1000, nanos % 1000 / 100),
        100_000..10_000_000 => format!("{} µs", grouped(nanos / 1000)),
        _ => format!("{} ms", grouped(nanos / 1_000_000)),
    }
}

/// The selected lane's results.
fn counts(screen: &LabScreen) -> Vec<LabPanelRow> {
    let theme = screen.theme;
    let lane = screen.selected_lane();
    let run = match &lane.run {
        Ok(run) => run,
        Err(why) => return vec![fact(screen, "cannot", why.clone(), theme.text(FOE)).into()],
    };
    let counts = run.counts();
    let number = |number: u32| grouped(number.into());
    let whole = screen.shows_run_length().then(|| format!(" of {}", number(run.expansion_count())));
    let (cost, ratio) = cost(screen, lane);
    let best = if ratio.as_deref() == Some("1.000") { GAIN } else { TEXT };
    let plain = |label, says| LabPanelRow::from(fact(screen, label, says, theme.text(TEXT)));
    let lesser = |label, says| LabPanelRow { worth: RowWorth::Some, ..plain(label, says) };
    let strong = |label, says, tone| LabPanelRow::from(fact(screen, label, says, theme.bold(tone)));
    let none = || "–".to_owned();
    let mut rows = vec![
        strong("expanded", number(counts.expanded) + &whole.unwrap_or_default(), TEXT),
        lesser("generated", number(counts.generated)),
        lesser("re-opened", number(counts.reopened)),
        plain("frontier", number(counts.open)),
        optional_fact(screen, "peak", number(counts.open_max)),
        optional_fact(screen, "inserted", number(counts.inserted)),
        optional_fact(screen, "removed", number(counts.removed)),
        optional_fact(screen, "stale", number(counts.skipped)),
        strong("cost", cost, TEXT),
        strong("÷ optimum", ratio.unwrap_or_else(none), best),
        lesser("time", lane.duration_nanos.map_or_else(none, time_text)),
    ];
    if run.recording().prepared_bytes > 0 {
        let kib = grouped(run.recording().prepared_bytes.div_ceil(1024) as u64);
        rows.push(optional_fact(screen, "prepared", format!("{kib} KiB")));
    }
    rows
}

/// The path's form, its length, and its length divided by that from centre to centre.
fn path_rows(screen: &LabScreen, width: usize) -> Vec<LabPanelRow> {
    let form = screen.shown.path_form.map_or("as cells", LineForm::name);
    let walk = screen.shown.path_form.and_then(|form| path_length(screen.selected_lane(), form));
    let says = walk.as_ref().map_or(form.to_owned(), |(length, _)| format!("{form} {length}"));
    let drawn = keyed_row(screen, ("drawn", &says), LabIntent::PathForm, width);
    let mut rows = vec![LabPanelRow { worth: RowWorth::Some, ..drawn }];
    rows.extend(walk.map(|(_, share)| optional_fact(screen, "÷ centres", share)));
    rows
}

/// Length in steps of a lane's path in a form, and divided by the length from centre to centre: `0.972`.
pub(super) fn path_length(lane: &SessionLane, form: LineForm) -> Option<(String, String)> {
    let [line, centres] =
        [form, LineForm::Centres].map(|form| lane.path_line(form).map(|line| line_length(&line)));
    Some((steps_words(line?), quotient(line?, centres?.max(1))))
}

/// Cost of the path, and the same divided by the optimum, once the run has ended.
fn cost(screen: &LabScreen, lane: &SessionLane) -> (String, Option<String>) {
    let done = lane.run.as_ref().ok().filter(|run| run.is_done());
    match (done, done.and_then(|run| run.recording().cost)) {
        (Some(_), Some(cost)) => (format!("{} steps", steps_words(cost)), ratio(lane)),
        (Some(_), None) if lane.optimum.is_none() => ("no path exists".to_owned(), None),
        (Some(_), None) => ("no path found".to_owned(), None),
        (None, _) if screen.run.is_some() => ("running".to_owned(), None),
        (None, _) => ("–".to_owned(), None),
    }
}

/// The cell under the cursor.
fn cell(screen: &LabScreen) -> Vec<Line<'static>> {
    let theme = screen.theme;
    let cursor = screen.cursor;
    let mut lines = vec![Line::styled(format!("Cell {}, {}", cursor.x, cursor.y), theme.bold(ACCENT))];
    let facts = cell_facts(screen);
    lines.extend(facts.into_iter().map(|(label, says)| fact(screen, label, says, theme.text(TEXT))));
    lines
}

/// Cost, g, h, f, parent and order of the cell under the cursor, as far as they are known.
pub(super) fn cell_facts(screen: &LabScreen) -> Vec<(&'static str, String)> {
    let price = match screen.ground().cost(screen.cursor) {
        0 => "wall".to_owned(),
        price => steps_words(price.into()),
    };
    let mut facts = vec![("cost", price)];
    let index = screen.size().index(screen.cursor);
    let Some(sheet) = screen.playback().and_then(|run| run.cell_facts(index)) else {
        facts.push(("", "not generated".to_owned()));
        return facts;
    };
    let CellFacts { mark, g, h, f, parent, order, times } = sheet;
    facts.push(("g", steps_words(g)));
    facts.push(("h", steps_words(h)));
    facts.extend(f.map(|f| ("f", steps_words(f))));
    let from =
        if parent == screen.cursor { "none".to_owned() } else { format!("{}, {}", parent.x, parent.y) };
    facts.push(("parent", from));
    facts.push(match (mark, times) {
        (CellMark::Expanded, 0 | 1) => ("expanded", format!("no. {}", grouped(order.into()))),
        (CellMark::Expanded, times) => ("expanded", format!("{times} ×, no. {}", grouped(order.into()))),
        _ if order == 0 => ("frontier", "at start".to_owned()),
        _ => ("frontier", format!("since {}", grouped(order.into()))),
    });
    facts
}

/// The brushes.
fn brushes(screen: &LabScreen) -> Vec<LabPanelRow> {
    let theme = screen.theme;
    let mut rows = vec![heading(screen, "Brushes")];
    for brush in Brush::ALL {
        let style = if brush == screen.brush { theme.selected() } else { theme.text(TEXT) };
        let line = Line::from(vec![
            Span::styled(format!("{} ", brush.digit()), theme.bold(KEY)),
            Span::styled(brush.name(), style),
        ]);
        rows.push(LabPanelRow { line, intent: Some(LabIntent::Brush(brush)), worth: RowWorth::Kept });
    }
    rows
}
