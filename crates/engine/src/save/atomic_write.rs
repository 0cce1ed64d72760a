//! Files that are there whole or not at all: written beside their place, brought to the disk, then given their name. And
//! the one rule for files that a command is asked to write: what may be replaced, and what never.

use super::slot::is_of_a_slot;
use super::{Disk, SaveError, container, replay};
use crate::text::Printable;
use std::fs::{File, Metadata};
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// Files of one name with a number behind, at most.
const NAMES_MAX: u32 = 10_000;

/// A file that a command is asked to write: judged before any work is done, and once more when it is written.
#[derive(Clone, Debug)]
pub struct Output {
    path: PathBuf,
    /// Whether a file that is there may be replaced.
    force: bool,
    /// What else the command reads and writes.
    used: Vec<PathBuf>,
    /// Folders of saves.
    saves: Vec<PathBuf>,
}

impl Output {
    /// Takes a path to write to. `used` is what else the command reads and writes, `saves` are the folders of saves.
    ///
    /// # Errors
    /// When the file is there and `force` is not given; and always when it is one of those that are used, belongs to a
    /// game, is no plain file, or its folder is not there.
    pub fn new(path: &Path, force: bool, used: &[&Path], saves: &[PathBuf]) -> Result<Output, SaveError> {
        let used = used.iter().map(|path| path.to_path_buf()).collect();
        let output = Output { path: path.to_owned(), force, used, saves: saves.to_owned() };
        output.judge().map(|()| output)
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes the file, replacing what may be replaced in one step.
    ///
    /// # Errors
    /// When it may not be written by now, or the system refuses; what stood there is untouched then.
    pub fn write(&self, bytes: &[u8]) -> Result<(), SaveError> {
        self.judge()?;
        let disk = Disk::default();
        if self.force {
            return write_whole_on(&disk, &self.path, bytes);
        }
        let placed = place(&disk, &self.path, &prefix_of(&self.path), bytes, Disk::persist_new);
        placed.map_err(|error| match error {
            // It came while the command was at work.
            SaveError::Io { source, .. } if source.kind() == io::ErrorKind::AlreadyExists => self.exists(),
            error => error,
        })
    }

    fn judge(&self) -> Result<(), SaveError> {
        let path = &self.path;
        let file = || Printable(path).to_string();
        let dir = folder_of(path);
        let about = dir.metadata().map_err(|error| SaveError::io(path, "written", error))?;
        if !about.is_dir() {
            return Err(SaveError::io(path, "written", io::ErrorKind::NotADirectory.into()));
        }
        refuse_unfit(path)?;
        if self.used.iter().any(|used| is_same(used, path)) {
            return Err(SaveError::Used { file: file() });
        }
        if is_of_a_game(path, &self.saves)? {
            return Err(SaveError::Game { file: file() });
        }
        if !self.force && path.symlink_metadata().is_ok() {
            return Err(self.exists());
        }
        Ok(())
    }

    fn exists(&self) -> SaveError {
        SaveError::Exists { file: Printable(&self.path).to_string() }
    }
}

/// Refuses what is no plain file: a folder cannot be replaced, a pipe waits for a reader, and what a device is told is done.
fn refuse_unfit(path: &Path) -> Result<(), SaveError> {
    let what = match path.metadata() {
        Ok(about) if about.is_dir() => "a folder",
        Ok(about) if !about.is_file() => "a pipe or a device",
        Ok(_) | Err(_) if path.file_name().is_some() => return Ok(()),
        Ok(_) | Err(_) => "a folder",
    };
    Err(SaveError::NotAFile { file: Printable(path).to_string(), what })
}

/// Whether a file is part of a game: a save, a record or a lock.
fn is_of_a_game(path: &Path, saves: &[PathBuf]) -> Result<bool, SaveError> {
    // What a link leads to is judged like the link.
    let target = path.canonicalize().ok();
    let places = || [Some(path), target.as_deref()].into_iter().flatten();
    let is_kept = |place: &Path| saves.iter().any(|dir| is_same(dir, folder_of(place)));
    if places().any(|place| is_of_a_slot(place, is_kept(place))) {
        return Ok(true);
    }
    match File::open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(source) => Err(SaveError::Open { file: Printable(path).to_string(), source }),
        Ok(file) => is_irreplaceable(file).map_err(|error| SaveError::io(path, "read", error)),
    }
}

