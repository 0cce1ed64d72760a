//! Short-lived messages about what just happened.

use crate::text::{clipped, visible};

/// How long a notice stays, in milliseconds.
const NOTICE_MS: u64 = 5000;

/// A message about what just happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Notice {
    /// The message.
    pub text: String,
    /// Whether it reports a refusal.
    pub refused: bool,
    /// When it expires, in milliseconds of the program's clock.
    until_ms: u64,
}

/// The current message, if there is one.
#[derive(Clone, Debug, Default)]
pub struct Notices {
    current: Option<Notice>,
    /// Milliseconds of the program's clock.
    now_ms: u64,
}

impl Notices {
    /// The message that is shown.
    pub fn current(&self) -> Option<&Notice> {
        self.current.as_ref()
    }

    /// Shows a message.
    pub fn notify(&mut self, text: impl Into<String>) {
        self.show(&text.into(), false, NOTICE_MS);
    }

    /// Shows a message for so many milliseconds.
    pub(in crate::tui) fn notify_for(&mut self, stays_ms: u64, text: impl Into<String>) {
        self.show(&text.into(), false, stays_ms);
    }

    /// Shows a refusal.
    pub fn refuse(&mut self, text: impl Into<String>) {
        self.show(&text.into(), true, NOTICE_MS);
    }

    /// Shows a message, or a refusal.
    pub(in crate::tui) fn say(&mut self, said: Result<String, String>) {
        match said {
            Ok(text) => self.notify(text),
            Err(text) => self.refuse(text),
        }
    }

    /// Takes the message away.
    pub fn take(&mut self) -> Option<Notice> {
        self.current.take()
    }

    /// Sets the time, in milliseconds; returns whether a message expires.
    pub(in crate::tui) fn advance(&mut self, now_ms: u64) -> bool {
        self.now_ms = now_ms;
        self.current.take_if(|notice| notice.until_ms <= now_ms).is_some()
    }

    fn show(&mut self, text: &str, refused: bool, stays_ms: u64) {
        let text = visible(&clipped(text)).into_owned();
        self.current = Some(Notice { text, refused, until_ms: self.now_ms + stays_ms });
    }
}
