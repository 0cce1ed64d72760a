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
    /// How long it stays, in milliseconds.
    stays_ms: u64,
    /// When it expires, in milliseconds of the program's clock; not known before that has been read.
    until_ms: Option<u64>,
}

/// The current message, if there is one.
#[derive(Clone, Debug, Default)]
pub struct Notices(Option<Notice>);

impl Notices {
    /// The message that is shown.
    pub fn current(&self) -> Option<&Notice> {
        self.0.as_ref()
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
        self.0.take()
    }

    /// Sets the time, in milliseconds; returns whether a message expires.
    pub(in crate::tui) fn advance(&mut self, now_ms: u64) -> bool {
        let is_over =
            |notice: &mut Notice| *notice.until_ms.get_or_insert(now_ms + notice.stays_ms) <= now_ms;
        self.0.take_if(is_over).is_some()
    }

    fn show(&mut self, text: &str, refused: bool, stays_ms: u64) {
        let text = visible(&clipped(text)).into_owned();
        self.0 = Some(Notice { text, refused, stays_ms, until_ms: None });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_stays_however_long_the_clock_was_not_read_before() {
        let mut notices = Notices::default();
        assert!(!notices.advance(1000));
        notices.notify("saved");
        let over: Vec<u64> =
            (0..200).map(|tenth| 90_000 + tenth * 100).filter(|now| notices.advance(*now)).collect();
        assert_eq!(over, [90_000 + NOTICE_MS]);
    }
}
