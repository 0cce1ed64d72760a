//! The lab's help: every key by topic, made from its table. A click on a row does what its key does.

use super::keymap::{Bound, LabIntent, LabMode, TABLE, TOPICS};
use super::state::{LabEffect, LabScreen};
use crate::tui::keymap::Topic;
use crate::tui::sheet::{self, Sheet, SheetRow};
use crate::tui::theme::ACCENT;
use ratatui::buffer::Buffer;
use ratatui::text::Line;

/// The help as it stands on a screen of this size.
fn sheet(screen: &LabScreen, scroll: u16) -> Sheet<&'static Bound> {
    Sheet::new(&screen.panes().layout, scroll, |width| rows(screen, width))
}

/// A click on the open help: its row does what its key does, a click elsewhere closes it.
pub fn press(screen: &mut LabScreen, scroll: u16, column: u16, row: u16) -> Vec<LabEffect> {
    let sheet = sheet(screen, scroll);
    if !sheet.area.contains((column, row).into()) {
        screen.overlay = None;
        return Vec::new();
    }
    let Some(&bound) = sheet.hit(column, row) else { return Vec::new() };
    let mode = if screen.draws { LabMode::Draw } else { LabMode::Look };
    if !bound.modes.contains(&mode) {
        let words: Vec<&str> = bound.modes.iter().map(|mode| mode.word()).collect();
        screen.refuse(format!("{} works while {}", bound.show, words.join(" or ")));
        return Vec::new();
    }
    screen.overlay = None;
    if bound.intent == LabIntent::Help { Vec::new() } else { screen.update(bound.intent) }
}

/// Draws it.
pub fn draw(buffer: &mut Buffer, screen: &LabScreen, scroll: u16) {
    sheet(screen, scroll).draw(buffer, screen.theme, "Down");
}

fn rows(screen: &LabScreen, width: usize) -> Vec<SheetRow<&'static Bound>> {
    let theme = screen.theme;
    let mut rows = Vec::new();
    for topic in TOPICS {
        if !rows.is_empty() {
            rows.push(SheetRow { line: Line::default(), of: None });
        }
        rows.push(SheetRow { line: Line::styled(topic.word(), theme.bold(ACCENT)), of: None });
        for (key, says) in unbound(screen, topic) {
            rows.extend(sheet::rows(theme, (key, &says), None, width));
        }
        for bound in TABLE.iter().filter(|b| b.topic == topic && !b.help.is_empty()) {
            rows.extend(sheet::rows(theme, (bound.show, bound.help), Some(bound), width));
        }
    }
    rows
}

/// What a topic tells that is no row of the table.
fn unbound(screen: &LabScreen, topic: Topic) -> Vec<(&'static str, String)> {
    match topic {
        Topic::Look => vec![
            ("arrows", format!("move the cursor; also {}", screen.keys.steering_words())),
            ("Shift+them", "eight times as far; capitals too".to_owned()),
            ("colours", COLOURS.to_owned()),
            ("mouse", MOUSE.to_owned()),
        ],
        Topic::Lab => vec![("Ctrl+Z", "back to the shell for a while".to_owned())],
        _ => Vec::new(),
    }
}

/// What the colours of the map mean.
const COLOURS: &str = "blue was expanded, the darker the earlier; mint waits; amber is the way; white leads from the \
    cursor's cell back to the start; without colour o % * + and @ for the last one";

/// What the mouse does.
const MOUSE: &str = "hover tells, drag S, G and walls and it is solved anew; the line of time, captions, the panel and \
    the keys below can be clicked; the wheel zooms, another button moves the map";

/// Where a row of the table stands on the screen, scrolling down to it if need be.
#[cfg(test)]
pub fn place_of(screen: &mut LabScreen, bound: &Bound) -> Option<(u16, u16)> {
    let is_it = |row: &SheetRow<&'static Bound>| row.of.is_some_and(|b| b == bound);
    (0..200).find_map(|scroll| {
        let sheet = sheet(screen, scroll);
        let place = sheet.place(sheet.rows.iter().position(is_it)?)?;
        screen.overlay = Some(super::state::LabOverlay::Help(scroll));
        Some((place.x + 1, place.y))
    })
}
