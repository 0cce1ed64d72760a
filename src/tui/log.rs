//! The event log: filtered by subject and by typing; Enter jumps to the event's place and highlights it.

use super::kit::{Picker, draw_frame, list_frame_area, shorten, write};
use super::state::{Effect, Overlay, Screen};
use super::theme::{ACCENT, DIM, KEY, TEXT};
use crate::grid::Cell;
use crate::scene::{Scene, Subject};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
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
/// Columns of a line's date.
const DATE_COLUMNS: usize = 13;
/// Columns of the filter, left of the subjects.
const FILTER_COLUMNS: u16 = 18;
/// How long a place is highlighted after a jump, in milliseconds.
const HIGHLIGHT_MS: u64 = 2000;

impl Screen {
    /// Opens the log with all subjects.
    pub fn open_log(&mut self) -> Vec<Effect> {
        self.subject = None;
        self.overlay = Some(Overlay::Log(Picker::default()));
        Vec::new()
    }

    /// Selects the next or previous subject.
    pub fn cycle_subject(&mut self, by: i32) -> Vec<Effect> {
        let at = SUBJECTS.iter().position(|(subject, _)| *subject == self.subject).unwrap_or(0);
        self.select_subject((at as i32 + by).rem_euclid(SUBJECTS.len() as i32) as usize)
    }

    fn select_subject(&mut self, index: usize) -> Vec<Effect> {
        self.subject = SUBJECTS[index].0;
        if let Some(Overlay::Log(picker)) = &mut self.overlay {
            picker.row = 0;
        }
        Vec::new()
    }

    /// A click on the subjects above the rows selects one; `None` elsewhere.
    pub fn press_subject(&mut self, column: u16, row: u16) -> Option<Vec<Effect>> {
        if !matches!(self.overlay, Some(Overlay::Log(_))) {
            return None;
        }
        let at = |area: &Rect| area.contains((column, row).into());
        let hit = subject_areas(self.list_area()).iter().position(at)?;
        Some(self.select_subject(hit))
    }

    /// Jumps to the place of the highlighted line.
    pub fn jump_to_line(&mut self, picker: &Picker, scene: &Scene) -> Vec<Effect> {
        let lines = log_lines(scene, self.subject, &picker.filter);
        let Some(line) = lines.get(picker.highlighted(lines.len())) else { return Vec::new() };
        let Some(cell) = scene.log[*line].cell else {
            self.refuse("this event has no single place");
            return Vec::new();
        };
        self.overlay = None;
        self.jump_and_highlight(cell)
    }

    /// Jumps to a cell and highlights it for a while.
    pub fn jump_and_highlight(&mut self, cell: Cell) -> Vec<Effect> {
        self.follow = false;
        self.highlight = Some((cell, self.now_ms + HIGHLIGHT_MS));
        self.jump(cell)
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

/// Indices of the log's lines of a subject (or all) that contain the filter, latest first.
pub(super) fn log_lines(scene: &Scene, subject: Option<Subject>, filter: &str) -> Vec<usize> {
    let about = |i: &usize| subject.is_none_or(|subject| scene.log[*i].subject == subject);
    let fits = |i: &usize| about(i) && find_filter(&scene.log[*i].text, filter).is_some();
    (0..scene.log.len()).rev().filter(fits).collect()
}

/// The byte offset of a filter in a text, ignoring ASCII case.
fn find_filter(text: &str, filter: &str) -> Option<usize> {
    text.to_ascii_lowercase().find(&filter.to_ascii_lowercase())
}

/// Draws the list.
pub(super) fn draw(buffer: &mut Buffer, screen: &Screen, scene: &Scene, picker: &Picker) {
    let theme = screen.theme;
    let area = screen.list_area();
    let inner = draw_frame(buffer, screen.theme, list_frame_area(area), "Event log");
    write(buffer, inner, 0, &Line::styled(picker.filter_text(), theme.text(KEY)));
    for (place, (subject, word)) in subject_areas(area).into_iter().zip(SUBJECTS) {
        let style = if subject == screen.subject { theme.selected() } else { theme.text(KEY) };
        write(buffer, place, 0, &Line::styled(format!(" {word} "), style));
    }
    let lines = log_lines(scene, screen.subject, &picker.filter);
    let marked = picker.highlighted(lines.len());
    let first = screen.first_list_row().min(marked);
    for (i, line) in lines.iter().enumerate().skip(first).take(usize::from(area.height)) {
        let width = usize::from(area.width);
        let (when, says) =
            (&scene.log[*line].when, shorten(&scene.log[*line].text, width.saturating_sub(DATE_COLUMNS + 1)));
        write(
            buffer,
            area,
            (i - first) as u16,
            &row(screen, when, &says, &picker.filter, (i == marked, width)),
        );
    }
    if lines.is_empty() {
        write(buffer, area, 0, &Line::styled("no match", theme.text(DIM)));
    }
}

/// A line of the list, with the filter's match emphasised.
fn row(
    screen: &Screen,
    when: &str,
    says: &str,
    filter: &str,
    (marked, width): (bool, usize),
) -> Line<'static> {
    let theme = screen.theme;
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
