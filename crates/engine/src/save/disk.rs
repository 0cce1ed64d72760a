//! All file operations with which saves, records, exports and settings change the disk, and the reading of saves.
//!
//! A disk can be set to fail at its k-th operation, once or from then on: a test counts k up until nothing fails and so
//! covers every failure. It also logs its operations in order. What is done with files lives in `slot`, `atomic_write`
//! and `recorder`.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tempfile::NamedTempFile;

/// Suffix of the temporary name of a file that is being written.
pub(super) const PART_SUFFIX: &str = ".part";

/// How an operation fails.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DiskFailure {
    /// No space left.
    Full,
    /// Input/output error.
    InputOutput,
    /// Permission denied.
    Forbidden,
    /// A write stops half-way; operations that write nothing succeed.
    Short,
}

impl DiskFailure {
    /// All of them.
    pub const ALL: [DiskFailure; 4] =
        [DiskFailure::Full, DiskFailure::InputOutput, DiskFailure::Forbidden, DiskFailure::Short];

    fn error(self) -> io::Error {
        match self {
            DiskFailure::Full => io::ErrorKind::StorageFull.into(),
            DiskFailure::InputOutput => io::Error::other("input/output error"),
            DiskFailure::Forbidden => io::ErrorKind::PermissionDenied.into(),
            DiskFailure::Short => io::ErrorKind::WriteZero.into(),
        }
    }
}

/// An operation on a disk, successful or not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Operation {
    /// Its name, such as `write` or `sync folder`.
    pub what: &'static str,
    /// Its file or folder; the new name where there are two.
    pub path: PathBuf,
    /// The old name, where there are two.
    pub from: Option<PathBuf>,
}

/// When and how a disk fails, and the log of its operations.
#[derive(Debug)]
struct DiskFaults {
    /// Number of the operation that fails, from 1.
    fails_at: u64,
    /// Whether all later ones fail, too.
    is_permanent: bool,
    failure: DiskFailure,
    done: Mutex<Vec<Operation>>,
}

impl DiskFaults {
    fn log(&self) -> MutexGuard<'_, Vec<Operation>> {
        self.done.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A disk: the system's, one that fails, or one that only logs its operations.
#[derive(Clone, Debug, Default)]
pub struct Disk(Option<Arc<DiskFaults>>);

impl Disk {
    /// A disk whose operation number `at` (from 1) fails, and if `for_ever` every later one. Clones share one count.
    pub fn failing(at: u64, failure: DiskFailure, for_ever: bool) -> Disk {
        Disk(Some(Arc::new(DiskFaults {
            fails_at: at,
            is_permanent: for_ever,
            failure,
            done: Mutex::default(),
        })))
    }

    /// A disk that never fails and logs its operations.
    pub fn logging() -> Disk {
        Disk::failing(u64::MAX, DiskFailure::InputOutput, false)
    }

    /// Number of operations so far; 0 for the system's disk.
    pub fn operation_count(&self) -> u64 {
        self.0.as_ref().map_or(0, |faults| faults.log().len() as u64)
    }

    /// The operations so far, in order.
    pub fn done(&self) -> Vec<Operation> {
        self.0.as_ref().map_or_else(Vec::new, |faults| faults.log().clone())
    }

    /// Logs an operation; returns how it is to fail, if it is.
    fn log_operation(&self, what: &'static str, path: &Path, from: Option<&Path>) -> Option<DiskFailure> {
        let faults = self.0.as_ref()?;
        let mut done = faults.log();
        done.push(Operation { what, path: path.to_owned(), from: from.map(Path::to_owned) });
        let number = done.len() as u64;
        let fails = number == faults.fails_at || faults.is_permanent && number > faults.fails_at;
        fails.then_some(faults.failure)
    }

    /// Logs an operation that writes nothing.
    fn log_step(&self, what: &'static str, path: &Path) -> io::Result<()> {
        self.log_step_from(what, path, None)
    }

