//! A slot: one named place for a game in a folder of saves.
//!
//! Beside the player's own save (`name.save`) are its backup (`name.bak`), a ring of autosaves (`name.auto1` to
//! `name.auto5`), the land rescued from a crash (`name.rescue`), the record of the game (`name.replay`) and a lock
//! (`name.lock`), a separate file because saving *replaces* the save. A save is written under a temporary name, synced,
//! then renamed: a kill at any moment leaves the old save or the new one, and [`SaveSlot::save_bytes`] returns once the new
//! one is safe. A slot that is let go leaves no lock behind, and without saves or commands no file at all; if its game was
//! killed, the next one cleans up. Which save is loaded does not live here (`newest`).

use super::disk::PART_SUFFIX;
use super::file_names::{AUTOSAVES, holds_anything, is_valid_name, refuse_link};
use super::{Disk, Recorder, SaveError, atomic_write, codec};
use crate::land::mix;
use crate::text::Printable;
use crate::world::World;
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// Attempts to take a lock whose file another process removes, or only clears away, at the same time.
const LOCK_ATTEMPTS: u32 = 16;
/// More saves than one session makes.
const UNREADABLE_SERIAL_GAP: u64 = 1 << 20;
/// A slot, locked by this process until dropped.
#[derive(Debug)]
pub struct SaveSlot {
    dir: PathBuf,
    name: String,
    disk: Disk,
    /// Why a leftover of a killed game could not be removed.
    leftover: Option<SaveError>,
    /// Serial number of the last save.
    serial: Mutex<u64>,
    /// Locked while the slot lives; the system releases it even when the process is killed.
    lock: Mutex<File>,
}

impl SaveSlot {
    /// Takes a slot: creates the folder if necessary, locks the slot, and removes leftovers of killed games.
    ///
    /// # Errors
    /// When the name is not a valid file name, another process holds the slot, or the folder is not writable.
    pub fn open(dir: &Path, name: &str) -> Result<SaveSlot, SaveError> {
        Self::open_on(Disk::default(), dir, name)
    }

    /// The same on a disk that may fail.
    ///
    /// # Errors
    /// As [`SaveSlot::open`].
    pub fn open_on(disk: Disk, dir: &Path, name: &str) -> Result<SaveSlot, SaveError> {
        if !is_valid_name(name) {
            return Err(SaveError::Name { name: name.to_owned() });
        }
        disk.create_dir(dir).map_err(|error| SaveError::io(dir, "made", error))?;
        let lock = lock(&disk, &dir.join(format!("{name}.lock")), &dir.join(format!("{name}.save")))?.into();
        let (dir, name) = (dir.to_owned(), name.to_owned());
        let mut slot = SaveSlot { dir, name, disk, leftover: None, serial: Mutex::new(0), lock };
        slot.leftover = slot.remove_leftovers();
        slot.clear_other_slots();
        slot.serial = slot.highest_serial().into();
        Ok(slot)
    }

    /// An upper bound of all serial numbers, including those of saves that cannot be read now but may be later.
    fn highest_serial(&self) -> u64 {
        let serials: Vec<_> = self.files().iter().map(|path| self.serial_at(path)).collect();
        let beyond = if serials.iter().any(Result::is_err) { UNREADABLE_SERIAL_GAP } else { 0 };
        serials.into_iter().flatten().max().unwrap_or(0).saturating_add(beyond)
    }

    /// The file of the player's own save.
    pub fn path(&self) -> PathBuf {
        self.file("save")
    }

    /// The file of an autosave, by its number from 1 to [`AUTOSAVES`].
    pub fn autosave_path(&self, number: u8) -> PathBuf {
        self.file(&format!("auto{number}"))
    }

    /// The file of a rescued land.
    pub fn rescue_path(&self) -> PathBuf {
        self.file("rescue")
    }

    /// The file of the record.
    pub fn replay_path(&self) -> PathBuf {
        self.file("replay")
    }

    /// The slot's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Why a half-written file of a killed game is still there. It takes space and does no other harm.
    pub fn leftover(&self) -> Option<&SaveError> {
        self.leftover.as_ref()
    }

    pub(super) fn disk(&self) -> &Disk {
        &self.disk
    }

    pub(super) fn dir(&self) -> &Path {
        &self.dir
    }

