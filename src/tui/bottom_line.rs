//! The bottom line: the mode or one hint, then keys. All of it can be clicked.
//!
//! Its words come from the key table.

use super::edits::stop_glyph;
use super::keymap::{self, Intent, Mode, TABLE};
use super::kit::DIGITS;
use super::kit::parts::{Part, item_at, line_of, with_keys};
use super::state::{Proposal, Screen};
use super::theme::{ACCENT, CHROME, DIM, TEXT};
use ratatui::text::Line;

/// Hints in the order in which they are offered; each disappears once its key has been used.
const HINTS: [(Intent, &str); 8] = [
    (Intent::Next, "select a unit"),
    (Intent::Explain, "explain its path"),
    (Intent::SearchOverlay, "show pathfinding"),
    (Intent::Waypoints, "plan its route"),
    (Intent::Draw, "edit the land"),
    (Intent::Reveal, "reveal the whole land"),
    (Intent::History, "replay history"),
    (Intent::Help, "show all keys"),
];

/// Keys on the bottom line, as far as they fit.
const SHOWN_INTENTS: [Intent; 12] = [
    Intent::Pause,
    Intent::Next,
    Intent::Waypoints,
    Intent::Explain,
    Intent::SearchOverlay,
    Intent::Lenses,
    Intent::Draw,
    Intent::Go,
    Intent::Orders,
    Intent::Reveal,
    Intent::ZoomIn,
    Intent::Quit,
];

/// At most this many waypoint numbers are shown: the last ones.
const NUMBERS_SHOWN_MAX: usize = 6;

/// The line.
pub(super) fn line(screen: &Screen) -> Line<'static> {
    line_of(spans(screen)).style(screen.theme.on(TEXT, CHROME))
}

/// What a click in this column does.
pub(super) fn intent_at(screen: &Screen, column: u16) -> Option<Intent> {
    item_at(&spans(screen), usize::from(column))
}

/// The mode or a hint, then as many keys as fit, and always the help.
fn spans(screen: &Screen) -> Vec<Part<Intent>> {
    let help = (screen.keys.key_for(Intent::Help), "keys", Intent::Help);
    let keys = keys(screen, screen.active_mode()).into_iter();
    with_keys(screen.theme, screen.area.width, label_spans(screen), keys, help)
}

/// A mode's keys with their words, the most important first.
fn keys(screen: &Screen, mode: Mode) -> Vec<(&str, &'static str, Intent)> {
    let key = |intent| screen.keys.key_for_in(mode, intent);
    let word = |b: &'static keymap::Binding| (screen.keys.key_text(b), b.brief, b.intent);
    match mode {
        Mode::Land if screen.awaited_label().is_some() => screen.awaited_digits(),
        Mode::Land => {
            let offered = next_hint(screen).map(|h| h.0);
            let here = [Intent::Rally].into_iter().filter(|_| screen.is_on_settlement);
            let is_open = |i: &Intent| *i != Intent::Reveal || screen.map.can_reveal;
            let rest = here.chain(SHOWN_INTENTS).filter(|i| Some(*i) != offered && is_open(i));
            group_keys(screen).chain(rest.filter_map(|i| keymap::binding(mode, i)).map(word)).collect()
        }
        Mode::Orders | Mode::Lenses | Mode::Export => {
            vec![
                (key(Intent::Confirm), "choose", Intent::Confirm),
                (key(Intent::Back), "close", Intent::Back),
                (key(Intent::Row(1)), "next", Intent::Row(1)),
            ]
        }
        Mode::Help => vec![
            (key(Intent::Row(1)), "more", Intent::Row(10)),
            (key(Intent::Row(-1)), "back", Intent::Row(-10)),
            (key(Intent::Back), "close", Intent::Back),
        ],
        Mode::History => {
            let steps = [
                (key(Intent::Pause), "play", Intent::Pause),
                (key(Intent::Back), "leave", Intent::Back),
                // Arrows always work, whichever letters steer.
                ("Left", "back", Intent::Steer(-1, 0)),
                ("Right", "next", Intent::Steer(1, 0)),
            ];
            let rest = [Intent::First, Intent::Last, Intent::Year];
            let rest = rest.into_iter().filter_map(|intent| keymap::binding(mode, intent));
            steps.into_iter().chain(rest.map(word)).collect()
        }
        Mode::Log => vec![
            (key(Intent::Confirm), "go there", Intent::Confirm),
            (key(Intent::Next), "subject", Intent::Next),
            (key(Intent::Back), "close", Intent::Back),
            (key(Intent::Row(1)), "next", Intent::Row(1)),
        ],
        Mode::Quit => {
            vec![(key(Intent::Confirm), "yes", Intent::Confirm), (key(Intent::Back), "no", Intent::Back)]
        }
        _ => own_rows(screen, mode).into_iter().map(word).collect(),
    }
}

