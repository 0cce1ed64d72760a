//! The export menu: pictures, the history, a recording, the chronicle.
//!
//! `app` makes the exports.

use super::kit::Picker;
use super::state::{Effect, Screen};

/// Something that can be exported.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExportKind {
    /// This screen.
    Picture,
    /// The whole land.
    Map,
    /// How the land developed.
    History,
    /// The next seconds of this screen.
    Cast,
    /// All events, as text.
    Chronicle,
}

/// The rows of the menu: export, name, description.
pub(super) const MENU: [(ExportKind, &str, &str); 5] = [
    (ExportKind::Picture, "picture", "this screen, as a PNG"),
    (ExportKind::Map, "map", "the land as you know it, as a PNG"),
    (ExportKind::History, "history", "how the land developed, as a GIF"),
    (ExportKind::Cast, "cast", "the next 20 s, for asciinema"),
    (ExportKind::Chronicle, "chronicle", "all events, as Markdown"),
];

/// Rows of the menu whose name contains the filter.
pub(super) fn menu_rows(filter: &str) -> Vec<usize> {
    let wanted = filter.to_lowercase();
    (0..MENU.len()).filter(|i| MENU[*i].1.contains(&wanted)).collect()
}

impl ExportKind {
    /// Its name.
    pub fn name(self) -> &'static str {
        MENU.iter().find(|row| row.0 == self).map_or("", |row| row.1)
    }
}

impl Screen {
    /// Starts the highlighted export.
    pub fn start_export(&mut self, picker: &Picker) -> Vec<Effect> {
        let rows = menu_rows(&picker.filter);
        let Some(row) = rows.get(picker.highlighted(rows.len())) else { return Vec::new() };
        self.overlay = None;
        let (kind, word, _) = MENU[*row];
        self.notify(match kind {
            ExportKind::Cast => "recording the next 20 seconds".to_owned(),
            _ => format!("exporting the {word} in the background"),
        });
        vec![Effect::Export(kind)]
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
            let (mut typed, scene) = screen_in(Mode::Export, width, height);
            for code in [KeyCode::Char('h'), KeyCode::Char('i'), KeyCode::Char('s')] {
                assert!(typed.key(&KeyEvent::new(code, KeyModifiers::NONE), &scene).is_empty());
            }
            let effects = typed.key(&KeyEvent::new(KeyCode::Enter, KeyModifiers::NONE), &scene);
            assert_eq!(effects, vec![Effect::Export(ExportKind::History)]);
            assert_eq!(typed.overlay, None);

            for (row, wanted) in MENU.iter().enumerate() {
                let (mut clicked, _) = screen_in(Mode::Export, width, height);
                let scene = test_scene::scene(&clicked);
                let list = clicked.list_area();
                let event = MouseEvent {
                    kind: MouseEventKind::Down(MouseButton::Left),
                    column: list.x + 1,
                    row: list.y + row as u16,
                    modifiers: KeyModifiers::NONE,
                };
                assert_eq!(clicked.mouse(&event, &scene), vec![Effect::Export(wanted.0)], "row {row}");
            }
        }
    }
}
