//! The ledger: offers and works of the player's people, each with what it saves, earns and costs, and the decisions about
//! them.
//!
//! Its content comes with the scene.

use super::keymap::{Intent, Mode};
use super::kit::{draw_frame, shorten, write};
use super::state::{Effect, Overlay, Screen};
use super::theme::{ACCENT, DIM, KEY, TEXT};
use crate::scene::{Command, LedgerItem, LedgerPage, LedgerRow, Scene, TOLL_MAX, WorkCommand};
use ratatui::buffer::Buffer;
use ratatui::layout::{Margin, Rect};
use ratatui::text::{Line, Span};

/// Its maximum width.
const WIDTH_MAX: u16 = 84;
/// Lines above the rows, and lines of a row.
const HEAD_LINES: u16 = 3;
const ROW_LINES: u16 = 2;
/// Lines below the rows.
const FOOT_LINES: u16 = 2;

impl Screen {
    /// Opens the ledger.
    pub(super) fn open_ledger(&mut self) -> Vec<Effect> {
        self.overlay = Some(Overlay::Ledger(0));
        Vec::new()
    }

    /// Whether the ledger is open.
    pub(super) fn shows_ledger(&self) -> bool {
        matches!(self.overlay, Some(Overlay::Ledger(_)))
    }

    /// Handles an intent while the ledger is open and its row `at` is selected.
    pub(super) fn update_ledger(&mut self, at: usize, intent: Intent, scene: &Scene) -> Vec<Effect> {
        let rows = scene.ledger.as_ref().map_or(&[][..], |page| &page.rows);
        let row = rows.get(at.min(rows.len().saturating_sub(1)));
        match (intent, row) {
            (Intent::Row(by), _) => {
                let last = rows.len().saturating_sub(1) as i32;
                self.overlay = Some(Overlay::Ledger((at as i32 + by).clamp(0, last) as usize));
                Vec::new()
            }
            (Intent::FreeBuild, _) => self.toggle_free_build(scene),
            (Intent::Steward, _) => decide(WorkCommand::Steward(!scene.status.has_steward)),
            (_, None) => {
                self.refuse("nothing is offered or built yet");
                Vec::new()
            }
            (Intent::ShowWork, Some(row)) => {
                self.overlay = None;
                self.jump_and_highlight(row.cell)
            }
            (_, Some(row)) => {
                if let Some(command) = command(intent, row) {
                    return decide(command);
                }
                self.refuse(unfit_words(intent));
                Vec::new()
            }
        }
    }

    /// A click on a row of the ledger selects it; on the selected row, funds, closes or opens it; on a word beside a key,
    /// does what the key does. `None` elsewhere.
    pub(super) fn press_ledger(&mut self, column: u16, row: u16, scene: &Scene) -> Option<Vec<Effect>> {
        let Some(Overlay::Ledger(at)) = self.overlay else { return None };
        let page = scene.ledger.as_ref()?;
        let LedgerLayout { area, first, shown } = layout(self, page, at);
        let inner = area.inner(Margin::new(2, 1));
        let line = row.checked_sub(inner.y).filter(|_| inner.contains((column, row).into()))?;
        if line == 1 || line + 1 == inner.height {
            let parts = if line == 1 { keeper_parts(page) } else { foot_parts(page.rows.get(at)) };
            let hit = intent_at(self, &parts, usize::from(column - inner.x));
            return Some(hit.map_or_else(Vec::new, |intent| self.update(intent, scene)));
        }
        let place = usize::from(line.checked_sub(HEAD_LINES)? / ROW_LINES);
        let index = first + place;
        if place >= shown || index >= page.rows.len() {
            return Some(Vec::new());
        }
        self.overlay = Some(Overlay::Ledger(index));
        Some(if index == at { self.update(Intent::Confirm, scene) } else { Vec::new() })
    }
}

fn decide(command: WorkCommand) -> Vec<Effect> {
    vec![Effect::Command(Command::Works(command))]
}

/// The decision that an intent stands for on a row.
fn command(intent: Intent, row: &LedgerRow) -> Option<WorkCommand> {
    match (intent, row.item) {
        (Intent::Confirm, LedgerItem::Offer(id)) => Some(WorkCommand::Fund(id)),
        (Intent::Postpone, LedgerItem::Offer(id)) => Some(WorkCommand::Postpone(id)),
        (Intent::RemoveWork, LedgerItem::Offer(id)) => Some(WorkCommand::Refuse(id)),
        (Intent::Confirm, LedgerItem::Work(id)) if row.is_open => Some(WorkCommand::Close(id)),
        (Intent::Confirm, LedgerItem::Work(id)) => Some(WorkCommand::Open(id)),
        (Intent::RemoveWork, LedgerItem::Work(id)) => Some(WorkCommand::Remove(id)),
        (Intent::Toll, LedgerItem::Work(id)) => {
            row.toll.filter(|_| row.is_open).map(|toll| WorkCommand::Toll(id, (toll + 1) % (TOLL_MAX + 1)))
        }
        _ => None,
    }
}

