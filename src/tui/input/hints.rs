//! Which hints have been on the screen: each is shown once, and stays until it is used or skipped.
//!
//! Which there are, and which comes next, is in `bottom_line`.

use super::keymap::KeyIntent;

/// A hint that was on the screen for so long has been read, in milliseconds.
const READ_MS: u64 = 8000;

/// The hint on the screen with the time since when, and those that have been there long enough.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ShownHints {
    current: Option<(KeyIntent, u64)>,
    read: Vec<KeyIntent>,
}

impl ShownHints {
    /// Notes that a hint is on the screen now.
    pub(crate) fn note(&mut self, intent: KeyIntent, now_ms: u64) {
        let since = self.current.filter(|(shown, _)| *shown == intent).map(|(_, since)| since);
        self.current = Some((intent, since.unwrap_or(now_ms)));
        if since.is_some_and(|since| now_ms >= since + READ_MS) && !self.read.contains(&intent) {
            self.read.push(intent);
        }
    }

    /// Those that have been read.
    pub(crate) fn read(&self) -> &[KeyIntent] {
        &self.read
    }

    /// Whether a hint was read, and another came after it.
    pub(crate) fn is_over(&self, intent: KeyIntent) -> bool {
        self.read.contains(&intent) && self.current.is_none_or(|(shown, _)| shown != intent)
    }
}
