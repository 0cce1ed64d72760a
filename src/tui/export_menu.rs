//! The export menu.

use super::export_kind::{EXPORTS, ExportKind};
use super::keymap::Mode;
use super::kit::view::Reply;
use super::kit::{ListRow, ListSource};
use super::state::{Effect, Screen};
use crate::scene::Scene;

/// The menu as a list.
#[derive(Clone, Debug)]
pub(super) struct ExportMenu;

impl ListSource<Screen> for ExportMenu {
    const SIZE_MAX: (u16, usize) = (48, EXPORTS.len());

    fn mode(&self) -> Mode {
        Mode::Export
    }

    fn heading(&self, _: &Screen, _: &Scene) -> String {
        "Export".to_owned()
    }

    fn rows(&self, _: &Screen, _: &Scene) -> Vec<ListRow> {
        EXPORTS.iter().enumerate().map(|(item, row)| ListRow::new(item, row.1, row.2)).collect()
    }

    fn choose(&mut self, item: usize, screen: &mut Screen, _: &Scene) -> Reply<Screen> {
        let (kind, word, _) = EXPORTS[item];
        screen.notify(match kind {
            ExportKind::Cast => "recording the next 20 seconds".to_owned(),
            _ => format!("exporting the {word} in the background"),
        });
        Reply::Close(vec![Effect::Export(kind)])
    }
}

#[cfg(test)]
mod tests {
    use super::super::key_tests::screen_in;
    use super::super::kit::{list_frame_area, list_rows_area};
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
            assert!(typed.views.is_empty());

            for (row, wanted) in EXPORTS.iter().enumerate() {
                let (mut clicked, _) = screen_in(Mode::Export, width, height);
                let scene = test_scene::scene(&clicked);
                let list = list_rows_area(list_frame_area(&clicked.layout(), 48, EXPORTS.len()));
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
