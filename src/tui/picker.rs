//! A list that is filtered by typing: what was typed, and the marked row.
//!
//! What the rows are is known where the list is opened; it is drawn by `popup`.

/// Most letters of a filter.
const FILTER_MAX: usize = 24;
/// No list is longer.
const ROWS_MAX: i32 = 4000;

/// A list that is filtered by typing.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Picker {
    /// What was typed.
    pub filter: String,
    /// The marked row of what is left.
    pub row: usize,
}

impl Picker {
    /// The marked row of so many.
    pub fn marked(&self, rows: usize) -> usize {
        self.row.min(rows.saturating_sub(1))
    }

    /// A letter is typed into the filter.
    pub fn type_letter(&mut self, letter: char) {
        if self.filter.chars().count() < FILTER_MAX {
            self.filter.push(letter);
            self.row = 0;
        }
    }

    /// The last letter of the filter goes.
    pub fn untype(&mut self) {
        self.filter.pop();
        self.row = 0;
    }

    /// Moves the mark by so many rows.
    pub fn go(&mut self, by: i32) {
        self.row = (self.row as i32 + by).clamp(0, ROWS_MAX) as usize;
    }

    /// The filter as it is shown.
    pub fn filter_words(&self) -> String {
        if self.filter.is_empty() { "type to filter".to_owned() } else { format!("{}_", self.filter) }
    }
}
