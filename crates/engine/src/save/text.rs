//! Texts that a player hands to the game, levels and replays: read with a limit, and with errors that begin with the
//! file, as in `levels/x.toml:14:7: 'q' is no ground`.

use super::replay::TEXT_MAX;
use super::{Disk, Replay, SaveError};
use crate::level::{self, Level};
use crate::text::Printable;
use std::path::Path;

/// Reads a level from a file.
///
/// # Errors
/// When the file cannot be read, or where and why it is no level.
pub fn load_level(path: &Path) -> Result<Level, SaveError> {
    let text = read(path, level::TEXT_MAX)?;
    Level::parse(&text).map_err(|error| wrong(path, &error))
}

/// Reads a replay from a file.
///
/// # Errors
/// When the file cannot be read, or where and why it is no replay.
pub fn load_replay(path: &Path) -> Result<Replay, SaveError> {
    let text = read(path, TEXT_MAX)?;
    Replay::parse(&text).map_err(|error| SaveError::Text {
        file: Printable(path).to_string(),
        place: format!("{}: ", error.line),
        what: error.what,
    })
}

fn wrong(path: &Path, error: &level::LevelError) -> SaveError {
    let place = format!("{}:{}: ", error.line, error.column);
    SaveError::Text { file: Printable(path).to_string(), place, what: error.what.clone() }
}

/// Reads a text of at most so many bytes.
pub(super) fn read(path: &Path, bytes_max: usize) -> Result<String, SaveError> {
    let not_text = |what: &str| SaveError::Text {
        file: Printable(path).to_string(),
        place: String::new(),
        what: what.to_owned(),
    };
    // One byte more than there may be: what has no length beforehand, such as a pipe, is too long when that comes.
    let read = Disk::default().read_whole(path, bytes_max as u64 + 1);
    let read = read.map_err(|source| SaveError::Open { file: Printable(path).to_string(), source })?;
    let Some(bytes) = read.filter(|bytes| bytes.len() <= bytes_max) else {
        return Err(not_text(" it is too long for what it should be"));
    };
    String::from_utf8(bytes).map_err(|_| not_text(" it is no text (UTF-8)"))
}
