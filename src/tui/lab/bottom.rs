//! The lab's bottom line: the mode, then keys, each of which can also be clicked. Its words come from the table.

use super::keymap::{Intent, Mode, TABLE, binding};
use super::state::LabScreen;
use crate::lab::Part;
use crate::tui::bottom::{Piece, line_of, piece_at, with_keys};
use crate::tui::theme::DIM;
use ratatui::text::Line;

/// Keys on the line, as room allows.
const STRIP: [Intent; 16] = [
    Intent::Pause,
    Intent::Step(1),
    Intent::Step(-1),
    Intent::Choose(Part::Algorithm),
    Intent::Add,
    Intent::Maps,
    Intent::Draw,
    Intent::Break,
    Intent::Tint,
    Intent::Quit,
    Intent::Choose(Part::Heuristic),
    Intent::Last,
    Intent::Faster,
    Intent::ZoomIn,
    Intent::Next,
    Intent::Remove,
];

/// The line.
pub fn line(screen: &LabScreen) -> Line<'static> {
    line_of(screen.theme, pieces(screen))
}

/// What a click in this column of it means.
pub fn intent_at(screen: &LabScreen, column: u16) -> Option<Intent> {
    piece_at(pieces(screen), column)?.intent
}

fn pieces(screen: &LabScreen) -> Vec<Piece<Intent>> {
    let theme = screen.theme;
    let mode = screen.mode();
    let gap = Piece { text: " ".to_owned(), style: theme.text(DIM), intent: None };
    let label = match mode {
        Mode::Draw => {
            let text = format!(" DRAW {} {} ", screen.brush.digit(), screen.brush.words());
            vec![Piece { text, style: theme.selected(), intent: Some(Intent::NextBrush) }, gap]
        }
        Mode::Break => {
            vec![Piece { text: " BREAK IT ".to_owned(), style: theme.selected(), intent: None }, gap]
        }
        _ => vec![gap],
    };
    with_keys(theme, screen.area.width, label, keys(screen, mode).into_iter(), ("?", "keys", Intent::Help))
}

/// Keys of a mode with a word each, the most important first.
fn keys(screen: &LabScreen, mode: Mode) -> Vec<(&'static str, &'static str, Intent)> {
    match mode {
        Mode::Look => {
            let races = screen.session.lanes().len() > 1;
            let about_races =
                |intent: &Intent| matches!(intent, Intent::Tint | Intent::Next | Intent::Remove);
            let wanted = STRIP.into_iter().filter(|intent| races || !about_races(intent));
            wanted.filter_map(|intent| binding(mode, intent)).map(|b| (b.show, b.brief, b.intent)).collect()
        }
        Mode::List => vec![
            ("Enter", "take", Intent::Confirm),
            ("Esc", "close", Intent::Back),
            ("Down", "next", Intent::Row(1)),
        ],
        Mode::Help => vec![
            ("Down", "more", Intent::Row(10)),
            ("Up", "back", Intent::Row(-10)),
            ("Esc", "close", Intent::Back),
        ],
        Mode::Ask | Mode::Break | Mode::Draw => {
            let own = TABLE.iter().filter(|b| b.modes == [mode] && !b.brief.is_empty());
            let own = own.map(|b| (b.show, b.brief, b.intent));
            let close = (mode != Mode::Draw).then_some(("Esc", "close", Intent::Back));
            own.chain(close).collect()
        }
    }
}
