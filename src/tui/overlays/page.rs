//! Pages: a settlement's, with what it came of link by link; an event's; that of persons, deed by deed; and the arc of the
//! player, aim by aim.
//!
//! Its content comes with the scene.

use super::export_kind::ExportKind;
use super::year;
use crate::grid::Cell;
use crate::scene::{Command, PageKind, PageView, Question, SCORED_YEARS, Scene, Viewport, YearCard};
use crate::tui::effect::Effect;
use crate::tui::input::keymap::{KeyIntent, Mode};
use crate::tui::kit::labelled;
use crate::tui::kit::sheet::{self, Sheet, SheetRow};
use crate::tui::kit::view::{Reply, View};
use crate::tui::look::theme::{DIM, KEY, TEXT, Theme};
use crate::tui::questions::QuestionKind;
use crate::tui::state::{LandRole, Screen};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::text::Line;

/// Rows of the map of a won land.
const MAP_ROWS: u16 = 10;
/// Columns of a fact's label, of a link's number, and of a date.
const LABEL_COLUMNS: usize = 9;
const LINK_COLUMNS: usize = 5;
const DATE_COLUMNS: usize = 14;

impl Screen {
    /// In a daily land: shows the score when its years are over, and writes it to a file. Time stops.
    pub(crate) fn announce_score(&mut self, scene: &Scene) -> Vec<Effect> {
        let is_over = self.played.last_year == Some(SCORED_YEARS) && scene.status.year > SCORED_YEARS;
        if self.played.role != LandRole::Daily || !is_over {
            return Vec::new();
        }
        self.views.open(PageCard::of(PageKind::Score));
        self.time_pace.paused = true;
        vec![Effect::Pause(true), Effect::Export(ExportKind::Score)]
    }
}

/// Opens the page of the arc. That of a won land has the figures and the map of its last full year.
pub(crate) fn open_objectives(screen: &mut Screen, scene: &Scene) -> Vec<Effect> {
    screen.views.open(PageCard::of(PageKind::Objectives));
    if !scene.status.is_won {
        return Vec::new();
    }
    let width = sheet::WIDTH.min(screen.layout().map.width).saturating_sub(4);
    let question = Question::Year {
        year: Some(scene.status.year.saturating_sub(1).max(1)),
        size_max: (width, 2 * MAP_ROWS),
    };
    vec![screen.questions.ask(QuestionKind::Year, question)]
}

/// A page on the screen.
#[derive(Clone, Debug)]
pub(crate) struct PageCard {
    kind: PageKind,
    /// Scrolled by this many lines.
    scroll: u16,
    /// Whether the next link opens the history at its day instead of jumping to its place.
    shows_day: bool,
}

impl PageCard {
    /// The page of the settlement at a cell, or of the nearest in view.
    pub(crate) fn of_town(cell: Cell, scene: &Scene) -> Option<PageCard> {
        let nearest = scene.town_markers.iter().min_by_key(|place| (place.cell.octile(cell), place.id))?;
        Some(PageCard::of(PageKind::Town(nearest.id)))
    }

    pub(crate) fn of(kind: PageKind) -> PageCard {
        PageCard { kind, scroll: 0, shows_day: false }
    }

    /// The page laid out on the screen; each line has the link that it belongs to, from 1.
    fn sheet(&self, screen: &Screen, scene: &Scene) -> Sheet<usize> {
        let layout = screen.layout();
        let width = usize::from(sheet::WIDTH.min(layout.map.width).saturating_sub(4));
        let mut rows = scene.page.as_ref().map_or_else(Vec::new, |page| lines(screen.theme, page, width));
        rows.extend(self.won_card(screen, scene).into_iter().flat_map(|card| won_lines(screen, card)));
        Sheet::in_one_column(&layout, self.scroll, rows)
    }

    /// Jumps to the place of a link, numbered from 1, or to the history's picture of it.
    fn follow_link(&self, link: usize, screen: &mut Screen, scene: &Scene) -> Reply<Screen> {
        let groups = scene.page.as_ref().map_or(&[][..], |page| &page.groups);
        let mut links = groups.iter().flat_map(|group| &group.links);
        let Some(link) = link.checked_sub(1).and_then(|index| links.nth(index)) else { return Reply::stay() };
        if link.cell.is_some() {
            // What lies below the page would cover the place.
            screen.views.clear();
        }
        match (link.cell, link.frame) {
            (Some(cell), Some(frame)) if self.shows_day => {
                let effects = screen.enter_history(scene);
                if screen.mode == Mode::History {
                    screen.history_replay.show(frame.min(screen.history_replay.last()));
                    screen.map.jump_and_highlight(cell, screen.clock.now_ms);
                }
                Reply::Close(effects)
            }
            (Some(cell), _) => {
                screen.map.jump_and_highlight(cell, screen.clock.now_ms);
                Reply::close()
            }
            (None, _) => {
                screen.notices.refuse("your people does not know where that was");
                Reply::stay()
            }
        }
    }

    /// The last year's figures and map, on the page of a won land.
    fn won_card<'a>(&self, screen: &'a Screen, scene: &Scene) -> Option<&'a YearCard> {
        let is_won = scene.status.is_won && self.kind == PageKind::Objectives;
        screen.year_card.as_deref().filter(|_| is_won)
    }
}

