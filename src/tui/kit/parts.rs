//! A line made of parts, some of which stand for something when they are clicked.

use crate::tui::look::theme::{DIM, KEY, Theme};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

/// A part of a line.
#[derive(Clone, Debug)]
pub(crate) struct Part<I> {
    /// Its words.
    pub text: String,
    /// How they are drawn.
    pub style: Style,
    /// What a click on it means.
    pub item: Option<I>,
}

impl<I> Part<I> {
    /// A part.
    pub(crate) fn new(text: impl Into<String>, style: Style, item: Option<I>) -> Part<I> {
        Part { text: text.into(), style, item }
    }
}

/// The width of a line.
pub(crate) fn width_of<I>(parts: &[Part<I>]) -> usize {
    parts.iter().map(|part| part.text.width()).sum()
}

/// The line of these parts.
pub(crate) fn line_of<I>(parts: Vec<Part<I>>) -> Line<'static> {
    parts.into_iter().map(|part| Span::styled(part.text, part.style)).collect()
}

/// What a click in this column of the line means.
pub(crate) fn item_at<I: Clone>(parts: &[Part<I>], column: usize) -> Option<I> {
    let mut end = 0;
    let hit = parts.iter().find(|part| {
        end += part.text.width();
        column < end
    });
    hit?.item.clone()
}

/// Appends as many keys with their words as fit, and always the last one.
pub(crate) fn with_keys<'a, I: Copy>(
    theme: Theme,
    width: u16,
    mut parts: Vec<Part<I>>,
    keys: impl Iterator<Item = (&'a str, &'a str, I)>,
    last: (&'a str, &'a str, I),
) -> Vec<Part<I>> {
    let used = width_of(&parts);
    let mut room = usize::from(width).saturating_sub(used + 8);
    for (key, word, item, is_last) in
        keys.map(|(key, word, item)| (key, word, item, false)).chain([(last.0, last.1, last.2, true)])
    {
        let needed = key.width() + word.width() + 3;
        if !is_last && needed > room {
            continue;
        }
        room = room.saturating_sub(needed);
        parts.push(Part::new(key, theme.bold(KEY), Some(item)));
        parts.push(Part::new(format!(" {word} "), theme.text(DIM), Some(item)));
        parts.push(Part::new(" ", theme.text(DIM), None));
    }
    parts
}
