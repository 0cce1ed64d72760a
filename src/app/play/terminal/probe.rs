//! Probes once at the start whether the terminal draws the game's glyphs at the expected width.
//!
//! It writes three glyphs and queries the cursor position. This happens before the input thread starts, because the
//! answer arrives as input. Without an answer in time the width is assumed right; the input reader drops a late answer.

use super::environment::is_remote;
use super::guard;
use crate::app::play::clock;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use std::io;
use std::time::Duration;

/// Half block, dot and arrow, then a query for the cursor position.
const QUERY: &str = "\x1b[H▀·→\x1b[6n";
/// The expected cursor column, from 1.
const EXPECTED_COLUMN: u16 = 4;
/// Time limit of an answer, local and remote.
const ANSWER_TIMEOUTS: (Duration, Duration) = (Duration::from_millis(250), Duration::from_secs(1));

/// Result of the probe.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::app::play) enum GlyphWidth {
    /// The width is right.
    Right,
    /// The cursor was in this column instead.
    Wrong(u16),
    /// No answer in time.
    Unknown,
}

/// Probes the terminal; also returns keys typed meanwhile.
pub(in crate::app::play) fn probe() -> (GlyphWidth, Vec<KeyEvent>) {
    guard::write_directly(QUERY.as_bytes());
    let limit = clock::now() + if is_remote() { ANSWER_TIMEOUTS.1 } else { ANSWER_TIMEOUTS.0 };
    let mut heard = Vec::new();
    while parse_answer(&heard).is_none() {
        let left = limit.saturating_sub(clock::now());
        if left.is_zero() || !read_bytes(left, &mut heard) {
            break;
        }
    }
    match parse_answer(&heard) {
        Some((EXPECTED_COLUMN, rest)) => (GlyphWidth::Right, typed_keys(&rest)),
        Some((column, rest)) => (GlyphWidth::Wrong(column), typed_keys(&rest)),
        None => (GlyphWidth::Unknown, typed_keys(&heard)),
    }
}

/// Waits for bytes and reads them; false when none will come.
fn read_bytes(limit: Duration, heard: &mut Vec<u8>) -> bool {
    let stdin = io::stdin();
    let mut watched = [PollFd::new(&stdin, PollFlags::IN)];
    let limit = Timespec { tv_sec: limit.as_secs() as i64, tv_nsec: limit.subsec_nanos().into() };
    if !poll(&mut watched, Some(&limit)).is_ok_and(|ready| ready > 0) {
        return false;
    }
    let mut bytes = [0; 256];
    match rustix::io::read(&stdin, &mut bytes) {
        Ok(read @ 1..) => {
            heard.extend(&bytes[..read]);
            true
        }
        _ => false,
    }
}

/// The column in an answer `ESC [ row ; column R`, and the bytes around it.
fn parse_answer(heard: &[u8]) -> Option<(u16, Vec<u8>)> {
    let from = heard.windows(2).position(|pair| pair == b"\x1b[")?;
    let length = heard[from..].iter().position(|byte| *byte == b'R')?;
    let inside = std::str::from_utf8(&heard[from + 2..from + length]).ok()?;
    let (_, column) = inside.split_once(';')?;
    let rest = [&heard[..from], &heard[from + length + 1..]].concat();
    Some((column.parse().ok()?, rest))
}

/// Plain keys among bytes; empty if there are escape sequences, whose length is unknown.
fn typed_keys(bytes: &[u8]) -> Vec<KeyEvent> {
    if bytes.contains(&27) {
        return Vec::new();
    }
    let key = |byte: &u8| match *byte {
        b'\r' | b'\n' => Some(KeyEvent::new(KeyCode::Enter, KeyModifiers::NONE)),
        b'\t' => Some(KeyEvent::new(KeyCode::Tab, KeyModifiers::NONE)),
        127 => Some(KeyEvent::new(KeyCode::Backspace, KeyModifiers::NONE)),
        control @ 1..=26 => {
            Some(KeyEvent::new(KeyCode::Char(char::from(control + b'a' - 1)), KeyModifiers::CONTROL))
        }
        plain @ b' '..=b'~' => Some(KeyEvent::new(KeyCode::Char(char::from(plain)), KeyModifiers::NONE)),
        _ => None,
    };
    bytes.iter().filter_map(key).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_found_among_keys() {
        assert_eq!(parse_answer(b"q\x1b[1;4Rx"), Some((4, b"qx".to_vec())));
        assert_eq!(parse_answer(b"\x1b[1;9R"), Some((9, Vec::new())));
        for none in [&b"\x1b[1;4"[..], b"", b"\x1b[R", b"\x1b[1;R", b"\x1b[1;99999R", b"R\x1b["] {
            assert_eq!(parse_answer(none), None, "{none:?}");
        }
    }

    #[test]
    fn keys_typed_meanwhile_are_kept() {
        let keys = typed_keys(b"q\r\x03");
        assert_eq!(keys[0].code, KeyCode::Char('q'));
        assert_eq!(keys[1].code, KeyCode::Enter);
        assert_eq!((keys[2].code, keys[2].modifiers), (KeyCode::Char('c'), KeyModifiers::CONTROL));
        assert!(typed_keys(b"\x1b[<0;1;1M").is_empty());
    }
}
