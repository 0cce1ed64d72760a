//! Texts made to fit: wrapped, or shortened.

use unicode_width::UnicodeWidthStr;

/// Digits as texts of the panel and the bottom line.
pub(crate) const DIGITS: [&str; 10] = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"];

/// A text wrapped into lines of at most `width` columns.
pub(crate) fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in text.split(' ') {
        if !line.is_empty() && line.width() + 1 + word.width() > width {
            lines.push(std::mem::take(&mut line));
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    lines.push(line);
    lines.iter().map(|line| shorten(line, width.max(1))).collect()
}

/// A text shortened to `width` columns with an ellipsis: at a word boundary, if that drops less than a third of it.
pub(crate) fn shorten(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let mut cut = String::new();
    for letter in text.chars() {
        if cut.width() + 1 + letter.to_string().width() > width {
            break;
        }
        cut.push(letter);
    }
    let next = text[cut.len()..].chars().next();
    let whole = if next == Some(' ') { None } else { cut.rfind(' ').filter(|at| at * 3 >= cut.len() * 2) };
    cut.truncate(whole.unwrap_or(cut.len()));
    cut.truncate(cut.trim_end_matches([' ', '·', ',', '›', '—', '-']).len());
    cut.push('…');
    cut
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_are_shortened_by_words() {
        assert_eq!(shorten("height 165 m · price 1.0 a step", 20), "height 165 m…");
        assert_eq!(shorten("doing Rest › Trade, at home", 20), "doing Rest › Trade…");
        assert_eq!(shorten("Thornden", 5), "Thor…");
        assert_eq!(shorten("as it is", 20), "as it is");
        assert_eq!(shorten("", 0), "");
        assert_eq!(shorten("anything", 1), "…");
    }
}
