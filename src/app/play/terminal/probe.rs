//! Asks the terminal once at the start whether it draws the game's glyphs at the expected width, and whether it shows
//! pictures.
//!
//! Of the glyphs it writes a few and asks where the cursor is. This happens before the input thread starts, because the
//! answers arrive as input. Without an answer in time the width is assumed right, and there are no pictures; the decoder
//! drops a late answer.

use super::decoder::Decoder;
use super::environment::is_remote;
use super::input::next_events;
use super::system::{ANSWERS, read_bytes, write_directly};
use crate::app::play::clock;
use crate::tui::{Glyphs, GraphicsProtocol};
use ratatui::crossterm::event::Event;
use ratatui::crossterm::terminal;
use std::time::Duration;

/// Half block, dot and arrow.
const GLYPHS: &str = "▀·→";
/// What asks for the cursor position.
const POSITION_QUERY: &str = "\x1b[6n";
/// Whether a picture of one pixel would do for Kitty's protocol, what iTerm2's knows, how large a character is, and the
/// attributes, which every terminal answers: who has answered this one answers no other.
const PICTURE_QUERY: &str =
    "\x1b_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\\x1b]1337;Capabilities\x1b\\\x1b[16t\x1b[c";
/// The attribute of Sixel.
const SIXEL: &str = "4";
/// Time limit of an answer, local and remote.
const ANSWER_TIMEOUTS: (Duration, Duration) = (Duration::from_millis(250), Duration::from_secs(1));
/// Largest side of a character that is believed, in pixels: pictures take memory accordingly.
const CHARACTER_SIDE_MAX: u16 = 128;
/// Most bytes that are heard; answers are some hundred.
const HEARD_MAX: usize = 1 << 14;

/// Whether glyphs have the expected width.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::app::play) enum GlyphWidth {
    /// The width is right.
    Right,
    /// The cursor was in this column instead.
    Wrong(u16),
    /// No answer in time.
    Unknown,
}

/// What to ask.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::app::play) struct Questions {
    /// Whether these have the expected width.
    pub glyphs: Option<Glyphs>,
    /// How the terminal takes pictures.
    pub pictures: bool,
}

/// What a terminal has answered, as far as is known.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
struct Answers {
    column: Option<u16>,
    knows_kitty: bool,
    knows_iterm: bool,
    /// As the attributes say.
    knows_sixel: Option<bool>,
    /// Width and height of a character, in pixels.
    character: Option<(u16, u16)>,
}

/// Asks the terminal; returns the width of glyphs, how it takes pictures, and what came meanwhile.
pub(in crate::app::play) fn probe(asked: Questions) -> (GlyphWidth, Option<GraphicsProtocol>, Vec<Event>) {
    if !ANSWERS || asked == (Questions { glyphs: None, pictures: false }) {
        return (GlyphWidth::Unknown, None, Vec::new());
    }
    let sample = asked.glyphs.map(sample);
    if let Some(sample) = &sample {
        write_directly(format!("\x1b[H{sample}{POSITION_QUERY}").as_bytes());
    }
    if asked.pictures {
        write_directly(PICTURE_QUERY.as_bytes());
    }
    let limit = clock::now() + if is_remote() { ANSWER_TIMEOUTS.1 } else { ANSWER_TIMEOUTS.0 };
    let (mut heard, mut answers, mut rest) = (Vec::new(), Answers::default(), Vec::new());
    while !answers.are_all(asked) && heard.len() < HEARD_MAX {
        let left = limit.saturating_sub(clock::now());
        match read_bytes(Some(left)) {
            Ok(bytes) if !bytes.is_empty() => heard.extend(bytes),
            _ => break,
        }
        (answers, rest) = parse(&heard);
    }
    answers.character = answers.character.or_else(character_of_window);
    let protocol = answers.protocol().filter(|_| asked.pictures);
    let width = sample.map_or(GlyphWidth::Unknown, |sample| answers.width(sample.chars().count()));
    (width, protocol, events_among(&rest))
}

/// What is written to see how wide glyphs are: of those of a mosaic the first and the last one that no others have.
fn sample(glyphs: Glyphs) -> String {
    let mosaic = glyphs.mosaic().unwrap_or_default();
    GLYPHS
        .chars()
        .chain([1, mosaic.len().saturating_sub(2)].iter().filter_map(|i| mosaic.get(*i)).copied())
        .collect()
}

