//! The help: every key by topic, generated from the key table. A click on a row does what its key does.
//!
//! The table is in `keymap`.

use super::keymap::{Binding, Intent, Mode, TABLE, Topic};
use super::kit::sheet::{self, Sheet, SheetRow};
use super::state::{Effect, Screen};
use super::theme::ACCENT;
use crate::scene::{LENSES, Scene};
use ratatui::buffer::Buffer;
use ratatui::text::Line;

/// The help laid out on a screen of this size.
fn sheet(screen: &Screen, scroll: u16) -> Sheet<&'static Binding> {
    Sheet::new(&screen.layout(), scroll, |width| rows(screen, width))
}

impl Screen {
    /// A click on the open help: a row does what its key does; outside, the help closes.
    pub fn press_help(&mut self, scroll: u16, column: u16, row: u16, scene: &Scene) -> Vec<Effect> {
        let sheet = sheet(self, scroll);
        if !sheet.area.contains((column, row).into()) {
            self.overlay = None;
            return Vec::new();
        }
        let Some(&binding) = sheet.item_at(column, row) else { return Vec::new() };
        if !binding.modes.contains(&self.mode) {
            self.refuse(format!("{} only works in: {}", self.keys.key_text(binding), mode_names(binding)));
            return Vec::new();
        }
        self.overlay = None;
        if binding.intent == Intent::Help { Vec::new() } else { self.update(binding.intent, scene) }
    }
}

/// The names of the modes in which a key works.
fn mode_names(binding: &Binding) -> String {
    let words: Vec<&str> = binding.modes.iter().map(|mode| mode.name()).collect();
    words.join(", ")
}

/// Draws it.
pub(super) fn draw(buffer: &mut Buffer, screen: &Screen, scroll: u16) {
    let down = screen.keys.key_for_in(Mode::Help, Intent::Row(1));
    sheet(screen, scroll).draw(buffer, screen.theme, down);
}

/// Every topic with its keys, `width` columns wide.
fn rows(screen: &Screen, width: usize) -> Vec<SheetRow<&'static Binding>> {
    let theme = screen.theme;
    let mut rows = Vec::new();
    for topic in Topic::ALL {
        if !rows.is_empty() {
            rows.push(SheetRow { line: Line::default(), item: None });
        }
        rows.push(SheetRow { line: Line::styled(heading(screen, topic), theme.bold(ACCENT)), item: None });
        let bound = TABLE.iter().filter(|b| b.topic == topic && !b.help.is_empty());
        let bound = bound.map(|b| (screen.keys.key_text(b), b.help.to_owned(), Some(b)));
        let unbound = extra_rows(screen, topic).into_iter().map(|(key, says)| (key, says, None));
        let lenses = LENSES.iter().filter(|_| topic == Topic::View);
        let lenses = lenses.map(|lens| ("", format!("{}: {}", lens.name, lens.sentence()), None));
        for (key, says, binding) in unbound.chain(bound).chain(lenses) {
            rows.extend(sheet::rows(theme, (key, &says), binding, width));
        }
    }
    rows
}

/// A topic's heading, with the key that opens its mode.
fn heading(screen: &Screen, topic: Topic) -> String {
    let key = topic.opened_by().map(|intent| screen.keys.key_for(intent));
    key.map_or_else(|| topic.heading().to_owned(), |key| format!("{} ({key})", topic.heading()))
}

/// A topic's rows that are not in the table.
fn extra_rows(screen: &Screen, topic: Topic) -> Vec<(&'static str, String)> {
    let letters = screen.keys.steering_text();
    match topic {
        Topic::View => vec![
            ("arrows", format!("move the cursor (also {letters})")),
            ("Shift+them", "move 8 cells at a time (also capitals)".to_owned()),
            ("hover", "show what is under the pointer".to_owned()),
            ("click", "select a unit or propose a path (again: go)".to_owned()),
            ("drag", "select all units in a box".to_owned()),
            ("wheel", "zoom".to_owned()),
            ("right drag", "move the map (or click its edge)".to_owned()),
            ("", "key hints and log lines can be clicked".to_owned()),
        ],
        Topic::Program => vec![("Ctrl+Z", "suspend to the shell".to_owned())],
        _ => Vec::new(),
    }
}

/// The screen position of a table row, scrolling down to it if necessary.
#[cfg(test)]
pub(super) fn position_of(screen: &mut Screen, binding: &Binding) -> Option<(u16, u16)> {
    let is_it = |row: &SheetRow<&'static Binding>| row.item.is_some_and(|b| b == binding);
    (0..200).find_map(|scroll| {
        let sheet = sheet(screen, scroll);
        let place = sheet.row_area(sheet.rows.iter().position(is_it)?)?;
        screen.overlay = Some(super::state::Overlay::Help(scroll));
        Some((place.x + 1, place.y))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_intent_of_the_land_is_in_the_help() {
        let has_help = |intent| TABLE.iter().any(|b| b.intent == intent && !b.help.is_empty());
        for binding in TABLE.iter().filter(|b| b.modes.contains(&Mode::Land)) {
            let digit = matches!(binding.intent, Intent::Digit(2..));
            assert!(digit || has_help(binding.intent), "{binding:?}");
        }
    }
}