    /// Writes and removes about so many bytes, so that a full or read-only disk is noticed before a game starts rather
    /// than at its first save.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn check_space(&self, bytes: u64) -> Result<(), SaveError> {
        // Incompressible for every file system.
        let noise: Vec<u8> = (0..=bytes / 8).flat_map(|word| mix(&[word]).to_le_bytes()).collect();
        let part = self.disk.write_temporary(&self.dir, &self.part_prefix(), &noise, false);
        part.map(drop).map_err(|error| SaveError::io(&self.path(), "saved", error))
    }

    /// Takes the lock again if its file was removed, so that no other game is let in. Belongs before anything is written.
    ///
    /// # Errors
    /// When another game has taken the slot meanwhile, or the system refuses.
    pub fn keep_lock(&self) -> Result<(), SaveError> {
        let mut held = self.lock.lock().unwrap_or_else(PoisonError::into_inner);
        let path = self.file("lock");
        if !leads_to(&path, &held) {
            *held = lock(&self.disk, &path, &self.path())?;
        }
        Ok(())
    }

    /// Replaces the save and keeps the old one as `.bak`. Once this returns, no kill can lose it.
    ///
    /// # Errors
    /// When the system refuses; the old save is then unchanged.
    pub fn save_bytes(&self, bytes: &[u8]) -> Result<(), SaveError> {
        let path = self.path();
        self.replace_file(&path, bytes, || self.keep_backup())
    }

    /// Replaces a file atomically; `just_before` runs right before the rename.
    fn replace_file(
        &self,
        path: &Path,
        bytes: &[u8],
        just_before: impl FnOnce() -> io::Result<()>,
    ) -> Result<(), SaveError> {
        self.keep_lock()?;
        let part = self.disk.write_temporary(&self.dir, &self.part_prefix(), bytes, false);
        let placed = part.and_then(|part| {
            just_before()?;
            self.disk.persist(part, path)?;
            self.disk.sync_dir(&self.dir)
        });
        placed.map_err(|error| SaveError::io(path, "saved", error))
    }

    /// Writes a file beside the save; returns its path.
    ///
    /// # Errors
    /// When the system refuses; an existing file of that name is then unchanged.
    pub fn write_beside(&self, name: &str, bytes: &[u8]) -> Result<PathBuf, SaveError> {
        let path = self.dir.join(name);
        atomic_write::write_with_prefix(&self.disk, &path, &self.part_prefix(), bytes).map(|()| path)
    }

    /// The same under an unused name: this one, or with a number before its ending.
    ///
    /// # Errors
    /// As [`SaveSlot::write_beside`].
    pub fn write_new_beside(&self, name: &str, bytes: &[u8]) -> Result<PathBuf, SaveError> {
        let (stem, ending) = name.split_once('.').unwrap_or((name, ""));
        let path = atomic_write::free_path(&self.dir, stem, &[ending])?;
        atomic_write::write_with_prefix(&self.disk, &path, &self.part_prefix(), bytes).map(|()| path)
    }

    /// Encodes and saves a world; `commands` is [`Recorder::commands`].
    ///
    /// # Errors
    /// When the world is invalid, or as [`SaveSlot::save_bytes`]; the old save is then unchanged.
    pub fn save(&self, world: &World, commands: Option<u64>) -> Result<(), SaveError> {
        self.save_bytes(&self.encode(&self.path(), world, commands)?)
    }

    /// Autosaves over the oldest of [`AUTOSAVES`] files.
    ///
    /// # Errors
    /// When the world is invalid or the system refuses; all saves are then unchanged.
    pub fn autosave(&self, world: &World, commands: Option<u64>) -> Result<(), SaveError> {
        let ring = (1..=AUTOSAVES).map(|number| self.autosave_path(number));
        let oldest = ring.min_by_key(|path| self.serial_at(path).unwrap_or(0));
        let oldest = oldest.unwrap_or_else(|| self.autosave_path(1));
        self.replace_file(&oldest, &self.encode(&oldest, world, commands)?, || Ok(()))
    }

    /// Saves the land rescued from a crash; returns the file.
    ///
    /// # Errors
    /// As [`SaveSlot::autosave`].
    pub fn save_rescued(&self, world: &World, commands: Option<u64>) -> Result<PathBuf, SaveError> {
        let path = self.rescue_path();
        self.replace_file(&path, &self.encode(&path, world, commands)?, || Ok(()))?;
        Ok(path)
    }

    /// Encodes a save. Refuses a world that could not be loaded again, so that it never replaces an intact save.
    fn encode(&self, path: &Path, world: &World, commands: Option<u64>) -> Result<Vec<u8>, SaveError> {
        world.check().map_err(|what| SaveError::InvalidWorld { file: Printable(path).to_string(), what })?;
        let mut serial = self.serial.lock().unwrap_or_else(PoisonError::into_inner);
        // Saturating: saving must work whatever number a damaged file claims.
        *serial = serial.saturating_add(1);
        Ok(codec::encode_as(world, commands, *serial))
    }

    /// Starts the record of a new game in this slot.
    pub fn start_record(&self, header: &super::ReplayHeader) -> Recorder {
        Recorder::begin(self.replay_path(), self.disk.clone(), header)
    }

    /// Copies the current record to another name beside it; returns the file.
    ///
    /// # Errors
    /// When the system refuses; no partial copy is left.
    pub fn copy_record(&self, name: &str) -> Result<PathBuf, SaveError> {
        let path = self.dir.join(name);
        refuse_link(&path)?;
        let read = self.disk.read(&self.replay_path(), super::replay::TEXT_MAX as u64);
        let (record, _) = read.map_err(|error| SaveError::io(&path, "written", error))?;
        self.write_beside(name, &record)
    }

    /// Makes the current save the `.bak`: a hard link, put in place by one rename.
    fn keep_backup(&self) -> io::Result<()> {
        let path = self.path();
        if !path.try_exists()? {
            return Ok(());
        }
        let part = self.dir.join(format!("{}bak{PART_SUFFIX}", self.part_prefix()));
        self.disk.remove(&part)?;
        self.disk.link(&path, &part)?;
        self.disk.rename(&part, &self.file("bak"))
    }

    /// Removes half-written files of killed games in this slot only, as only its lock is held; returns the first error.
    fn remove_leftovers(&self) -> Option<SaveError> {
        let prefix = self.part_prefix();
        let is_part = |path: &PathBuf| {
            let name = path.file_name().and_then(|name| name.to_str());
            name.is_some_and(|name| name.starts_with(&prefix) && name.ends_with(PART_SUFFIX))
        };
        let entries = fs::read_dir(&self.dir).into_iter().flatten().flatten();
        let parts: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(is_part).collect();
        // Try all, even if one fails.
        let failed = parts.into_iter().filter_map(|path| {
            self.disk.remove(&path).err().map(|error| SaveError::io(&path, "cleared away", error))
        });
        failed.fold(None, |first, error| first.or(Some(error)))
    }

    /// Lets go of other slots as their killed games could not: removes their locks, and records without commands.
    fn clear_other_slots(&self) {
        let entries = fs::read_dir(&self.dir).into_iter().flatten().flatten();
        let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
        let others = names.filter_map(|name| name.strip_suffix(".lock").map(str::to_owned));
        for name in others.filter(|name| *name != self.name && is_valid_name(name)) {
            // A slot in use is left alone.
            let path = self.dir.join(format!("{name}.lock"));
            if let Ok(lock) = lock(&self.disk, &path, &path) {
                let (dir, disk) = (self.dir.clone(), self.disk.clone());
                let (serial, lock) = (Mutex::new(0), lock.into());
                drop(SaveSlot { dir, name, disk, leftover: None, serial, lock });
            }
        }
    }

    /// Lets go of the slot, as dropping it does: for a program that ends without that. It leaves no lock and no
    /// half-written file behind, and of an empty slot no record. Systems that cannot tell a removed file from the one in
    /// its place keep the lock beside what it guards.
    pub fn let_go(&self) {
        let path = self.file("lock");
        let held = self.lock.lock().unwrap_or_else(PoisonError::into_inner);
        let is_empty = !holds_anything(&self.dir, &self.name);
        if (is_empty || cfg!(unix)) && leads_to(&path, &held) {
            // The lock is held until its file is gone, so no other process can have taken it.
            let _ = self.remove_leftovers();
            if is_empty {
                let _ = self.disk.remove(&self.replay_path());
            }
            let _ = self.disk.remove(&path);
        }
        // A child process that is being started may share the file, so closing alone would not release the lock.
        let _ = held.unlock();
    }

    pub(super) fn file(&self, extension: &str) -> PathBuf {
        self.dir.join(format!("{}.{extension}", self.name))
    }

    /// Names contain no dot, so no slot's prefix is a prefix of another's.
    fn part_prefix(&self) -> String {
        format!(".tmp-{}.", self.name)
    }
}

