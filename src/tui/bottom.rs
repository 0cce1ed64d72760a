//! The bottom line: the mode, one hint, and keys, each of which can also be clicked.
//!
//! Its words come from the table of keys.

use super::edits::number;
use super::keymap::{self, Intent, Mode, TABLE};
use super::panel::DIGITS;
use super::state::{Purpose, Screen};
use super::theme::{ACCENT, CHROME, DIM, KEY, TEXT};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

/// Hints, in the order in which they are offered; each vanishes once its key was used.
const HINTS: [(Intent, &str); 8] = [
    (Intent::Next, "pick a traveller"),
    (Intent::Explain, "ask why it goes that way"),
    (Intent::Think, "see them think"),
    (Intent::Waypoints, "give it a way of your own"),
    (Intent::Draw, "bend the land and see who thinks again"),
    (Intent::Knowledge, "see what your people do not know"),
    (Intent::History, "see how it came to be"),
    (Intent::Help, "see all keys"),
];

/// Keys on the bottom line, as room allows.
const STRIP: [Intent; 12] = [
    Intent::Pause,
    Intent::Next,
    Intent::Waypoints,
    Intent::Explain,
    Intent::Think,
    Intent::Lenses,
    Intent::Draw,
    Intent::Go,
    Intent::Orders,
    Intent::Knowledge,
    Intent::ZoomIn,
    Intent::Quit,
];

/// Numbers of places that are shown, at most: the last ones.
const NUMBERS: usize = 6;

/// A stretch of the line.
struct Piece {
    text: String,
    style: Style,
    /// What a click on it means.
    intent: Option<Intent>,
}

/// The line.
pub fn line(screen: &Screen) -> Line<'static> {
    let spans: Vec<Span> = pieces(screen).into_iter().map(|p| Span::styled(p.text, p.style)).collect();
    Line::from(spans).style(screen.theme.on(TEXT, CHROME))
}

/// What a click in this column of it means.
pub fn intent_at(screen: &Screen, column: u16) -> Option<Intent> {
    let mut end = 0;
    pieces(screen)
        .into_iter()
        .find(|piece| {
            end += piece.text.width();
            usize::from(column) < end
        })?
        .intent
}

/// The mode or a hint, then as many keys as there is room for, and always the help.
fn pieces(screen: &Screen) -> Vec<Piece> {
    let theme = screen.theme;
    let mode = screen.keys_of();
    let mut pieces = label(screen);
    let used: usize = pieces.iter().map(|p| p.text.width()).sum();
    let mut room = usize::from(screen.area.width).saturating_sub(used + 8);
    let help = (screen.keys.word(Intent::Help), "keys", Intent::Help);
    for (key, word, intent) in keys(screen, mode).into_iter().chain([help]) {
        let needed = key.width() + word.width() + 3;
        if intent != Intent::Help && needed > room {
            continue;
        }
        room = room.saturating_sub(needed);
        let intent = Some(intent);
        pieces.push(Piece { text: key.to_owned(), style: theme.bold(KEY), intent });
        pieces.push(Piece { text: format!(" {word} "), style: theme.text(DIM), intent });
        pieces.push(Piece { text: " ".to_owned(), style: theme.text(DIM), intent: None });
    }
    pieces
}