    /// The same with an old name.
    fn log_step_from(&self, what: &'static str, path: &Path, from: Option<&Path>) -> io::Result<()> {
        match self.log_operation(what, path, from) {
            None | Some(DiskFailure::Short) => Ok(()),
            Some(failure) => Err(failure.error()),
        }
    }

    fn write_all(&self, path: &Path, file: &mut File, bytes: &[u8]) -> io::Result<()> {
        match self.log_operation("write", path, None) {
            None => file.write_all(bytes),
            Some(failure) => {
                let written = if failure == DiskFailure::Short { bytes.len() / 2 } else { 0 };
                file.write_all(&bytes[..written])?;
                Err(failure.error())
            }
        }
    }

    /// Creates a folder and its parents.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn create_dir(&self, dir: &Path) -> io::Result<()> {
        self.log_step("make folder", dir)?;
        fs::create_dir_all(dir)
    }

    /// Opens a file for writing, and creates it if it does not exist.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn open(&self, path: &Path) -> io::Result<File> {
        self.log_step("open", path)?;
        open_regular(path, OpenOptions::new().create(true).truncate(false).write(true))
    }

    /// Reads at most so many bytes from the start of a file; also returns its length.
    ///
    /// # Errors
    /// When the file does not exist or is not a regular one, or the system refuses.
    pub fn read(&self, path: &Path, bytes_max: u64) -> io::Result<(Vec<u8>, u64)> {
        self.log_step("read", path)?;
        let (mut bytes, file) = (Vec::new(), open_to_read(path)?);
        let length = file.metadata()?.len();
        file.take(bytes_max).read_to_end(&mut bytes)?;
        Ok((bytes, length))
    }

    /// Reads a whole file; `None` if it is longer than so many bytes.
    ///
    /// # Errors
    /// As [`Disk::read`].
    pub fn read_whole(&self, path: &Path, bytes_max: u64) -> io::Result<Option<Vec<u8>>> {
        self.log_step("read", path)?;
        let (mut bytes, file) = (Vec::new(), open_to_read(path)?);
        if file.metadata()?.len() > bytes_max {
            return Ok(None);
        }
        // Some files have no length beforehand: the byte beyond the last tells.
        file.take(bytes_max + 1).read_to_end(&mut bytes)?;
        Ok(Some(bytes).filter(|bytes| bytes.len() as u64 <= bytes_max))
    }

    /// Writes and syncs a temporary file with these bytes. `open` is whether other users may read it. It is removed on
    /// drop.
    pub(super) fn write_temporary(
        &self,
        dir: &Path,
        prefix: &str,
        bytes: &[u8],
        open: bool,
    ) -> io::Result<NamedTempFile> {
        let mut builder = tempfile::Builder::new();
        builder.prefix(prefix).suffix(PART_SUFFIX);
        #[cfg(unix)]
        let readable = std::os::unix::fs::PermissionsExt::from_mode(0o666);
        #[cfg(unix)]
        if open {
            builder.permissions(readable);
        }
        // Other systems give a file the rights of its folder.
        #[cfg(not(unix))]
        let _ = open;
        self.log_step("create in", dir)?;
        let mut part = builder.tempfile_in(dir)?;
        let path = part.path().to_owned();
        self.write_all(&path, part.as_file_mut(), bytes)?;
        self.log_step("sync", &path)?;
        part.as_file().sync_all()?;
        Ok(part)
    }

    /// Renames a temporary file atomically.
    pub(super) fn persist(&self, part: NamedTempFile, path: &Path) -> io::Result<()> {
        self.log_step_from("rename", path, Some(part.path()))?;
        part.persist(path).map(drop).map_err(|error| error.error)
    }

    /// The same, but fails if the name exists; then nothing has changed.
    pub(super) fn persist_new(&self, part: NamedTempFile, path: &Path) -> io::Result<()> {
        self.log_step_from("rename", path, Some(part.path()))?;
        part.persist_noclobber(path).map(drop).map_err(|error| error.error)
    }

    /// Truncates a file to its first `kept` bytes and appends this text.
    ///
    /// # Errors
    /// When the system refuses; text that was partly written is truncated the next time.
    pub fn truncate_and_append(&self, path: &Path, kept: u64, text: &str) -> io::Result<()> {
        let mut file = self.open(path)?;
        self.log_step("cut", path)?;
        file.set_len(kept)?;
        file.seek(SeekFrom::Start(kept))?;
        self.write_all(path, &mut file, text.as_bytes())?;
        self.log_step("sync", path)?;
        file.sync_data()
    }

    /// Makes a hard link; on file systems without them, a copy.
    pub(super) fn link(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.log_step_from("link", to, Some(from))?;
        fs::hard_link(from, to).or_else(|_| fs::copy(from, to).map(drop))
    }

    /// Copies a file and syncs the copy.
    pub(super) fn copy(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.log_step_from("copy", to, Some(from))?;
        [from, to].into_iter().try_for_each(refuse_irregular)?;
        fs::copy(from, to)?;
        self.log_step("sync", to)?;
        // A read-only copy cannot be opened for writing, and some systems do not sync a file opened for reading.
        File::open(to)?.sync_all().or_else(|_| OpenOptions::new().write(true).open(to)?.sync_all())
    }

    /// Renames a file, replacing an existing one.
    pub(super) fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.log_step_from("rename", to, Some(from))?;
        fs::rename(from, to)
    }

    /// Removes a file, if it exists.
    pub(super) fn remove(&self, path: &Path) -> io::Result<()> {
        self.log_step("remove", path)?;
        match fs::remove_file(path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }

    /// Removes an empty folder.
    pub(super) fn remove_dir(&self, dir: &Path) -> io::Result<()> {
        self.log_step("remove folder", dir)?;
        fs::remove_dir(dir)
    }

    /// Syncs a folder: until then a power cut may undo a rename in it.
    #[cfg(unix)]
    pub(super) fn sync_dir(&self, dir: &Path) -> io::Result<()> {
        self.log_step("sync folder", dir)?;
        File::open(dir)?.sync_all()
    }

    /// Other systems cannot sync folders, and journal renames.
    #[cfg(not(unix))]
    pub(super) fn sync_dir(&self, dir: &Path) -> io::Result<()> {
        self.log_step("sync folder", dir)
    }
}

