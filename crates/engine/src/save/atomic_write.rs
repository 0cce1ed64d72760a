//! Atomic writes: a file is written under a temporary name beside its place, synced, then renamed. Also the rule for
//! output files of commands: what may be replaced, and what never.

use super::disk::{irregular_kind, open_to_read};
use super::file_names::{is_of_a_slot, refuse_link};
use super::{Disk, SaveError, container, replay};
use crate::text::Printable;
use std::fs::{File, Metadata};
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// Most numbered files of one name.
const NAMES_MAX: u32 = 10_000;
/// Longest file that is copied because it is bad: what is longer is none of ours, and may be as long as the disk.
const BAD_BYTES_MAX: u64 = 1 << 20;

/// An output file of a command: checked before any work is done, and again when it is written.
#[derive(Clone, Debug)]
pub struct Output {
    path: PathBuf,
    /// Whether an existing file may be replaced.
    force: bool,
    /// Other files that the command reads or writes.
    used: Vec<PathBuf>,
    /// Folders of saves.
    saves: Vec<PathBuf>,
}

impl Output {
    /// An output at this path. `used` are the other files that the command reads or writes, `saves` the folders of
    /// saves.
    ///
    /// # Errors
    /// When the file exists and `force` is not given; and always when it is one of `used`, belongs to a game, is not a
    /// regular file, or its folder does not exist.
    pub fn new(path: &Path, force: bool, used: &[&Path], saves: &[PathBuf]) -> Result<Output, SaveError> {
        let used = used.iter().map(|path| path.to_path_buf()).collect();
        let output = Output { path: path.to_owned(), force, used, saves: saves.to_owned() };
        output.check().map(|()| output)
    }

    /// Path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes the file atomically.
    ///
    /// # Errors
    /// When it may no longer be written, or the system refuses; an existing file is then unchanged.
    pub fn write(&self, bytes: &[u8]) -> Result<(), SaveError> {
        self.check()?;
        let disk = Disk::default();
        if self.force {
            return write_atomic_on(&disk, &self.path, bytes);
        }
        let placed = place_file(&disk, &self.path, &temporary_prefix(&self.path), bytes, Disk::persist_new);
        placed.map_err(|error| match error {
            // It was created while the command was running.
            SaveError::Io { source, .. } if source.kind() == io::ErrorKind::AlreadyExists => {
                self.exists_error()
            }
            error => error,
        })
    }

    fn check(&self) -> Result<(), SaveError> {
        let path = &self.path;
        let file = || Printable(path).to_string();
        let dir = folder_of(path);
        let about = dir.metadata().map_err(|error| SaveError::io(path, "written", error))?;
        if !about.is_dir() {
            return Err(SaveError::io(path, "written", io::ErrorKind::NotADirectory.into()));
        }
        refuse_irregular(path)?;
        if self.used.iter().any(|used| is_same_file(used, path)) {
            return Err(SaveError::UsedByCommand { file: file() });
        }
        if is_of_a_game(path, &self.saves)? {
            return Err(SaveError::BelongsToGame { file: file() });
        }
        if !self.force && path.symlink_metadata().is_ok() {
            return Err(self.exists_error());
        }
        Ok(())
    }

    fn exists_error(&self) -> SaveError {
        SaveError::AlreadyExists { file: Printable(&self.path).to_string() }
    }
}

/// Refuses what is not a regular file: a folder cannot be replaced, a pipe blocks, and a device acts on what is
/// written.
fn refuse_irregular(path: &Path) -> Result<(), SaveError> {
    let there = path.metadata().ok().as_ref().and_then(irregular_kind);
    match there.or(path.file_name().is_none().then_some("a folder")) {
        Some(what) => Err(SaveError::NotAFile { file: Printable(path).to_string(), what }),
        None => Ok(()),
    }
}

/// Whether a file is part of a game: a save, a record or a lock.
fn is_of_a_game(path: &Path, saves: &[PathBuf]) -> Result<bool, SaveError> {
    // The target of a link is checked like the link itself.
    let target = path.canonicalize().ok();
    let places = || [Some(path), target.as_deref()].into_iter().flatten();
    let is_among_saves = |place: &Path| saves.iter().any(|dir| is_same_file(dir, folder_of(place)));
    if places().any(|place| is_of_a_slot(place, is_among_saves(place))) {
        return Ok(true);
    }
    match open_to_read(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(source) => Err(SaveError::Open { file: Printable(path).to_string(), source }),
        Ok(file) => is_irreplaceable(file).map_err(|error| SaveError::io(path, "read", error)),
    }
}

