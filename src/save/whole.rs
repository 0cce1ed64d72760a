//! Files that are there whole or not at all: written beside their place, brought to the disk, then given their name.

use super::{Disk, SaveError};
use std::fs;
use std::io::{self, Write};
use std::path::Path;

/// Writes a file that a player has asked for, replacing what stands there in one step.
///
/// # Errors
/// When the system refuses; what stood there is untouched then.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), SaveError> {
    write_whole_on(&Disk::default(), path, bytes)
}

/// The same on a disk that may fail.
///
/// # Errors
/// As [`write_whole`].
pub fn write_whole_on(disk: &Disk, path: &Path, bytes: &[u8]) -> Result<(), SaveError> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    write_part(disk, path, &format!(".tmp-{name}."), bytes)
        .map_err(|error| SaveError::io(path, "written", error))
}

/// The same, with the name that the file has until it is whole.
pub(super) fn write_part(disk: &Disk, path: &Path, prefix: &str, bytes: &[u8]) -> io::Result<()> {
    // A pipe or a device takes the bytes itself: it must not be replaced by a file.
    if path.metadata().is_ok_and(|about| !about.is_file() && !about.is_dir()) {
        return fs::OpenOptions::new().write(true).open(path)?.write_all(bytes);
    }
    let dir = folder_of(path);
    disk.persist(disk.part(dir, prefix, bytes, true)?, path)?;
    disk.sync_dir(dir)
}

/// The folder that a file is in.
fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|dir| !dir.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Keeps a copy of a file that cannot be read, beside it, with `.bad` at the end of its name: whoever wrote it can
/// mend it there, whatever becomes of the file itself. Gives the copy's name.
///
/// # Errors
/// When the system refuses.
pub fn keep_bad_on(disk: &Disk, path: &Path) -> Result<std::path::PathBuf, SaveError> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".bad");
    let bad = path.with_file_name(name);
    super::slot::refuse_link(&bad)?;
    let copied = disk.copy(path, &bad).and_then(|()| disk.sync_dir(folder_of(&bad)));
    copied.map_err(|error| SaveError::io(&bad, "written", error)).map(|()| bad)
}
