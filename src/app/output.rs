//! Output files and folders of commands: the option `--force`, and places where no command writes.
//!
//! The rule of what may be replaced does not live here (`save::Output`).

use super::folder;
use crate::save::{Output, SaveError, is_same_file};
use crate::text::Printable;
use std::io;
use std::path::Path;

/// The option to replace files.
#[derive(clap::Args, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ForceArgs {
    /// Replace existing files, except inputs of the command and files of saved games.
    #[arg(long)]
    pub force: bool,
}

impl ForceArgs {
    /// An output file. `used` are the other files that the command reads or writes.
    ///
    /// # Errors
    /// When it may not be written.
    pub fn output(self, path: &Path, used: &[&Path]) -> Result<Output, SaveError> {
        Output::new(path, self.force, used, &folder::default_folders())
    }
}

/// A file that a command continues if it exists.
///
/// # Errors
/// When it may not be written.
pub fn continued_output(path: &Path) -> Result<Output, SaveError> {
    Output::new(path, true, &[], &folder::default_folders())
}

/// Checks a folder into which a command writes files of its own naming; it need not exist yet.
///
/// # Errors
/// When it is a folder of saves, or not a folder.
pub fn check_folder(dir: &Path) -> Result<(), SaveError> {
    if dir.exists() && !dir.is_dir() {
        return Err(SaveError::io(dir, "made", io::ErrorKind::NotADirectory.into()));
    }
    if folder::default_folders().iter().any(|saves| is_same_file(saves, dir)) {
        return Err(SaveError::SavesFolder { dir: Printable(dir).to_string() });
    }
    Ok(())
}
