//! The hints of the bottom line: each is shown once, and stays until it is used or skipped.
//!
//! Which there are, and which comes next, is in `bottom_line`.

use super::keymap::KeyIntent;

/// A hint that was on the screen for so long has been read, in milliseconds.
const READ_MS: u64 = 8000;

/// Whether there are hints, and which are done with.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Hints {
    /// Whether the bottom line hints at keys that have not been used.
    pub are_on: bool,
    /// Intents that have been used: they need no hint.
    pub used: Vec<KeyIntent>,
    /// The hint on the screen, with the time since when.
    current: Option<(KeyIntent, u64)>,
    /// Those that have been there long enough.
    read: Vec<KeyIntent>,
}

impl Hints {
    /// Notes that an intent was used, or its hint skipped.
    pub(crate) fn note_used(&mut self, intent: KeyIntent) {
        if !self.used.contains(&intent) && !matches!(intent, KeyIntent::Steer(..) | KeyIntent::Type(_)) {
            self.used.push(intent);
        }
    }

    /// Notes that a hint is on the screen now.
    pub(crate) fn note_shown(&mut self, intent: KeyIntent, now_ms: u64) {
        let since = self.current.filter(|(shown, _)| *shown == intent).map(|(_, since)| since);
        self.current = Some((intent, since.unwrap_or(now_ms)));
        if since.is_some_and(|since| now_ms >= since + READ_MS) && !self.read.contains(&intent) {
            self.read.push(intent);
        }
    }

    /// The intents whose hints need not come at the next start: used, skipped, or read.
    pub fn known(&self) -> impl Iterator<Item = KeyIntent> {
        self.used.iter().chain(&self.read).copied()
    }

    /// Whether the hint at an intent is still to come, or on the screen: unless it was used, or read and followed by
    /// another.
    pub(crate) fn is_open(&self, intent: KeyIntent) -> bool {
        let is_over = self.read.contains(&intent) && self.current.is_none_or(|(shown, _)| shown != intent);
        self.are_on && !is_over && !self.used.contains(&intent)
    }
}
