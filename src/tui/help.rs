//! The help: every key by topic, made from the table that handles the keys. A click on a row does what its key does.
//!
//! What keys mean is in `keymap`.

use super::chrome::write;
use super::keymap::{Binding, Intent, TABLE, Topic};
use super::panel;
use super::popup::frame;
use super::state::{Effect, Screen};
use super::theme::{ACCENT, KEY, TEXT};
use crate::scene::{LENSES, Scene};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

/// Columns of a key.
const KEY_COLUMN: usize = 11;
/// Columns of the help where it stands in one column.
const WIDTH: u16 = 76;
/// From this width on it may stand in two.
const TWO_COLUMNS: u16 = 116;

/// A line of the help, and the row of the table that it tells of.
struct Row {
    line: Line<'static>,
    binding: Option<&'static Binding>,
}

/// The help as it stands on a screen of this size.
struct Sheet {
    rows: Vec<Row>,
    /// The frame.
    area: Rect,
    /// Where the second column begins, if there is one.
    second: Option<usize>,
    /// The first visible row.
    first: usize,
    /// The last that may be first.
    last: usize,
}

impl Sheet {
    fn new(screen: &Screen, scroll: u16) -> Sheet {
        let layout = screen.layout();
        let rows = rows(screen, usize::from(WIDTH.min(layout.map.width)).saturating_sub(4));
        if screen.area.width >= TWO_COLUMNS && rows.len() + 3 > usize::from(layout.map.height) {
            return Sheet::wide(screen, usize::from(scroll));
        }
        let area = layout.middle(WIDTH, rows.len() as u16 + 2);
        let last = rows.len().saturating_sub(usize::from(area.height.saturating_sub(2)));
        Sheet { rows, area, second: None, first: usize::from(scroll).min(last), last }
    }

    fn wide(screen: &Screen, scroll: usize) -> Sheet {
        let width = screen.area.width;
        let rows = rows(screen, usize::from(width) / 2 - 4);
        let second = split(&rows);
        let tallest = second.max(rows.len() - second);
        let height = (tallest as u16 + 2).min(screen.area.height.saturating_sub(2));
        let last = tallest.saturating_sub(usize::from(height.saturating_sub(2)));
        let area = Rect { x: 0, y: 1, width, height };
        Sheet { rows, area, second: Some(second), first: scroll.min(last), last }
    }

    /// The part of the screen in which a row stands, if it is in sight.
    fn place(&self, index: usize) -> Option<Rect> {
        let (column, row) = match self.second {
            Some(second) if index >= second => (1, index - second),
            _ => (0, index),
        };
        let width = (self.area.width.saturating_sub(4)) / if self.second.is_some() { 2 } else { 1 };
        let row = row.checked_sub(self.first)? as u16;
        let inside = row < self.area.height.saturating_sub(2);
        inside.then(|| Rect::new(self.area.x + 2 + column * width, self.area.y + 1 + row, width, 1))
    }
}

impl Screen {
    /// A click on the open help: its row does what its key does, a click elsewhere closes it.
    pub fn press_help(&mut self, scroll: u16, column: u16, row: u16, scene: &Scene) -> Vec<Effect> {
        let sheet = Sheet::new(self, scroll);
        let at = (column, row).into();
        if !sheet.area.contains(at) {
            self.overlay = None;
            return Vec::new();
        }
        let hit = (0..sheet.rows.len()).find(|i| sheet.place(*i).is_some_and(|place| place.contains(at)));
        let Some(binding) = hit.and_then(|i| sheet.rows[i].binding) else { return Vec::new() };
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
    let sheet = Sheet::new(screen, scroll);
    frame(buffer, screen, sheet.area, "Keys: press one, or click its row");
    for (i, row) in sheet.rows.iter().enumerate() {
        if let Some(place) = sheet.place(i) {
            write(buffer, place, 0, &row.line);
        }
    }
    if sheet.last > sheet.first {
        let y = sheet.area.bottom().saturating_sub(1);
        let more = Rect { y, height: 1, x: sheet.area.x + 2, width: sheet.area.width.saturating_sub(4) };
        write(buffer, more, 0, &Line::styled(" Down: more ", screen.theme.bold(KEY)));
    }
}

/// The empty line at which two columns are most alike.
fn split(rows: &[Row]) -> usize {
    let gaps = (0..rows.len()).filter(|i| rows[*i].line.width() == 0);
    gaps.map(|i| i + 1).min_by_key(|i| *i.max(&(rows.len() - i))).unwrap_or(rows.len())
}

/// Every topic with its keys, `width` columns wide.
fn rows(screen: &Screen, width: usize) -> Vec<Row> {
    let theme = screen.theme;
    let mut rows = Vec::new();
    for topic in Topic::ALL {
        if !rows.is_empty() {
            rows.push(Row { line: Line::default(), binding: None });
        }
        rows.push(Row { line: Line::styled(topic.word(), theme.bold(ACCENT)), binding: None });
        let bound = TABLE.iter().filter(|b| b.topic == topic && !b.help.is_empty());
        let bound = bound.map(|b| (screen.keys.show(b), b.help.to_owned(), Some(b)));
        let unbound = unbound(topic).iter().map(|(key, says)| (*key, (*says).to_owned(), None));
        let lenses = LENSES.iter().filter(|_| topic == Topic::Look);
        let lenses = lenses.map(|lens| ("", format!("{}: {}", lens.name, lens.sentence()), None));
        for (key, says, binding) in unbound.chain(bound).chain(lenses) {
            let lines = panel::wrapped(&says, width.saturating_sub(KEY_COLUMN + 2).max(16));
            rows.extend(lines.into_iter().enumerate().map(|(i, text)| {
                let key = if i == 0 { key } else { "" };
                let line = Line::from(vec![
                    Span::styled(format!("  {key:<KEY_COLUMN$}"), theme.bold(KEY)),
                    Span::styled(text, theme.text(TEXT)),
                ]);
                Row { line, binding }
            }));
        }
    }
    rows
}

/// What a topic tells that is no row of the table.
fn unbound(topic: Topic) -> &'static [(&'static str, &'static str)] {
    match topic {
        Topic::Look => &[
            ("arrows", "move the cursor; also h j k l, and y u b n for the corners"),
            ("Shift+them", "eight times as far; capitals too"),
            (
                "mouse",
                "hover tells, click selects or proposes a way, a second click takes it, drag boxes, the wheel zooms, another button or a click at the edge moves the land; keys below and log lines can be clicked",
            ),
        ],
        Topic::Program => &[("Ctrl+Z", "back to the shell for a while")],
        _ => &[],
    }
}

/// Where a row of the table stands on the screen, scrolling down to it if need be.
#[cfg(test)]
pub fn place_of(screen: &mut Screen, binding: &Binding) -> Option<(u16, u16)> {
    let is_it = |row: &Row| row.binding.is_some_and(|b| b == binding);
    (0..200).find_map(|scroll| {
        let sheet = Sheet::new(screen, scroll);
        let place = sheet.place(sheet.rows.iter().position(is_it)?)?;
        screen.overlay = Some(super::state::Overlay::Help(scroll));
        Some((place.x + 1, place.y))
    })
}

#[cfg(test)]
mod tests {
    use super::super::keymap::Mode;
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
