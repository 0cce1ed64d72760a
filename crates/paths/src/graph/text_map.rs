//! Terrains drawn as text: one row of cells per line, `#` for a wall and `.` for plain ground.
//!
//! Not here: the public benchmark formats and the level files, which have headers and more glyphs.

use super::{Moves, PLAIN, Terrain};
use crate::grid::{SIDE_MAX, Size};
use std::fmt;

/// Where a text fails to be a map, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextMapError {
    line: usize,
    column: usize,
    problem: TextMapProblem,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum TextMapProblem {
    Empty,
    Glyph(char),
    Width { found: usize, expected: usize },
    TooLarge,
}

impl TextMapError {
    /// Line of the text, from 1; blank lines before the map count.
    pub fn line(&self) -> usize {
        self.line
    }

    /// Column of that line in characters, from 1.
    pub fn column(&self) -> usize {
        self.column
    }
}

impl fmt::Display for TextMapError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: ", self.line, self.column)?;
        match self.problem {
            TextMapProblem::Empty => {
                write!(f, "there is no map; draw rows of `.` for ground and `#` for walls")
            }
            TextMapProblem::Glyph(glyph) => {
                write!(f, "{glyph:?} is unknown; use `.` for ground and `#` for walls")
            }
            TextMapProblem::Width { found, expected } => {
                write!(
                    f,
                    "this row has {found} cells and the first one {expected}; make all rows equally long"
                )
            }
            TextMapProblem::TooLarge => {
                write!(f, "the map is too large; a side has at most {SIDE_MAX} cells")
            }
        }
    }
}

impl std::error::Error for TextMapError {}

impl Terrain {
    /// Reads a terrain from rows of `#` (wall) and `.` (plain ground at [`PLAIN`] milli-steps). Blank lines before and
    /// after the rows are skipped, so that a map can stand in a string literal.
    ///
    /// # Errors
    /// On the first line that does not fit, with its line and column: an unknown character, a row longer or shorter
    /// than the first, more than [`SIDE_MAX`] rows or columns, or no row at all.
    pub fn from_text(text: &str, moves: Moves) -> Result<Terrain, TextMapError> {
        let lines = text.lines().enumerate().map(|(number, line)| (number + 1, line));
        let mut rows: Vec<(usize, &str)> = lines.skip_while(|(_, line)| line.is_empty()).collect();
        while rows.pop_if(|(_, line)| line.is_empty()).is_some() {}
        read_rows(&rows, moves)
    }
}

/// The terrain of these rows, each with its line number.
fn read_rows(rows: &[(usize, &str)], moves: Moves) -> Result<Terrain, TextMapError> {
    let Some((_, first)) = rows.first() else { return Err(at(1, 1, TextMapProblem::Empty)) };
    if let Some((line, _)) = rows.get(usize::from(SIDE_MAX)) {
        return Err(at(*line, 1, TextMapProblem::TooLarge));
    }
    let (width, mut prices) = (first.chars().count(), Vec::new());
    for (line, glyphs) in rows {
        read_row(*line, glyphs, width, &mut prices)?;
    }
    let size = Size::new(width as u16, rows.len() as u16);
    Ok(Terrain::new(size, prices, moves).expect("all rows are equally long and no side is too long"))
}

/// Appends the prices of one row.
fn read_row(line: usize, glyphs: &str, width: usize, prices: &mut Vec<u16>) -> Result<(), TextMapError> {
    for (column, glyph) in glyphs.chars().enumerate() {
        match glyph {
            _ if column == usize::from(SIDE_MAX) => {
                return Err(at(line, column + 1, TextMapProblem::TooLarge));
            }
            '#' => prices.push(0),
            '.' => prices.push(PLAIN),
            _ => return Err(at(line, column + 1, TextMapProblem::Glyph(glyph))),
        }
    }
    let found = glyphs.chars().count();
    if found == width {
        return Ok(());
    }
    Err(at(line, found.min(width) + 1, TextMapProblem::Width { found, expected: width }))
}

fn at(line: usize, column: usize, problem: TextMapProblem) -> TextMapError {
    TextMapError { line, column, problem }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Terrain, TextMapError> {
        Terrain::from_text(text, Moves::Four)
    }

    /// The error message for a text that is not a map.
    fn refused(text: &str) -> String {
        read(text).expect_err("not a map").to_string()
    }

    #[test]
    fn a_map_is_read_row_by_row() {
        let terrain = read("\n..#\r\n#..\n\n").unwrap();
        assert_eq!(terrain.size(), Size::new(3, 2));
        assert_eq!(terrain.prices(), [PLAIN, PLAIN, 0, 0, PLAIN, PLAIN]);
        assert_eq!(terrain.moves(), Moves::Four);
    }

    #[test]
    fn an_error_names_line_and_column_and_the_remedy() {
        assert_eq!(
            refused("\n...\n.é.\n"),
            "line 3, column 2: 'é' is unknown; use `.` for ground and `#` for walls"
        );
        assert_eq!(
            refused("...\n..\n..."),
            "line 2, column 3: this row has 2 cells and the first one 3; make all rows equally long"
        );
        assert!(refused("..\n...").starts_with("line 2, column 3: this row has 3 cells"));
        assert!(refused("..\n\n..").starts_with("line 2, column 1: this row has 0 cells"));
        assert!(refused("\n\n").starts_with("line 1, column 1: there is no map"));
        let error = read("x").unwrap_err();
        assert_eq!((error.line(), error.column()), (1, 1));
    }

    #[test]
    fn a_side_has_at_most_4096_cells() {
        let side = usize::from(SIDE_MAX);
        assert_eq!(read(&".\n".repeat(side)).unwrap().size(), Size::new(1, SIDE_MAX));
        assert!(refused(&".\n".repeat(side + 1)).starts_with("line 4097, column 1: the map is too large"));
        assert_eq!(read(&".".repeat(side)).unwrap().size(), Size::new(SIDE_MAX, 1));
        assert!(refused(&".".repeat(side + 1)).starts_with("line 1, column 4097: the map is too large"));
        assert!(Terrain::new(Size::new(SIDE_MAX + 1, 1), vec![PLAIN; side + 1], Moves::Four).is_none());
    }
}
