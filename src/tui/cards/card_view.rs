//! The cards of the selected unit and of what is under the cursor, read whole where there is no room for a panel.
//!
//! Its lines and clicks are those of the panel.

use super::panel;
use super::panel_row::PanelRow;
use crate::scene::Scene;
use crate::tui::input::keymap::{KeyIntent, Mode};
use crate::tui::kit::sheet::{Sheet, SheetRow};
use crate::tui::kit::view::{Host, ListAction, Reply, View};
use crate::tui::state::Screen;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

/// Its width, where it stands beside what it is about.
const WIDTH: u16 = 44;

/// The cards on the screen.
#[derive(Clone, Debug)]
pub(crate) struct CardView {
    /// Scrolled by this many lines.
    scroll: u16,
    /// The screen position that it keeps clear.
    beside: Option<(u16, u16)>,
}

impl CardView {
    /// The cards on the side without the selected unit or, without one, the cursor.
    pub(crate) fn over(screen: &Screen) -> CardView {
        let about = screen.selection.leader_cell.unwrap_or(screen.map.cursor);
        CardView { scroll: 0, beside: screen.window().char_of(about) }
    }

    /// The panel's rows laid out on the screen.
    fn sheet(&self, screen: &Screen, scene: &Scene) -> Sheet<PanelRow> {
        let frame = |rows: usize| screen.layout().docked(WIDTH, rows as u16 + 2, self.beside);
        let rows = panel::rows(screen, scene, usize::from(frame(0).width.saturating_sub(4))).into_iter();
        let row = |mut row: PanelRow| SheetRow { line: std::mem::take(&mut row.line), item: Some(row) };
        let rows: Vec<_> = rows.map(row).collect();
        Sheet::in_area(frame(rows.len()), self.scroll, rows)
    }
}

impl View<Screen> for CardView {
    fn mode(&self) -> Mode {
        Mode::Card
    }

    fn area(&self, screen: &Screen, scene: &Scene) -> Rect {
        self.sheet(screen, scene).area
    }

    fn key(&mut self, intent: KeyIntent, screen: &mut Screen, scene: &Scene) -> Reply<Screen> {
        match Screen::list_action(intent) {
            Some(ListAction::Row(by)) => self.scroll = self.sheet(screen, scene).scrolled_by(by),
            Some(ListAction::Confirm) => return Reply::close(),
            _ => {}
        }
        Reply::stay()
    }

    fn mouse(&mut self, at: Position, screen: &mut Screen, scene: &Scene) -> Reply<Screen> {
        let sheet = self.sheet(screen, scene);
        let column = usize::from(at.x).saturating_sub(usize::from(sheet.area.x) + 2);
        match sheet.item_at(at).and_then(|row| row.click_at(column)) {
            Some(click) => Reply::Close(screen.press_panel(click, scene)),
            None => Reply::stay(),
        }
    }

    fn draw(&self, buffer: &mut Buffer, screen: &Screen, scene: &Scene) {
        let down = screen.keys.key_for_in(Mode::Card, KeyIntent::Row(1));
        self.sheet(screen, scene).draw(buffer, screen.theme, "", down);
    }
}
