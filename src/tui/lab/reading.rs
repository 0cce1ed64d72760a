//! Reading the codex in the lab: the page beside its scene, the contents, keys and clicks.

use super::keymap::{LabIntent, LabMode};
use super::page_text::{BARS, CodexText, PagePart};
use super::panes::has_room_for_both;
use super::reader::{CodexProgress, Reader};
use super::state::{LabEffect, LabScreen};
use crate::codex::{Book, Curve, Page};
use crate::lab::LabSession;
use crate::tui::kit::parts::{item_at, line_of};
use crate::tui::kit::view::Reply;
use crate::tui::kit::{ListRow, ListSource, ListView, draw_rule, fill, shorten, write, write_lines};
use crate::tui::look::theme::{ACCENT, DIM, TEXT, Theme};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

impl LabScreen {
    /// Opens a book at a page. Its scene replaces what the lab shows.
    pub fn read(&mut self, reader: Reader, session: LabSession) {
        self.views.clear();
        (self.run, self.draft, self.own_land) = (None, None, None);
        (self.is_drawing, self.is_zoomed, self.lane) = (false, false, 0);
        self.shown.tint = false;
        self.undo_stack.clear();
        self.quiz.forget_answer();
        self.quiz.is_unseen = true;
        self.session = session;
        self.noted_revision = self.session.revision();
        self.cursor = self.session.ground().start();
        self.reader = Some(Box::new(reader));
        self.speed = self.default_speed();
        if let Some(reader) = &mut self.reader {
            reader.is_text_only = !has_room_for_both(self.area);
        }
        self.fit();
    }

    /// What has been read, if a book is open.
    pub fn progress(&self) -> Option<&CodexProgress> {
        self.reader.as_ref().map(|reader| &reader.progress)
    }

    /// Whether the text has the keys: it covers the scene.
    pub(super) fn is_reading_only(&self) -> bool {
        self.reader.is_some() && self.panes().map_of(0).is_empty()
    }

    /// Notes changes of the session: repeats the experiment, and tells of tasks that are solved.
    pub(super) fn note_session(&mut self) -> bool {
        if self.session.revision() == self.noted_revision {
            return false;
        }
        self.noted_revision = self.session.revision();
        let Some(reader) = &mut self.reader else { return false };
        if !reader.note(&self.session).is_empty() {
            self.notices.notify("solved");
        }
        true
    }

    /// Swaps text and scene where there is no room for both; returns whether it did.
    pub(super) fn swap_text(&mut self) -> bool {
        let has_both = self.panes().has_all();
        match &mut self.reader {
            Some(reader) if !has_both => {
                reader.is_text_only = !reader.is_text_only;
                self.fit();
                true
            }
            _ => false,
        }
    }

    /// Scrolls the text.
    pub(super) fn scroll_text(&mut self, by: i32) {
        let area = self.panes().text;
        let last = self.page_rows(area).len().saturating_sub(usize::from(area.height));
        if let Some(reader) = &mut self.reader {
            reader.scroll = reader.scroll.saturating_add_signed(by as isize).min(last);
        }
    }

    /// Asks for the page so many after the open one.
    pub(super) fn turn_page(&mut self, by: isize) -> Vec<LabEffect> {
        let Some(reader) = &self.reader else { return Vec::new() };
        let page = reader.page.checked_add_signed(by).filter(|page| *page < reader.book.pages().len());
        if page.is_none() {
            self.notices.refuse(if by > 0 { "this is the last page" } else { "this is the first page" });
        }
        page.map(|page| LabEffect::OpenPage(Some(page))).into_iter().collect()
    }

    /// Opens the contents, or asks for the codex if none is open: for the page of the selected search's algorithm.
    pub(super) fn open_contents(&mut self) -> Vec<LabEffect> {
        match &self.reader {
            Some(reader) => {
                let at = reader.page;
                self.views.open(ListView::at(Contents, at));
                Vec::new()
            }
            None => vec![LabEffect::OpenCodex(format!("row:{}", self.selected_lane().setup.row().id))],
        }
    }

