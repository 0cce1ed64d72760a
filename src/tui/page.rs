//! Pages: a settlement's, with what it came of link by link; and the arc of the player, aim by aim.
//!
//! Its content comes with the scene.

use super::keymap::Intent;
use super::kit::{draw_frame, wrap, write};
use super::state::{Effect, Overlay, QuestionKind, Screen};
use super::theme::{DIM, KEY, TEXT};
use super::year;
use crate::scene::{Command, PageKind, PageView, Question, Scene, YearCard};
use ratatui::buffer::Buffer;
use ratatui::layout::{Margin, Rect};
use ratatui::text::{Line, Span};

/// The page's maximum width.
const WIDTH_MAX: u16 = 76;
/// Rows of the map of a won land.
const MAP_ROWS: u16 = 10;
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
            Some(id) => self.overlay = Some(Overlay::Page(PageKind::Town(id), 0)),
            None => self.refuse("no settlement in sight"),
        }
        Vec::new()
    }

    /// Opens the page of the arc. That of a won land has the figures and the map of its last full year.
    pub(super) fn open_objectives(&mut self, scene: &Scene) -> Vec<Effect> {
        self.overlay = Some(Overlay::Page(PageKind::Objectives, 0));
        if !scene.status.is_won {
            return Vec::new();
        }
        let width = WIDTH_MAX.min(self.layout().map.width).saturating_sub(4);
        let question = Question::Year {
            year: scene.status.year.saturating_sub(1).max(1),
            size_max: (width, 2 * MAP_ROWS),
        };
        vec![self.ask(QuestionKind::Year, question)]
    }

    /// Scrolls the page.
    pub(super) fn scroll_page(&mut self, kind: PageKind, at: u16, by: i32, scene: &Scene) -> Vec<Effect> {
        let last = layout_page(self, scene).last;
        let at = (i32::from(at) + by).clamp(0, i32::from(last)) as u16;
        self.overlay = Some(Overlay::Page(kind, at));
        Vec::new()
    }

    /// Jumps to the place of a link, numbered from 1.
    pub(super) fn jump_to_link(&mut self, link: usize, scene: &Scene) -> Vec<Effect> {
        let links = scene.page.as_ref().map_or(&[][..], |page| &page.links);
        let Some(link) = link.checked_sub(1).and_then(|index| links.get(index)) else { return Vec::new() };
        let Some(cell) = link.cell else {
            self.refuse("your people does not know where that was");
            return Vec::new();
        };
        self.overlay = None;
        self.jump_and_highlight(cell)
    }

    /// A click on a link jumps to its place; `None` elsewhere.
    pub(super) fn press_link(&mut self, column: u16, row: u16, scene: &Scene) -> Option<Vec<Effect>> {
        let Some(Overlay::Page(_, scroll)) = self.overlay else { return None };
        let layout = layout_page(self, scene);
        let inner = layout.area.inner(Margin::new(2, 1));
        let line = row.checked_sub(inner.y).filter(|_| inner.contains((column, row).into()))?;
        let link = layout.lines.get(usize::from(line + scroll.min(layout.last)))?.link?;
        Some(self.jump_to_link(link, scene))
    }

    /// Accepts or refuses the charter that waits for an answer.
    pub(super) fn answer_charter(&mut self, accept: bool, scene: &Scene) -> Vec<Effect> {
        if let Some(charter) = scene.page.as_ref().and_then(|page| page.offer) {
            vec![Effect::Command(Command::AnswerCharter { charter, accept })]
        } else {
            self.refuse("no charter waits for an answer");
            Vec::new()
        }
    }

    /// The page that is open.
    pub(super) fn open_page(&self) -> Option<PageKind> {
        match self.overlay {
            Some(Overlay::Page(kind, _)) => Some(kind),
            _ => None,
        }
    }
}

