//! Turns the bytes of a terminal into events.
//!
//! Whatever comes, it stays bounded: a sequence that is too long or stops half-way is dropped, and a paste that never
//! ends is over after a silence. When to wait and for how long lives in `input`.

use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};

/// Longest sequence, in bytes.
const SEQUENCE_MAX: usize = 128;
/// Most bytes of a paste that are kept; fields are far shorter.
const PASTE_MAX: usize = 4096;
/// What ends a paste; its first byte does not occur again in it.
const PASTE_END: &[u8] = b"\x1b[201~";

/// The bytes that are not an event yet.
#[derive(Default)]
pub(super) struct Decoder {
    held: Vec<u8>,
    paste: Option<Paste>,
}

/// A paste that has begun.
#[derive(Default)]
struct Paste {
    text: Vec<u8>,
    /// How many bytes of its end have come.
    end_matched: usize,
}

/// What a sequence is so far.
enum Decoded {
    Unfinished,
    Nothing,
    PasteBegins,
    Event(Event),
}

impl Decoder {
    /// Whether it waits for the rest of something: of a paste, or of a sequence.
    pub(super) fn is_waiting(&self) -> bool {
        self.is_pasting() || !self.held.is_empty()
    }

    /// Whether it waits for the end of a paste.
    pub(super) fn is_pasting(&self) -> bool {
        self.paste.is_some()
    }

    /// The events that these bytes complete.
    pub(super) fn feed(&mut self, bytes: &[u8]) -> Vec<Event> {
        bytes.iter().filter_map(|byte| self.push(*byte)).collect()
    }

    /// Gives up what it waits for; a lone Escape is the key.
    pub(super) fn give_up(&mut self) -> Option<Event> {
        let held = std::mem::take(&mut self.held);
        self.paste = None;
        (held == b"\x1b").then(|| key(KeyCode::Esc, KeyModifiers::NONE))
    }

    fn push(&mut self, byte: u8) -> Option<Event> {
        if let Some(paste) = &mut self.paste {
            let is_whole = paste.push(byte);
            return self.paste.take_if(|_| is_whole).map(Paste::event);
        }
        let is_new = byte == 0x1b && !self.held.is_empty();
        let before = if is_new { self.give_up() } else { None };
        self.held.push(byte);
        match decode(&self.held) {
            Decoded::Unfinished if self.held.len() < SEQUENCE_MAX => return before,
            Decoded::Event(event) => {
                self.held.clear();
                return Some(event);
            }
            Decoded::PasteBegins => self.paste = Some(Paste::default()),
            Decoded::Unfinished | Decoded::Nothing => {}
        }
        self.held.clear();
        before
    }
}

impl Paste {
    /// Takes a byte; whether it is the last one.
    fn push(&mut self, byte: u8) -> bool {
        if byte == PASTE_END[self.end_matched] {
            self.end_matched += 1;
            return self.end_matched == PASTE_END.len();
        }
        self.end_matched = usize::from(byte == PASTE_END[0]);
        if self.end_matched == 0 && self.text.len() < PASTE_MAX {
            self.text.push(byte);
        }
        false
    }

    fn event(self) -> Event {
        Event::Paste(String::from_utf8_lossy(&self.text).into_owned())
    }
}

fn key(code: KeyCode, modifiers: KeyModifiers) -> Event {
    Event::Key(KeyEvent::new(code, modifiers))
}

/// An event if there is one, else nothing.
fn whole(event: Option<Event>) -> Decoded {
    event.map_or(Decoded::Nothing, Decoded::Event)
}

fn decode(bytes: &[u8]) -> Decoded {
    match bytes {
        [0x1b] | [0x1b, b'[' | b'O'] => Decoded::Unfinished,
        [0x1b, b'O', letter] => whole(letter_key(*letter, KeyModifiers::NONE)),
        [0x1b, b'[', rest @ ..] => decode_sequence(rest),
        // What a terminal says of itself late, and what ends it, is no key.
        [0x1b, b'_' | b']', .., 0x07] | [0x1b, b'\\'] => Decoded::Nothing,
        [0x1b, b'_' | b']', ..] => Decoded::Unfinished,
        [0x1b, rest @ ..] => match decode(rest) {
            Decoded::Event(Event::Key(key)) => {
                let modifiers = key.modifiers | KeyModifiers::ALT;
                Decoded::Event(Event::Key(KeyEvent { modifiers, ..key }))
            }
            other => other,
        },
        _ => decode_letter(bytes),
    }
}

