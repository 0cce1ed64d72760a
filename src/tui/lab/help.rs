//! The lab's help: every key by topic, generated from its table. A click on a row does what its key does.

use super::keymap::{LabBinding, LabIntent, LabMode, TABLE, TOPICS};
use super::state::{LabEffect, LabScreen};
use crate::tui::keymap::Topic;
use crate::tui::kit::sheet::{self, Sheet, SheetRow};
use crate::tui::theme::ACCENT;
use ratatui::buffer::Buffer;
use ratatui::text::Line;

/// The help laid out on a screen of this size.
fn sheet(screen: &LabScreen, scroll: u16) -> Sheet<&'static LabBinding> {
    Sheet::new(&screen.panes().layout, scroll, |width| rows(screen, width))
}

/// A click on the open help: a row does what its key does; outside, the help closes.
pub(super) fn press(screen: &mut LabScreen, scroll: u16, column: u16, row: u16) -> Vec<LabEffect> {
    let sheet = sheet(screen, scroll);
    if !sheet.area.contains((column, row).into()) {
        screen.overlay = None;
        return Vec::new();
    }
    let Some(&bound) = sheet.item_at(column, row) else { return Vec::new() };
    let mode = if screen.is_drawing { LabMode::Draw } else { LabMode::Look };
    if !bound.modes.contains(&mode) {
        let words: Vec<&str> = bound.modes.iter().map(|mode| mode.name()).collect();
        screen.refuse(format!("{} only works while {}", bound.label, words.join(" or ")));
        return Vec::new();
    }
    screen.overlay = None;
    if bound.intent == LabIntent::Help { Vec::new() } else { screen.update(bound.intent) }
}

/// Draws it.
pub(super) fn draw(buffer: &mut Buffer, screen: &LabScreen, scroll: u16) {
    sheet(screen, scroll).draw(buffer, screen.theme, "Down");
}

fn rows(screen: &LabScreen, width: usize) -> Vec<SheetRow<&'static LabBinding>> {
    let theme = screen.theme;
    let mut rows = Vec::new();
    for topic in TOPICS {
        if !rows.is_empty() {
            rows.push(SheetRow { line: Line::default(), item: None });
        }
        rows.push(SheetRow { line: Line::styled(topic.heading(), theme.bold(ACCENT)), item: None });
        for (key, says) in extra_rows(screen, topic) {
            rows.extend(sheet::rows(theme, (key, &says), None, width));
        }
        for bound in TABLE.iter().filter(|b| b.topic == topic && !b.help.is_empty()) {
            rows.extend(sheet::rows(theme, (bound.label, bound.help), Some(bound), width));
        }
    }
    rows
}

/// A topic's rows that are not in the table.
fn extra_rows(screen: &LabScreen, topic: Topic) -> Vec<(&'static str, String)> {
    match topic {
        Topic::View => vec![
            ("arrows", format!("move the cursor (also {})", screen.keys.steering_text())),
            ("Shift+them", "move 8 cells at a time (also capitals)".to_owned()),
            ("blue", "expanded, darker if earlier (no colour: o)".to_owned()),
            ("mint", "in the frontier (no colour: %)".to_owned()),
            ("amber", "the path (no colour: *)".to_owned()),
            ("white", "from the cursor to the start (no colour: +)".to_owned()),
            ("", "the last expansion (no colour: @)".to_owned()),
            ("hover", "show the cell's g, h and f".to_owned()),
            ("drag", "move S and G, draw and erase walls".to_owned()),
            ("wheel", "zoom".to_owned()),
            ("right drag", "move the map".to_owned()),
            ("", "timeline, captions, panel, keys: clickable".to_owned()),
        ],
        Topic::Lab => vec![("Ctrl+Z", "suspend to the shell".to_owned())],
        _ => Vec::new(),
    }
}

/// The screen position of a table row, scrolling down to it if necessary.
#[cfg(test)]
pub(super) fn position_of(screen: &mut LabScreen, bound: &LabBinding) -> Option<(u16, u16)> {
    let is_it = |row: &SheetRow<&'static LabBinding>| row.item.is_some_and(|b| b == bound);
    (0..200).find_map(|scroll| {
        let sheet = sheet(screen, scroll);
        let place = sheet.row_area(sheet.rows.iter().position(is_it)?)?;
        screen.overlay = Some(super::state::LabOverlay::Help(scroll));
        Some((place.x + 1, place.y))
    })
}