    fn page_rows(&self, area: Rect) -> Vec<Vec<PagePart>> {
        let Some(reader) = &self.reader else { return Vec::new() };
        let is_shown = !self.quiz.is_unseen && self.session.is_done() || reader.stage.run_count() == 0;
        let shows_claims = is_shown || reader.progress.seen.contains(&reader.current().id);
        let width = usize::from(area.width.saturating_sub(2));
        CodexText { reader, session: &self.session, shows_claims, theme: self.theme, width }.rows()
    }

    /// What a click on contents or text does.
    pub(super) fn click_on_page(&self, column: u16, row: u16) -> Option<LabEffect> {
        let (panes, reader) = (self.panes(), self.reader.as_ref()?);
        let (text, contents) = (panes.text, panes.contents);
        if text.contains((column, row).into()) {
            let rows = self.page_rows(text);
            let line = rows.get(reader.scroll + usize::from(row - text.y))?;
            let page = item_at(line, usize::from(column.saturating_sub(text.x + 1)))?;
            return Some(LabEffect::OpenPage(reader.book.index_of(&page)));
        }
        if contents.contains((column, row).into()) {
            let lines = content_lines(&reader.book, reader.page);
            let first = first_line(&lines, reader.page, contents.height);
            let (_, page) = lines.get(first + usize::from(row - contents.y))?;
            return page.map(|page| LabEffect::OpenPage(Some(page)));
        }
        None
    }
}

/// The contents: chapters, and the pages of the open one; each line with the page that it opens.
fn content_lines(book: &Book, open: usize) -> Vec<(ContentLine, Option<usize>)> {
    let mut lines = Vec::new();
    for (number, (chapter, pages)) in book.chapters().into_iter().enumerate() {
        lines.push((ContentLine::Chapter(number + 1, chapter.title), pages.first().copied()));
        if pages.contains(&open) {
            lines.extend(pages.into_iter().map(|page| (ContentLine::Page(page), Some(page))));
        }
    }
    lines
}