/// A line of the page.
struct PageLine {
    line: Line<'static>,
    /// The link that it belongs to, from 1.
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

fn layout_page(screen: &Screen, scene: &Scene) -> PageLayout {
    let layout = screen.layout();
    let width = usize::from(WIDTH_MAX.min(layout.map.width).saturating_sub(4));
    let page = scene.page.as_ref();
    let mut lines = page.map_or_else(Vec::new, |page| lines(screen, page, width));
    lines.extend(won_card(screen, scene).into_iter().flat_map(|card| won_lines(screen, card)));
    let area = layout.centred(WIDTH_MAX, lines.len() as u16 + 2);
    let last = (lines.len() as u16).saturating_sub(area.height.saturating_sub(2));
    PageLayout { area, lines, last }
}

fn lines(screen: &Screen, page: &PageView, width: usize) -> Vec<PageLine> {
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
    let heading = |words: &str| {
        let heading = [Line::default(), Line::styled(words.to_owned(), theme.bold(KEY))];
        heading.map(|line| PageLine { line, link: None })
    };
    let facts = page.facts.iter().flat_map(|(label, says)| wrapped_lines(label, LABEL_COLUMNS, says, None));
    let mut lines: Vec<PageLine> = facts.collect();
    if !page.links.is_empty() {
        lines.extend(heading(&page.links_heading));
    }
    for (index, link) in page.links.iter().enumerate() {
        let number = index + 1;
        let is_effect = index > 0 && matches!(screen.open_page(), Some(PageKind::Town(_)));
        let label = if is_effect { format!("{number} ←") } else { format!("{number}") };
        lines.extend(wrapped_lines(&label, LINK_COLUMNS, &link.words, Some(number)));
    }
    if !page.list_heading.is_empty() {
        lines.extend(heading(&page.list_heading));
    }
    lines.extend(page.list.iter().flat_map(|(when, what)| wrapped_lines(when, DATE_COLUMNS, what, None)));
    lines
}

/// The last year's figures and map, on the page of a won land.
fn won_card<'a>(screen: &'a Screen, scene: &Scene) -> Option<&'a YearCard> {
    let is_open = scene.status.is_won && screen.open_page() == Some(PageKind::Objectives);
    screen.year_card.as_deref().filter(|_| is_open)
}

/// The figures of a won land, and room for its map.
fn won_lines(screen: &Screen, card: &YearCard) -> Vec<PageLine> {
    let heading = [Line::default(), Line::styled("With you, and without", screen.theme.bold(KEY))];
    let figures =
        year::figure_lines(card).into_iter().map(|line| Line::styled(line, screen.theme.text(TEXT)));
    let room = (0..=MAP_ROWS).map(|_| Line::default());
    let lines = heading.into_iter().chain(figures).chain(room);
    lines.map(|line| PageLine { line, link: None }).collect()
}

/// Draws it.
pub(super) fn draw(buffer: &mut Buffer, screen: &Screen, scene: &Scene, scroll: u16) {
    let PageLayout { area, lines, last } = layout_page(screen, scene);
    // The page comes with the next scene.
    let Some(page) = &scene.page else { return };
    let inner = draw_frame(buffer, screen.theme, area, &page.title);
    let first = scroll.min(last);
    for (row, line) in lines.iter().skip(usize::from(first)).take(usize::from(inner.height)).enumerate() {
        write(buffer, inner, row as u16, &line.line);
    }
    if let Some(card) = won_card(screen, scene) {
        // The map takes the last lines, once all of them are in view.
        let map = lines.len().saturating_sub(usize::from(first) + usize::from(MAP_ROWS));
        if first == last && map + usize::from(MAP_ROWS) <= usize::from(inner.height) {
            let area = Rect { y: inner.y + map as u16, height: MAP_ROWS, ..inner };
            year::draw_map(buffer, screen, card, area, &card.after);
        }
    }
    if first < last {
        let down = screen.keys.key_for_in(screen.active_mode(), Intent::Row(1));
        let more = Rect { y: area.bottom().saturating_sub(1), height: 1, ..inner };
        write(buffer, more, 0, &Line::styled(format!(" {down}: more "), screen.theme.bold(KEY)));
    }
}