/// A plain or a control character.
fn decode_letter(bytes: &[u8]) -> Decoded {
    match bytes {
        b"\r" => Decoded::Event(key(KeyCode::Enter, KeyModifiers::NONE)),
        b"\t" => Decoded::Event(key(KeyCode::Tab, KeyModifiers::NONE)),
        b"\x7f" => Decoded::Event(key(KeyCode::Backspace, KeyModifiers::NONE)),
        [0] => Decoded::Event(key(KeyCode::Char(' '), KeyModifiers::CONTROL)),
        [byte @ 1..=0x1a] => {
            Decoded::Event(key(KeyCode::Char(char::from(byte | 0x60)), KeyModifiers::CONTROL))
        }
        [byte @ 0x1c..=0x1f] => {
            Decoded::Event(key(KeyCode::Char(char::from(byte + 0x18)), KeyModifiers::CONTROL))
        }
        _ => match std::str::from_utf8(bytes) {
            Ok(text) => whole(text.chars().next().map(character)),
            Err(error) if error.error_len().is_none() => Decoded::Unfinished,
            Err(_) => Decoded::Nothing,
        },
    }
}

fn character(letter: char) -> Event {
    let shift = if letter.is_uppercase() { KeyModifiers::SHIFT } else { KeyModifiers::NONE };
    key(KeyCode::Char(letter), shift)
}

/// What follows `ESC [`.
fn decode_sequence(bytes: &[u8]) -> Decoded {
    match bytes {
        // Two old forms have bytes after their last letter: F1 to F5, and the mouse.
        [b'[' | b'M'] | [b'M', _] | [b'M', _, _] => return Decoded::Unfinished,
        [b'[', letter @ b'A'..=b'E'] => {
            return Decoded::Event(key(KeyCode::F(letter - b'A' + 1), KeyModifiers::NONE));
        }
        [b'M', button, column, row] => {
            let place = (column.checked_sub(0x21), row.checked_sub(0x21));
            let (Some(button), (Some(column), Some(row))) = (button.checked_sub(0x20), place) else {
                return Decoded::Nothing;
            };
            return whole(mouse(button.into(), column.into(), row.into(), false));
        }
        _ => {}
    }
    let Some((end, parameters)) = bytes.split_last() else { return Decoded::Unfinished };
    match end {
        0x20..=0x3f => Decoded::Unfinished,
        b'~' if parameters == b"200" => Decoded::PasteBegins,
        0x40..=0x7e => whole(sequence_event(parameters, *end)),
        _ => Decoded::Nothing,
    }
}

/// The event of a whole sequence: its parameters, and its last letter.
fn sequence_event(parameters: &[u8], end: u8) -> Option<Event> {
    let text = std::str::from_utf8(parameters).ok()?;
    if let Some(text) = text.strip_prefix('<').filter(|_| matches!(end, b'M' | b'm')) {
        let mut numbers = text.split(';').map(|number| number.parse::<u16>().ok());
        let (button, column, row) = (numbers.next()??, numbers.next()??, numbers.next()??);
        return mouse(button, column.checked_sub(1)?, row.checked_sub(1)?, end == b'm');
    }
    let mut fields = text.split(';').map(|field| field.split(':').map(|number| number.parse::<u32>().ok()));
    let first = fields.next().and_then(|mut field| field.next()?);
    let mut second = fields.next().into_iter().flatten();
    let modifiers = modifiers(second.next().flatten().unwrap_or(1));
    let kind = match second.next().flatten() {
        Some(2) => KeyEventKind::Repeat,
        Some(3) => KeyEventKind::Release,
        _ => KeyEventKind::Press,
    };
    let event = match end {
        b'~' => key(numbered_key(first?)?, modifiers),
        b'u' => key(coded_key(first?)?, modifiers),
        letter => letter_key(letter, modifiers)?,
    };
    let Event::Key(key) = event else { return None };
    Some(Event::Key(KeyEvent { kind, ..key }))
}

/// The modifiers of a parameter: one more than the sum of their bits.
fn modifiers(parameter: u32) -> KeyModifiers {
    let bits = parameter.saturating_sub(1);
    let held = [(1, KeyModifiers::SHIFT), (2, KeyModifiers::ALT), (4, KeyModifiers::CONTROL)];
    held.into_iter().filter(|(bit, _)| bits & bit != 0).map(|(_, held)| held).collect()
}