/// Whether the contents are a save, or a record with commands. A record without any, such as `run` writes, can be made
/// again.
fn is_irreplaceable(file: File) -> io::Result<bool> {
    let mut file = BufReader::new(file);
    let front = file.fill_buf()?;
    if container::is_save(front) {
        return Ok(true);
    }
    if !front.starts_with(replay::FIRST.as_bytes()) {
        return Ok(false);
    }
    for line in file.split(b'\n') {
        if line?.starts_with(b"c ") {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether two paths are one file, by whatever name, or one place for a file that is not there yet.
pub fn is_same(one: &Path, other: &Path) -> bool {
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

/// Elsewhere the full path has to do.
#[cfg(not(unix))]
fn is_identical((one, _): (&Path, &Metadata), (other, _): (&Path, &Metadata)) -> bool {
    one.canonicalize().ok().zip(other.canonicalize().ok()).is_some_and(|(one, other)| one == other)
}

/// A path in a folder at which nothing is: `name.ending`, or with a number before the ending. Where there are several
/// endings, all of them are free, and the path has the first.
///
/// # Errors
/// When there are too many files of that name.
pub fn free_path(folder: &Path, name: &str, endings: &[&str]) -> Result<PathBuf, SaveError> {
    let path = |number: u32, ending: &str| {
        let number = if number == 1 { String::new() } else { format!("-{number}") };
        folder.join(format!("{name}{number}.{ending}"))
    };
    let is_free = |number: &u32| endings.iter().all(|end| path(*number, end).symlink_metadata().is_err());
    let full = || SaveError::io(&path(1, endings[0]), "written", io::Error::other("too many are called so"));
    (1..NAMES_MAX).find(is_free).map(|number| path(number, endings[0])).ok_or_else(full)
}

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
    write_part(disk, path, &prefix_of(path), bytes)
}

/// What the name of a file begins with until it is whole.
fn prefix_of(path: &Path) -> String {
    format!(".tmp-{}.", path.file_name().unwrap_or_default().to_string_lossy())
}

/// The same, with the name that the file has until it is whole.
pub(super) fn write_part(disk: &Disk, path: &Path, prefix: &str, bytes: &[u8]) -> Result<(), SaveError> {
    place(disk, path, prefix, bytes, Disk::persist)
}

fn place(
    disk: &Disk,
    path: &Path,
    prefix: &str,
    bytes: &[u8],
    persist: fn(&Disk, NamedTempFile, &Path) -> io::Result<()>,
) -> Result<(), SaveError> {
    refuse_unfit(path)?;
    let dir = folder_of(path);
    let part = disk.part(dir, prefix, bytes, true);
    let placed = part.and_then(|part| {
        persist(disk, part, path)?;
        disk.sync_dir(dir)
    });
    placed.map_err(|error| SaveError::io(path, "written", error))
}

/// The folder that a file is in.
fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|dir| !dir.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Keeps a copy of a file that cannot be read, beside it, with `.bad` at the end of its name, where it can
/// be mended whatever becomes of the file itself. Gives the copy's name.
///
/// # Errors
/// When the system refuses.
pub fn keep_bad_on(disk: &Disk, path: &Path) -> Result<PathBuf, SaveError> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".bad");
    let bad = path.with_file_name(name);
    super::slot::refuse_link(&bad)?;
    let copied = disk.copy(path, &bad).and_then(|()| disk.sync_dir(folder_of(&bad)));
    copied.map_err(|error| SaveError::io(&bad, "written", error)).map(|()| bad)
}
