//! Errors with their place in a level's text.

use crate::benchmark::FormatError;
use std::ops::Range;

/// An error in a level, with its place.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{line}:{column}: {what}")]
pub struct LevelError {
    /// Line, from 1.
    pub line: usize,
    /// Column, from 1, in characters.
    pub column: usize,
    /// The problem, and how to mend it.
    pub what: String,
}

impl LevelError {
    /// An error at a byte of the text.
    pub(super) fn at(text: &str, byte: usize, what: impl Into<String>) -> LevelError {
        let FormatError { line, column, what, .. } = FormatError::at(text, byte, what);
        LevelError { line, column, what }
    }

    /// An error in a cell of a picture whose TOML value spans these bytes.
    pub(super) fn in_picture(
        text: &str,
        span: &Range<usize>,
        row: usize,
        column: usize,
        what: String,
    ) -> LevelError {
        let opening = LevelError::at(text, span.start, what);
        let source = text.get(span.clone()).unwrap_or("");
        let is_drawn = ["'''", "\"\"\""].iter().any(|quotes| {
            source.strip_prefix(quotes).is_some_and(|rest| rest.starts_with('\n') || rest.starts_with("\r\n"))
        });
        // Written otherwise, a picture's rows are not lines of the file: then the value's beginning has to do.
        if is_drawn && !source.contains('\\') {
            LevelError { line: opening.line + 1 + row, column: column + 1, ..opening }
        } else {
            opening
        }
    }
}
