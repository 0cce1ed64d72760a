//! The player's key bindings: the key table with the settings' changes.
//!
//! The table is in `keymap`; `app` reads the settings file.

use super::keymap::{Binding, KeyIntent, Mode, STEERING, STRIDE_PIXELS, TABLE};
use crate::text::{Printable, is_visible};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use std::collections::BTreeMap;

/// Names of the eight steering letters in the settings, in the order of [`STEERING`].
const STEERING_NAMES: [&str; 8] =
    ["left", "down", "up", "right", "up-left", "up-right", "down-left", "down-right"];

/// Keys with a name instead of a letter.
const NAMED_KEYS: [(&str, KeyCode); 16] = [
    ("Space", KeyCode::Char(' ')),
    ("Tab", KeyCode::Tab),
    ("Shift+Tab", KeyCode::BackTab),
    ("Enter", KeyCode::Enter),
    ("Esc", KeyCode::Esc),
    ("Backspace", KeyCode::Backspace),
    ("Home", KeyCode::Home),
    ("End", KeyCode::End),
    ("PgUp", KeyCode::PageUp),
    ("PgDn", KeyCode::PageDown),
    ("Insert", KeyCode::Insert),
    ("Delete", KeyCode::Delete),
    ("Up", KeyCode::Up),
    ("Down", KeyCode::Down),
    ("Left", KeyCode::Left),
    ("Right", KeyCode::Right),
];

/// A table row's replacement keys.
#[derive(Clone, PartialEq, Eq, Debug)]
struct CustomKeys {
    keys: Vec<KeyCode>,
    /// The first of them as text, and what is to be typed after it.
    show: String,
}

/// The key bindings of a screen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Keys {
    /// Replacements by index of the table row.
    custom: BTreeMap<usize, CustomKeys>,
    /// The steering letters, in the order of [`STEERING`].
    steering_letters: [char; 8],
}

impl Default for Keys {
    fn default() -> Self {
        Keys { custom: BTreeMap::new(), steering_letters: STEERING.map(|row| row.0) }
    }
}

impl Keys {
    /// The intent of a key in a mode.
    pub fn intent(&self, mode: Mode, key: &KeyEvent) -> Option<KeyIntent> {
        let held = key.modifiers;
        if held.contains(KeyModifiers::CONTROL) {
            return match key.code {
                KeyCode::Char('c' | 'C') => Some(KeyIntent::Interrupt),
                KeyCode::Char('z' | 'Z') => Some(KeyIntent::Suspend),
                _ => None,
            };
        }
        if held.contains(KeyModifiers::ALT) {
            return None;
        }
        let bound = self.rows().find(|(row, keys)| row.modes.contains(&mode) && keys.contains(&key.code));
        if let Some((row, _)) = bound {
            return Some(match (row.intent, key.code) {
                (KeyIntent::Digit(_), KeyCode::Char(digit)) => KeyIntent::Digit(digit.to_digit(10)? as u8),
                (intent, _) => intent,
            });
        }
        match key.code {
            code if mode.moves_cursor() => {
                let (dx, dy) = self.steering(code, held.contains(KeyModifiers::SHIFT))?;
                Some(KeyIntent::Steer(dx, dy))
            }
            KeyCode::Char(letter) if mode.takes_text() && is_visible(letter) => Some(KeyIntent::Type(letter)),
            _ => None,
        }
    }

    /// The columns and rows that a steering key moves.
    pub fn steering(&self, code: KeyCode, shift: bool) -> Option<(i32, i32)> {
        STEERING.iter().zip(self.steering_letters).find_map(|(&(_, arrow, dx, dy), letter)| {
            let far = (dx * STRIDE_PIXELS, dy * STRIDE_PIXELS);
            match code {
                KeyCode::Char(c) if c == letter => Some((dx, dy)),
                KeyCode::Char(c) if letter.to_uppercase().eq([c]) => Some(far),
                _ if arrow == Some(code) => Some(if shift { far } else { (dx, dy) }),
                _ => None,
            }
        })
    }

    /// The rows of the table with their current keys.
    fn rows(&self) -> impl Iterator<Item = (&'static Binding, &[KeyCode])> {
        TABLE.iter().enumerate().map(|(i, row)| (row, self.custom.get(&i).map_or(row.keys, |own| &own.keys)))
    }

