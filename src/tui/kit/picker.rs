//! A list filtered by typing: the filter and the highlighted row.
//!
//! The opener of the list knows its rows; `popup` draws it.

/// The most letters in a filter.
const FILTER_MAX: usize = 24;
/// More rows than any list has.
const ROWS_MAX: i32 = 4000;

/// The state of a list filtered by typing.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Picker {
    /// The typed filter.
    pub filter: String,
    /// The highlighted row among those that match.
    pub row: usize,
}

impl Picker {
    /// The highlighted row of this many.
    pub fn highlighted(&self, rows: usize) -> usize {
        self.row.min(rows.saturating_sub(1))
    }

    /// Appends a letter to the filter.
    pub fn type_letter(&mut self, letter: char) {
        if self.filter.chars().count() < FILTER_MAX {
            self.filter.push(letter);
            self.row = 0;
        }
    }

    /// Deletes the last letter of the filter.
    pub fn delete_letter(&mut self) {
        self.filter.pop();
        self.row = 0;
    }

    /// Moves the highlight by this many rows.
    pub fn move_by(&mut self, by: i32) {
        self.row = (self.row as i32 + by).clamp(0, ROWS_MAX) as usize;
    }

    /// The filter as it is shown.
    pub fn filter_text(&self) -> String {
        if self.filter.is_empty() { "type to filter".to_owned() } else { format!("{}_", self.filter) }
    }
}