/// The key of a sequence that ends in this letter.
fn letter_key(letter: u8, modifiers: KeyModifiers) -> Option<Event> {
    let code = match letter {
        b'A' => KeyCode::Up,
        b'B' => KeyCode::Down,
        b'C' => KeyCode::Right,
        b'D' => KeyCode::Left,
        b'F' => KeyCode::End,
        b'H' => KeyCode::Home,
        b'Z' => return Some(key(KeyCode::BackTab, modifiers | KeyModifiers::SHIFT)),
        b'P' | b'Q' | b'S' => KeyCode::F(letter - b'P' + 1),
        _ => return None,
    };
    Some(key(code, modifiers))
}

/// The key with this number before `~`.
fn numbered_key(number: u32) -> Option<KeyCode> {
    Some(match number {
        1 | 7 => KeyCode::Home,
        2 => KeyCode::Insert,
        3 => KeyCode::Delete,
        4 | 8 => KeyCode::End,
        5 => KeyCode::PageUp,
        6 => KeyCode::PageDown,
        11..=15 => KeyCode::F(number as u8 - 10),
        17..=21 => KeyCode::F(number as u8 - 11),
        23..=26 => KeyCode::F(number as u8 - 12),
        28 | 29 => KeyCode::F(number as u8 - 15),
        31..=34 => KeyCode::F(number as u8 - 17),
        _ => return None,
    })
}

/// The key of this character before `u`.
fn coded_key(code: u32) -> Option<KeyCode> {
    Some(match code {
        13 => KeyCode::Enter,
        9 => KeyCode::Tab,
        27 => KeyCode::Esc,
        127 => KeyCode::Backspace,
        _ => KeyCode::Char(char::from_u32(code)?),
    })
}