    /// A row's key as text.
    pub fn key_text(&self, row: &'static Binding) -> &str {
        let index = TABLE.iter().position(|other| other == row);
        index.and_then(|i| self.custom.get(&i)).map_or(row.label, |own| own.show.as_str())
    }

    /// The key of an intent as text, in the first mode that has it.
    pub fn key_for(&self, intent: KeyIntent) -> &str {
        TABLE.iter().find(|row| row.intent == intent).map_or("", |row| self.key_without_argument(row))
    }

    /// The key of an intent as text in a mode: a list may have kept its own.
    pub fn key_for_in(&self, mode: Mode, intent: KeyIntent) -> &str {
        let row = TABLE.iter().find(|row| row.intent == intent && row.modes.contains(&mode));
        row.map_or("", |row| self.key_without_argument(row))
    }

    /// A row's key as text, without what is to be typed after it.
    fn key_without_argument(&self, row: &'static Binding) -> &str {
        let show = self.key_text(row);
        show.split_once(' ').map_or(show, |(key, _)| key)
    }

    /// The steering letters for the help, straight ones first.
    pub fn steering_text(&self) -> String {
        let [straight, corners] = [&self.steering_letters[..4], &self.steering_letters[4..]]
            .map(|letters| letters.iter().map(char::to_string).collect::<Vec<_>>().join(" "));
        format!("{straight}, diagonally {corners}")
    }

    /// Binds a setting's name to other keys. Afterwards [`Keys::find_clash`] tells whether the bindings are consistent.
    ///
    /// # Errors
    /// The reason, as text.
    pub fn rebind(&mut self, name: &str, keys: &[KeyCode]) -> Result<(), String> {
        if let Some(at) = STEERING_NAMES.iter().position(|other| *other == name) {
            let [KeyCode::Char(letter)] = *keys else {
                return Err(format!("{name} steers: it needs one letter (arrows always steer)"));
            };
            if !letter.is_lowercase() || letter.to_uppercase().count() != 1 {
                return Err(format!(
                    "{name} steers: it needs a lower-case letter (its capital moves farther)"
                ));
            }
            self.steering_letters[at] = letter;
            return Ok(());
        }
        let Some(intent) = named(name) else { return Err(unknown_name(name)) };
        let [first, ..] = keys else { return Err(format!("{name} needs a key")) };
        let main = TABLE.iter().find(|row| row.intent == intent).map(|row| row.keys[0]);
        for (i, row) in TABLE.iter().enumerate().filter(|(_, row)| Some(row.keys[0]) == main) {
            // The letter that opens a mode also closes it.
            let leaves = row.intent == KeyIntent::Back && matches!(row.keys[0], KeyCode::Char(_));
            // A list's own row keeps its key if the new one would be typed into the filter.
            let stays = is_typed(*first) && row.modes.iter().all(|mode| mode.takes_text());
            if !stays && (row.intent == intent || leaves) {
                let typed_after = row.label.find(' ').map_or("", |at| &row.label[at..]);
                let show = format!("{}{typed_after}", key_name(*first));
                self.custom.insert(i, CustomKeys { keys: keys.to_vec(), show });
            }
        }
        Ok(())
    }

    /// Two names that share a key in a mode, or a name whose key would be typed into a filter, with the reason.
    pub fn find_clash(&self) -> Option<(Vec<String>, String)> {
        Mode::ALL.into_iter().find_map(|mode| self.find_clash_in(mode))
    }

    fn find_clash_in(&self, mode: Mode) -> Option<(Vec<String>, String)> {
        let mut seen: Vec<(KeyCode, String)> = Vec::new();
        if mode.moves_cursor() {
            for ((_, arrow, _, _), (name, letter)) in
                STEERING.iter().zip(STEERING_NAMES.iter().zip(self.steering_letters))
            {
                let capital = letter.to_uppercase().map(KeyCode::Char);
                let keys = [KeyCode::Char(letter)].into_iter().chain(capital).chain(*arrow);
                for key in keys {
                    seen.push((key, (*name).to_owned()));
                }
            }
        }
        for (row, keys) in self.rows().filter(|(row, _)| row.modes.contains(&mode)) {
            let name = name(row.intent).unwrap_or_else(|| row.label.to_owned());
            for key in keys {
                // If the table itself uses a letter in a list, another letter may replace it.
                if mode.takes_text() && is_typed(*key) && !row.keys.iter().any(|key| is_typed(*key)) {
                    let why = format!("{name} works in lists too, where {} is typed", key_name(*key));
                    return Some((vec![name], why));
                }
                seen.push((*key, name.clone()));
            }
        }
        let twice =
            (1..seen.len()).find_map(|i| Some((seen[..i].iter().find(|s| s.0 == seen[i].0)?, &seen[i])));
        twice.map(|(a, b)| {
            let why = format!("{} is both {} and {} ({})", key_name(a.0), a.1, b.1, mode.name());
            (vec![b.1.clone(), a.1.clone()], why)
        })
    }

