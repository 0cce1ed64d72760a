//! `wayworn replay`: a recorded game, told or played again.

use crate::save::{SaveError, load_replay, verify};
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

/// What can go wrong.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The file cannot be read or is no sound replay.
    #[error(transparent)]
    Save(#[from] SaveError),
    /// The answer cannot be printed.
    #[error("the answer cannot be written: {0}")]
    Output(#[from] std::io::Error),
}

/// Tells what a replay holds, and plays it again if asked to. The exit code is 1 when the game comes out otherwise.
///
/// # Errors
/// When the file cannot be read or is not a sound replay.
pub fn replay(file: &Path, again: bool, threads: usize) -> Result<ExitCode, Error> {
    let replay = load_replay(file)?;
    let mut out = std::io::stdout().lock();
    if let Some(note) = &replay.note {
        writeln!(out, "note: {note}")?;
    }
    if !again {
        let commands = replay.commands.len();
        writeln!(out, "{}: {commands} commands up to tick {}", file.display(), replay.end())?;
        return Ok(ExitCode::SUCCESS);
    }
    match verify(&replay, threads) {
        Ok(verified) => {
            writeln!(
                out,
                "verified: {} ticks, {} hashes, no difference",
                verified.ticks, verified.hashes_checked
            )?;
            Ok(ExitCode::SUCCESS)
        }
        Err(difference) => {
            writeln!(out, "{difference}")?;
            Ok(ExitCode::FAILURE)
        }
    }
}