/// Why an intent does nothing on a row.
fn unfit_words(intent: Intent) -> &'static str {
    match intent {
        Intent::Postpone => "only an offer can be kept for next season",
        Intent::Toll => "only an open bridge or cut takes a toll",
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
    let area = screen.layout().centred(WIDTH_MAX, HEAD_LINES + rows * ROW_LINES + FOOT_LINES + 2);
    let room = area.height.saturating_sub(HEAD_LINES + FOOT_LINES + 2);
    let shown = usize::from(room / ROW_LINES).max(1);
    LedgerLayout { area, first: (at + 1).saturating_sub(shown), shown }
}

/// Draws it.
pub(super) fn draw(buffer: &mut Buffer, screen: &Screen, scene: &Scene, at: usize) {
    // It comes with the next scene.
    let Some(page) = &scene.ledger else { return };
    let theme = screen.theme;
    let at = at.min(page.rows.len().saturating_sub(1));
    let LedgerLayout { area, first, shown } = layout(screen, page, at);
    let inner = draw_frame(buffer, theme, area, "Ledger");
    let width = usize::from(inner.width);
    write(buffer, inner, 0, &Line::styled(shorten(&page.balance, width), theme.bold(TEXT)));
    if page.rows.is_empty() {
        let words = "Nothing is offered or built yet: offers come each season";
        write(buffer, inner, HEAD_LINES, &Line::styled(shorten(words, width), theme.text(DIM)));
    }
    for (place, row) in page.rows.iter().enumerate().skip(first).take(shown) {
        let line = HEAD_LINES + (place - first) as u16 * ROW_LINES;
        for (extra, spans) in row_lines(screen, row, place == at, width).into_iter().enumerate() {
            write(buffer, inner, line + extra as u16, &spans);
        }
    }
    write(buffer, inner, 1, &parts_line(screen, &keeper_parts(page)));
    write(buffer, inner, inner.height.saturating_sub(1), &parts_line(screen, &foot_parts(page.rows.get(at))));
}

/// A word of a line, with the intent whose key stands before it.
type LedgerPart = (Option<Intent>, &'static str);

fn keeper_parts(page: &LedgerPage) -> Vec<LedgerPart> {
    vec![(None, page.keeper), (Some(Intent::Steward), "steward"), (Some(Intent::FreeBuild), "sandbox")]
}

/// What can be done with a row.
fn foot_parts(row: Option<&LedgerRow>) -> Vec<LedgerPart> {
    let Some(row) = row else { return Vec::new() };
    let (first, toll, remove) = match (row.item, row.is_open) {
        (LedgerItem::Offer(_), _) => ("fund", (Some(Intent::Postpone), "keep"), "refuse"),
        (LedgerItem::Work(_), true) => ("close", (row.toll.map(|_| Intent::Toll), "toll"), "remove"),
        (LedgerItem::Work(_), false) => ("open", (None, ""), "remove"),
    };
    let parts = [
        (Some(Intent::Confirm), first),
        toll,
        (Some(Intent::RemoveWork), remove),
        (Some(Intent::ShowWork), "see"),
    ];
    parts.into_iter().filter(|(intent, _)| intent.is_some()).collect()
}

/// The texts of a part: its key, and its word with the gap behind it.
fn part_texts(screen: &Screen, (intent, word): LedgerPart) -> (String, String) {
    let key = intent.map(|intent| screen.keys.key_for_in(Mode::Ledger, intent).to_owned());
    let gap = if key.is_some() { " " } else { "" };
    (key.unwrap_or_default(), format!("{gap}{word}   "))
}

fn parts_line(screen: &Screen, parts: &[LedgerPart]) -> Line<'static> {
    let spans = parts.iter().flat_map(|part| {
        let (key, word) = part_texts(screen, *part);
        [Span::styled(key, screen.theme.bold(KEY)), Span::styled(word, screen.theme.text(DIM))]
    });
    Line::from(spans.collect::<Vec<_>>())
}

/// The intent of the part at a column of its line.
fn intent_at(screen: &Screen, parts: &[LedgerPart], column: usize) -> Option<Intent> {
    let mut end = 0;
    let part = parts.iter().find(|part| {
        let (key, word) = part_texts(screen, **part);
        end += key.chars().count() + word.chars().count();
        column < end
    });
    part.and_then(|(intent, _)| *intent)
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
    let words = shorten(&format!("    {}", row.words), width);
    [Line::styled(format!("{name:<width$}"), style), Line::styled(words, theme.text(DIM))]
}