    /// Every name in the settings with its keys and its description.
    pub fn bindings(&self) -> Vec<(String, Vec<String>, &'static str)> {
        let steering = STEERING_NAMES.iter().zip(self.steering_letters);
        let mut list: Vec<_> = steering
            .map(|(name, letter)| ((*name).to_owned(), vec![letter.to_string()], "move the cursor"))
            .collect();
        for (row, keys) in self.rows() {
            let Some(name) = name(row.intent).filter(|name| list.iter().all(|other| other.0 != *name)) else {
                continue;
            };
            let words = if row.help.is_empty() { row.brief } else { row.help };
            list.push((name, keys.iter().map(|key| key_name(*key)).collect(), words));
        }
        list
    }
}

/// Whether a key would be typed into a filter.
fn is_typed(key: KeyCode) -> bool {
    matches!(key, KeyCode::Char(letter) if letter.is_alphanumeric())
}

/// An intent's name in the settings: its own in kebab case. Intents with data have none.
pub fn name(intent: KeyIntent) -> Option<String> {
    let camel = format!("{intent:?}");
    let plain = camel.chars().all(|c| c.is_ascii_alphabetic());
    let kebab =
        |c: char| if c.is_ascii_uppercase() { format!("-{}", c.to_ascii_lowercase()) } else { c.into() };
    plain.then(|| camel.chars().map(kebab).collect::<String>().trim_start_matches('-').to_owned())
}

/// The intent with this name in the settings.
pub fn named(wanted: &str) -> Option<KeyIntent> {
    TABLE.iter().map(|row| row.intent).find(|intent| name(*intent).is_some_and(|name| name == wanted))
}

/// An error about an unknown name, with the most similar name if there is one.
fn unknown_name(wanted: &str) -> String {
    let list = Keys::default().bindings();
    let start = |name: &str| name.chars().zip(wanted.chars()).take_while(|(a, b)| a == b).count();
    let end = |name: &str| name.chars().rev().zip(wanted.chars().rev()).take_while(|(a, b)| a == b).count();
    let alike = |name: &&str| (start(name) + end(name), usize::MAX - name.len());
    let nearest = list.iter().map(|row| row.0.as_str()).filter(|name| start(name) >= 2).max_by_key(alike);
    match nearest {
        Some(name) => format!("no key has the name '{}' — did you mean '{name}'?", Printable(wanted)),
        None => format!("no key has the name '{}' — `wayworn settings` lists all names", Printable(wanted)),
    }
}

/// Parses a key: a character, or a name such as `Space`, `PgUp`, `F5`.
pub fn key_of(word: &str) -> Option<KeyCode> {
    let mut letters = word.chars();
    if let (Some(letter), None) = (letters.next(), letters.next()) {
        return is_visible(letter).then_some(KeyCode::Char(letter));
    }
    if let Some((_, key)) = NAMED_KEYS.iter().find(|(name, _)| name.eq_ignore_ascii_case(word)) {
        return Some(*key);
    }
    let number = word.strip_prefix(['F', 'f'])?.parse().ok()?;
    (1..=12).contains(&number).then_some(KeyCode::F(number))
}

/// A key as text that [`key_of`] parses.
fn key_name(key: KeyCode) -> String {
    match (NAMED_KEYS.iter().find(|(_, code)| *code == key), key) {
        (Some((name, _)), _) => (*name).to_owned(),
        (None, KeyCode::Char(letter)) => letter.to_string(),
        (None, other) => other.to_string(),
    }
}
