//! What lies over the land for a while: lists, the question whether to quit, cards on small screens.
//!
//! Which of them is open is in `state`; the help is in `help`.

use super::chrome::{fill, write};
use super::keepsakes;
use super::keymap::Mode;
use super::layout::LEAST;
use super::lenses;
use super::menu::{MENU, menu_rows};
use super::panel;
use super::state::{Overlay, Picker, Screen};
use super::theme::{ACCENT, CHROME, DIM, KEY, RULE, TEXT};
use super::{help, log, why, year};
use crate::scene::{LENSES, Scene};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

/// Rows of the log's list, where there is room.
const LOG_ROWS: u16 = 30;

impl Screen {
    /// Where the rows of the open list are.
    pub fn list_area(&self) -> Rect {
        match &self.overlay {
            Some(Overlay::Orders(_)) => inside(self.layout().middle(76, MENU.len() as u16 + 4)),
            Some(Overlay::Lenses(_)) => inside(self.layout().middle(84, LENSES.len() as u16 + 4)),
            Some(Overlay::Keepsakes(_)) => inside(self.layout().middle(48, keepsakes::MENU.len() as u16 + 3)),
            Some(Overlay::Log(_)) => inside(self.layout().middle(96, LOG_ROWS + 3)),
            _ => Rect::default(),
        }
    }

    /// The first visible row of the open list.
    pub fn list_first(&self) -> usize {
        let height = usize::from(self.list_area().height);
        match &self.overlay {
            Some(
                Overlay::Log(picker)
                | Overlay::Lenses(picker)
                | Overlay::Orders(picker)
                | Overlay::Keepsakes(picker),
            ) => (picker.row + 1).saturating_sub(height),
            _ => 0,
        }
    }
}

/// The rows of a list inside its frame, below its heading.
fn inside(frame: Rect) -> Rect {
    Rect {
        x: frame.x + 2.min(frame.width),
        y: frame.y + 2.min(frame.height),
        width: frame.width.saturating_sub(4),
        height: frame.height.saturating_sub(3),
    }
}

/// The frame of a list with these rows.
pub fn outside(rows: Rect) -> Rect {
    Rect {
        x: rows.x.saturating_sub(2),
        y: rows.y.saturating_sub(2),
        width: rows.width + 4,
        height: rows.height + 3,
    }
}

/// Draws what is open.
pub fn draw(buffer: &mut Buffer, screen: &Screen, scene: &Scene) {
    let reading = screen.is_explaining() && screen.overlay.is_none() && screen.mode != Mode::Draw;
    if screen.layout().panel.is_empty() && reading {
        explanation(buffer, screen, scene);
    }
    match &screen.overlay {
        Some(Overlay::Help(scroll)) => help::draw(buffer, screen, *scroll),
        Some(Overlay::Orders(picker)) => {
            let row = |i: usize| (MENU[i].word.to_owned(), MENU[i].says.to_owned());
            let heading = format!("Orders — the cursor is on {}", scene.cursor_card.title);
            let rows: Vec<_> = menu_rows(&picker.filter).into_iter().map(row).collect();
            list(buffer, screen, (&heading, picker), &rows);
        }
        Some(Overlay::Lenses(picker)) => {
            let rows: Vec<_> = lenses::rows(&picker.filter).into_iter().map(lenses::row_words).collect();
            list(buffer, screen, ("Lenses: a digit picks", picker), &rows);
        }
        Some(Overlay::Keepsakes(picker)) => {
            let row = |i: usize| (keepsakes::MENU[i].1.to_owned(), keepsakes::MENU[i].2.to_owned());
            let rows: Vec<_> = keepsakes::menu_rows(&picker.filter).into_iter().map(row).collect();
            list(buffer, screen, ("Take along", picker), &rows);
        }
        Some(Overlay::Log(picker)) => log::draw(buffer, screen, scene, picker),
        Some(Overlay::Year) => year::draw(buffer, screen),
        Some(Overlay::Quit) => quit(buffer, screen),
        None => {}
    }
}

