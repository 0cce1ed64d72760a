//! Pop-ups over the land: lists, the quit prompt, cards on small screens.
//!
//! `state` holds which one is open; the help is in `help`.

use super::export_menu;
use super::keymap::{Intent, Mode};
use super::kit::{draw_frame, draw_list, first_visible_row, list_rows_area, write};
use super::lenses;
use super::menu::{MENU, menu_rows};
use super::possession;
use super::state::{Overlay, Screen};
use super::theme::{DIM, KEY, TEXT};
use super::{explanation, help, ledger, log, page, year};
use crate::scene::{LENSES, Scene};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

/// Rows of the log, if they fit.
const LOG_ROWS: u16 = 30;

impl Screen {
    /// The area of the open list's rows.
    pub fn list_area(&self) -> Rect {
        match &self.overlay {
            Some(Overlay::Orders(_)) => list_rows_area(self.layout().centred(76, MENU.len() as u16 + 4)),
            Some(Overlay::Lenses(_)) => list_rows_area(self.layout().centred(84, LENSES.len() as u16 + 4)),
            Some(Overlay::Export(_)) => {
                list_rows_area(self.layout().centred(48, export_menu::MENU.len() as u16 + 3))
            }
            Some(Overlay::Log(_)) => list_rows_area(self.layout().centred(96, LOG_ROWS + 3)),
            _ => Rect::default(),
        }
    }

    /// The first visible row of the open list.
    pub fn first_list_row(&self) -> usize {
        let picker = self.overlay.as_ref().and_then(Overlay::picker);
        picker.map_or(0, |picker| first_visible_row(picker, self.list_area()))
    }
}

/// Draws what is open.
pub(super) fn draw(buffer: &mut Buffer, screen: &Screen, scene: &Scene) {
    if let Some(area) = explanation_area(screen, scene) {
        draw_explanation(buffer, screen, area);
    }
    match &screen.overlay {
        Some(Overlay::Help(scroll)) => help::draw(buffer, screen, *scroll),
        Some(Overlay::Orders(picker)) => {
            let row = |i: usize| (MENU[i].name.to_owned(), MENU[i].description.to_owned());
            let what = if screen.is_pushing { "Do this first" } else { "Orders" };
            let heading = format!("{what} — cursor on {}", scene.cursor_card.title);
            let rows: Vec<_> = menu_rows(&picker.filter, screen.is_pushing).into_iter().map(row).collect();
            draw_list(buffer, screen.theme, screen.list_area(), (&heading, picker), &rows);
        }
        Some(Overlay::Lenses(picker)) => {
            let rows: Vec<_> =
                lenses::matching_rows(&picker.filter).into_iter().map(lenses::row_text).collect();
            draw_list(buffer, screen.theme, screen.list_area(), ("Lenses (type a digit)", picker), &rows);
        }
        Some(Overlay::Export(picker)) => {
            let row = |i: usize| (export_menu::MENU[i].1.to_owned(), export_menu::MENU[i].2.to_owned());
            let rows: Vec<_> = export_menu::menu_rows(&picker.filter).into_iter().map(row).collect();
            draw_list(buffer, screen.theme, screen.list_area(), ("Export", picker), &rows);
        }
        Some(Overlay::Log(picker)) => log::draw(buffer, screen, scene, picker),
        Some(Overlay::Year) => year::draw(buffer, screen),
        Some(Overlay::Page(_, scroll)) => page::draw(buffer, screen, scene, *scroll),
        Some(Overlay::Ledger(at)) => ledger::draw(buffer, screen, scene, *at),
        Some(Overlay::Quit) => draw_quit(buffer, screen),
        Some(Overlay::LifeOver) => possession::draw_life_over(buffer, screen, scene),
        None => {}
    }
}

/// The area of the explanation over the map, if it is shown there: on the half without the unit or, in ask mode,
/// without the cursor.
pub(super) fn explanation_area(screen: &Screen, scene: &Scene) -> Option<Rect> {
    let is_read = screen.is_explaining() && screen.overlay.is_none() && screen.mode != Mode::Draw;
    if !is_read || !screen.layout().panel.is_empty() {
        return None;
    }
    let (map, mut area) = (screen.layout().map, explanation::popup_area(screen));
    let mine = screen.leader().and_then(|id| scene.mine.iter().find(|m| m.0 == id)).map(|m| m.2);
    let at = screen.window().char_of(mine.filter(|_| screen.is_explaining_leader).unwrap_or(screen.cursor));
    if at.is_some_and(|(column, _)| column > map.x + map.width / 2) {
        area.x = map.x;
    }
    Some(area)
}

fn draw_explanation(buffer: &mut Buffer, screen: &Screen, area: Rect) {
    let (page, left) = explanation::page(screen);
    let (key, more) = (screen.keys.key_for(Intent::Explain), if left > 0 { " more" } else { "" });
    let inner = draw_frame(buffer, screen.theme, area, &format!("{} [{key}{more}]", explanation::HEADING));
    for (row, line) in page.iter().enumerate() {
        write(buffer, inner, row as u16, line);
    }
}

fn draw_quit(buffer: &mut Buffer, screen: &Screen) {
    let area = screen.layout().centred(54, 5);
    let inner = draw_frame(buffer, screen.theme, area, "Leave this land?");
    let theme = screen.theme;
    write(buffer, inner, 0, &Line::styled("It is saved and resumes where you left it.", theme.text(TEXT)));
    let key = |intent| screen.keys.key_for_in(Mode::Quit, intent);
    let answer = Line::from(vec![
        Span::styled(key(Intent::Confirm), theme.bold(KEY)),
        Span::styled(" save and quit   ", theme.text(DIM)),
        Span::styled(key(Intent::NewLand), theme.bold(KEY)),
        Span::styled(" new land   ", theme.text(DIM)),
        Span::styled(key(Intent::Back), theme.bold(KEY)),
        Span::styled(" stay", theme.text(DIM)),
    ]);
    write(buffer, inner, 2, &answer);
}
