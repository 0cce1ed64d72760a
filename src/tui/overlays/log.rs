//! The event log: filtered by subject and by typing. From a line one goes to the event's place, or to its page.

use super::page::PageCard;
use crate::scene::{LogLine, PageKind, Scene, Subject, Viewport};
use crate::tui::input::keymap::{KeyIntent, Mode};
use crate::tui::kit::view::{Host, ListAction, Reply, View};
use crate::tui::kit::{PROMPT, Picker, list_frame_area, list_rows_area, shorten, wrap, write};
use crate::tui::look::theme::{ACCENT, DIM, KEY, TEXT, Theme};
use crate::tui::state::Screen;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::text::{Line, Span};

/// Subjects in the order in which they are offered; `None` is all of them.
const SUBJECTS: [(Option<Subject>, &str); 6] = [
    (None, "all"),
    (Some(Subject::Roads), "roads"),
    (Some(Subject::Settlements), "places"),
    (Some(Subject::People), "people"),
    (Some(Subject::Danger), "danger"),
    (Some(Subject::You), "you"),
];
/// Its width, and its rows if they fit.
const WIDTH: u16 = 96;
const ROWS: usize = 30;
/// Columns of a line's date.
const DATE_COLUMNS: usize = 13;
/// Columns of the filter, left of the subjects.
const FILTER_COLUMNS: u16 = 15;

/// The log on the screen.
#[derive(Clone, Debug, Default)]
pub(crate) struct LogView {
    picker: Picker,
    /// The subject it is filtered by.
    subject: Option<Subject>,
    /// The picker's row is counted from lines of this tick: later ones push it down.
    since: u64,
}

impl LogView {
    /// The log with the line highlighted that is told beside the map.
    pub(crate) fn at_told_line(screen: &Screen, scene: &Scene) -> LogView {
        let told = screen.headlines.shown(&scene.log, 1).last();
        LogView { since: told.map_or(0, |line| line.tick), ..LogView::default() }
    }

    /// The picker with its row counted from the latest of the lines that match: it stays on its line while others come.
    fn picker_now(&self, lines: &[usize], scene: &Scene) -> Picker {
        let later = lines.iter().take_while(|line| scene.log[**line].tick > self.since).count();
        Picker { row: self.picker.row + later, ..self.picker.clone() }
    }

    /// Counts the row from the latest line from now on.
    fn count_from_latest(&mut self, scene: &Scene) {
        self.picker = self.picker_now(&self.lines(scene), scene);
        self.since = scene.log.last().map_or(0, |line| line.tick);
    }

    /// Selects the subject this many places further on.
    fn cycle_subject(&mut self, by: i32) -> Reply<Screen> {
        let at = SUBJECTS.iter().position(|(subject, _)| *subject == self.subject).unwrap_or(0);
        self.select_subject((at as i32 + by).rem_euclid(SUBJECTS.len() as i32) as usize)
    }

    fn select_subject(&mut self, index: usize) -> Reply<Screen> {
        self.subject = SUBJECTS[index].0;
        self.picker.row = 0;
        Reply::stay()
    }

    /// Indices of the lines that match, latest first.
    fn lines(&self, scene: &Scene) -> Vec<usize> {
        let about = |i: &usize| self.subject.is_none_or(|subject| scene.log[*i].subject == subject);
        let fits = |i: &usize| about(i) && find_filter(&scene.log[*i].text, &self.picker.filter).is_some();
        (0..scene.log.len()).rev().filter(fits).collect()
    }

    /// The highlighted line.
    fn highlighted<'a>(&self, scene: &'a Scene) -> Option<&'a LogLine> {
        let lines = self.lines(scene);
        let line = lines.get(self.picker_now(&lines, scene).highlighted(lines.len()))?;
        Some(&scene.log[*line])
    }

    /// Jumps to the place of the highlighted line.
    fn jump_to_line(&self, screen: &mut Screen, scene: &Scene) -> Reply<Screen> {
        let Some(line) = self.highlighted(scene) else { return Reply::stay() };
        let Some(cell) = line.cell else {
            screen.notices.refuse("this event has no single place");
            return Reply::stay();
        };
        screen.map.jump_and_highlight(cell, screen.clock.now_ms);
        Reply::close()
    }
}

impl View<Screen> for LogView {
    fn mode(&self) -> Mode {
        Mode::Log
    }

    fn area(&self, screen: &Screen, _: &Scene) -> Rect {
        list_frame_area(&screen.layout(), WIDTH, ROWS)
    }

    fn key(&mut self, intent: KeyIntent, screen: &mut Screen, scene: &Scene) -> Reply<Screen> {
        self.count_from_latest(scene);
        match (intent, Screen::list_action(intent)) {
            (KeyIntent::Next, _) => self.cycle_subject(1),
            (KeyIntent::Previous, _) => self.cycle_subject(-1),
            (KeyIntent::Town, _) => {
                if let Some(line) = self.highlighted(scene) {
                    screen.views.open(PageCard::of(PageKind::Event(line.event)));
                }
                Reply::stay()
            }
            (_, Some(ListAction::Confirm)) => self.jump_to_line(screen, scene),
            (_, action) => {
                if let Some(action) = action {
                    self.picker.handle(action);
                }
                Reply::stay()
            }
        }
    }