/// Width and height of a character as the window's size in pixels tells, if it does.
fn character_of_window() -> Option<(u16, u16)> {
    let size = terminal::window_size().ok()?;
    Some((size.width.checked_div(size.columns)?, size.height.checked_div(size.rows)?))
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

impl Answers {
    fn are_all(&self, asked: Questions) -> bool {
        (self.column.is_some() || asked.glyphs.is_none()) && (self.knows_sixel.is_some() || !asked.pictures)
    }

    /// The width of so many glyphs.
    fn width(&self, glyphs: usize) -> GlyphWidth {
        match self.column {
            Some(column) if usize::from(column) == glyphs + 1 => GlyphWidth::Right,
            Some(column) => GlyphWidth::Wrong(column),
            None => GlyphWidth::Unknown,
        }
    }

    /// How the terminal takes pictures. One that has a protocol of its own is better at it than at that of another.
    fn protocol(&self) -> Option<GraphicsProtocol> {
        match self.character {
            _ if self.knows_iterm => Some(GraphicsProtocol::Iterm),
            _ if self.knows_kitty => Some(GraphicsProtocol::Kitty),
            Some(character @ (1..=CHARACTER_SIDE_MAX, 1..=CHARACTER_SIDE_MAX))
                if self.knows_sixel == Some(true) =>
            {
                Some(GraphicsProtocol::Sixel { character })
            }
            _ => None,
        }
    }

    /// Notes a sequence; returns whether it is an answer.
    fn note(&mut self, sequence: &str) -> bool {
        let pair = |text: &str| {
            let (first, second) = text.split_once(';')?;
            Some((first.parse::<u16>().ok()?, second.parse::<u16>().ok()?))
        };
        let control = sequence.strip_prefix("\x1b[");
        let ending = |start: &str, end| control.and_then(|text| text.strip_prefix(start)?.strip_suffix(end));
        if let Some(said) = sequence.strip_prefix("\x1b_Gi=31;") {
            self.knows_kitty = said.starts_with("OK");
        } else if let Some(features) = sequence.strip_prefix("\x1b]1337;Capabilities=") {
            self.knows_iterm = has_feature(features, "F");
        } else if let Some(attributes) = ending("?", 'c') {
            self.knows_sixel = Some(attributes.split(';').skip(1).any(|attribute| attribute == SIXEL));
        } else if let Some((height, width)) = ending("6;", 't').and_then(pair) {
            self.character = Some((width, height));
        } else if let Some((_, column)) = ending("", 'R').and_then(pair) {
            self.column = Some(column);
        } else {
            return false;
        }
        true
    }
}

/// Whether a list of features without separators has one: each is a capital, further letters, and a number.
fn has_feature(features: &str, name: &str) -> bool {
    let features = features.trim_end_matches(['\x07', '\x1b', '\\']);
    let starts = features.match_indices(|letter: char| letter.is_ascii_uppercase()).map(|(at, _)| at);
    let ends = starts.clone().skip(1).chain([features.len()]);
    starts
        .zip(ends)
        .any(|(start, end)| features[start..end].trim_end_matches(|c: char| c.is_ascii_digit()) == name)
}

/// The answers among what was heard, and the bytes around them.
fn parse(heard: &[u8]) -> (Answers, Vec<u8>) {
    let (mut answers, mut others, mut rest) = (Answers::default(), Vec::new(), heard);
    while !rest.is_empty() {
        let length = sequence_length(rest);
        let is_answer = std::str::from_utf8(&rest[..length]).is_ok_and(|sequence| answers.note(sequence));
        if !is_answer {
            others.extend(&rest[..length]);
        }
        rest = &rest[length..];
    }
    (answers, others)
}

/// The length of the sequence with which bytes begin; 1 if there is none, or not all of it.
fn sequence_length(bytes: &[u8]) -> usize {
    let after = |length: Option<usize>| length.map_or(1, |length| length + 3);
    match bytes {
        [0x1b, b'[', inside @ ..] => after(inside.iter().position(|byte| (0x40..0x7f).contains(byte))),
        [0x1b, b'_' | b']', inside @ ..] => {
            let bell = inside.iter().position(|byte| *byte == 0x07);
            let end = inside.windows(2).position(|two| two == b"\x1b\\").map(|at| at + 1);
            after(bell.into_iter().chain(end).min())
        }
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What terminals answer to all questions, and what follows from it: those with a version as recorded, the others as
    /// published.
    const ANSWERED: [(&str, &str, Option<GraphicsProtocol>); 11] = [
        ("Kitty 0.26.5", "\x1b[1;4R\x1b_Gi=31;OK\x1b\\\x1b[6;18;9t\x1b[?62;c", Some(GraphicsProtocol::Kitty)),
        (
            "Konsole 22.12",
            "\x1b[1;4R\x1b_Gi=31;OK\x1b\\\x1b[6;17;8t\x1b[?62;1;4c",
            Some(GraphicsProtocol::Kitty),
        ),
        (
            "iTerm2",
            "\x1b[1;4R\x1b_Gi=31;OK\x1b\\\x1b]1337;Capabilities=T3CwLrMSc7UUw9Ts3BFGsSyHNoSxP\x1b\\\x1b[6;18;9t\x1b[?64;1;2;4;6;17;18;21;22c",
            Some(GraphicsProtocol::Iterm),
        ),
        (
            "iTerm2 without pictures",
            "\x1b[1;4R\x1b]1337;Capabilities=T3CwLrMSc7Ts3GsSyNo\x07\x1b[?64;1;2;6c",
            None,
        ),
        (
            "foot 1.13.1",
            "\x1b[1;4R\x1b[6;14;7t\x1b[?62;4;22c",
            Some(GraphicsProtocol::Sixel { character: (7, 14) }),
        ),
        (
            "mlterm 3.9.0",
            "\x1b[1;4R\x1b[6;19;10t\x1b[?63;1;2;3;4;6;7;15;18;22;29c",
            Some(GraphicsProtocol::Sixel { character: (10, 19) }),
        ),
        // It knows Sixel, but the size of a character is left to the window.
        ("xterm 379 as a VT340", "\x1b[1;4R\x1b[?63;1;2;4;6;9;15;16;22;28c", None),
        ("xterm 379", "\x1b[1;4R\x1b[?64;1;2;6;9;15;16;17;18;21;22;28c", None),
        ("Sixel of a size that no letter has", "\x1b[1;4R\x1b[6;65535;65535t\x1b[?62;4c", None),
        ("alacritty", "\x1b[1;4R\x1b[?6c", None),
        ("an error", "\x1b[1;4R\x1b_Gi=31;ENOTSUPPORTED:no\x1b\\\x1b[?62;22c", None),
    ];

    #[test]
    fn what_terminals_answer_says_how_they_take_pictures() {
        let all = Questions { glyphs: Some(Glyphs::Unicode), pictures: true };
        for (name, answered, protocol) in ANSWERED {
            let (answers, rest) = parse(format!("q{answered}x").as_bytes());
            assert_eq!((answers.protocol(), answers.width(3)), (protocol, GlyphWidth::Right), "{name}");
            assert_eq!(rest, b"qx", "{name}");
            assert!(answers.are_all(all), "{name}");
            // Half an answer is none.
            for length in 0..answered.len() {
                let (answers, _) = parse(&answered.as_bytes()[..length]);
                assert!(!answers.are_all(all), "{name}: {length}");
            }
        }
        assert_eq!(parse(b"").0.protocol(), None);
    }

    #[test]
    fn the_width_is_found_among_keys() {
        let found = |heard: &[u8]| {
            let (answers, rest) = parse(heard);
            (answers.width(3), rest)
        };
        assert_eq!(found(b"q\x1b[1;4Rx"), (GlyphWidth::Right, b"qx".to_vec()));
        let mosaic = sample(Glyphs::Octants);
        assert_eq!((sample(Glyphs::Unicode).as_str(), mosaic.chars().count()), (GLYPHS, 5));
        assert_eq!(parse(b"\x1b[1;6R").0.width(mosaic.chars().count()), GlyphWidth::Right);
        assert_eq!(found(b"\x1b[1;9R"), (GlyphWidth::Wrong(9), Vec::new()));
        for none in [&b"\x1b[1;4"[..], b"", b"\x1b[R", b"\x1b[1;R", b"\x1b[1;99999R", b"R\x1b[", b"\x1b[A"] {
            assert_eq!(found(none), (GlyphWidth::Unknown, none.to_vec()), "{none:?}");
        }
    }
}
