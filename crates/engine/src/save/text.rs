//! Reads levels and replays from text files, with a size limit, and with errors that start with the file, such as
//! `levels/x.toml:14:7: 'q' is no ground`.

use super::replay::TEXT_MAX;
use super::{Disk, Replay, SaveError};
use crate::level::{self, Level};
use crate::text::Printable;
use std::path::Path;

/// Reads a level from a file.
///
/// # Errors
/// When the file cannot be read, or the place and reason why it is not a level.
pub fn load_level(path: &Path) -> Result<Level, SaveError> {
    let text = read_text(path, level::TEXT_MAX)?;
    Level::parse(&text).map_err(|error| level_error(path, &error))
}

/// Reads a replay from a file.
///
/// # Errors
/// When the file cannot be read, or the place and reason why it is not a replay.
pub fn load_replay(path: &Path) -> Result<Replay, SaveError> {
    let text = read_text(path, TEXT_MAX)?;
    Replay::parse(&text).map_err(|error| SaveError::Text {
        file: Printable(path).to_string(),
        place: format!("{}: ", error.line),
        what: error.what,
    })
}

fn level_error(path: &Path, error: &level::LevelError) -> SaveError {
    let place = format!("{}:{}: ", error.line, error.column);
    SaveError::Text { file: Printable(path).to_string(), place, what: error.what.clone() }
}

/// Reads a text file of at most so many bytes.
///
/// # Errors
/// When the file cannot be read, is longer, or is not text.
pub fn read_text(path: &Path, bytes_max: usize) -> Result<String, SaveError> {
    let not_text = |what: &str| SaveError::Text {
        file: Printable(path).to_string(),
        place: String::new(),
        what: what.to_owned(),
    };
    let read = Disk::default().read_whole(path, bytes_max as u64);
    let read = read.map_err(|source| SaveError::Open { file: Printable(path).to_string(), source })?;
    let Some(bytes) = read else {
        return Err(not_text(" the file is too long"));
    };
    String::from_utf8(bytes).map_err(|_| not_text(" the file is not UTF-8 text"))
}
