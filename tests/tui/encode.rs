//! What is sent to the terminal shows the frame, and no more is sent than has changed.

use crate::kit::{frame, screen_in};
use crate::land;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier};
use std::num::NonZero;
use wayworn::tui::{Depth, Mode, Screen, encode};

fn drawn(screen: &Screen) -> Buffer {
    frame(screen, &land::scene(screen))
}

fn bytes(before: &Buffer, after: &Buffer) -> Vec<u8> {
    let mut out = Vec::new();
    encode(before, after, &mut out);
    out
}

#[test]
fn control_characters_are_not_sent() {
    let area = Rect::new(0, 0, 12, 1);
    let (before, mut after) = (Buffer::empty(area), Buffer::empty(area));
    for (x, symbol) in [(0, "a\u{202e}\u{200b}"), (1, "\x1b]0;b\x07"), (9, "c\u{308}")] {
        after[(x, 0)].set_symbol(symbol);
    }
    let text = String::from_utf8(bytes(&before, &after)).expect("text");
    assert!(!text.contains(['\u{202e}', '\u{200b}', '\x07']) && !text.contains("\x1b]"), "{text:?}");
    assert!(text.contains('a') && text.contains("]0;b") && text.contains("c\u{308}"), "{text:?}");
}

fn side(length: u16) -> NonZero<u16> {
    NonZero::new(length).expect("a side")
}

/// The look of a terminal's cell: the colours of its halves, or a glyph with its style.
fn looks(symbol: &str, fore: &str, back: &str) -> String {
    match symbol {
        "" | " " => format!("{back} {back}"),
        "▀" => format!("{fore} {back}"),
        "▄" => format!("{back} {fore}"),
        other => format!("{other} {fore} on {back}"),
    }
}

#[test]
fn what_is_sent_shows_the_frame_in_every_depth() {
    for depth in [Depth::True, Depth::Indexed, Depth::Sixteen, Depth::Mono] {
        let (mut screen, _) = screen_in(Mode::Waypoints, 100, 30);
        screen.theme.depth = depth;
        let mut terminal = vt100::Parser::new(side(30), side(100), 0);
        let mut before = Buffer::empty(screen.area);
        for step in 0..3 {
            screen.map.pan((step * 3, 1), screen.map_area());
            let after = drawn(&screen);
            terminal.process(&bytes(&before, &after));
            for (i, cell) in after.content.iter().enumerate() {
                let (column, row) = after.pos_of(i);
                let shown = terminal.screen().cell(row, column).expect("inside");
                let color = |c: vt100::Color| format!("{c:?}");
                let found = looks(shown.contents(), &color(shown.fgcolor()), &color(shown.bgcolor()));
                let wanted = looks(cell.symbol(), &as_vt(cell.fg), &as_vt(cell.bg));
                assert_eq!(found, wanted, "{depth:?}: {column},{row} {cell:?}");
                assert_eq!(shown.bold(), cell.modifier.contains(Modifier::BOLD), "{column},{row}");
            }
            before = after;
        }
    }
}

/// A terminal's sixteen colours, by number.
const NAMED: [Color; 16] = [
    Color::Black,
    Color::Red,
    Color::Green,
    Color::Yellow,
    Color::Blue,
    Color::Magenta,
    Color::Cyan,
    Color::Gray,
    Color::DarkGray,
    Color::LightRed,
    Color::LightGreen,
    Color::LightYellow,
    Color::LightBlue,
    Color::LightMagenta,
    Color::LightCyan,
    Color::White,
];

/// A colour as the test's terminal reports it.
fn as_vt(color: Color) -> String {
    let reported = match color {
        Color::Reset => vt100::Color::Default,
        Color::Rgb(r, g, b) => vt100::Color::Rgb(r, g, b),
        Color::Indexed(index) => vt100::Color::Idx(index),
        named => vt100::Color::Idx(NAMED.iter().position(|other| *other == named).expect("a name") as u8),
    };
    format!("{reported:?}")
}

#[test]
fn what_has_not_changed_is_not_sent() {
    let (screen, _) = screen_in(Mode::Land, 120, 40);
    let buffer = drawn(&screen);
    assert!(bytes(&buffer, &buffer).is_empty());
    let mut other = screen.clone();
    other.map.cursor.x += 1;
    let moved = bytes(&buffer, &drawn(&other));
    assert!(!moved.is_empty() && moved.len() < 500, "{} bytes", moved.len());
    assert!(!moved.contains(&7), "no bell");
}