/// Opens a regular file for reading.
pub(super) fn open_to_read(path: &Path) -> io::Result<File> {
    open_regular(path, OpenOptions::new().read(true))
}

/// Opens a file that has to be a regular one: a pipe may keep its reader waiting for ever, and a device may never end.
fn open_regular(path: &Path, options: &mut OpenOptions) -> io::Result<File> {
    refuse_irregular(path)?;
    // It may have become a pipe since.
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(options, rustix::fs::OFlags::NONBLOCK.bits() as i32);
    let file = options.open(path)?;
    refuse_kind(&file.metadata()?).map(|()| file)
}

/// Refuses what exists and is not a regular file.
fn refuse_irregular(path: &Path) -> io::Result<()> {
    path.metadata().map_or(Ok(()), |about| refuse_kind(&about))
}

fn refuse_kind(about: &Metadata) -> io::Result<()> {
    irregular_kind(about).map_or(Ok(()), |kind| Err(io::Error::other(format!("it is {kind}"))))
}

/// What this is instead of a regular file.
pub(super) fn irregular_kind(about: &Metadata) -> Option<&'static str> {
    let kind = if about.is_dir() { "a folder" } else { "a pipe or a device" };
    Some(kind).filter(|_| !about.is_file())
}

/// Runs `work` on disks of which each operation fails in turn, in every way, once and from then on, until no operation
/// is left to fail. `work` gets the disk and a description of its failure. Returns the number of runs.
pub fn on_failing_disks(mut work: impl FnMut(&Disk, &str)) -> u64 {
    let mut times = 0;
    for (failure, for_ever) in DiskFailure::ALL.into_iter().flat_map(|how| [(how, false), (how, true)]) {
        for at in 1.. {
            let disk = Disk::failing(at, failure, for_ever);
            work(&disk, &format!("operation {at}, {failure:?}, for ever: {for_ever}"));
            times += 1;
            if disk.operation_count() < at {
                break;
            }
        }
    }
    times
}
