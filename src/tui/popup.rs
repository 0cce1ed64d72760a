//! Pop-ups over the land: lists, the quit prompt, cards on small screens.
//!
//! `state` holds which one is open; the help is in `help`.

use super::chrome::{fill, write};
use super::export_menu;
use super::keymap::{Intent, Mode};
use super::layout::SIZE_MIN;
use super::lenses;
use super::menu::MENU;
use super::panel;
use super::picker::Picker;
use super::possession;
use super::state::{Overlay, Screen};
use super::theme::{ACCENT, CHROME, DIM, KEY, RULE, TEXT, Theme};
use super::{explanation, help, ledger, log, page, year};
use crate::scene::{LENSES, Scene};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

/// Columns of the menu of orders and of the list of lenses: the longest row with the frame.
const LIST_COLUMNS: u16 = 60;
/// Rows of the log, if they fit.
const LOG_ROWS: u16 = 30;

impl Screen {
    /// The area of the open list's rows.
    pub fn list_area(&self) -> Rect {
        match &self.overlay {
            Some(Overlay::Orders(_)) => list_rows_area(self.docked(MENU.len() as u16 + 3)),
            Some(Overlay::Lenses(_)) => list_rows_area(self.docked(LENSES.len() as u16 + 3)),
            Some(Overlay::Export(_)) => {
                list_rows_area(self.layout().centred(48, export_menu::MENU.len() as u16 + 3))
            }
            Some(Overlay::Log(_)) => list_rows_area(self.layout().centred(96, LOG_ROWS + 3)),
            _ => Rect::default(),
        }
    }

    /// The frame of a list with this many rows, beside the cursor.
    fn docked(&self, height: u16) -> Rect {
        self.layout().docked(LIST_COLUMNS, height, self.window().char_of(self.map.cursor))
    }

    /// The first visible row of the open list.
    pub fn first_list_row(&self) -> usize {
        let picker = self.overlay.as_ref().and_then(Overlay::picker);
        picker.map_or(0, |picker| first_visible_row(picker, self.list_area()))
    }
}

/// The first visible row of a list.
pub(super) fn first_visible_row(picker: &Picker, rows: Rect) -> usize {
    (picker.row + 1).saturating_sub(usize::from(rows.height))
}

/// The rows of a list inside its frame, below its heading.
pub(super) fn list_rows_area(frame: Rect) -> Rect {
    Rect {
        x: frame.x + 2.min(frame.width),
        y: frame.y + 2.min(frame.height),
        width: frame.width.saturating_sub(4),
        height: frame.height.saturating_sub(3),
    }
}

/// The frame of a list with these rows.
pub(super) fn list_frame_area(rows: Rect) -> Rect {
    Rect {
        x: rows.x.saturating_sub(2),
        y: rows.y.saturating_sub(2),
        width: rows.width + 4,
        height: rows.height + 3,
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
            let what = if screen.draft.is_pushing { "Do this first" } else { "Orders" };
            let heading = format!("{what} — cursor on {}", scene.cursor_card.title);
            let rows: Vec<_> = screen.menu_rows(&picker.filter, scene).into_iter().map(row).collect();
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

/// Draws a frame with a heading; returns its inside.
pub(super) fn draw_frame(buffer: &mut Buffer, theme: Theme, area: Rect, heading: &str) -> Rect {
    fill(buffer, area, theme.text(TEXT));
    let bar = theme.pick_text("─", "-").repeat(usize::from(area.width));
    write(buffer, area, 0, &Line::styled(bar.clone(), theme.text(RULE)));
    write(buffer, area, area.height.saturating_sub(1), &Line::styled(bar, theme.text(RULE)));
    let heading = if heading.is_empty() { String::new() } else { format!(" {heading} ") };
    let title = Rect { x: area.x + 2, width: area.width.saturating_sub(4), ..area };
    write(buffer, title, 0, &Line::styled(heading, theme.bold(ACCENT)));
    Rect {
        x: area.x + 2.min(area.width),
        y: area.y + 1.min(area.height),
        width: area.width.saturating_sub(4),
        height: area.height.saturating_sub(2),
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
    let at =
        screen.window().char_of(mine.filter(|_| screen.explaining.is_leader).unwrap_or(screen.map.cursor));
    if !explanation::is_low(screen) && at.is_some_and(|(column, _)| column > map.x + map.width / 2) {
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

/// Draws a list with its filter. `area` is that of its rows, each a name and a description.
pub(super) fn draw_list(
    buffer: &mut Buffer,
    theme: Theme,
    area: Rect,
    (heading, picker): (&str, &Picker),
    rows: &[(String, String)],
) {
    let inner = draw_frame(buffer, theme, list_frame_area(area), heading);
    write(buffer, inner, 0, &Line::styled(picker.filter_text(), theme.text(KEY)));
    let marked = picker.highlighted(rows.len());
    let first = first_visible_row(picker, area).min(marked);
    for (i, (name, says)) in rows.iter().enumerate().skip(first).take(usize::from(area.height)) {
        let (name_style, style) = if i == marked {
            (theme.selected(), theme.selected())
        } else {
            (theme.bold(TEXT), theme.text(DIM))
        };
        let room = usize::from(area.width).saturating_sub(name.chars().count().max(10) + 1);
        let says = panel::shorten(says, room);
        let line = Line::from(vec![
            Span::styled(format!("{name:<10} "), name_style),
            Span::styled(format!("{says:<room$}"), style),
        ]);
        write(buffer, area, (i - first) as u16, &line);
    }
    if rows.is_empty() {
        write(buffer, area, 0, &Line::styled("no match", theme.text(DIM)));
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

/// Draws the message of a window that is too small.
pub(super) fn draw_too_small(buffer: &mut Buffer, theme: Theme, area: Rect) {
    let area = area.intersection(buffer.area);
    fill(buffer, area, theme.on(TEXT, CHROME));
    let words =
        format!("Wayworn needs {}×{}, this is {}×{}", SIZE_MIN.0, SIZE_MIN.1, area.width, area.height);
    write(buffer, area, area.height / 2, &Line::styled(words, theme.text(ACCENT)));
}
