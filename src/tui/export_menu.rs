//! The menu of what can be taken along: pictures, a history, a recording, the chronicle.
//!
//! How they are made does not live here: `app` makes them.

use super::picker::Picker;
use super::state::{Effect, Screen};

/// Something that can be taken along.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Keepsake {
    /// This screen.
    Picture,
    /// The whole land.
    Map,
    /// How the land came to be.
    History,
    /// The next seconds of this screen.
    Cast,
    /// What happened, in words.
    Chronicle,
}

/// A row of the menu: what, its word, and what it means.
pub const MENU: [(Keepsake, &str, &str); 5] = [
    (Keepsake::Picture, "picture", "this screen, as a PNG"),
    (Keepsake::Map, "map", "the land as you know it, as a PNG"),
    (Keepsake::History, "history", "how it came to be, as a GIF"),
    (Keepsake::Cast, "cast", "the next 20 s, for asciinema"),
    (Keepsake::Chronicle, "chronicle", "what happened, as Markdown"),
];

/// Rows of the menu whose word contains the filter.
pub fn menu_rows(filter: &str) -> Vec<usize> {
    let wanted = filter.to_lowercase();
    (0..MENU.len()).filter(|i| MENU[*i].1.contains(&wanted)).collect()
}

impl Keepsake {
    /// Its word.
    pub fn word(self) -> &'static str {
        MENU.iter().find(|row| row.0 == self).map_or("", |row| row.1)
    }
}

impl Screen {
    /// Takes what is marked in the menu.
    pub fn pick_keepsake(&mut self, picker: &Picker) -> Vec<Effect> {
        let rows = menu_rows(&picker.filter);
        let Some(row) = rows.get(picker.marked(rows.len())) else { return Vec::new() };
        self.overlay = None;
        let (keepsake, word, _) = MENU[*row];
        self.say(match keepsake {
            Keepsake::Cast => "recording 20 seconds — play on".to_owned(),
            _ => format!("making the {word} — play on"),
        });
        vec![Effect::Keep(keepsake)]
    }
}

#[cfg(test)]
mod tests {
    use super::super::key_tests::screen_in;
    use super::super::keymap::Mode;
    use super::super::test_scene;
    use super::*;
    use ratatui::crossterm::event::{
        KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
    };

    #[test]
    fn the_menu_is_filtered_by_typing_and_its_rows_can_be_clicked() {
        for (width, height) in [(60, 20), (120, 40)] {
            let (mut typed, scene) = screen_in(Mode::Keepsakes, width, height);
            for code in [KeyCode::Char('h'), KeyCode::Char('i'), KeyCode::Char('s')] {
                assert!(typed.key(&KeyEvent::new(code, KeyModifiers::NONE), &scene).is_empty());
            }
            let effects = typed.key(&KeyEvent::new(KeyCode::Enter, KeyModifiers::NONE), &scene);
            assert_eq!(effects, vec![Effect::Keep(Keepsake::History)]);
            assert_eq!(typed.overlay, None);

            for (row, wanted) in MENU.iter().enumerate() {
                let (mut clicked, _) = screen_in(Mode::Keepsakes, width, height);
                let scene = test_scene::scene(&clicked);
                let list = clicked.list_area();
                let event = MouseEvent {
                    kind: MouseEventKind::Down(MouseButton::Left),
                    column: list.x + 1,
                    row: list.y + row as u16,
                    modifiers: KeyModifiers::NONE,
                };
                assert_eq!(clicked.mouse(&event, &scene), vec![Effect::Keep(wanted.0)], "row {row}");
            }
        }
    }
}
