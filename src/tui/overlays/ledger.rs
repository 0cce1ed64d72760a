//! The ledger: offers and works of the player's people, each with what it saves, earns and costs, and the decisions about
//! them.
//!
//! Its content comes with the scene.

use crate::grid::Cell;
use crate::scene::{
    Command, LedgerItem, LedgerPage, LedgerRow, Question, Scene, TOLL_MAX, Viewport, WorkCommand,
};
use crate::tui::effect::Effect;
use crate::tui::input::keymap::{KeyIntent, Mode};
use crate::tui::kit::parts::{Part, item_at, line_of};
use crate::tui::kit::view::{Reply, View};
use crate::tui::kit::{draw_frame, draw_more, shorten, write, write_lines};
use crate::tui::look::theme::{ACCENT, DIM, KEY, TEXT};
use crate::tui::questions::QuestionKind;
use crate::tui::state::Screen;
use ratatui::buffer::Buffer;
use ratatui::layout::{Margin, Position, Rect};
use ratatui::text::Line;

/// Its maximum width.
const WIDTH_MAX: u16 = 84;
/// Lines above the rows, and lines of a row.
const HEAD_LINES: u16 = 3;
const ROW_LINES: u16 = 2;
/// Lines below the rows.
const FOOT_LINES: u16 = 1;
/// Lines in which the ledger can be read, frame included.
const READABLE_LINES: u16 = HEAD_LINES + 2 * ROW_LINES + FOOT_LINES + 2;

/// The ledger on the screen.
#[derive(Clone, Debug, Default)]
pub(crate) struct LedgerView {
    /// The selected row.
    row: usize,
    /// The place that was pointed at last.
    pointed: Option<Cell>,
    /// The toll of which it is asked who would take another path.
    asked: Option<WorkCommand>,
}

impl View<Screen> for LedgerView {
    fn mode(&self) -> Mode {
        Mode::Ledger
    }

    fn area(&self, screen: &Screen, scene: &Scene) -> Rect {
        scene.ledger.as_ref().map_or(Rect::default(), |page| layout(screen, page, self.row).area)
    }

    fn key(&mut self, intent: KeyIntent, screen: &mut Screen, scene: &Scene) -> Reply<Screen> {
        let rows = scene.ledger.as_ref().map_or(&[][..], |page| &page.rows);
        let last = rows.len().saturating_sub(1);
        match (intent, rows.get(self.row.min(last))) {
            (KeyIntent::Row(by), _) => {
                self.row = (self.row as i32 + by).clamp(0, last as i32) as usize;
                return Reply::Stay(self.select(screen, scene));
            }
            (KeyIntent::FreeBuild, _) => {
                let free = !scene.status.is_building_free;
                screen.notices.notify(if free { "sandbox: building is free" } else { "building costs coin" });
                return Reply::Stay(vec![Effect::Command(Command::FreeBuild(free))]);
            }
            (KeyIntent::Steward, _) => return decide(WorkCommand::Steward(!scene.status.has_steward)),
            (_, None) => screen.notices.refuse("nothing is offered or built yet"),
            (KeyIntent::WhatIf, Some(row)) => {
                let Some(asked) = command(KeyIntent::Confirm, row) else { return Reply::stay() };
                return Reply::Stay(screen.look_ahead(vec![Command::Works(asked)], row.name.clone()));
            }
            (KeyIntent::ShowWork, Some(row)) => {
                screen.map.jump_and_highlight(row.cell, screen.clock.now_ms);
                return Reply::close();
            }
            (KeyIntent::Toll, Some(row)) if let Some(toll) = next_toll(row) => {
                let mut effects = vec![Effect::Command(Command::Works(toll))];
                effects.extend(self.foresee(raised(toll), screen));
                return Reply::Stay(effects);
            }
            (_, Some(row)) => match command(intent, row) {
                Some(command) => return decide(command),
                None => screen.notices.refuse(unfit_words(intent)),
            },
        }
        Reply::stay()
    }

    /// A click on a row selects it; on the selected row, funds, closes or opens it; on a word beside a key, does what the
    /// key does.
    fn mouse(&mut self, at: Position, screen: &mut Screen, scene: &Scene) -> Reply<Screen> {
        let Some(page) = &scene.ledger else { return Reply::close() };
        let LedgerLayout { area, first, shown } = layout(screen, page, self.row);
        let inner = area.inner(Margin::new(2, 1));
        if !inner.contains(at) {
            return Reply::close();
        }
        let line = at.y - inner.y;
        if line == 1 || line + 1 == inner.height {
            let parts = if line == 1 {
                keeper_parts(screen, page)
            } else {
                foot_parts(screen, page.rows.get(self.row))
            };
            return item_at(&parts, usize::from(at.x - inner.x)).map_or_else(Reply::stay, Reply::Do);
        }
        let Some(place) = line.checked_sub(HEAD_LINES).map(|line| usize::from(line / ROW_LINES)) else {
            return Reply::close();
        };
        let index = first + place;
        if place >= shown || index >= page.rows.len() {
            return Reply::stay();
        }
        let was = std::mem::replace(&mut self.row, index);
        if was == index {
            return Reply::Do(KeyIntent::Confirm);
        }
        Reply::Stay(self.select(screen, scene))
    }

