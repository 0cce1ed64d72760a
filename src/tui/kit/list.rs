//! Lists filtered by typing: a highlighted row among those that match, chosen by Enter, a digit or a click.

use super::draw::{draw_frame, write};
use super::layout::Layout;
use super::text::shorten;
use super::view::{Host, ListAction, Reply, View};
use crate::tui::look::theme::{DIM, KEY, TEXT, Theme};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::text::{Line, Span};
use std::fmt::Debug;

/// The most letters in a filter.
const FILTER_MAX: usize = 24;
/// The line above a list that can be filtered.
pub(crate) const PROMPT: &str = "type to filter";
/// Columns of a docked list: the longest row with the frame.
pub(crate) const LIST_COLUMNS: u16 = 60;
/// More rows than any list has.
const ROWS_MAX: i32 = 4000;

/// The filter and the highlighted row among those that match.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Picker {
    /// The typed filter.
    pub filter: String,
    /// The highlighted row.
    pub row: usize,
}

impl Picker {
    /// The highlighted row of this many.
    pub(crate) fn highlighted(&self, rows: usize) -> usize {
        self.row.min(rows.saturating_sub(1))
    }

    /// The first visible row of this many, in a list of this height.
    pub(crate) fn first_visible(&self, rows: usize, height: u16) -> usize {
        (self.highlighted(rows) + 1).saturating_sub(usize::from(height))
    }

    /// Moves the highlight, or changes the filter.
    pub(crate) fn handle(&mut self, action: ListAction) {
        match action {
            ListAction::Row(by) => self.row = (self.row as i32 + by).clamp(0, ROWS_MAX) as usize,
            ListAction::Type(letter) if self.filter.chars().count() < FILTER_MAX => {
                self.filter.push(letter);
                self.row = 0;
            }
            ListAction::Delete => {
                self.filter.pop();
                self.row = 0;
            }
            ListAction::Type(_) | ListAction::Confirm | ListAction::Digit(_) => {}
        }
    }

    /// Draws the frame of a list and its filter; returns the area of the rows.
    pub(crate) fn draw_frame(
        &self,
        buffer: &mut Buffer,
        theme: Theme,
        frame: Rect,
        (heading, prompt): (&str, &str),
    ) -> Rect {
        let inner = draw_frame(buffer, theme, frame, heading);
        let filter = if self.filter.is_empty() { prompt.to_owned() } else { format!("{}_", self.filter) };
        write(buffer, inner, 0, &Line::styled(filter, theme.text(KEY)));
        list_rows_area(frame)
    }
}

/// The rows of a list inside its frame, below its filter.
pub(crate) fn list_rows_area(frame: Rect) -> Rect {
    Rect {
        x: frame.x + 2.min(frame.width),
        y: frame.y + 2.min(frame.height),
        width: frame.width.saturating_sub(4),
        height: frame.height.saturating_sub(3),
    }
}

/// The rows that a list of this many takes, frame and filter included.
pub(crate) fn list_rows(rows: usize) -> u16 {
    rows as u16 + 3
}

/// The frame of a list of this width and this many rows.
pub(crate) fn list_frame_area(layout: &Layout, width: u16, rows: usize) -> Rect {
    layout.centred(width, list_rows(rows))
}

/// A row of a list.
#[derive(Clone, Debug)]
pub(crate) struct ListRow {
    /// What it stands for: an index of the list's own.
    pub item: usize,
    /// Its name.
    pub name: String,
    /// What it is, or does.
    pub description: String,
}

impl ListRow {
    /// A row.
    pub(crate) fn new(item: usize, name: impl Into<String>, description: impl Into<String>) -> ListRow {
        ListRow { item, name: name.into(), description: description.into() }
    }
}

/// Finds a screen position, if it is in view.
pub(crate) type PlaceOf<H> = fn(&H) -> Option<(u16, u16)>;

/// What a list offers.
pub(crate) trait ListSource<H: Host>: Clone + Debug + 'static {
    /// The screen position, if it is in view, beside which it keeps; without one it lies in the middle of the map.
    const BESIDE: Option<PlaceOf<H>> = None;
    /// Its width, and the most rows that are shown at once.
    const SIZE_MAX: (u16, usize);
    /// The mode whose keys apply.
    const MODE: H::Mode;
    /// The heading.
    fn heading(&self, host: &H, picture: &H::Picture) -> String;
    /// The line above the rows while no filter is typed.
    fn prompt(&self, _host: &H, _picture: &H::Picture) -> String {
        PROMPT.to_owned()
    }
    /// All rows, whatever the filter.
    fn rows(&self, host: &H, picture: &H::Picture) -> Vec<ListRow>;
    /// Chooses an item.
    fn choose(&mut self, item: usize, host: &mut H, picture: &H::Picture) -> Reply<H>;
    /// Told when the player goes back from it.
    fn closed(&self, _host: &mut H) -> Vec<H::Effect> {
        Vec::new()
    }
}

/// A list on the screen.
#[derive(Clone, Debug)]
pub(crate) struct ListView<S> {
    picker: Picker,
    source: S,
}

