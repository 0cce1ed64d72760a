//! What the help says on the land: its topics, what the mouse does, the lenses, and the signs of the map.

use super::help::HelpHost;
use crate::scene::{Good, LENSES, TownKind};
use crate::tui::input::keymap::{Binding, KeyIntent, Mode, TABLE, Topic};
use crate::tui::look::theme::{Theme, site_glyph, town_glyph};
use crate::tui::map::figures::CARAVAN;
use crate::tui::state::Screen;

impl HelpHost for Screen {
    const TABLE: &'static [Binding] = TABLE;
    const HELP: (Mode, KeyIntent) = (Mode::Help, KeyIntent::Help);

    /// The topic of the present mode comes first.
    fn topics(&self) -> Vec<Topic> {
        let own = own_topic(self);
        own.into_iter().chain(Topic::ALL.into_iter().filter(|topic| Some(*topic) != own)).collect()
    }

    fn signs(&self) -> Vec<(String, &'static str)> {
        signs(self.theme)
    }

    fn mode_of_keys(&self) -> Mode {
        self.active_mode()
    }

    fn mode_name(mode: Mode) -> &'static str {
        mode.name()
    }

    fn key_name(&self, binding: &'static Binding) -> &str {
        self.keys.key_text(binding)
    }

    fn down_key(&self) -> String {
        self.keys.key_for_in(Mode::Help, KeyIntent::Row(1)).to_owned()
    }

    /// With the key that opens its mode.
    fn heading(&self, topic: Topic) -> String {
        let key = topic.opened_by().map(|intent| self.keys.key_for(intent));
        key.map_or_else(|| topic.heading().to_owned(), |key| format!("{} ({key})", topic.heading()))
    }

    fn extra_rows(&self, topic: Topic) -> [Vec<(&'static str, String)>; 2] {
        let letters = self.keys.steering_text();
        match topic {
            Topic::View => [
                vec![
                    ("arrows", format!("move the cursor (also {letters})")),
                    ("Shift+them", "move 8 cells at a time (also capitals)".to_owned()),
                    ("hover", "show what is under the pointer".to_owned()),
                    ("click", "select a unit or propose a path (again: go)".to_owned()),
                    ("drag", "select all units in a box".to_owned()),
                    ("wheel", "zoom".to_owned()),
                    ("right drag", "move the map (or click its edge)".to_owned()),
                    ("", "key hints and log lines can be clicked".to_owned()),
                ],
                LENSES.iter().map(|lens| ("", format!("{}: {}", lens.name, lens.sentence()))).collect(),
            ],
            Topic::Program => [vec![("Ctrl+Z", "suspend to the shell".to_owned())], Vec::new()],
            _ => [Vec::new(), Vec::new()],
        }
    }
}

/// Signs of the map with what they stand for.
fn signs(theme: Theme) -> Vec<(String, &'static str)> {
    let town = |kind, is_own| {
        let (unicode, ascii) = town_glyph(kind, is_own);
        theme.pick_glyph(unicode, ascii).to_string()
    };
    let site = |good: &Good| {
        let (unicode, ascii) = site_glyph(good.name());
        theme.pick_glyph(unicode, ascii)
    };
    let mut sites: Vec<char> = Good::ALL.iter().map(site).collect();
    sites.dedup();
    let spaced = |signs: Vec<char>| signs.iter().map(char::to_string).collect::<Vec<_>>().join(" ");
    let small = [TownKind::Hamlet, TownKind::Village, TownKind::Inn];
    let mut small = small.map(|kind| town(kind, true)).to_vec();
    small.dedup();
    vec![
        (small.join(" "), "your hamlet, village or inn"),
        (town(TownKind::Town, true), "your town or city"),
        (town(TownKind::Village, false), "another people's settlement"),
        (town(TownKind::Ruin, true), "a ruin"),
        (spaced(sites), "a resource that no settlement works"),
        (theme.pick_glyph('▴', 'c').to_string(), "a camp of travellers; from afar a height"),
        ("p s".to_owned(), "your units; underlined: another people's"),
        ("P S".to_owned(), "foes: capital letters"),
        ("3".to_owned(), "so many units"),
        (theme.pick_glyph(CARAVAN.0, CARAVAN.1).to_string(), "from afar: goods under way"),
        ("!".to_owned(), "from afar: a place that is feared"),
        ("G M i".to_owned(), "close up: gate, market and inn of a settlement"),
    ]
}

/// The topic of the present mode, whose keys come first.
fn own_topic(screen: &Screen) -> Option<Topic> {
    match screen.mode {
        _ if screen.possession.has_one_life => Some(Topic::Possession),
        Mode::Possession | Mode::Destination => Some(Topic::Possession),
        Mode::Waypoints => Some(Topic::Waypoints),
        Mode::Draw => Some(Topic::Editing),
        Mode::History => Some(Topic::History),
        _ => None,
    }
}