/// The rows of the table that apply only in this mode, or only on pages, and have a word.
fn own_rows(screen: &Screen, mode: Mode) -> Vec<&'static keymap::Binding> {
    let one_life = |b: &keymap::Binding| {
        mode == Mode::Possession && b.intent == Intent::Back && screen.possession.has_one_life
    };
    let own = |b: &&keymap::Binding| {
        (b.modes == [mode] || b.modes == keymap::PAGES && b.modes.contains(&mode))
            && !b.brief.is_empty()
            && !one_life(b)
    };
    let mut rows: Vec<_> = TABLE.iter().filter(own).collect();
    // The way out has room in the narrowest window, too, even beside the long badge of a brush.
    let place = usize::from(mode != Mode::Draw);
    if let Some(way_out) = rows.iter().position(|b| b.intent == Intent::Back).filter(|at| *at > place) {
        rows[place..=way_out].rotate_right(1);
    }
    if mode == Mode::Waypoints && screen.draft.stops.is_empty() && screen.selection.stop_count > 0 {
        // With an empty draft the mode edits the existing stops.
        rows.sort_by_key(|b| !matches!(b.intent, Intent::Pick(_) | Intent::RemoveStop | Intent::MoveStop));
    }
    rows
}

/// The groups that are set.
fn group_keys(screen: &Screen) -> impl Iterator<Item = (&str, &'static str, Intent)> {
    let offered = |group: &usize| !screen.selection.groups[*group].is_empty();
    (1..10).filter(offered).map(|group| (DIGITS[group], "", Intent::Digit(group as u8)))
}

fn next_hint(screen: &Screen) -> Option<(Intent, &'static str)> {
    let is_open = |intent| intent != Intent::Reveal || screen.map.can_reveal;
    let mut open = HINTS.into_iter().filter(|(intent, _)| screen.hints && is_open(*intent));
    open.find(|(intent, _)| !screen.used_intents.contains(intent))
}

/// The first spans: the mode, or the hint on the land.
fn label_spans(screen: &Screen) -> Vec<Part<Intent>> {
    let theme = screen.theme;
    let badge = |text: String, intent| Part::new(text, theme.selected(), intent);
    let gap = || Part::new(" ", theme.text(DIM), None);
    match screen.active_mode() {
        Mode::Land if let Some(word) = screen.awaited_label() => vec![badge(word.to_owned(), None), gap()],
        Mode::Land => {
            let hint = next_hint(screen)
                .and_then(|(intent, words)| Some((keymap::binding(Mode::Land, intent)?, words)));
            let Some((binding, words)) = hint else { return vec![gap()] };
            let intent = Some(binding.intent);
            let words = Part::new(format!(" {words}   "), theme.bold(ACCENT), intent);
            vec![badge(format!(" {} ", screen.keys.key_text(binding)), intent), words]
        }
        Mode::Go => {
            vec![badge(format!(" {} ", proposal_word(screen.draft.proposal)), Some(Intent::Confirm)), gap()]
        }
        Mode::Waypoints => vec![badge(draft_label(screen), None), gap()],
        Mode::RouteQuery => {
            let kind = screen.explaining.query.map_or("", |between| between.kind.row().name);
            vec![badge(format!(" WHY {kind} "), Some(Intent::NextKind)), gap()]
        }
        Mode::Draw => {
            let (tool, dot) = (screen.editing.tool, screen.theme.pick_glyph('·', '-'));
            let price = tool.price(screen.editing.is_free);
            let held = format!(" DRAW {} {} {dot} {price} ", tool.key(), tool.name());
            vec![badge(held, Some(Intent::NextTool)), gap()]
        }
        Mode::History => vec![badge(" HISTORY ".to_owned(), Some(Intent::Pause)), gap()],
        Mode::Possession => vec![badge(" PLAYING ".to_owned(), None), gap()],
        Mode::Destination => vec![badge(" WHERE TO? ".to_owned(), Some(Intent::Confirm)), gap()],
        Mode::LifeOver => vec![badge(" THE END ".to_owned(), None), gap()],
        Mode::Quit => vec![badge(" Save and quit? ".to_owned(), None), gap()],
        _ => vec![gap()],
    }
}

/// The proposal, in a word or two.
fn proposal_word(purpose: Proposal) -> &'static str {
    match purpose {
        Proposal::Travel => "GO",
        Proposal::Append => "THEN GO",
        Proposal::Insert => "INSERT",
        Proposal::Settle => "SETTLE",
        Proposal::Patrol => "PATROL",
        Proposal::Connect => "ROAD",
        Proposal::Targeted(aim) => aim.label(),
    }
}

/// What the waypoints are for, and the numbers of the last ones.
fn draft_label(screen: &Screen) -> String {
    let first = screen.draft.stops.len().saturating_sub(NUMBERS_SHOWN_MAX);
    let numbers: String =
        (first..screen.draft.stops.len()).flat_map(|place| [stop_glyph(place), ' ']).collect();
    let word = if screen.draft.rallying.is_some() { "RALLY" } else { "WAYPOINTS" };
    format!(" {word} {numbers}_ ")
}
