//! The lab's bottom line: the mode, then clickable keys. Its words come from the key table.

use super::keymap::{LabIntent, LabMode, TABLE, binding};
use super::reading::TEXT_KEYS;
use super::state::LabScreen;
use crate::lab::SetupPart;
use crate::tui::kit::parts::{Part, item_at, line_of, with_keys};
use crate::tui::look::theme::{CHROME, DIM, TEXT};
use ratatui::text::Line;

/// Keys on the line, as far as they fit.
const STRIP: [LabIntent; 16] = [
    LabIntent::Pause,
    LabIntent::Step(1),
    LabIntent::Step(-1),
    LabIntent::Choose(SetupPart::Algorithm),
    LabIntent::Add,
    LabIntent::Maps,
    LabIntent::Draw,
    LabIntent::Break,
    LabIntent::Tint,
    LabIntent::Quit,
    LabIntent::Choose(SetupPart::Heuristic),
    LabIntent::Last,
    LabIntent::Faster,
    LabIntent::ZoomIn,
    LabIntent::Next,
    LabIntent::Remove,
];

/// The line.
pub(super) fn line(screen: &LabScreen) -> Line<'static> {
    line_of(pieces(screen)).style(screen.theme.on(TEXT, CHROME))
}

/// What a click in this column does.
pub(super) fn intent_at(screen: &LabScreen, column: u16) -> Option<LabIntent> {
    item_at(&pieces(screen), usize::from(column))
}

fn pieces(screen: &LabScreen) -> Vec<Part<LabIntent>> {
    let theme = screen.theme;
    let mode = screen.mode();
    let gap = Part::new(" ", theme.text(DIM), None);
    let label = match mode {
        LabMode::Draw => {
            let text = format!(" DRAW {} {} ", screen.brush.digit(), screen.brush.name());
            vec![Part::new(text, theme.selected(), Some(LabIntent::NextBrush)), gap]
        }
        LabMode::Break => {
            vec![Part::new(" BREAK IT ", theme.selected(), None), gap]
        }
        _ => vec![gap],
    };
    with_keys(theme, screen.area.width, label, keys(screen, mode).into_iter(), ("?", "keys", LabIntent::Help))
}

/// A mode's keys with their words, the most important first.
fn keys(screen: &LabScreen, mode: LabMode) -> Vec<(&'static str, &'static str, LabIntent)> {
    match mode {
        LabMode::Look => {
            let races = screen.session.lanes().len() > 1;
            let about_races =
                |intent: &LabIntent| matches!(intent, LabIntent::Tint | LabIntent::Next | LabIntent::Remove);
            let about_pages = [LabIntent::TurnPage(1), LabIntent::Codex];
            let pages = about_pages.into_iter().filter(|_| screen.reader.is_some());
            let wanted = STRIP.into_iter().filter(|intent| races || !about_races(intent));
            let wanted = wanted.clone().take(3).chain(pages).chain(wanted.skip(3));
            wanted.filter_map(|intent| binding(mode, intent)).map(|b| (b.label, b.brief, b.intent)).collect()
        }
        LabMode::Read => {
            let own = TEXT_KEYS.into_iter().filter_map(|intent| binding(mode, intent));
            own.map(|b| (b.label, b.brief, b.intent)).chain([("q", "leave", LabIntent::Quit)]).collect()
        }
        LabMode::List => vec![
            ("Enter", "choose", LabIntent::Confirm),
            ("Esc", "close", LabIntent::Back),
            ("Down", "next", LabIntent::Row(1)),
        ],
        LabMode::Help => vec![
            ("Down", "scroll", LabIntent::Row(10)),
            ("Up", "back", LabIntent::Row(-10)),
            ("Esc", "close", LabIntent::Back),
        ],
        LabMode::Quiz | LabMode::Break | LabMode::Draw => {
            let own = TABLE.iter().filter(|b| b.modes == [mode] && !b.brief.is_empty());
            let own = own.map(|b| (b.label, b.brief, b.intent));
            let close = (mode != LabMode::Draw).then_some(("Esc", "close", LabIntent::Back));
            own.chain(close).collect()
        }
    }
}