    fn filter(&self) -> Option<&str> {
        Some(&self.picker.filter)
    }

    fn mouse(&mut self, at: Position, screen: &mut Screen, scene: &Scene) -> Reply<Screen> {
        let area = list_rows_area(self.area(screen, scene));
        if let Some(subject) = subject_areas(area).iter().position(|area| area.contains(at)) {
            return self.select_subject(subject);
        }
        if !area.contains(at) {
            return Reply::stay();
        }
        self.count_from_latest(scene);
        let first = self.picker.first_visible(self.lines(scene).len(), area.height);
        self.picker.row = first + usize::from(at.y - area.y);
        self.jump_to_line(screen, scene)
    }

    fn draw(&self, buffer: &mut Buffer, screen: &Screen, scene: &Scene) {
        let theme = screen.theme;
        let area = self.picker.draw_frame(buffer, theme, self.area(screen, scene), ("Event log", PROMPT));
        for (place, (subject, word)) in subject_areas(area).into_iter().zip(SUBJECTS) {
            let style = if subject == self.subject { theme.selected() } else { theme.text(KEY) };
            write(buffer, place, 0, &Line::styled(format!(" {word} "), style));
        }
        let lines = self.lines(scene);
        let picker = self.picker_now(&lines, scene);
        let marked = picker.highlighted(lines.len());
        let first = picker.first_visible(lines.len(), area.height);
        let width = usize::from(area.width);
        for (i, line) in lines.iter().enumerate().skip(first).take(usize::from(area.height)) {
            let line = &scene.log[*line];
            let says = shorten(&line.text, width.saturating_sub(DATE_COLUMNS + 1));
            let line = row(theme, &line.when, &says, &self.picker.filter, (i == marked, width));
            write(buffer, area, (i - first) as u16, &line);
        }
        match lines.get(marked) {
            Some(line) => draw_whole(buffer, theme, &scene.log[*line], (area, (marked - first) as u16)),
            None => write(buffer, area, 0, &Line::styled("no match", theme.text(DIM))),
        }
    }

    fn request(&self, view: &mut Viewport) {
        view.shows_whole_log = true;
    }
}

/// Areas of the subjects' names, above a list's rows.
fn subject_areas(list: Rect) -> Vec<Rect> {
    let mut x = list.x + FILTER_COLUMNS;
    let area = |(_, word): &(Option<Subject>, &str)| {
        let width = word.len() as u16 + 2;
        let area = Rect::new(x, list.y.saturating_sub(1), width, 1).intersection(Rect {
            y: 0,
            height: u16::MAX,
            ..list
        });
        x += width;
        area
    };
    SUBJECTS.iter().map(area).collect()
}

/// The byte offset of a filter in a text, ignoring ASCII case.
fn find_filter(text: &str, filter: &str) -> Option<usize> {
    text.to_ascii_lowercase().find(&filter.to_ascii_lowercase())
}

/// Draws the rest of the highlighted line, if it is too long for its row, over the rows below it or, at the end of the
/// list, so that it ends there.
fn draw_whole(buffer: &mut Buffer, theme: Theme, line: &LogLine, (area, row): (Rect, u16)) {
    let width = usize::from(area.width);
    let parts = wrap(&line.text, width.saturating_sub(DATE_COLUMNS + 1));
    if parts.len() < 2 {
        return;
    }
    let first = row.min(area.height.saturating_sub(parts.len() as u16));
    for (i, part) in parts.iter().enumerate() {
        let when = if i == 0 { line.when.as_str() } else { "" };
        let line =
            Line::styled(format!("{:<width$}", format!("{when:<DATE_COLUMNS$} {part}")), theme.selected());
        write(buffer, area, first + i as u16, &line);
    }
}

/// A line of the list, with the filter's match emphasised.
fn row(theme: Theme, when: &str, says: &str, filter: &str, (marked, width): (bool, usize)) -> Line<'static> {
    let (plain, strong) =
        if marked { (theme.selected(), theme.selected()) } else { (theme.text(DIM), theme.bold(ACCENT)) };
    let date = if marked { theme.selected() } else { theme.bold(TEXT) };
    let at = find_filter(says, filter).filter(|_| !filter.is_empty()).unwrap_or(says.len());
    let end = (at + filter.len()).min(says.len());
    let room = width.saturating_sub(DATE_COLUMNS + 1 + says.chars().count());
    Line::from(vec![
        Span::styled(format!("{when:<DATE_COLUMNS$} "), date),
        Span::styled(says[..at].to_owned(), plain),
        Span::styled(says[at..end].to_owned(), strong),
        Span::styled(format!("{}{}", &says[end..], " ".repeat(room)), plain),
    ])
}
