//! Control sequences sent to a terminal: which modes stay set, and which colours are requested.

use std::collections::BTreeMap;

/// The control sequences in a stream: the text between `ESC [` and the final letter, and that letter.
fn sequences(bytes: &[u8]) -> Vec<(String, u8)> {
    let mut found = Vec::new();
    for (at, _) in bytes.windows(2).enumerate().filter(|(_, two)| *two == b"\x1b[") {
        let rest = &bytes[at + 2..];
        if let Some(length) = rest.iter().position(|byte| (0x40..0x7f).contains(byte)) {
            found.push((String::from_utf8_lossy(&rest[..length]).into_owned(), rest[length]));
        }
    }
    found
}

/// The private modes that were set or reset, and whether each was set last.
pub(crate) fn modes(bytes: &[u8]) -> BTreeMap<String, bool> {
    let mut modes = BTreeMap::new();
    for (parameters, end) in sequences(bytes) {
        if let Some(numbers) = parameters.strip_prefix('?').filter(|_| matches!(end, b'h' | b'l')) {
            modes.extend(numbers.split(';').map(|number| (number.to_owned(), end == b'h')));
        }
        let is_known = !parameters.starts_with(['>', '<', '=']);
        assert!(is_known, "{parameters}{} sets something that no test knows", char::from(end));
    }
    modes
}

/// Modes that differ from a terminal's initial state: cursor visible, line wrap on, everything else off.
pub(crate) fn modes_left(bytes: &[u8]) -> Vec<String> {
    let begins_on = |mode: &str| matches!(mode, "25" | "7");
    let left = modes(bytes).into_iter().filter(|(mode, is_set)| *is_set != begins_on(mode));
    left.map(|(mode, _)| mode).collect()
}

/// The requested attributes of text (colours, bold and so on), as lists of numbers.
fn attributes(bytes: &[u8]) -> Vec<Vec<u32>> {
    let numbers = |parameters: &str| {
        let number = |word: &str| word.split(':').next().and_then(|word| word.parse().ok()).unwrap_or(0);
        parameters.split(';').map(number).collect()
    };
    let asked =
        sequences(bytes).into_iter().filter(|(parameters, end)| *end == b'm' && !parameters.starts_with('?'));
    asked.map(|(parameters, _)| numbers(&parameters)).collect()
}

/// Whether the last request resets the attributes.
pub(crate) fn ends_plain(bytes: &[u8]) -> bool {
    attributes(bytes).last().is_none_or(|last| *last == [0])
}

/// How many attributes were requested, and those that are a colour: of the sixteen, of the 256, or any. The default
/// colour (39, 49, 59) counts as none.
pub(crate) fn colours(bytes: &[u8]) -> (usize, Vec<Vec<u32>>) {
    let is_colour = |number: &u32| matches!(number, 30..=38 | 40..=48 | 58 | 90..=97 | 100..=107);
    let asked = attributes(bytes);
    let coloured = asked.iter().filter(|numbers| numbers.iter().any(is_colour)).cloned().collect();
    (asked.len(), coloured)
}

#[test]
fn sequences_are_read() {
    assert_eq!(modes_left(b"\x1b[?1049h\x1b[?25l..\x1b[?1000;1006h\x1b[?1006l\x1b[?25h"), ["1000", "1049"]);
    assert!(modes_left(b"\x1b[?25l\x1b[?25h\x1b[?7h\x1b[2J").is_empty());
    assert_eq!(modes_left(b"\x1b[?25l\x1b[?7l"), ["25", "7"]);
    for colour in ["31", "1;31", "97", "107", "38;5;9", "48;2;1;2;3", "58:2::1:2:3", "0;4;44"] {
        assert_eq!(colours(format!("\x1b[{colour}m").as_bytes()).1.len(), 1, "{colour}");
    }
    for plain in ["", "0", "1;4", "39;49;59", "4:3", "7"] {
        assert_eq!(colours(format!("\x1b[{plain}m\x1b[38;1H").as_bytes()), (1, Vec::new()), "{plain}");
    }
    assert!(ends_plain(b"\x1b[31m.\x1b[0m") && ends_plain(b"\x1b[m") && !ends_plain(b"\x1b[0m\x1b[1m"));
}