impl Drop for SaveSlot {
    fn drop(&mut self) {
        self.let_go();
    }
}

/// Opens and locks the lock file.
fn lock(disk: &Disk, path: &Path, save: &Path) -> Result<File, SaveError> {
    refuse_link(path)?;
    for _ in 0..LOCK_ATTEMPTS {
        let file = disk.open(path).map_err(|error| SaveError::io(path, "opened", error))?;
        match file.try_lock() {
            Ok(()) if leads_to(path, &file) => return Ok(file),
            // The previous owner has removed the file meanwhile: try again.
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => std::thread::yield_now(),
            Err(TryLockError::Error(error)) => return Err(SaveError::io(path, "locked", error)),
        }
    }
    Err(SaveError::InUse { file: Printable(save).to_string() })
}

/// Whether a path still refers to this open file.
#[cfg(unix)]
fn leads_to(path: &Path, file: &File) -> bool {
    use std::os::unix::fs::MetadataExt;
    let place = |about: fs::Metadata| (about.dev(), about.ino());
    let (there, here) = (fs::symlink_metadata(path).map(place), file.metadata().map(place));
    there.ok().zip(here.ok()).is_some_and(|(there, here)| there == here)
}

/// Other systems do not replace an open file.
#[cfg(not(unix))]
fn leads_to(_path: &Path, _file: &File) -> bool {
    true
}
