//! A frame as bytes: what must be sent so that a terminal showing one buffer shows another.
//!
//! Colours and cursor moves are sent only where they change, and of the two half blocks the one that needs fewer
//! changes, because every byte counts on a slow line. The bytes around a frame are up to `app`.

use crate::text::is_visible;
use ratatui::buffer::{Buffer, Cell};
use ratatui::style::{Color, Modifier};
use std::io::Write;

/// The terminal's cursor position and style, as far as they are known.
#[derive(Default)]
struct Pen {
    position: Option<(u16, u16)>,
    /// Foreground, background, modifiers.
    style: Option<(Color, Color, Modifier)>,
}

/// Appends to `out` the bytes that turn the frame `before` into `after`; both have the same area.
pub fn encode(before: &Buffer, after: &Buffer, out: &mut Vec<u8>) {
    let mut pen = Pen::default();
    for (column, row, cell) in before.diff(after) {
        pen.move_to(column, row, out);
        pen.write(cell, out);
        pen.advance(cell, after.area.right());
    }
    if pen.style.is_some() {
        out.extend(b"\x1b[0m");
    }
}

impl Pen {
    #[inline]
    fn move_to(&mut self, column: u16, row: u16, out: &mut Vec<u8>) {
        let _ = match self.position {
            Some(at) if at == (column, row) => Ok(()),
            Some((x, y)) if y == row && x + 1 == column => out.write_all(b"\x1b[C"),
            Some((x, y)) if y == row && x < column => write!(out, "\x1b[{}C", column - x),
            _ => write!(out, "\x1b[{};{}H", row + 1, column + 1),
        };
        self.position = Some((column, row));
    }

    /// Notes that the cursor advanced by one character. At the right edge, and after glyphs on whose width terminals
    /// disagree, its position is unknown.
    #[inline]
    fn advance(&mut self, cell: &Cell, right: u16) {
        let is_sure = is_plain(cell.symbol());
        self.position = self.position.filter(|at| is_sure && at.0 + 1 < right).map(|at| (at.0 + 1, at.1));
    }

    #[inline]
    fn write(&mut self, cell: &Cell, out: &mut Vec<u8>) {
        let (symbol, fore, back) = self.cheapest(cell);
        self.set_style(fore, back, cell.modifier, out);
        if is_plain(symbol) {
            return out.extend(symbol.as_bytes());
        }
        // The terminal must only show the text, never interpret any of it.
        symbol.split(|letter| !is_visible(letter)).for_each(|seen| out.extend(seen.as_bytes()));
    }

    /// Of the equivalent ways to write a cell, the one that changes the fewest colours.
    #[inline]
    fn cheapest<'a>(&self, cell: &'a Cell) -> (&'a str, Color, Color) {
        let as_is = (cell.symbol(), cell.fg, cell.bg);
        let Some((fore, back, _)) = self.style.filter(|_| cell.modifier.is_empty()) else { return as_is };
        let changes = |form: (&str, Color, Color)| u8::from(form.1 != fore) + u8::from(form.2 != back);
        let turned = ("▄", cell.bg, cell.fg);
        match cell.symbol() {
            " " => (" ", fore, cell.bg),
            "▀" if changes(turned) < changes(as_is) => turned,
            _ => as_is,
        }
    }

    /// Changes the colours and modifiers that differ.
    #[inline]
    fn set_style(&mut self, fore: Color, back: Color, modifier: Modifier, out: &mut Vec<u8>) {
        let fresh = (Color::Reset, Color::Reset, Modifier::empty());
        // Modifiers can only be removed by a full reset.
        let kept = self.style.filter(|worn| modifier.contains(worn.2));
        let (reset, worn) = (kept.is_none(), kept.unwrap_or(fresh));
        if !reset && worn == (fore, back, modifier) {
            return;
        }
        out.extend(b"\x1b[");
        if reset {
            out.extend(b"0;");
        }
        let added = modifier - worn.2;
        for (_, number) in MODIFIERS.iter().filter(|m| added.contains(m.0)) {
            push_codes(&[*number], out);
        }
        if fore != worn.0 {
            push_color(fore, 30, out);
        }
        if back != worn.1 {
            push_color(back, 40, out);
        }
        if let Some(last) = out.last_mut() {
            *last = b'm';
        }
        self.style = Some((fore, back, modifier));
    }
}

/// Whether it is a half block or a visible letter of ASCII, as most are.
#[inline]
fn is_plain(symbol: &str) -> bool {
    matches!(symbol, "▀" | "▄") || matches!(symbol.as_bytes(), [b' '..=b'~'])
}

/// The modifiers in use, with their SGR codes.
const MODIFIERS: [(Modifier, u8); 5] = [
    (Modifier::BOLD, 1),
    (Modifier::DIM, 2),
    (Modifier::ITALIC, 3),
    (Modifier::UNDERLINED, 4),
    (Modifier::REVERSED, 7),
];

/// Writes numbers, each followed by a semicolon.
#[inline]
fn push_codes(numbers: &[u8], out: &mut Vec<u8>) {
    for &number in numbers {
        let (code, length) = CODES[usize::from(number)];
        out.extend(code);
        out.truncate(out.len() - code.len() + length);
    }
}

/// Each number in decimal with a semicolon, and how many bytes that are.
static CODES: [([u8; 4], usize); 256] = codes();

const fn codes() -> [([u8; 4], usize); 256] {
    let mut table = [([b';'; 4], 0); 256];
    let mut number = 0;
    while number < 256 {
        let digits = [number / 100, number / 10 % 10, number % 10];
        let skipped = (number < 100) as usize + (number < 10) as usize;
        let mut place = skipped;
        while place < 3 {
            table[number].0[place - skipped] = b'0' + digits[place] as u8;
            place += 1;
        }
        table[number].1 = 4 - skipped;
        number += 1;
    }
    table
}

/// Writes the code of a colour; `base` is 30 for the foreground and 40 for the background.
#[inline]
fn push_color(color: Color, base: u8, out: &mut Vec<u8>) {
    match color {
        Color::Rgb(r, g, b) => push_codes(&[base + 8, 2, r, g, b], out),
        Color::Indexed(index) => push_codes(&[base + 8, 5, index], out),
        named => push_codes(&[base + color_number(named)], out),
    }
}

/// The number of a named colour; bright ones are 60 higher.
fn color_number(named: Color) -> u8 {
    match named {
        Color::Black => 0,
        Color::Red => 1,
        Color::Green => 2,
        Color::Yellow => 3,
        Color::Blue => 4,
        Color::Magenta => 5,
        Color::Cyan => 6,
        Color::Gray => 7,
        Color::DarkGray => 60,
        Color::LightRed => 61,
        Color::LightGreen => 62,
        Color::LightYellow => 63,
        Color::LightBlue => 64,
        Color::LightMagenta => 65,
        Color::LightCyan => 66,
        Color::White => 67,
        Color::Reset | Color::Rgb(..) | Color::Indexed(_) => 9,
    }
}
