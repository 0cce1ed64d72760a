//! The bottom line: the mode or one hint, then keys. All of it can be clicked.
//!
//! Its words come from the key table.

use crate::tui::input::keymap::{self, KeyIntent, Mode, TABLE};
use crate::tui::kit::DIGITS;
use crate::tui::kit::parts::{Part, item_at, line_of, with_keys};
use crate::tui::look::theme::{ACCENT, CHROME, DIM, TEXT};
use crate::tui::modes::edits::stop_glyph;
use crate::tui::state::{LandRole, Proposal, Screen};
use ratatui::crossterm::event::KeyCode;
use ratatui::text::Line;

/// Hints in the order in which they are offered; each disappears once its key has been used, or it was skipped. One that
/// was shown stays until then, but does not come again.
const HINTS: [(KeyIntent, &str); 10] = [
    (KeyIntent::SearchOverlay, "see them think"),
    (KeyIntent::Next, "select a unit"),
    (KeyIntent::Go, "send it here"),
    (KeyIntent::Explain, "explain its path"),
    (KeyIntent::Ledger, "fund a work that pays"),
    (KeyIntent::Waypoints, "plan its route"),
    (KeyIntent::Draw, "edit the land"),
    (KeyIntent::Reveal, "reveal the whole land"),
    (KeyIntent::History, "replay history"),
    (KeyIntent::Help, "show all keys"),
];

/// Keys on the bottom line, as far as they fit.
const SHOWN_INTENTS: [KeyIntent; 13] = [
    KeyIntent::Pause,
    KeyIntent::Next,
    KeyIntent::Waypoints,
    KeyIntent::Explain,
    KeyIntent::Card,
    KeyIntent::SearchOverlay,
    KeyIntent::Lenses,
    KeyIntent::Draw,
    KeyIntent::Go,
    KeyIntent::Orders,
    KeyIntent::Reveal,
    KeyIntent::ZoomIn,
    KeyIntent::Quit,
];

/// At most this many waypoint numbers are shown: the last ones.
const NUMBERS_SHOWN_MAX: usize = 6;

/// The line.
pub(crate) fn line(screen: &Screen) -> Line<'static> {
    line_of(spans(screen)).style(screen.theme.on(TEXT, CHROME))
}

/// What a click in this column does.
pub(crate) fn intent_at(screen: &Screen, column: u16) -> Option<KeyIntent> {
    item_at(&spans(screen), usize::from(column))
}

/// The mode or a hint, then as many keys as fit, and always the help.
fn spans(screen: &Screen) -> Vec<Part<KeyIntent>> {
    let help = (screen.keys.key_for(KeyIntent::Help), "keys", KeyIntent::Help);
    let keys = keys(screen, screen.active_mode()).into_iter();
    with_keys(screen.theme, screen.area.width, label_spans(screen), keys, help)
}

/// A mode's keys with their words, the most important first.
fn keys(screen: &Screen, mode: Mode) -> Vec<(&str, &'static str, KeyIntent)> {
    let key = |intent| screen.keys.key_for_in(mode, intent);
    let item = |intent, word| (key(intent), word, intent);
    let word = |b| (screen.keys.key_text(shown_row(mode, b)), brief(screen, b), b.intent);
    match mode {
        Mode::Land if screen.bookmarks.awaited_label(&screen.selection).is_some() => {
            screen.bookmarks.awaited_digits(&screen.selection)
        }
        Mode::Land if screen.played.role == LandRole::Showcase => {
            vec![item(KeyIntent::Back, "a land of your own")]
        }
        Mode::Land => {
            let offered = next_hint(screen).map(|h| h.0);
            let skip = offered.map(|_| KeyIntent::SkipHint).into_iter();
            let here = skip.chain([KeyIntent::Rally].into_iter().filter(|_| screen.is_on_settlement));
            let is_open = |i: &KeyIntent| match i {
                KeyIntent::Reveal => screen.map.can_reveal,
                KeyIntent::Card => !screen.layout().strip.is_empty(),
                _ => true,
            };
            let rest = here.chain(SHOWN_INTENTS).filter(|i| Some(*i) != offered && is_open(i));
            group_keys(screen).chain(rest.filter_map(|i| keymap::binding(mode, i)).map(word)).collect()
        }
        Mode::Orders | Mode::Lenses | Mode::Export | Mode::Levels => {
            vec![
                item(KeyIntent::Confirm, "choose"),
                item(KeyIntent::Back, "close"),
                item(KeyIntent::Row(1), "next"),
            ]
        }
        Mode::Help | Mode::Card => vec![
            (key(KeyIntent::Row(1)), "scroll", KeyIntent::Row(10)),
            (key(KeyIntent::Row(-1)), "back", KeyIntent::Row(-10)),
            (keymap::binding(mode, KeyIntent::Back).map_or("", |b| word(b).0), "close", KeyIntent::Back),
        ],
        Mode::History => {
            let steps = [
                item(KeyIntent::Pause, if screen.history_replay.is_playing() { "pause" } else { "play" }),
                item(KeyIntent::Back, "leave"),
                // Arrows always work, whichever letters steer.
                ("Left", "back", KeyIntent::Steer(-1, 0)),
                ("Right", "next", KeyIntent::Steer(1, 0)),
            ];
            let rest = [KeyIntent::First, KeyIntent::Last, KeyIntent::Year];
            let rest = rest.into_iter().filter_map(|intent| keymap::binding(mode, intent));
            steps.into_iter().chain(rest.map(word)).collect()
        }
        Mode::Choosing | Mode::Pack => {
            vec![item(KeyIntent::Confirm, "choose"), item(KeyIntent::Back, "close")]
        }
        Mode::Log => vec![
            item(KeyIntent::Confirm, "go there"),
            item(KeyIntent::Town, "why"),
            item(KeyIntent::Next, "subject"),
            item(KeyIntent::Back, "close"),
            item(KeyIntent::Row(1), "next"),
        ],
        Mode::WhatIf => vec![
            item(KeyIntent::Confirm, "keep"),
            item(KeyIntent::OtherLand, "with, without"),
            item(KeyIntent::Next, "lens"),
            item(KeyIntent::Back, "close"),
        ],
        Mode::Watch if screen.map.director.headline().is_some() => headline_keys(screen).to_vec(),
        Mode::Race => race_keys(screen),
        Mode::Quit => {
            vec![item(KeyIntent::Confirm, "yes"), item(KeyIntent::Back, "no")]
        }
        _ => own_rows(screen, mode).into_iter().map(word).collect(),
    }
}