/// Keys of a mode with a word each, the most important first.
fn keys(screen: &Screen, mode: Mode) -> Vec<(&str, &'static str, Intent)> {
    let key = |intent| screen.keys.word(intent);
    let word = |b: &'static keymap::Binding| (screen.keys.show(b), b.brief, b.intent);
    match mode {
        Mode::Land if screen.awaited_word().is_some() => screen.awaited_digits(),
        Mode::Land => {
            let offered = next_hint(screen).map(|h| h.0);
            let here = [Intent::Rally].into_iter().filter(|_| screen.on_town);
            let rest = here.chain(STRIP).filter(|i| Some(*i) != offered);
            groups(screen).chain(rest.filter_map(|i| keymap::binding(mode, i)).map(word)).collect()
        }
        Mode::Orders | Mode::Lenses | Mode::Keepsakes => {
            vec![
                (key(Intent::Confirm), "take", Intent::Confirm),
                (key(Intent::Back), "close", Intent::Back),
                ("Down", "next", Intent::Row(1)),
            ]
        }
        Mode::Help => vec![
            ("Down", "more", Intent::Row(10)),
            ("Up", "back", Intent::Row(-10)),
            (key(Intent::Back), "close", Intent::Back),
        ],
        Mode::History => {
            let steps = [
                (key(Intent::Pause), "play", Intent::Pause),
                (key(Intent::Back), "leave", Intent::Back),
                ("h", "back", Intent::Steer(-1, 0)),
                ("l", "on", Intent::Steer(1, 0)),
            ];
            let rest = [Intent::First, Intent::Last, Intent::Year];
            let rest = rest.into_iter().filter_map(|intent| keymap::binding(mode, intent));
            steps.into_iter().chain(rest.map(word)).collect()
        }
        Mode::Log => vec![
            (key(Intent::Confirm), "go there", Intent::Confirm),
            ("Tab", "subject", Intent::Next),
            (key(Intent::Back), "close", Intent::Back),
            ("Down", "next", Intent::Row(1)),
        ],
        Mode::Quit => {
            vec![(key(Intent::Confirm), "yes", Intent::Confirm), (key(Intent::Back), "no", Intent::Back)]
        }
        _ => {
            let own = |b: &&keymap::Binding| b.modes == [mode] && !b.brief.is_empty();
            let mut rows: Vec<&keymap::Binding> = TABLE.iter().filter(own).collect();
            if mode == Mode::Waypoints && screen.draft.is_empty() && screen.stops > 0 {
                // Without new places it is about the stops there are.
                rows.sort_by_key(|b| {
                    !matches!(b.intent, Intent::Pick(_) | Intent::RemoveStop | Intent::MoveStop)
                });
            }
            rows.into_iter().map(word).collect()
        }
    }
}

/// The groups there are.
fn groups(screen: &Screen) -> impl Iterator<Item = (&str, &'static str, Intent)> {
    let offered = |group: &usize| !screen.groups[*group].is_empty();
    (1..10).filter(offered).map(|group| (DIGITS[group], "", Intent::Digit(group as u8)))
}

fn next_hint(screen: &Screen) -> Option<(Intent, &'static str)> {
    HINTS.into_iter().find(|(intent, _)| screen.hints && !screen.used.contains(intent))
}

/// What stands first: the mode, or on the land the hint.
fn label(screen: &Screen) -> Vec<Piece> {
    let theme = screen.theme;
    let badge = |text: String, intent| Piece { text, style: theme.selected(), intent };
    let gap = || Piece { text: " ".to_owned(), style: theme.text(DIM), intent: None };
    match screen.keys_of() {
        Mode::Land if let Some(word) = screen.awaited_word() => vec![badge(word.to_owned(), None), gap()],
        Mode::Land => {
            let hint = next_hint(screen)
                .and_then(|(intent, words)| Some((keymap::binding(Mode::Land, intent)?, words)));
            let Some((binding, words)) = hint else { return vec![gap()] };
            let intent = Some(binding.intent);
            let words = Piece { text: format!(" {words}   "), style: theme.bold(ACCENT), intent };
            vec![badge(format!(" {} ", screen.keys.show(binding)), intent), words]
        }
        Mode::Go => {
            let word = match screen.purpose {
                Purpose::Travel => " GO ",
                Purpose::Append => " THEN GO ",
                Purpose::Insert => " INSERT ",
                Purpose::Settle => " SETTLE ",
                Purpose::Patrol => " PATROL ",
                Purpose::Connect => " ROAD ",
            };
            vec![badge(word.to_owned(), Some(Intent::Confirm)), gap()]
        }
        Mode::Waypoints => {
            let first = screen.draft.len().saturating_sub(NUMBERS);
            let mut numbers: Vec<String> =
                (first..screen.draft.len()).map(|place| number(place).to_string()).collect();
            numbers.push("_".to_owned());
            let word = if screen.rallying.is_some() { "RALLY" } else { "WAYPOINTS" };
            vec![badge(format!(" {word} {} ", numbers.join(" ")), None), gap()]
        }
        Mode::Ask => {
            let kind = screen.between.map_or("", |between| between.kind.row().name);
            vec![badge(format!(" WHY {kind} "), Some(Intent::NextKind)), gap()]
        }
        Mode::Draw => {
            let (tool, dot) = (screen.tool, screen.theme.glyph('·', '-'));
            let price = tool.price(screen.free_build);
            let held = format!(" DRAW {} {} {dot} {price} ", tool.key(), tool.name());
            vec![badge(held, Some(Intent::NextTool)), gap()]
        }
        Mode::History => vec![badge(" HISTORY ".to_owned(), Some(Intent::Pause)), gap()],
        Mode::Quit => vec![badge(" Save and quit? ".to_owned(), None), gap()],
        _ => vec![gap()],
    }
}
