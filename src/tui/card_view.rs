//! The cards of the selected unit and of what is under the cursor, read whole where there is no room for a panel.
//!
//! Its lines and clicks are those of the panel.

use super::keymap::{KeyIntent, Mode};
use super::kit::view::{Host, ListAction, Reply, View};
use super::kit::{draw_frame, write};
use super::panel::{self, PanelRow};
use super::state::Screen;
use super::theme::KEY;
use crate::scene::Scene;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::text::Line;

/// Its width, where it stands beside what it is about.
const WIDTH: u16 = 44;

/// The cards on the screen.
#[derive(Clone, Debug)]
pub(super) struct CardView {
    /// Scrolled by this many lines.
    scroll: u16,
    /// The screen position that it keeps clear.
    beside: Option<(u16, u16)>,
}

impl CardView {
    /// The cards on the side without the selected unit or, without one, the cursor.
    pub(super) fn over(screen: &Screen) -> CardView {
        let about = screen.selection.leader_cell.unwrap_or(screen.map.cursor);
        CardView { scroll: 0, beside: screen.window().char_of(about) }
    }

    /// The frame around at most this many lines.
    fn frame(&self, screen: &Screen, lines: u16) -> Rect {
        screen.layout().docked(WIDTH, lines.saturating_add(2), self.beside)
    }

    /// Its lines, and the last that can be the first visible one.
    fn rows(&self, screen: &Screen, scene: &Scene) -> (Vec<PanelRow>, u16) {
        let area = self.frame(screen, u16::MAX);
        let mut rows = panel::rows(screen, scene, usize::from(area.width.saturating_sub(4)));
        let last = (rows.len() as u16).saturating_sub(area.height.saturating_sub(2));
        rows.drain(..usize::from(self.scroll.min(last)));
        (rows, last)
    }
}

impl View<Screen> for CardView {
    fn mode(&self) -> Mode {
        Mode::Card
    }

    fn area(&self, screen: &Screen, scene: &Scene) -> Rect {
        self.frame(screen, self.rows(screen, scene).0.len() as u16)
    }

    fn key(&mut self, intent: KeyIntent, screen: &mut Screen, scene: &Scene) -> Reply<Screen> {
        match Screen::list_action(intent) {
            Some(ListAction::Row(by)) => {
                let (_, last) = self.rows(screen, scene);
                self.scroll = (i32::from(self.scroll.min(last)) + by).clamp(0, i32::from(last)) as u16;
                Reply::stay()
            }
            Some(ListAction::Confirm) => Reply::close(),
            _ => Reply::stay(),
        }
    }

    fn mouse(&mut self, at: Position, screen: &mut Screen, scene: &Scene) -> Reply<Screen> {
        let (area, (rows, _)) = (self.area(screen, scene), self.rows(screen, scene));
        let row = usize::from(at.y).checked_sub(usize::from(area.y) + 1).and_then(|row| rows.get(row));
        let column = usize::from(at.x).saturating_sub(usize::from(area.x) + 2);
        match row.and_then(|row| row.click_at(column)) {
            Some(click) => Reply::Close(screen.press_panel(click, scene)),
            None => Reply::stay(),
        }
    }

    fn draw(&self, buffer: &mut Buffer, screen: &Screen, scene: &Scene) {
        let (theme, area) = (screen.theme, self.area(screen, scene));
        let (rows, last) = self.rows(screen, scene);
        let inner = draw_frame(buffer, theme, area, "");
        for (at, row) in rows.iter().enumerate().take(usize::from(inner.height)) {
            write(buffer, inner, at as u16, &row.line);
        }
        if self.scroll < last {
            let down = screen.keys.key_for_in(Mode::Card, KeyIntent::Row(1));
            let foot = Rect { y: area.bottom().saturating_sub(1), ..inner };
            write(
                buffer,
                Rect { height: 1, ..foot },
                0,
                &Line::styled(format!(" {down}: more "), theme.bold(KEY)),
            );
        }
    }
}