/// The word for what a key does now.
fn brief(screen: &Screen, binding: &keymap::Binding) -> &'static str {
    match binding.intent {
        KeyIntent::Pause if screen.time_pace.paused => "resume",
        _ => binding.brief,
    }
}

/// The row whose key is shown for one: of the way out `Esc`, where that leaves the mode, too.
fn shown_row(mode: Mode, row: &'static keymap::Binding) -> &'static keymap::Binding {
    let escapes = |b: &&keymap::Binding| {
        b.intent == KeyIntent::Back && b.modes.contains(&mode) && b.keys.contains(&KeyCode::Esc)
    };
    TABLE.iter().find(escapes).filter(|_| row.intent == KeyIntent::Back).unwrap_or(row)
}

/// The keys of a race: of its list of bets, or of its run.
fn race_keys(screen: &Screen) -> Vec<(&str, &'static str, KeyIntent)> {
    let key = |intent| screen.keys.key_for_in(Mode::Race, intent);
    let does = screen.race.as_ref().and_then(|race| race.confirm_word());
    let next = (key(KeyIntent::Row(1)), "next", KeyIntent::Row(1));
    let leave = (key(KeyIntent::Back), "leave", KeyIntent::Back);
    let confirm = (key(KeyIntent::Confirm), does.unwrap_or("bet"), KeyIntent::Confirm);
    [confirm, leave].into_iter().chain(does.is_none().then_some(next)).collect()
}

/// The keys while the camera is at what was told, which has causes, and a page that tells them.
fn headline_keys(screen: &Screen) -> [(&str, &'static str, KeyIntent); 3] {
    let key = |intent| screen.keys.key_for_in(Mode::Watch, intent);
    let stay = (key(KeyIntent::Back), "stay here", KeyIntent::Back);
    let later = (key(KeyIntent::NextStory), "later", KeyIntent::NextStory);
    [stay, later, (screen.keys.key_for(KeyIntent::Town), "why", KeyIntent::Town)]
}

/// The rows of the table that apply only in this mode, or only on pages, and have a word.
fn own_rows(screen: &Screen, mode: Mode) -> Vec<&'static keymap::Binding> {
    let one_life = |b: &keymap::Binding| {
        mode == Mode::Possession && b.intent == KeyIntent::Back && screen.possession.has_one_life
    };
    let unasked = |b: &keymap::Binding| {
        matches!(b.intent, KeyIntent::Accept | KeyIntent::Refuse) && !screen.played.has_charter
    };
    let own = |b: &&keymap::Binding| {
        (b.modes == [mode] || b.modes == keymap::PAGES && b.modes.contains(&mode))
            && !b.brief.is_empty()
            && !one_life(b)
            && !unasked(b)
    };
    let mut rows: Vec<_> = TABLE.iter().filter(own).collect();
    // The way out has room in the narrowest window, too, even beside the long badge of a brush.
    let place = usize::from(mode != Mode::Draw);
    if let Some(way_out) = rows.iter().position(|b| b.intent == KeyIntent::Back).filter(|at| *at > place) {
        rows[place..=way_out].rotate_right(1);
    }
    if mode == Mode::Possession && screen.possession.has_one_life && screen.is_on_settlement {
        // The pack is where a wanderer buys, and must have room in the narrowest window.
        rows.sort_by_key(|b| b.intent != KeyIntent::Pack);
    }
    if mode == Mode::Waypoints && screen.draft.stops.is_empty() && !screen.selection.stops.is_empty() {
        // With an empty draft the mode edits the existing stops.
        rows.sort_by_key(|b| {
            !matches!(b.intent, KeyIntent::Pick(_) | KeyIntent::RemoveStop | KeyIntent::MoveStop)
        });
    }
    rows
}

/// The groups that are set.
fn group_keys(screen: &Screen) -> impl Iterator<Item = (&str, &'static str, KeyIntent)> {
    let offered = |group: &usize| !screen.selection.groups[*group].is_empty();
    (1..10).filter(offered).map(|group| (DIGITS[group], "", KeyIntent::Digit(group as u8)))
}

impl Screen {
    /// Notes which hint is on the screen, and whether it has been there long enough.
    pub(crate) fn note_hint(&mut self) {
        let is_open =
            self.active_mode() == Mode::Land && self.bookmarks.awaited_label(&self.selection).is_none();
        if let Some((intent, _)) = next_hint(self).filter(|_| is_open) {
            self.hints.note_shown(intent, self.clock.now_ms);
        }
    }
}

/// The hint that is on the screen, or is to come next, with its words.
pub(in crate::tui) fn next_hint(screen: &Screen) -> Option<(KeyIntent, &'static str)> {
    let is_open = |intent| match intent {
        KeyIntent::Reveal => screen.map.can_reveal,
        KeyIntent::Ledger => screen.played.has_offer,
        KeyIntent::Go | KeyIntent::Explain | KeyIntent::Waypoints => !screen.selection.units.is_empty(),
        KeyIntent::Draw | KeyIntent::History => !screen.goals.is_in_level(),
        _ => true,
    };
    // They are about a land that one plays, not about the years between two lives.
    let mut open = HINTS.into_iter().filter(|(intent, _)| is_open(*intent));
    open.find(|(intent, _)| !screen.possession.has_one_life && screen.hints.is_open(*intent))
}

/// The first spans: the mode, or the hint on the land.
fn label_spans(screen: &Screen) -> Vec<Part<KeyIntent>> {
    let theme = screen.theme;
    let badge = |text: String, intent| Part::new(text, theme.selected(), intent);
    let gap = Part::new(" ", theme.text(DIM), None);
    let (text, intent) = match screen.active_mode() {
        Mode::Land if let Some(word) = screen.bookmarks.awaited_label(&screen.selection) => {
            (word.to_owned(), None)
        }
        Mode::Land => {
            let hint = next_hint(screen)
                .and_then(|(intent, words)| Some((keymap::binding(Mode::Land, intent)?, words)));
            let Some((binding, words)) = hint else { return vec![gap] };
            let intent = Some(binding.intent);
            let words = Part::new(format!(" {words}   "), theme.bold(ACCENT), intent);
            return vec![badge(format!(" {} ", screen.keys.key_text(binding)), intent), words];
        }
        Mode::Go => (format!(" {} ", proposal_word(screen.draft.proposal)), Some(KeyIntent::Confirm)),
        Mode::Waypoints => (draft_label(screen), None),
        Mode::RouteQuery => {
            let kind = screen.explaining.query.map_or("", |between| between.kind.row().name);
            (format!(" WHY {kind} "), Some(KeyIntent::NextKind))
        }
        Mode::Draw => {
            let (tool, dot) = (screen.editing.tool, screen.theme.pick_glyph('·', '-'));
            let price = tool.price(screen.editing.is_free);
            (format!(" DRAW {} {} {dot} {price} ", tool.key(), tool.name()), Some(KeyIntent::NextTool))
        }
        Mode::History => (" HISTORY ".to_owned(), Some(KeyIntent::Pause)),
        Mode::Possession => (" PLAYING ".to_owned(), None),
        Mode::Destination => (" WHERE TO? ".to_owned(), Some(KeyIntent::Confirm)),
        Mode::LifeOver | Mode::LevelOver => (" THE END ".to_owned(), None),
        Mode::Race => (" RACE ".to_owned(), None),
        Mode::Quit => (" Save and quit? ".to_owned(), None),
        _ => return vec![gap],
    };
    vec![badge(text, intent), gap]
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
