//! Files that are there whole or not at all: written beside their place, brought to the disk, then given their name.

use super::SaveError;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;
use tempfile::NamedTempFile;

/// Last part of the name of a file that is being written.
pub(super) const PART: &str = ".part";

/// A file with these bytes, on the disk but still without a name of its own. `open` is whether others may read it.
pub(super) fn part(dir: &Path, prefix: &str, bytes: &[u8], open: bool) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(prefix).suffix(PART);
    #[cfg(unix)]
    let readable = std::os::unix::fs::PermissionsExt::from_mode(0o666);
    #[cfg(unix)]
    if open {
        builder.permissions(readable);
    }
    let mut part = builder.tempfile_in(dir)?;
    part.write_all(bytes)?;
    part.as_file().sync_all()?;
    Ok(part)
}

/// Writes a file that a player has asked for, replacing what stands there in one step.
///
/// # Errors
/// When the system refuses; what stood there is untouched then.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), SaveError> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    write_part(path, &format!(".tmp-{name}."), bytes).map_err(|error| SaveError::io(path, "written", error))
}

/// The same, with the name that the file has until it is whole.
pub(super) fn write_part(path: &Path, prefix: &str, bytes: &[u8]) -> io::Result<()> {
    // A pipe or a device takes the bytes itself: it must not be replaced by a file.
    if path.metadata().is_ok_and(|about| !about.is_file() && !about.is_dir()) {
        return fs::OpenOptions::new().write(true).open(path)?.write_all(bytes);
    }
    let dir = path.parent().filter(|dir| !dir.as_os_str().is_empty()).unwrap_or(Path::new("."));
    part(dir, prefix, bytes, true)?.persist(path).map_err(|error| error.error)?;
    sync_dir(dir)
}

/// Brings a rename to the disk: until then the folder may still show the old file after a power cut.
#[cfg(unix)]
pub(super) fn sync_dir(dir: &Path) -> io::Result<()> {
    File::open(dir)?.sync_all()
}

/// Elsewhere folders cannot be synced, and renames are journalled.
#[cfg(not(unix))]
pub(super) fn sync_dir(_dir: &Path) -> io::Result<()> {
    Ok(())
}