    fn draw(&self, buffer: &mut Buffer, screen: &Screen, scene: &Scene) {
        // It comes with the next scene.
        if let Some(page) = &scene.ledger {
            draw(buffer, screen, page, self);
        }
    }

    fn request(&self, view: &mut Viewport) {
        view.shows_ledger = true;
    }

    /// Points at the place of the selected row, which may be another one than before.
    fn take_picture(&mut self, screen: &mut Screen, scene: &Scene) -> Vec<Effect> {
        let row = scene.ledger.as_ref().and_then(|page| page.rows.get(self.row));
        let is_new = row.is_some_and(|row| self.pointed != Some(row.cell));
        if is_new { self.select(screen, scene) } else { Vec::new() }
    }
}

impl LedgerView {
    /// Points at the selected row's place, which the ledger leaves free, and asks about its toll.
    fn select(&mut self, screen: &mut Screen, scene: &Scene) -> Vec<Effect> {
        let Some((page, row)) = scene.ledger.as_ref().and_then(|page| Some((page, page.rows.get(self.row)?)))
        else {
            return Vec::new();
        };
        self.pointed = Some(row.cell);
        screen.map.cursor = row.cell;
        let (map, area) = (screen.layout().map, layout(screen, page, self.row).area);
        let place = screen.window().char_of(row.cell).map(Position::from);
        if place.is_none_or(|place| area.contains(place)) {
            // It will lie at the right or below.
            let (columns, rows) = if area.width < map.width {
                (map.width - area.width, map.height)
            } else {
                (map.width, map.height.saturating_sub(area.height))
            };
            screen.map.hold_cursor_at((map.x + columns / 2, map.y + rows / 2), screen.map_area());
        }
        self.foresee(next_toll(row), screen)
    }

    /// Asks who would take another path with a toll.
    fn foresee(&mut self, toll: Option<WorkCommand>, screen: &mut Screen) -> Vec<Effect> {
        (self.asked, screen.editing.foresight) = (toll, None);
        let commands = toll.map(|toll| vec![Command::Works(toll)]);
        let question = commands.map(|commands| Question::Foresee { commands });
        question.map(|question| screen.questions.ask(QuestionKind::Foresee, question)).into_iter().collect()
    }

    /// Who would take another path with the next toll of a row, once that is known.
    fn foreseen(&self, screen: &Screen, row: &LedgerRow) -> Option<String> {
        let toll = next_toll(row).filter(|toll| self.asked == Some(*toll))?;
        let foresight = screen.editing.foresight.as_deref()?;
        let WorkCommand::Toll(_, coin) = toll else { return None };
        Some(format!("with a toll of {coin}: {}", foresight.words))
    }
}

/// The next toll of a work that takes one.
fn next_toll(row: &LedgerRow) -> Option<WorkCommand> {
    command(KeyIntent::Toll, row)
}

/// The toll after another.
fn raised(toll: WorkCommand) -> Option<WorkCommand> {
    match toll {
        WorkCommand::Toll(id, coin) => Some(WorkCommand::Toll(id, (coin + 1) % (TOLL_MAX + 1))),
        _ => None,
    }
}

fn decide(command: WorkCommand) -> Reply<Screen> {
    Reply::Stay(vec![Effect::Command(Command::Works(command))])
}

/// The decision that an intent stands for on a row.
fn command(intent: KeyIntent, row: &LedgerRow) -> Option<WorkCommand> {
    match (intent, row.item) {
        (KeyIntent::Confirm, LedgerItem::Offer(id)) => Some(WorkCommand::Fund(id)),
        (KeyIntent::Postpone, LedgerItem::Offer(id)) => Some(WorkCommand::Postpone(id)),
        (KeyIntent::RemoveWork, LedgerItem::Offer(id)) => Some(WorkCommand::Refuse(id)),
        (KeyIntent::Confirm, LedgerItem::Work(id)) if row.is_open => Some(WorkCommand::Close(id)),
        (KeyIntent::Confirm, LedgerItem::Work(id)) => Some(WorkCommand::Open(id)),
        (KeyIntent::RemoveWork, LedgerItem::Work(id)) => Some(WorkCommand::Remove(id)),
        (KeyIntent::Toll, LedgerItem::Work(id)) => {
            row.toll.filter(|_| row.is_open).and_then(|toll| raised(WorkCommand::Toll(id, toll)))
        }
        _ => None,
    }
}

/// Why an intent does nothing on a row.
fn unfit_words(intent: KeyIntent) -> &'static str {
    match intent {
        KeyIntent::Postpone => "only an offer can be kept for next season",
        KeyIntent::Toll => "only an open bridge or cut takes a toll",
        _ => "that does nothing here",
    }
}

/// Where the ledger lies, its first visible row, and how many fit.
struct LedgerLayout {
    area: Rect,
    first: usize,
    shown: usize,
}

