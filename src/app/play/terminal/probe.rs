//! Probes once at the start whether the terminal draws the game's glyphs at the expected width.
//!
//! It writes three glyphs and queries the cursor position. This happens before the input thread starts, because the
//! answer arrives as input. Without an answer in time the width is assumed right; the decoder drops a late answer.

use super::decoder::Decoder;
use super::environment::is_remote;
use super::input::next_events;
use super::system::{ANSWERS, read_bytes, write_directly};
use crate::app::play::clock;
use ratatui::crossterm::event::Event;
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

/// Probes the terminal; also returns what came meanwhile.
pub(in crate::app::play) fn probe() -> (GlyphWidth, Vec<Event>) {
    if !ANSWERS {
        return (GlyphWidth::Unknown, Vec::new());
    }
    write_directly(QUERY.as_bytes());
    let limit = clock::now() + if is_remote() { ANSWER_TIMEOUTS.1 } else { ANSWER_TIMEOUTS.0 };
    let mut heard = Vec::new();
    while parse_answer(&heard).is_none() {
        let left = limit.saturating_sub(clock::now());
        match read_bytes(Some(left)) {
            Ok(bytes) if !bytes.is_empty() => heard.extend(bytes),
            _ => break,
        }
    }
    let (width, rest) = match parse_answer(&heard) {
        Some((EXPECTED_COLUMN, rest)) => (GlyphWidth::Right, rest),
        Some((column, rest)) => (GlyphWidth::Wrong(column), rest),
        None => (GlyphWidth::Unknown, heard),
    };
    (width, events_among(&rest))
}

/// The events of bytes, and of those that finish the last one.
fn events_among(bytes: &[u8]) -> Vec<Event> {
    let mut decoder = Decoder::default();
    let mut events = decoder.feed(bytes);
    while decoder.is_waiting()
        && let Ok(more) = next_events(&mut decoder)
    {
        events.extend(more);
    }
    events
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
}