/// A frame with a heading; gives its inside.
pub fn frame(buffer: &mut Buffer, screen: &Screen, area: Rect, heading: &str) -> Rect {
    let theme = screen.theme;
    fill(buffer, area, theme.text(TEXT));
    let bar = theme.word("─", "-").repeat(usize::from(area.width));
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

/// The explanation, on the half of the map on which neither the unit is nor, when it is asked between places, the cursor.
fn explanation(buffer: &mut Buffer, screen: &Screen, scene: &Scene) {
    let map = screen.layout().map;
    let width = screen.layout().popup(38, 3).width;
    let lines = why::lines(screen, usize::from(width.saturating_sub(4)));
    let mut area = screen.layout().popup(38, lines.len() as u16 + 2);
    let mine = screen.leader().and_then(|id| scene.mine.iter().find(|m| m.0 == id)).map(|m| m.2);
    let at = screen.window().char_of(mine.filter(|_| screen.explaining).unwrap_or(screen.cursor));
    if at.is_some_and(|(column, _)| column > map.x + map.width / 2) {
        area.x = map.x;
    }
    let inner = frame(buffer, screen, area, &format!("{} [e]", why::HEADING));
    for (row, line) in lines.iter().enumerate() {
        write(buffer, inner, row as u16, line);
    }
}

fn list(buffer: &mut Buffer, screen: &Screen, head: (&str, &Picker), rows: &[(String, String)]) {
    let (heading, picker) = head;
    let theme = screen.theme;
    let area = screen.list_area();
    let inner = frame(buffer, screen, outside(area), heading);
    let filter =
        if picker.filter.is_empty() { "type to filter".to_owned() } else { format!("{}_", picker.filter) };
    write(buffer, inner, 0, &Line::styled(filter, theme.text(KEY)));
    let marked = picker.row.min(rows.len().saturating_sub(1));
    let first = screen.list_first().min(marked);
    for (i, (name, says)) in rows.iter().enumerate().skip(first).take(usize::from(area.height)) {
        let (name_style, style) = if i == marked {
            (theme.selected(), theme.selected())
        } else {
            (theme.bold(TEXT), theme.text(DIM))
        };
        let room = usize::from(area.width).saturating_sub(name.chars().count().max(10) + 1);
        let says = panel::clipped(says, room);
        let line = Line::from(vec![
            Span::styled(format!("{name:<10} "), name_style),
            Span::styled(format!("{says:<room$}"), style),
        ]);
        write(buffer, area, (i - first) as u16, &line);
    }
    if rows.is_empty() {
        write(buffer, area, 0, &Line::styled("nothing fits", theme.text(DIM)));
    }
}

fn quit(buffer: &mut Buffer, screen: &Screen) {
    let area = screen.layout().middle(46, 5);
    let inner = frame(buffer, screen, area, "Leave this land?");
    let theme = screen.theme;
    write(buffer, inner, 0, &Line::styled("It is saved, and goes on where you left it.", theme.text(TEXT)));
    let answer = Line::from(vec![
        Span::styled("Enter", theme.bold(KEY)),
        Span::styled(" save and quit     ", theme.text(DIM)),
        Span::styled("Esc", theme.bold(KEY)),
        Span::styled(" stay", theme.text(DIM)),
    ]);
    write(buffer, inner, 2, &answer);
}

/// All that a window says that is too small.
pub fn too_small(buffer: &mut Buffer, screen: &Screen) {
    let area = screen.area.intersection(buffer.area);
    fill(buffer, area, screen.theme.on(TEXT, CHROME));
    let words = format!("Wayworn needs {}×{}; this is {}×{}", LEAST.0, LEAST.1, area.width, area.height);
    write(buffer, area, area.height / 2, &Line::styled(words, screen.theme.text(ACCENT)));
}
