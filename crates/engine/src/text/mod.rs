//! Text from outside made safe to show: what a terminal would obey or hide is written as an escape, what is long is cut.
//!
//! File names, arguments and words out of files may hold anything: codes that repaint the terminal, marks that turn the
//! direction of writing, five megabytes without a space. [`Printable`] is for such a part of a message, where the
//! message is built; [`visible`] and [`json`] are for all that is printed, at the door where it leaves the program.
//! What does not live here: printing (`app`'s console) and drawing (`tui`).

use std::borrow::Cow;
use std::ffi::OsStr;
use std::fmt::{self, Write};

/// Characters of a text from outside that are shown, at most.
pub const SHOWN_MAX: usize = 200;
/// Characters of a whole message, at most; longer ones lose their middle, because the place is in front and the advice at
/// the end.
pub const MESSAGE_MAX: usize = 2000;

/// Whether a terminal shows a character as itself, on its own place: no control code, no mark of direction, nothing
/// without width but the accents on a letter.
pub fn is_visible(letter: char) -> bool {
    match letter {
        _ if letter.is_ascii() => return !letter.is_ascii_control(),
        // Lines and blocks, of which most of a screen consists.
        '\u{2500}'..='\u{259f}' => return true,
        _ => {}
    }
    // Accents are escaped by the library only where a text begins with them.
    let mut bytes = *b"x\0\0\0\0";
    let length = letter.encode_utf8(&mut bytes[1..]).len();
    std::str::from_utf8(&bytes[..=length]).is_ok_and(|pair| pair.escape_debug().count() == 2)
}

/// Part of a message that came from outside: one line, at most [`SHOWN_MAX`] characters and then `…`, each of which is
/// visible or an escape such as `\u{1b}`.
#[derive(Clone, Copy, Debug)]
pub struct Printable<T>(pub T);

impl<T: AsRef<OsStr>> fmt::Display for Printable<T> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let mut left = SHOWN_MAX;
        for letter in self.0.as_ref().to_string_lossy().chars() {
            let length = if is_visible(letter) { 1 } else { letter.escape_debug().count() };
            let Some(rest) = left.checked_sub(length) else { return f.write_char('…') };
            left = rest;
            escape(letter, f)?;
        }
        Ok(())
    }
}

fn escape<W: Write>(letter: char, out: &mut W) -> fmt::Result {
    if is_visible(letter) { out.write_char(letter) } else { write!(out, "{}", letter.escape_debug()) }
}

/// A text whose line ends are meant, with everything else that is not visible as escapes.
pub fn visible(text: &str) -> Cow<'_, str> {
    replaced(text, escape)
}

/// The same for a text that is JSON: it parses to the same value.
pub fn json(text: &str) -> Cow<'_, str> {
    replaced(text, |letter, out| {
        letter.encode_utf16(&mut [0; 2]).iter().try_for_each(|unit| write!(out, "\\u{unit:04x}"))
    })
}

fn replaced(text: &str, hidden: impl Fn(char, &mut String) -> fmt::Result) -> Cow<'_, str> {
    let is_plain = |letter: char| letter == '\n' || is_visible(letter);
    if text.chars().all(is_plain) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        if is_plain(letter) {
            out.push(letter);
        } else {
            // Writing to a string cannot fail.
            let _ = hidden(letter, &mut out);
        }
    }
    Cow::Owned(out)
}

/// A message of at most [`MESSAGE_MAX`] characters: of a longer one the beginning and the end.
pub fn clipped(text: &str) -> Cow<'_, str> {
    let half = MESSAGE_MAX / 2;
    let head = text.char_indices().nth(half).map(|(at, _)| at);
    let tail = text.char_indices().nth_back(half - 2).map(|(at, _)| at);
    match head.zip(tail) {
        Some((head, tail)) if head < tail => Cow::Owned(format!("{}…{}", &text[..head], &text[tail..])),
        _ => Cow::Borrowed(text),
    }
}
