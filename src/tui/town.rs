//! A settlement's page: why it was founded there, what it came of link by link, and its annals.
//!
//! Its content comes with the scene.

use super::chrome::write;
use super::keymap::{Intent, Mode};
use super::panel::wrap;
use super::popup::draw_frame;
use super::state::{Effect, Overlay, Screen};
use super::theme::{DIM, KEY, TEXT};
use crate::scene::{Scene, TownIx, TownPage};
use ratatui::buffer::Buffer;
use ratatui::layout::{Margin, Rect};
use ratatui::text::{Line, Span};

/// The page's maximum width.
const WIDTH_MAX: u16 = 76;
/// Columns of a fact's label, of a link's number, and of a date.
const LABEL_COLUMNS: usize = 9;
const LINK_COLUMNS: usize = 5;
const DATE_COLUMNS: usize = 14;

impl Screen {
    /// Opens the page of the settlement under the cursor, or of the nearest in view.
    pub(super) fn open_town(&mut self, scene: &Scene) -> Vec<Effect> {
        let nearest =
            scene.town_markers.iter().min_by_key(|place| (place.cell.octile(self.cursor), place.id));
        match nearest.map(|place| place.id) {
            Some(id) => self.overlay = Some(Overlay::Town(id, 0)),
            None => self.refuse("no settlement in sight"),
        }
        Vec::new()
    }

    /// Scrolls the page.
    pub(super) fn scroll_town(&mut self, id: TownIx, at: u16, by: i32, scene: &Scene) -> Vec<Effect> {
        let last = layout_page(self, scene.town_page.as_ref()).last;
        let at = (i32::from(at) + by).clamp(0, i32::from(last)) as u16;
        self.overlay = Some(Overlay::Town(id, at));
        Vec::new()
    }

    /// Jumps to the place of a link of the chain of causes, numbered from 1.
    pub(super) fn jump_to_cause(&mut self, link: usize, scene: &Scene) -> Vec<Effect> {
        let because = scene.town_page.as_ref().map_or(&[][..], |page| &page.because);
        let Some(link) = link.checked_sub(1).and_then(|index| because.get(index)) else { return Vec::new() };
        let Some(cell) = link.cell else {
            self.refuse("your people does not know where that was");
            return Vec::new();
        };
        self.overlay = None;
        self.jump_and_highlight(cell)
    }

    /// A click on a link of the chain of causes jumps to its place; `None` elsewhere.
    pub(super) fn press_cause(&mut self, column: u16, row: u16, scene: &Scene) -> Option<Vec<Effect>> {
        let Some(Overlay::Town(_, scroll)) = self.overlay else { return None };
        let layout = layout_page(self, scene.town_page.as_ref());
        let inner = layout.area.inner(Margin::new(2, 1));
        let line = row.checked_sub(inner.y).filter(|_| inner.contains((column, row).into()))?;
        let link = layout.lines.get(usize::from(line + scroll.min(layout.last)))?.link?;
        Some(self.jump_to_cause(link, scene))
    }

    /// The settlement whose page is open.
    pub(super) fn open_page(&self) -> Option<TownIx> {
        match self.overlay {
            Some(Overlay::Town(id, _)) => Some(id),
            _ => None,
        }
    }
}

/// A line of the page.
struct PageLine {
    line: Line<'static>,
    /// The link of the chain of causes that it belongs to, from 1.
    link: Option<usize>,
}

/// The page laid out on a screen.
struct PageLayout {
    /// The frame.
    area: Rect,
    lines: Vec<PageLine>,
    /// The largest scroll offset.
    last: u16,
}

fn layout_page(screen: &Screen, page: Option<&TownPage>) -> PageLayout {
    let layout = screen.layout();
    let width = usize::from(WIDTH_MAX.min(layout.map.width).saturating_sub(4));
    let lines = page.map_or_else(Vec::new, |page| lines(screen, page, width));
    let area = layout.centred(WIDTH_MAX, lines.len() as u16 + 2);
    let last = (lines.len() as u16).saturating_sub(area.height.saturating_sub(2));
    PageLayout { area, lines, last }
}

fn lines(screen: &Screen, page: &TownPage, width: usize) -> Vec<PageLine> {
    let theme = screen.theme;
    let wrapped_lines = |label: &str, room: usize, says: &str, link: Option<usize>| {
        let texts = wrap(says, width.saturating_sub(room)).into_iter().enumerate();
        let line = |(i, text): (usize, String)| {
            let label = if i == 0 { label } else { "" };
            let style = if link.is_some() { theme.text(KEY) } else { theme.text(DIM) };
            let label = Span::styled(format!("{label:<room$}"), style);
            PageLine { line: Line::from(vec![label, Span::styled(text, theme.text(TEXT))]), link }
        };
        texts.map(line).collect::<Vec<_>>()
    };
    let heading = |words: &'static str| {
        let heading = [Line::default(), Line::styled(words, theme.bold(KEY))];
        heading.map(|line| PageLine { line, link: None })
    };
    let facts = page.facts.iter().flat_map(|(label, says)| wrapped_lines(label, LABEL_COLUMNS, says, None));
    let mut lines: Vec<PageLine> = facts.collect();
    if !page.because.is_empty() {
        lines.extend(heading("Because"));
    }
    for (index, link) in page.because.iter().enumerate() {
        let number = index + 1;
        let label = if index == 0 { format!("{number}") } else { format!("{number} ←") };
        lines.extend(wrapped_lines(&label, LINK_COLUMNS, &link.words, Some(number)));
    }
    lines.extend(heading(if page.annals.is_empty() { "Annals: no entries yet" } else { "Annals" }));
    lines.extend(page.annals.iter().flat_map(|(when, what)| wrapped_lines(when, DATE_COLUMNS, what, None)));
    lines
}

/// Draws it.
pub(super) fn draw(buffer: &mut Buffer, screen: &Screen, scene: &Scene, scroll: u16) {
    let PageLayout { area, lines, last } = layout_page(screen, scene.town_page.as_ref());
    // The page comes with the next scene.
    let Some(page) = &scene.town_page else { return };
    let inner = draw_frame(buffer, screen.theme, area, &page.title);
    let first = scroll.min(last);
    for (row, line) in lines.iter().skip(usize::from(first)).take(usize::from(inner.height)).enumerate() {
        write(buffer, inner, row as u16, &line.line);
    }
    if first < last {
        let down = screen.keys.key_for_in(Mode::Town, Intent::Row(1));
        let more = Rect { y: area.bottom().saturating_sub(1), height: 1, ..inner };
        write(buffer, more, 0, &Line::styled(format!(" {down}: more "), screen.theme.bold(KEY)));
    }
}