/// A line of the contents.
#[derive(Clone, Copy)]
enum ContentLine {
    /// A chapter's number and title.
    Chapter(usize, &'static str),
    /// A page's index.
    Page(usize),
}

/// The first line in view, so that the open page is.
fn first_line(lines: &[(ContentLine, Option<usize>)], open: usize, height: u16) -> usize {
    let is_open = |(line, _): &(ContentLine, _)| matches!(line, ContentLine::Page(page) if *page == open);
    let at = lines.iter().position(is_open).unwrap_or(0);
    at.saturating_sub(usize::from(height) * 2 / 3).min(lines.len().saturating_sub(usize::from(height)))
}

/// Draws contents and text.
pub(super) fn draw(buffer: &mut Buffer, screen: &LabScreen) {
    let Some(reader) = &screen.reader else { return };
    let panes = screen.panes();
    for area in [panes.contents, panes.text] {
        fill(buffer, area, screen.theme.text(TEXT));
    }
    draw_contents(buffer, screen, reader, panes.contents);
    draw_text(buffer, screen, reader, panes.text);
    draw_curves(buffer, screen, reader.curves(), panes.curves);
}

/// Draws curves one above the other, each with its name and its greatest and least value.
fn draw_curves(buffer: &mut Buffer, screen: &LabScreen, curves: &[Curve], area: Rect) {
    let theme = screen.theme;
    fill(buffer, area, theme.text(TEXT));
    let height = area.height / curves.len().max(1) as u16;
    for (number, curve) in curves.iter().enumerate() {
        let pane = Rect { y: area.y + number as u16 * height, height, ..area };
        let (least, most) =
            (curve.values.iter().min().unwrap_or(&0), curve.values.iter().max().unwrap_or(&0));
        let words = format!(" {}: {least} to {most}", curve.name);
        write(buffer, pane, 0, &Line::styled(shorten(&words, usize::from(area.width)), theme.text(DIM)));
        let rows = height.saturating_sub(2);
        let columns = usize::from(area.width.saturating_sub(2)).min(curve.values.len() * 2).max(1);
        let filled = |column: usize| {
            let value = curve.values[column * curve.values.len() / columns];
            (value - least) * i64::from(rows) * 8 / (most - least).max(1)
        };
        for row in 0..rows {
            let bar = |column| bar(filled(column) - i64::from(rows - 1 - row) * 8, theme);
            let line: String = (0..columns).map(bar).collect();
            write(buffer, pane, row + 1, &Line::styled(format!(" {line}"), theme.text(ACCENT)));
        }
    }
}

/// The character of a column of which so many eighths are filled.
fn bar(eighths: i64, theme: Theme) -> char {
    match usize::try_from(eighths - 1) {
        Ok(level) => theme.pick_glyph(BARS[0][level.min(7)], BARS[1][level.min(7)]),
        Err(_) => ' ',
    }
}

fn draw_contents(buffer: &mut Buffer, screen: &LabScreen, reader: &Reader, area: Rect) {
    let (theme, width) = (screen.theme, usize::from(area.width.saturating_sub(1)));
    let lines = content_lines(&reader.book, reader.page);
    let first = first_line(&lines, reader.page, area.height);
    for (row, (line, _)) in lines.iter().skip(first).take(usize::from(area.height)).enumerate() {
        let line = match line {
            ContentLine::Chapter(number, title) => {
                Line::styled(shorten(&format!("{number:>2} {title}"), width), theme.text(DIM))
            }
            ContentLine::Page(index) => {
                let page = &reader.book.pages()[*index];
                let style = if *index == reader.page { theme.bold(ACCENT) } else { theme.text(TEXT) };
                let title = shorten(&page.title, width.saturating_sub(4));
                Line::from(vec![
                    Span::styled(format!("  {} ", reader.mark(page, theme)), theme.text(DIM)),
                    Span::styled(title, style),
                ])
            }
        };
        write(buffer, area, row as u16, &line);
    }
}

fn draw_text(buffer: &mut Buffer, screen: &LabScreen, reader: &Reader, area: Rect) {
    if area.is_empty() {
        return;
    }
    let rows = screen.page_rows(area);
    let height = usize::from(area.height);
    let scroll = reader.scroll.min(rows.len().saturating_sub(height));
    let text = Rect { x: area.x + 1, width: area.width - 1, ..area };
    write_lines(buffer, text, 0, rows.iter().skip(scroll).take(height).cloned().map(line_of));
    let has_more = rows.len() > scroll + height;
    if has_more && let Some(cell) = buffer.cell_mut((area.right() - 1, area.bottom() - 1)) {
        cell.set_char(screen.theme.pick_glyph('▼', 'v')).set_style(screen.theme.text(ACCENT));
    }
    if !screen.panes().contents.is_empty() {
        let beside = Rect { x: area.right(), width: 1, ..area };
        draw_rule(buffer, screen.theme, beside);
    }
}

/// All pages as a list.
#[derive(Clone, Debug)]
struct Contents;

impl ListSource<LabScreen> for Contents {
    const SIZE_MAX: (u16, usize) = (96, 30);
    const MODE: LabMode = LabMode::List;

    fn heading(&self, _: &LabScreen, (): &()) -> String {
        "Which page?".to_owned()
    }

    fn rows(&self, screen: &LabScreen, (): &()) -> Vec<ListRow> {
        let Some(reader) = &screen.reader else { return Vec::new() };
        let row = |(item, page): (usize, &Page)| {
            let title = format!("{} {}", reader.mark(page, screen.theme), page.title);
            ListRow::new(item, &title, page.teaches.join(" "))
        };
        reader.book.pages().iter().enumerate().map(row).collect()
    }

    fn choose(&mut self, item: usize, _: &mut LabScreen, (): &()) -> Reply<LabScreen> {
        Reply::Close(vec![LabEffect::OpenPage(Some(item))])
    }
}

/// The keys of a page's text, for the bottom line.
pub(super) const TEXT_KEYS: [LabIntent; 4] =
    [LabIntent::Row(1), LabIntent::Next, LabIntent::TurnPage(1), LabIntent::Codex];
