//! `x`: the list of lenses, their colours, and the legend.
//!
//! The lenses and their texts are in the scene's table.

use crate::scene::{LENSES, Lens, LensPicture, LensRow, Scene};
use crate::tui::input::keymap::{KeyIntent, Mode};
use crate::tui::kit::view::Reply;
use crate::tui::kit::{LIST_COLUMNS, ListRow, ListSource, ListView, PlaceOf, fill, shorten, write};
use crate::tui::look::color::Rgb;
use crate::tui::look::ramp::{ramp, sixteen_color};
use crate::tui::look::theme::{DIM, KEY, TEXT};
use crate::tui::state::Screen;
use ratatui::buffer::Buffer;
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

/// The lenses as a list.
#[derive(Clone, Debug)]
struct LensList;

impl ListSource<Screen> for LensList {
    const BESIDE: Option<PlaceOf<Screen>> = Some(Screen::char_of_cursor);
    const SIZE_MAX: (u16, usize) = (LIST_COLUMNS, LENSES.len());
    const MODE: Mode = Mode::Lenses;

    fn heading(&self, _: &Screen, _: &Scene) -> String {
        "Lenses (type a digit)".to_owned()
    }

    fn rows(&self, _: &Screen, _: &Scene) -> Vec<ListRow> {
        let row = |(item, lens): (usize, &LensRow)| {
            // A digit chooses one of nine.
            let digit = char::from_digit(item as u32 + 1, 10).unwrap_or(' ');
            ListRow::new(item, format!("{digit} {}", lens.name), lens.sentence())
        };
        LENSES.iter().enumerate().map(row).collect()
    }

    fn choose(&mut self, item: usize, screen: &mut Screen, _: &Scene) -> Reply<Screen> {
        screen.map.lens = Some(Lens(item as u8));
        Reply::close()
    }
}

/// Opens the list, or turns the active lens off.
pub(crate) fn toggle(screen: &mut Screen) {
    if screen.map.lens.take().is_none() {
        screen.views.open(ListView::at(LensList, 0));
    }
}

/// Draws the legend: what the lens shows, and its ramp from the smallest to the largest value.
pub(crate) fn legend(buffer: &mut Buffer, screen: &Screen, scene: &Scene) {
    let area = screen.map.legend_area(screen.layout().map);
    let Some(lens) = scene.lens.as_ref().filter(|_| !area.is_empty()) else { return };
    let theme = screen.theme;
    fill(buffer, area, theme.text(TEXT));
    let off = screen.keys.key_for(KeyIntent::Lenses);
    let off = format!(" {off} off ");
    let room = usize::from(area.width).saturating_sub(lens.name.width() + off.width() + 4);
    let sentence = shorten(&lens.sentence, room);
    let head = Line::from(vec![
        Span::styled(format!(" {} ", lens.name), theme.selected()),
        Span::styled(format!(" {sentence:<room$}"), theme.text(TEXT)),
        Span::styled(off, theme.bold(KEY)),
    ]);
    write(buffer, area, 0, &head);
    write(buffer, area, 1, &ramp_line(screen, lens));
}

/// The ramp between its end values, with the digits that stand for it where colours are missing.
fn ramp_line(screen: &Screen, lens: &LensPicture) -> Line<'static> {
    let theme = screen.theme;
    let (least, most) = &lens.ends;
    let mut spans = vec![Span::styled(format!(" {least} "), theme.text(TEXT))];
    for step in 0..10u8 {
        let shade = step * 10;
        let style = if theme.is_mono() {
            Style::new()
        } else if theme.effective() == crate::tui::Depth::Sixteen {
            Style::new().fg(sixteen_color(shade)).bg(Color::Black)
        } else {
            let ink = if ramp(shade).luma() > 110 { Rgb(0, 0, 0) } else { Rgb(255, 255, 255) };
            theme.on(ink, ramp(shade))
        };
        let letters = if screen.layout().map.width >= 80 { format!(" {step} ") } else { step.to_string() };
        spans.push(Span::styled(letters, style.add_modifier(Modifier::BOLD)));
    }
    // Only an amount can be exceeded.
    let more = if most.contains(|letter: char| letter.is_ascii_digit()) { " or more" } else { "" };
    spans.push(Span::styled(format!(" {most}{more}"), theme.text(TEXT)));
    let note = "   unknown land has no tint";
    let used: usize = spans.iter().map(Span::width).sum();
    if used + note.len() <= usize::from(screen.layout().map.width) {
        spans.push(Span::styled(note, theme.text(DIM)));
    }
    Line::from(spans)
}