/// The mouse: the low two bits and the high ones are the button, the others the modifiers and whether it moved.
fn mouse(button: u16, column: u16, row: u16, is_up: bool) -> Option<Event> {
    let pressed = |button| if is_up { MouseEventKind::Up(button) } else { MouseEventKind::Down(button) };
    let buttons = [MouseButton::Left, MouseButton::Middle, MouseButton::Right];
    let number = usize::from(button & 3 | (button & 0xc0) >> 4);
    let kind = match (number, button & 0x20 != 0) {
        (0..=2, false) => pressed(buttons[number]),
        (0..=2, true) => MouseEventKind::Drag(buttons[number]),
        (3, false) => MouseEventKind::Up(MouseButton::Left),
        (3..=5, true) => MouseEventKind::Moved,
        (4, false) => MouseEventKind::ScrollUp,
        (5, false) => MouseEventKind::ScrollDown,
        (6, false) => MouseEventKind::ScrollLeft,
        (7, false) => MouseEventKind::ScrollRight,
        _ => return None,
    };
    let held = [(4, KeyModifiers::SHIFT), (8, KeyModifiers::ALT), (16, KeyModifiers::CONTROL)];
    let modifiers = held.into_iter().filter(|(bit, _)| button & bit != 0).map(|(_, held)| held).collect();
    Some(Event::Mouse(MouseEvent { kind, column, row, modifiers }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;
    use std::fmt::Write as _;

    const SEQUENCES: [&str; 37] = [
        "q",
        "Q",
        "é",
        "\r",
        "\t",
        "\x7f",
        "\x03",
        "\0",
        "\x1c",
        "\x1b",
        "\x1b\x1b",
        "\x1bx",
        "\x1bOP",
        "\x1b[A",
        "\x1b[1;5C",
        "\x1b[Z",
        "\x1b[3~",
        "\x1b[5;2~",
        "\x1b[24~",
        "\x1b[[B",
        "\x1b[97;5u",
        "\x1b[27;1:3u",
        "\x1b[<0;1;2M",
        "\x1b[<0;1;2m",
        "\x1b[<35;9;9M",
        "\x1b[<48;3;4M",
        "\x1b[<65;1;1M",
        "\x1b[M !!",
        "\x1b[1;4Rq",
        "\x1b_Gi=31;OK\x1b\\\x1b[?62;4cq",
        "\x1b]1337;Capabilities=T3F\x07q",
        "\x1b[I",
        "\x1b[<0;0;0M",
        "\x1b[M\0\0\0",
        "\x1b[12\x1b[B",
        "\x1b[201~",
        "\x1b[200~q\n\x1b[A\x1b[20\x1b[201~q",
    ];

    /// Each sequence in words, and the same when its bytes come one by one.
    fn words(bytes: &[u8]) -> String {
        let (mut decoder, mut piecemeal) = (Decoder::default(), Decoder::default());
        let mut events = decoder.feed(bytes);
        let one_by_one: Vec<Event> = bytes.iter().flat_map(|byte| piecemeal.feed(&[*byte])).collect();
        assert_eq!(events, one_by_one);
        events.extend(decoder.give_up());
        assert!(!decoder.is_waiting());
        let word = |event: Event| match event {
            Event::Key(key) => format!("{:?} {:?} {:?}", key.code, key.modifiers, key.kind),
            Event::Mouse(mouse) => {
                format!("{:?} {:?} {},{}", mouse.kind, mouse.modifiers, mouse.column, mouse.row)
            }
            other => format!("{other:?}"),
        };
        let words: Vec<String> = events.into_iter().map(word).collect();
        words.join(", ").replace("KeyModifiers", "")
    }

    #[test]
    fn sequences_are_events() {
        let mut found = String::new();
        for bytes in SEQUENCES {
            let _ = writeln!(found, "{}", format!("{bytes:?}: {}", words(bytes.as_bytes())).trim_end());
        }
        expect![[r#"
            "q": Char('q') (0x0) Press
            "Q": Char('Q') (SHIFT) Press
            "é": Char('é') (0x0) Press
            "\r": Enter (0x0) Press
            "\t": Tab (0x0) Press
            "\u{7f}": Backspace (0x0) Press
            "\u{3}": Char('c') (CONTROL) Press
            "\0": Char(' ') (CONTROL) Press
            "\u{1c}": Char('4') (CONTROL) Press
            "\u{1b}": Esc (0x0) Press
            "\u{1b}\u{1b}": Esc (0x0) Press, Esc (0x0) Press
            "\u{1b}x": Char('x') (ALT) Press
            "\u{1b}OP": F(1) (0x0) Press
            "\u{1b}[A": Up (0x0) Press
            "\u{1b}[1;5C": Right (CONTROL) Press
            "\u{1b}[Z": BackTab (SHIFT) Press
            "\u{1b}[3~": Delete (0x0) Press
            "\u{1b}[5;2~": PageUp (SHIFT) Press
            "\u{1b}[24~": F(12) (0x0) Press
            "\u{1b}[[B": F(2) (0x0) Press
            "\u{1b}[97;5u": Char('a') (CONTROL) Press
            "\u{1b}[27;1:3u": Esc (0x0) Release
            "\u{1b}[<0;1;2M": Down(Left) (0x0) 0,1
            "\u{1b}[<0;1;2m": Up(Left) (0x0) 0,1
            "\u{1b}[<35;9;9M": Moved (0x0) 8,8
            "\u{1b}[<48;3;4M": Drag(Left) (CONTROL) 2,3
            "\u{1b}[<65;1;1M": ScrollDown (0x0) 0,0
            "\u{1b}[M !!": Down(Left) (0x0) 0,0
            "\u{1b}[1;4Rq": Char('q') (0x0) Press
            "\u{1b}_Gi=31;OK\u{1b}\\\u{1b}[?62;4cq": Char('q') (0x0) Press
            "\u{1b}]1337;Capabilities=T3F\u{7}q": Char('q') (0x0) Press
            "\u{1b}[I":
            "\u{1b}[<0;0;0M":
            "\u{1b}[M\0\0\0":
            "\u{1b}[12\u{1b}[B": Down (0x0) Press
            "\u{1b}[201~":
            "\u{1b}[200~q\n\u{1b}[A\u{1b}[20\u{1b}[201~q": Paste("q\nA"), Char('q') (0x0) Press
        "#]]
        .assert_eq(&found);
    }

    #[test]
    fn nothing_grows_without_bound() {
        let mut decoder = Decoder::default();
        for begun in ["\x1b[", "\x1b]", "\x1b[200~", "\x1b[<", "\x1b[200~\x1b[201"] {
            decoder.feed(begun.as_bytes());
            decoder.feed(&b"1;".repeat(1 << 20));
            assert!(decoder.held.len() <= SEQUENCE_MAX);
            assert!(decoder.paste.as_ref().is_none_or(|paste| paste.text.len() <= PASTE_MAX));
            decoder.give_up();
        }
        // No bytes do harm, and a key is heard after all of them.
        let mut state = 1_u32;
        let noise: Vec<u8> = std::iter::repeat_with(|| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 24) as u8
        })
        .take(1 << 20)
        .collect();
        decoder.feed(&noise);
        decoder.give_up();
        assert_eq!(decoder.feed(b"q"), [key(KeyCode::Char('q'), KeyModifiers::NONE)]);
    }
}
