//! Snapshots of the whole screen: every size and look, and every mode.

use crate::kit::{frame, screen_in, snapshot_of};
use crate::land;
use wayworn::scene::Answer;
use wayworn::tui::{Depth, Glyphs, KeyIntent, Mode, Screen, Theme};

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
    snapshot_of(&frame(screen, &land::scene(screen)))
}

#[test]
fn the_screen_matches_its_snapshots() {
    for (width, height) in SIZES {
        let (mut screen, scene) = screen_in(Mode::Land, width, height);
        screen.update(KeyIntent::Explain, &scene);
        let ticket = screen.questions.last;
        screen.take_answer(ticket, Answer::Explain(Box::new(land::explanation())));
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