/// Whether the contents are a save, or a record with commands. A record without commands, as `run` writes, can be
/// generated again.
fn is_irreplaceable(file: File) -> io::Result<bool> {
    let mut file = BufReader::new(file);
    let front = file.fill_buf()?;
    if container::is_save(front) {
        return Ok(true);
    }
    if !front.starts_with(replay::FIRST_WORDS.as_bytes()) {
        return Ok(false);
    }
    for line in file.split(b'\n') {
        if line?.starts_with(b"c ") {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether two paths are the same file, whatever its name, or the same place for a new file.
pub fn is_same_file(one: &Path, other: &Path) -> bool {
    let identical = |one: &Path, other: &Path| {
        let both = one.metadata().ok().zip(other.metadata().ok());
        both.is_some_and(|(one_is, other_is)| is_identical((one, &one_is), (other, &other_is)))
    };
    identical(one, other)
        || one.file_name().is_some_and(|name| other.file_name() == Some(name))
            && identical(folder_of(one), folder_of(other))
}

#[cfg(unix)]
fn is_identical((_, one): (&Path, &Metadata), (_, other): (&Path, &Metadata)) -> bool {
    use std::os::unix::fs::MetadataExt;
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

/// Other systems are compared by full path.
#[cfg(not(unix))]
fn is_identical((one, _): (&Path, &Metadata), (other, _): (&Path, &Metadata)) -> bool {
    one.canonicalize().ok().zip(other.canonicalize().ok()).is_some_and(|(one, other)| one == other)
}

/// An unused path in a folder: `name.ending`, or with a number before the ending. With several endings, all of them
/// are unused, and the path has the first.
///
/// # Errors
/// When too many files have that name.
pub fn free_path(folder: &Path, name: &str, endings: &[&str]) -> Result<PathBuf, SaveError> {
    let path = |number: u32, ending: &str| {
        let number = if number == 1 { String::new() } else { format!("-{number}") };
        folder.join(format!("{name}{number}.{ending}"))
    };
    let is_free = |number: &u32| endings.iter().all(|end| path(*number, end).symlink_metadata().is_err());
    let full =
        || SaveError::io(&path(1, endings[0]), "written", io::Error::other("too many files have this name"));
    (1..NAMES_MAX).find(is_free).map(|number| path(number, endings[0])).ok_or_else(full)
}

/// Writes a file atomically, replacing an existing one.
///
/// # Errors
/// When the system refuses; an existing file is then unchanged.
pub fn write_atomic(path: &Path, bytes: &[u8]) -> Result<(), SaveError> {
    write_atomic_on(&Disk::default(), path, bytes)
}

/// The same on a disk that may fail.
///
/// # Errors
/// As [`write_atomic`].
pub fn write_atomic_on(disk: &Disk, path: &Path, bytes: &[u8]) -> Result<(), SaveError> {
    write_with_prefix(disk, path, &temporary_prefix(path), bytes)
}

/// Prefix of the temporary name of a file.
fn temporary_prefix(path: &Path) -> String {
    format!(".tmp-{}.", path.file_name().unwrap_or_default().to_string_lossy())
}

/// The same with a prefix for the temporary name.
pub(super) fn write_with_prefix(
    disk: &Disk,
    path: &Path,
    prefix: &str,
    bytes: &[u8],
) -> Result<(), SaveError> {
    place_file(disk, path, prefix, bytes, Disk::persist)
}

fn place_file(
    disk: &Disk,
    path: &Path,
    prefix: &str,
    bytes: &[u8],
    persist: fn(&Disk, NamedTempFile, &Path) -> io::Result<()>,
) -> Result<(), SaveError> {
    refuse_irregular(path)?;
    let dir = folder_of(path);
    let part = disk.write_temporary(dir, prefix, bytes, true);
    let placed = part.and_then(|part| {
        persist(disk, part, path)?;
        disk.sync_dir(dir)
    });
    placed.map_err(|error| SaveError::io(path, "written", error))
}

/// The folder of a file.
fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|dir| !dir.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Copies a file that cannot be read to the same name with `.bad` appended, where it can be repaired whatever happens
/// to the original. Returns the path of the copy.
///
/// # Errors
/// When the system refuses, or the file is longer than any of ours.
pub fn copy_bad_on(disk: &Disk, path: &Path) -> Result<PathBuf, SaveError> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".bad");
    let bad = path.with_file_name(name);
    refuse_link(&bad)?;
    let length = path.metadata().map(|about| about.len());
    let fits = length.and_then(|length| {
        if length > BAD_BYTES_MAX { Err(io::ErrorKind::FileTooLarge.into()) } else { Ok(()) }
    });
    let copied = fits.and_then(|()| disk.copy(path, &bad)).and_then(|()| disk.sync_dir(folder_of(&bad)));
    copied.map_err(|error| SaveError::io(&bad, "written", error)).map(|()| bad)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_of_any_length_is_not_copied() {
        let dir = tempfile::tempdir().expect("a folder");
        let (path, bad) = (dir.path().join("mine.toml"), dir.path().join("mine.toml.bad"));
        let file = File::create(&path).expect("a file");
        for (length, is_copied) in [(BAD_BYTES_MAX + 1, false), (BAD_BYTES_MAX, true)] {
            file.set_len(length).expect("a length");
            assert_eq!(copy_bad_on(&Disk::default(), &path).is_ok(), is_copied, "{length}");
            assert_eq!(bad.exists(), is_copied, "{length}");
        }
    }
}