impl View<Screen> for PageCard {
    fn mode(&self) -> Mode {
        match self.kind {
            PageKind::Town(_) | PageKind::Event(_) | PageKind::Persons => Mode::Town,
            PageKind::Objectives | PageKind::Score => Mode::Objectives,
        }
    }

    fn area(&self, screen: &Screen, scene: &Scene) -> Rect {
        self.sheet(screen, scene).area
    }

    fn key(&mut self, intent: KeyIntent, screen: &mut Screen, scene: &Scene) -> Reply<Screen> {
        match intent {
            KeyIntent::Row(by) => {
                self.scroll = self.sheet(screen, scene).scrolled_by(by);
                Reply::stay()
            }
            KeyIntent::Digit(link) => self.follow_link(usize::from(link), screen, scene),
            KeyIntent::History => {
                self.shows_day = true;
                screen.notices.notify("whose day? press the number of a line");
                Reply::stay()
            }
            KeyIntent::Persons => {
                (self.kind, self.scroll) = (PageKind::Persons, 0);
                Reply::stay()
            }
            KeyIntent::Accept | KeyIntent::Refuse => {
                Reply::Stay(answer_charter(intent == KeyIntent::Accept, screen, scene))
            }
            _ => Reply::stay(),
        }
    }

    /// A click on a link jumps to its place.
    fn mouse(&mut self, at: Position, screen: &mut Screen, scene: &Scene) -> Reply<Screen> {
        match self.sheet(screen, scene).item_at(at) {
            Some(link) => self.follow_link(*link, screen, scene),
            None => Reply::close(),
        }
    }

    fn draw(&self, buffer: &mut Buffer, screen: &Screen, scene: &Scene) {
        // The page comes with the next scene.
        let Some(page) = &scene.page else { return };
        let sheet = self.sheet(screen, scene);
        let down = screen.keys.key_for_in(self.mode(), KeyIntent::Row(1));
        sheet.draw(buffer, screen.theme, &page.title, down);
        if let Some(card) = self.won_card(screen, scene) {
            // The map takes the last lines, once all of them are in view.
            let first = sheet.rows.len().saturating_sub(usize::from(MAP_ROWS));
            if let (Some(first), Some(_)) = (sheet.row_area(first), sheet.row_area(sheet.rows.len() - 1)) {
                year::draw_map(buffer, screen, card, Rect { height: MAP_ROWS, ..first }, &card.after);
            }
        }
    }

    fn request(&self, view: &mut Viewport) {
        view.page = Some(self.kind);
    }
}

/// Accepts or refuses the charter that waits for an answer.
fn answer_charter(accept: bool, screen: &mut Screen, scene: &Scene) -> Vec<Effect> {
    if let Some(charter) = scene.page.as_ref().and_then(|page| page.offer) {
        vec![Effect::Command(Command::AnswerCharter { charter, accept })]
    } else {
        screen.refuse("no charter waits for an answer")
    }
}

fn lines(theme: Theme, page: &PageView, width: usize) -> Vec<SheetRow<usize>> {
    let wrapped_lines = |label: &str, room: usize, says: &str, link: Option<usize>| {
        let label = (label, room, theme.text(if link.is_some() { KEY } else { DIM }));
        let lines = labelled(label, says, (width.saturating_sub(room), theme.text(TEXT)));
        lines.into_iter().map(move |line| SheetRow { line, item: link })
    };
    let heading = |words: &str| {
        let heading = [Line::default(), Line::styled(words.to_owned(), theme.bold(KEY))];
        heading.map(|line| SheetRow { line, item: None })
    };
    let facts = page.facts.iter().flat_map(|(label, says)| wrapped_lines(label, LABEL_COLUMNS, says, None));
    let mut lines: Vec<SheetRow<usize>> = facts.collect();
    let mut number = 0;
    for group in page.groups.iter().filter(|group| !group.links.is_empty()) {
        lines.extend(heading(&group.heading));
        let labels = group.links.iter().map(|link| link.label.chars().count()).max().unwrap_or(0);
        for link in &group.links {
            number += 1;
            let label = format!("{number} {}", link.label);
            lines.extend(wrapped_lines(&label, LINK_COLUMNS.max(labels + 4), &link.words, Some(number)));
        }
    }
    if !page.list_heading.is_empty() {
        lines.extend(heading(&page.list_heading));
    }
    // A charter's date is longer by its "by".
    let dates = page.list.iter().map(|(when, _)| when.chars().count() + 2).max().unwrap_or(0);
    let columns = dates.max(DATE_COLUMNS);
    lines.extend(page.list.iter().flat_map(|(when, what)| wrapped_lines(when, columns, what, None)));
    lines
}

/// The figures of a won land, and room for its map.
fn won_lines(screen: &Screen, card: &YearCard) -> Vec<SheetRow<usize>> {
    let heading = [Line::default(), Line::styled("With you, and without", screen.theme.bold(KEY))];
    let figures = year::with_and_without_lines(card)
        .into_iter()
        .map(|line| Line::styled(line, screen.theme.text(TEXT)));
    let room = (0..=MAP_ROWS).map(|_| Line::default());
    let lines = heading.into_iter().chain(figures).chain(room);
    lines.map(|line| SheetRow { line, item: None }).collect()
}