fn layout(screen: &Screen, page: &LedgerPage, at: usize) -> LedgerLayout {
    let rows = (page.rows.len() as u16).max(1);
    let (parts, height) = (screen.layout(), HEAD_LINES + rows * ROW_LINES + FOOT_LINES + 2);
    let low = READABLE_LINES.max(parts.map.height / 2);
    let beside = page.rows.get(at).and_then(|row| screen.window().char_of(row.cell));
    let area = parts.docked_in_rows(WIDTH_MAX, height, low, beside);
    let room = area.height.saturating_sub(HEAD_LINES + FOOT_LINES + 2);
    let shown = usize::from(room / ROW_LINES).max(1);
    LedgerLayout { area, first: (at + 1).saturating_sub(shown), shown }
}

/// Draws it.
fn draw(buffer: &mut Buffer, screen: &Screen, page: &LedgerPage, view: &LedgerView) {
    let theme = screen.theme;
    let at = view.row.min(page.rows.len().saturating_sub(1));
    let LedgerLayout { area, first, shown } = layout(screen, page, at);
    let inner = draw_frame(buffer, theme, area, "Ledger");
    let width = usize::from(inner.width);
    write(buffer, inner, 0, &Line::styled(shorten(&page.balance, width), theme.bold(TEXT)));
    let foreseen = page.rows.get(at).and_then(|row| view.foreseen(screen, row));
    let (due, color) = foreseen.map_or((page.due.clone(), TEXT), |foreseen| (foreseen, ACCENT));
    write(buffer, inner, 2, &Line::styled(shorten(&due, width), theme.text(color)));
    if page.rows.is_empty() {
        let words = "Nothing is offered or built yet: offers come each season";
        write(buffer, inner, HEAD_LINES, &Line::styled(shorten(words, width), theme.text(DIM)));
    }
    for (place, row) in page.rows.iter().enumerate().skip(first).take(shown) {
        let line = HEAD_LINES + (place - first) as u16 * ROW_LINES;
        write_lines(buffer, inner, line, row_lines(screen, row, place == at, width));
    }
    if first + shown < page.rows.len() {
        draw_more(buffer, theme, area, screen.keys.key_for_in(Mode::Ledger, KeyIntent::Row(1)));
    }
    write(buffer, inner, 1, &line_of(keeper_parts(screen, page)));
    write(buffer, inner, inner.height.saturating_sub(1), &line_of(foot_parts(screen, page.rows.get(at))));
}

/// Who keeps the ledger, and how that is changed.
fn keeper_parts(screen: &Screen, page: &LedgerPage) -> Vec<Part<KeyIntent>> {
    let words =
        [(None, page.keeper), (Some(KeyIntent::Steward), "steward"), (Some(KeyIntent::FreeBuild), "sandbox")];
    words.into_iter().flat_map(|(intent, word)| keyed(screen, intent, word)).collect()
}

/// What can be done with a row.
fn foot_parts(screen: &Screen, row: Option<&LedgerRow>) -> Vec<Part<KeyIntent>> {
    let Some(row) = row else { return Vec::new() };
    let (first, toll, remove) = match (row.item, row.is_open) {
        (LedgerItem::Offer(_), _) => ("fund", (Some(KeyIntent::Postpone), "keep"), "refuse"),
        (LedgerItem::Work(_), true) => ("close", (row.toll.map(|_| KeyIntent::Toll), "toll"), "remove"),
        (LedgerItem::Work(_), false) => ("open", (None, ""), "remove"),
    };
    let words = [
        (Some(KeyIntent::Confirm), first),
        toll,
        (Some(KeyIntent::RemoveWork), remove),
        (Some(KeyIntent::ShowWork), "see"),
        (Some(KeyIntent::WhatIf), "what if"),
    ];
    let offered = words.into_iter().filter(|(intent, _)| intent.is_some());
    offered.flat_map(|(intent, word)| keyed(screen, intent, word)).collect()
}

/// A word behind the key of its intent.
fn keyed(screen: &Screen, intent: Option<KeyIntent>, word: &str) -> [Part<KeyIntent>; 2] {
    let key = intent.map_or("", |intent| screen.keys.key_for_in(Mode::Ledger, intent));
    let gap = if intent.is_some() { " " } else { "" };
    [
        Part::new(key, screen.theme.bold(KEY), intent),
        Part::new(format!("{gap}{word}   "), screen.theme.text(DIM), intent),
    ]
}

fn row_lines(screen: &Screen, row: &LedgerRow, is_selected: bool, width: usize) -> [Line<'static>; 2] {
    let theme = screen.theme;
    let sign = match row.item {
        LedgerItem::Offer(_) => "+ ",
        LedgerItem::Work(_) if row.is_open => "  ",
        LedgerItem::Work(_) => "x ",
    };
    let name = shorten(&format!("{sign}{}", row.name), width);
    let offered = matches!(row.item, LedgerItem::Offer(_));
    let style = match is_selected {
        true => theme.selected(),
        false if offered => theme.bold(ACCENT),
        false => theme.bold(TEXT),
    };
    let words = shorten(&format!("  {}", row.words), width);
    [Line::styled(format!("{name:<width$}"), style), Line::styled(words, theme.text(DIM))]
}
