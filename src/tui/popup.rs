//! What lies over the land for a while: help, lists, the question whether to quit, cards on small screens.
//!
//! Which of them is open is in `state`.

use super::chrome::{fill, write};
use super::keymap::{Intent, TABLE, Topic};
use super::layout::LEAST;
use super::lenses;
use super::orders::{MENU, menu_rows};
use super::panel;
use super::state::{Overlay, Picker, Screen};
use super::theme::{ACCENT, CHROME, DIM, KEY, RULE, TEXT};
use super::update::log_lines;
use super::why;
use crate::scene::{LENSES, Scene};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

/// Columns of a key in the help.
const KEY_COLUMN: usize = 11;
/// Columns of the help.
const HELP_WIDTH: u16 = 76;

impl Screen {
    /// Where the rows of the open list are.
    pub fn list_area(&self, scene: &Scene) -> Rect {
        match &self.overlay {
            Some(Overlay::Orders(_)) => inside(self.layout().middle(48, MENU.len() as u16 + 4)),
            Some(Overlay::Lenses(_)) => inside(self.layout().middle(84, LENSES.len() as u16 + 4)),
            Some(Overlay::Log(_)) => inside(self.layout().middle(90, scene.log.len().min(30) as u16 + 4)),
            _ => Rect::default(),
        }
    }