impl<S> ListView<S> {
    /// A list with this row highlighted.
    pub(crate) fn at(source: S, row: usize) -> ListView<S> {
        ListView { picker: Picker { row, ..Picker::default() }, source }
    }

    /// The rows that match the filter: names that start with it first, then other names, then descriptions.
    fn matching<H: Host>(&self, host: &H, picture: &H::Picture) -> Vec<ListRow>
    where
        S: ListSource<H>,
    {
        let wanted = self.picker.filter.to_lowercase();
        let rank = |row: &ListRow| match row.name.to_lowercase().find(&wanted) {
            Some(0) => Some(0),
            Some(_) => Some(1),
            None => row.description.to_lowercase().contains(&wanted).then_some(2),
        };
        let mut rows: Vec<(u8, ListRow)> =
            self.source.rows(host, picture).into_iter().filter_map(|row| Some((rank(&row)?, row))).collect();
        rows.sort_by_key(|(rank, _)| *rank);
        rows.into_iter().map(|(_, row)| row).collect()
    }

    fn choose_row<H: Host>(&mut self, host: &mut H, picture: &H::Picture) -> Reply<H>
    where
        S: ListSource<H>,
    {
        let rows = self.matching(host, picture);
        let Some(item) = rows.get(self.picker.highlighted(rows.len())).map(|row| row.item) else {
            return Reply::stay();
        };
        let reply = self.source.choose(item, host, picture);
        // What stays shows what has become of it.
        if matches!(reply, Reply::Stay(_)) {
            let rows = self.source.rows(host, picture);
            let row = rows.iter().position(|row| row.item == item).unwrap_or(rows.len());
            self.picker = Picker { row, ..Picker::default() };
        }
        reply
    }
}

impl<H: Host, S: ListSource<H>> View<H> for ListView<S> {
    fn mode(&self) -> H::Mode {
        S::MODE
    }

    fn area(&self, host: &H, picture: &H::Picture) -> Rect {
        // All rows are counted, so that the frame keeps its size while the player types.
        let (width, most) = S::SIZE_MAX;
        let (layout, rows) = (host.parts(), self.source.rows(host, picture).len().min(most));
        match S::BESIDE {
            Some(beside) => layout.docked(width, list_rows(rows), beside(host)),
            None => list_frame_area(&layout, width, rows),
        }
    }

    fn key(&mut self, intent: H::Intent, host: &mut H, picture: &H::Picture) -> Reply<H> {
        match H::list_action(intent) {
            Some(ListAction::Confirm) => self.choose_row(host, picture),
            Some(ListAction::Digit(digit)) => {
                let item = usize::from(digit).saturating_sub(1);
                let is_offered = self.source.rows(host, picture).iter().any(|row| row.item == item);
                if is_offered { self.source.choose(item, host, picture) } else { Reply::stay() }
            }
            Some(action) => {
                self.picker.handle(action);
                Reply::stay()
            }
            None => Reply::stay(),
        }
    }

    fn mouse(&mut self, at: Position, host: &mut H, picture: &H::Picture) -> Reply<H> {
        let area = list_rows_area(self.area(host, picture));
        let rows = self.matching(host, picture).len();
        if !area.contains(at) {
            return Reply::stay();
        }
        let row = self.picker.first_visible(rows, area.height) + usize::from(at.y - area.y);
        if row >= rows {
            return Reply::stay();
        }
        self.picker.row = row;
        self.choose_row(host, picture)
    }

    fn filter(&self) -> Option<&str> {
        Some(&self.picker.filter)
    }

    fn closed(&self, host: &mut H) -> Vec<H::Effect> {
        self.source.closed(host)
    }

    fn draw(&self, buffer: &mut Buffer, host: &H, picture: &H::Picture) {
        let (theme, heading) = (host.looks(), self.source.heading(host, picture));
        let (frame, prompt) = (self.area(host, picture), self.source.prompt(host, picture));
        let area = self.picker.draw_frame(buffer, theme, frame, (&heading, &prompt));
        let rows = self.matching(host, picture);
        let marked = self.picker.highlighted(rows.len());
        let first = self.picker.first_visible(rows.len(), area.height);
        let are_described = rows.iter().any(|row| !row.description.is_empty());
        let most = usize::from(area.width) * if are_described { 2 } else { 5 } / 5;
        let names = rows.iter().map(|row| row.name.chars().count()).max().unwrap_or(0).min(most).max(10);
        for (i, row) in rows.iter().enumerate().skip(first).take(usize::from(area.height)) {
            let (name_style, style) = if i == marked {
                (theme.selected(), theme.selected())
            } else {
                (theme.bold(TEXT), theme.text(DIM))
            };
            // The highlighted name is shown whole.
            let names = if i == marked { names.max(row.name.chars().count()) } else { names };
            let room = usize::from(area.width).saturating_sub(names + 1);
            let says = shorten(&row.description, room);
            let line = Line::from(vec![
                Span::styled(format!("{:<names$} ", shorten(&row.name, names)), name_style),
                Span::styled(format!("{says:<room$}"), style),
            ]);
            write(buffer, area, (i - first) as u16, &line);
        }
        if rows.is_empty() {
            write(buffer, area, 0, &Line::styled("no match", theme.text(DIM)));
        }
    }
}
