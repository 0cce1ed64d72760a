//! Snapshots of the screen at four sizes in five looks, and of every mode.
//!
//! A snapshot has the characters and a hash of each row's styles, so that a difference names its row. `cargo insta
//! review` shows and accepts changes.

use super::color::Depth;
use super::key_tests::screen_in;
use super::keymap::Mode;
use super::test_scene;
use super::theme::{Glyphs, Theme};
use super::{Screen, draw};
use crate::scene::Answer;
use ratatui::buffer::{Buffer, Cell};
use xxhash_rust::xxh3::xxh3_64;

const SIZES: [(u16, u16); 4] = [(60, 20), (80, 24), (120, 40), (200, 60)];

const LOOKS: [(&str, Depth, Glyphs); 5] = [
    ("true", Depth::True, Glyphs::Unicode),
    ("256", Depth::Indexed, Glyphs::Unicode),
    ("16", Depth::Sixteen, Glyphs::Unicode),
    ("mono", Depth::Mono, Glyphs::Unicode),
    ("ascii", Depth::Indexed, Glyphs::Ascii),
];

/// The snapshot of a screen over the test land.
fn picture(screen: &Screen) -> String {
    let mut buffer = Buffer::empty(screen.area);
    draw(&mut buffer, screen, &test_scene::scene(screen));
    picture_of(&buffer)
}

/// The characters of each row, followed by a hash of their styles.
pub(super) fn picture_of(buffer: &Buffer) -> String {
    let row = |cells: &[Cell]| {
        let text: String = cells.iter().map(Cell::symbol).collect();
        let styles: Vec<_> = cells.iter().map(|cell| (cell.fg, cell.bg, cell.modifier)).collect();
        format!("{text}|{:04x}\n", xxh3_64(format!("{styles:?}").as_bytes()) as u16)
    };
    buffer.content.chunks(usize::from(buffer.area.width.max(1))).map(row).collect()
}

#[test]
fn the_screen_matches_its_snapshots() {
    for (width, height) in SIZES {
        let (mut screen, _) = screen_in(Mode::Land, width, height);
        let scene = test_scene::scene(&screen);
        screen.update(super::KeyIntent::Explain, &scene);
        let ticket = screen.last_ticket;
        screen.take_answer(ticket, Answer::Explain(Box::new(test_scene::explanation())));
        for (look, depth, glyphs) in LOOKS {
            screen.theme = Theme { depth, glyphs, ..Theme::default() };
            insta::assert_snapshot!(format!("{width}x{height}-{look}"), picture(&screen));
        }
    }
}

#[test]
fn every_mode_matches_its_snapshot() {
    for mode in Mode::ALL {
        let (screen, _) = screen_in(mode, 80, 24);
        insta::assert_snapshot!(format!("mode-{}", mode.name()), picture(&screen));
    }
}
