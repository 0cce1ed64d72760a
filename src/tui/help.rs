//! The help: every key by topic, made from the table that handles the keys. A click on a row does what its key does.
//!
//! What keys mean is in `keymap`.

use super::keymap::{Binding, Intent, Mode, TABLE, Topic};
use super::sheet::{self, Sheet, SheetRow};
use super::state::{Effect, Screen};
use super::theme::ACCENT;
use crate::scene::{LENSES, Scene};
use ratatui::buffer::Buffer;
use ratatui::text::Line;

/// The help as it stands on a screen of this size.
fn sheet(screen: &Screen, scroll: u16) -> Sheet<&'static Binding> {
    Sheet::new(&screen.layout(), scroll, |width| rows(screen, width))
}

impl Screen {
    /// A click on the open help: its row does what its key does, a click elsewhere closes it.
    pub fn press_help(&mut self, scroll: u16, column: u16, row: u16, scene: &Scene) -> Vec<Effect> {
        let sheet = sheet(self, scroll);
        if !sheet.area.contains((column, row).into()) {
            self.overlay = None;
            return Vec::new();
        }
        let Some(&binding) = sheet.hit(column, row) else { return Vec::new() };
        if !binding.modes.contains(&self.mode) {
            self.refuse(format!("{} works while {}", self.keys.show(binding), words(binding)));
            return Vec::new();
        }
        self.overlay = None;
        if binding.intent == Intent::Help { Vec::new() } else { self.update(binding.intent, scene) }
    }
}

/// The modes in which a key works, in words.
fn words(binding: &Binding) -> String {
    let words: Vec<&str> = binding.modes.iter().map(|mode| mode.word()).collect();
    words.join(" or ")
}

/// Draws it.
pub fn draw(buffer: &mut Buffer, screen: &Screen, scroll: u16) {
    let down = screen.keys.word_in(Mode::Help, Intent::Row(1));
    sheet(screen, scroll).draw(buffer, screen.theme, down);
}

/// Every topic with its keys, `width` columns wide.
fn rows(screen: &Screen, width: usize) -> Vec<SheetRow<&'static Binding>> {
    let theme = screen.theme;
    let mut rows = Vec::new();
    for topic in Topic::ALL {
        if !rows.is_empty() {
            rows.push(SheetRow { line: Line::default(), of: None });
        }
        rows.push(SheetRow { line: Line::styled(heading(screen, topic), theme.bold(ACCENT)), of: None });
        let bound = TABLE.iter().filter(|b| b.topic == topic && !b.help.is_empty());
        let bound = bound.map(|b| (screen.keys.show(b), b.help.to_owned(), Some(b)));
        let unbound = unbound(screen, topic).into_iter().map(|(key, says)| (key, says, None));
        let lenses = LENSES.iter().filter(|_| topic == Topic::Look);
        let lenses = lenses.map(|lens| ("", format!("{}: {}", lens.name, lens.sentence()), None));
        for (key, says, binding) in unbound.chain(bound).chain(lenses) {
            rows.extend(sheet::rows(theme, (key, &says), binding, width));
        }
    }
    rows
}

/// The heading of a topic, with the key that opens what it is about.
fn heading(screen: &Screen, topic: Topic) -> String {
    let key = topic.opened_by().map(|intent| screen.keys.word(intent));
    key.map_or_else(|| topic.word().to_owned(), |key| format!("{} ({key})", topic.word()))
}

/// What a topic tells that is no row of the table.
fn unbound(screen: &Screen, topic: Topic) -> Vec<(&'static str, String)> {
    let letters = screen.keys.steering_words();
    match topic {
        Topic::Look => vec![
            ("arrows", format!("move the cursor; also {letters}")),
            ("Shift+them", "eight times as far; capitals too".to_owned()),
            ("mouse", MOUSE.to_owned()),
        ],
        Topic::Program => vec![("Ctrl+Z", "back to the shell for a while".to_owned())],
        _ => Vec::new(),
    }
}

/// What the mouse does.
const MOUSE: &str = "hover tells, click selects or proposes a way, a second click takes it, drag boxes, the wheel \
    zooms, another button or a click at the edge moves the land; keys below and log lines can be clicked";

/// Where a row of the table stands on the screen, scrolling down to it if need be.
#[cfg(test)]
pub fn place_of(screen: &mut Screen, binding: &Binding) -> Option<(u16, u16)> {
    let is_it = |row: &SheetRow<&'static Binding>| row.of.is_some_and(|b| b == binding);
    (0..200).find_map(|scroll| {
        let sheet = sheet(screen, scroll);
        let place = sheet.place(sheet.rows.iter().position(is_it)?)?;
        screen.overlay = Some(super::state::Overlay::Help(scroll));
        Some((place.x + 1, place.y))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_intent_of_the_land_is_in_the_help() {
        let told = |intent| TABLE.iter().any(|b| b.intent == intent && !b.help.is_empty());
        for binding in TABLE.iter().filter(|b| b.modes.contains(&Mode::Land)) {
            let digit = matches!(binding.intent, Intent::Digit(2..));
            assert!(digit || told(binding.intent), "{binding:?}");
        }
    }
}