    /// The first visible row of the open list.
    pub fn list_first(&self, scene: &Scene) -> usize {
        let height = usize::from(self.list_area(scene).height);
        match &self.overlay {
            Some(Overlay::Log(picker) | Overlay::Lenses(picker) | Overlay::Orders(picker)) => {
                (picker.row + 1).saturating_sub(height)
            }
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

/// Draws what is open.
pub fn draw(buffer: &mut Buffer, screen: &Screen, scene: &Scene) {
    if screen.layout().panel.is_empty() && screen.is_explaining() && screen.overlay.is_none() {
        explanation(buffer, screen, scene);
    }
    match &screen.overlay {
        Some(Overlay::Help(scroll)) => help(buffer, screen, *scroll),
        Some(Overlay::Orders(picker)) => {
            let row = |i: usize| (MENU[i].0.to_owned(), MENU[i].1.to_owned());
            let rows: Vec<_> = menu_rows(&picker.filter).into_iter().map(row).collect();
            list(buffer, screen, scene, ("Orders", picker), &rows);
        }
        Some(Overlay::Lenses(picker)) => {
            let rows: Vec<_> = lenses::rows(&picker.filter).into_iter().map(lenses::row_words).collect();
            list(buffer, screen, scene, ("Lenses: a digit picks, x closes", picker), &rows);
        }
        Some(Overlay::Log(picker)) => {
            let row = |i: usize| (scene.log[i].when.clone(), scene.log[i].text.clone());
            let rows: Vec<_> = log_lines(scene, &picker.filter).into_iter().map(row).collect();
            list(buffer, screen, scene, ("What happened", picker), &rows);
        }
        Some(Overlay::Quit) => quit(buffer, screen),
        None => {}
    }
}

/// A frame with a heading; gives its inside.
fn frame(buffer: &mut Buffer, screen: &Screen, area: Rect, heading: &str) -> Rect {
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

fn list(
    buffer: &mut Buffer,
    screen: &Screen,
    scene: &Scene,
    head: (&str, &Picker),
    rows: &[(String, String)],
) {
    let (heading, picker) = head;
    let theme = screen.theme;
    let area = screen.list_area(scene);
    let outer = Rect {
        x: area.x.saturating_sub(2),
        y: area.y.saturating_sub(2),
        width: area.width + 4,
        height: area.height + 3,
    };
    let inner = frame(buffer, screen, outer, heading);
    let filter =
        if picker.filter.is_empty() { "type to filter".to_owned() } else { format!("{}_", picker.filter) };
    write(buffer, inner, 0, &Line::styled(filter, theme.text(KEY)));
    let marked = picker.row.min(rows.len().saturating_sub(1));
    let first = screen.list_first(scene).min(marked);
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

/// The help, in two columns when it does not fit into one and there is room.
fn help(buffer: &mut Buffer, screen: &Screen, scroll: u16) {
    let whole = screen.area.width;
    let wide = usize::from(HELP_WIDTH.min(screen.layout().map.width)).saturating_sub(4);
    let single = help_lines(screen, wide);
    let two = whole >= 116 && single.len() + 3 > usize::from(screen.layout().map.height);
    let columns = if two { 2 } else { 1 };
    let lines = if two { help_lines(screen, usize::from(whole) / 2 - 4) } else { single };
    let rows = if two { split(&lines) } else { lines.len() };
    let tallest = rows.max(lines.len() - rows);
    let area = if two {
        Rect {
            x: 0,
            y: 1,
            width: whole,
            height: (tallest as u16 + 2).min(screen.area.height.saturating_sub(2)),
        }
    } else {
        screen.layout().middle(HELP_WIDTH, rows as u16 + 2)
    };
    let inner = frame(buffer, screen, area, "Keys");
    let last = if two { 0 } else { lines.len().saturating_sub(usize::from(inner.height)) };
    let first = usize::from(scroll).min(last);
    for (i, line) in lines.iter().enumerate().skip(first) {
        let (column, row) = if i >= rows { (1, i - rows) } else { (0, i - first) };
        let width = inner.width / columns;
        let at = Rect { x: inner.x + column * width, width, ..inner };
        write(buffer, at, row as u16, line);
    }
    if last > first {
        let more = Rect {
            y: area.bottom().saturating_sub(1),
            height: 1,
            x: area.x + 2,
            width: area.width.saturating_sub(4),
        };
        write(buffer, more, 0, &Line::styled(" Down: more ", screen.theme.bold(KEY)));
    }
}

/// The empty line at which two columns are most alike.
fn split(lines: &[Line<'_>]) -> usize {
    let gaps = (0..lines.len()).filter(|i| lines[*i].width() == 0);
    gaps.map(|i| i + 1).min_by_key(|i| *i.max(&(lines.len() - i))).unwrap_or(lines.len())
}

/// The help, made from the table that handles the keys.
fn help_lines(screen: &Screen, width: usize) -> Vec<Line<'static>> {
    let theme = screen.theme;
    let mut lines = Vec::new();
    let tell = |lines: &mut Vec<Line<'static>>, key: &str, says: &str| {
        for (i, text) in
            panel::wrapped(says, width.saturating_sub(KEY_COLUMN + 2).max(16)).into_iter().enumerate()
        {
            let key = if i == 0 { key } else { "" };
            lines.push(Line::from(vec![
                Span::styled(format!("  {key:<KEY_COLUMN$}"), theme.bold(KEY)),
                Span::styled(text, theme.text(TEXT)),
            ]));
        }
    };
    for topic in Topic::ALL {
        if !lines.is_empty() {
            lines.push(Line::default());
        }
        lines.push(Line::styled(topic.word(), theme.bold(ACCENT)));
        if topic == Topic::Look {
            tell(&mut lines, "arrows", "move the cursor; also h j k l, and y u b n for the corners");
            tell(&mut lines, "Shift+them", "eight times as far; capitals too");
            tell(
                &mut lines,
                "mouse",
                "hover tells, click selects or proposes a way, a second click takes it, drag boxes, the wheel zooms, another button or a click at the edge moves the land; keys below and log lines can be clicked",
            );
        }
        for binding in TABLE.iter().filter(|b| b.topic == topic && !b.help.is_empty()) {
            tell(&mut lines, binding.show, binding.help);
            if binding.intent == Intent::Lenses {
                for lens in &LENSES {
                    tell(&mut lines, "", &format!("{}: {}", lens.name, lens.sentence()));
                }
            }
        }
        if topic == Topic::Program {
            tell(&mut lines, "Ctrl+Z", "back to the shell for a while");
        }
    }
    lines
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

/// Whether an intent appears in the help.
#[cfg(test)]
fn is_told(intent: Intent) -> bool {
    TABLE.iter().any(|b| b.intent == intent && !b.help.is_empty())
}

#[cfg(test)]
mod tests {
    use super::super::keymap::Mode;
    use super::*;

    #[test]
    fn every_intent_of_the_land_is_in_the_help() {
        for binding in TABLE.iter().filter(|b| b.modes.contains(&Mode::Land)) {
            let digit = matches!(binding.intent, Intent::Digit(2..));
            assert!(digit || is_told(binding.intent), "{binding:?}");
        }
    }
}
