//! Files and folders that commands are asked to write: what each of them says of `--force`, and where no command writes.
//!
//! What may be replaced and what never is `save::Output`'s to say.

use super::folder;
use crate::save::{Output, SaveError, is_same};
use crate::text::Printable;
use std::io;
use std::path::Path;

/// Whether files may be replaced.
#[derive(clap::Args, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Force {
    /// Replace files that are there; never what the command reads, nor what belongs to a saved game.
    #[arg(long)]
    pub force: bool,
}

impl Force {
    /// A file to write. `used` is what else the command reads and writes.
    ///
    /// # Errors
    /// When it may not be written.
    pub fn output(self, path: &Path, used: &[&Path]) -> Result<Output, SaveError> {
        Output::new(path, self.force, used, &folder::all())
    }
}

/// A file that a command goes on with where it is there.
///
/// # Errors
/// When it may not be written.
pub fn kept(path: &Path) -> Result<Output, SaveError> {
    Output::new(path, true, &[], &folder::all())
}

/// Judges a folder that a command writes files with names of its own into; it need not be there yet.
///
/// # Errors
/// When it is one of saves, or no folder.
pub fn check_folder(dir: &Path) -> Result<(), SaveError> {
    if dir.exists() && !dir.is_dir() {
        return Err(SaveError::io(dir, "made", io::ErrorKind::NotADirectory.into()));
    }
    if folder::all().iter().any(|saves| is_same(saves, dir)) {
        return Err(SaveError::Saves { dir: Printable(dir).to_string() });
    }
    Ok(())
}
