//! A slot: one named place for a game in a folder of saves.
//!
//! Besides the save itself (`name.save`) a slot has the save before it (`name.bak`), the record of the game
//! (`name.replay`) and a lock (`name.lock`), which is a file of its own because saving *replaces* the save.
//! A save is written beside the old one, brought to the disk, and only then takes its name, in one step: a kill at
//! any moment leaves the old save or the new one, and [`Slot::save_bytes`] returns once the new one is safe.

use super::codec::{self, Meta};
use super::container::FILE_MAX;
use super::whole::{self, PART};
use super::{Fault, Recorder, SaveError};
use crate::world::World;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// Longest name of a slot, in characters.
const NAME_MAX: usize = 64;
/// Names that some systems take for devices.
const DEVICES: [&str; 4] = ["con", "prn", "aux", "nul"];

/// A slot that this game holds until it is dropped.
#[derive(Debug)]
pub struct Slot {
    dir: PathBuf,
    name: String,
    /// Locked while the slot lives; the system lets go of it even when the game is killed.
    _lock: File,
}

/// What was found in a slot.
#[derive(Debug)]
pub struct Loaded {
    /// The saved world.
    pub world: World,
    /// Commands in the replay when it was saved, if there was one.
    pub commands: Option<u64>,
    /// Something the player should be told.
    pub note: Option<String>,
}

impl Slot {
    /// Takes a slot: makes the folder if there is none, locks the slot, and clears away what a killed game left.
    ///
    /// # Errors
    /// When the name cannot be a file's, another game has the slot, or the folder cannot be written.
    pub fn open(dir: &Path, name: &str) -> Result<Slot, SaveError> {
        if !is_sound_name(name) {
            return Err(SaveError::Name { name: name.to_owned() });
        }
        fs::create_dir_all(dir).map_err(|error| SaveError::io(dir, "made", error))?;
        let lock = lock(&dir.join(format!("{name}.lock")), &dir.join(format!("{name}.save")))?;
        let slot = Slot { dir: dir.to_owned(), name: name.to_owned(), _lock: lock };
        slot.sweep();
        Ok(slot)
    }

    /// The save's file.
    pub fn path(&self) -> PathBuf {
        self.file("save")
    }

    /// The replay's file.
    pub fn replay_path(&self) -> PathBuf {
        self.file("replay")
    }

    /// The slot's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Replaces the save; the one before it is kept as `.bak`. Once this returns, no kill can lose it.
    ///
    /// # Errors
    /// When the system refuses; the old save is untouched then.
    pub fn save_bytes(&self, bytes: &[u8]) -> Result<(), SaveError> {
        let path = self.path();
        let failed = |error| SaveError::io(&path, "saved", error);
        let part = whole::part(&self.dir, &self.part_prefix(), bytes, false).map_err(failed)?;
        self.keep_backup().map_err(failed)?;
        part.persist(&path).map_err(|error| failed(error.error))?;
        whole::sync_dir(&self.dir).map_err(failed)
    }

    /// Writes something that was made of the game beside its save, and gives its path.
    ///
    /// # Errors
    /// When the system refuses; a file that had the name is untouched then.
    pub fn write_beside(&self, name: &str, bytes: &[u8]) -> Result<PathBuf, SaveError> {
        let path = self.dir.join(name);
        let written = whole::write_part(&path, &self.part_prefix(), bytes);
        written.map_err(|error| SaveError::io(&path, "written", error)).map(|()| path)
    }

    /// Encodes and saves a world; `commands` is [`Recorder::commands`].
    ///
    /// # Errors
    /// As [`Slot::save_bytes`].
    pub fn save(&self, world: &World, commands: Option<u64>) -> Result<(), SaveError> {
        self.save_bytes(&codec::encode_recorded(world, commands))
    }

    /// Loads the save, or the one before it when it is damaged or gone; `None` when the slot is empty.
    ///
    /// # Errors
    /// When there is no save that can be played on. Nothing is deleted, ever.
    pub fn load(&self) -> Result<Option<Loaded>, SaveError> {
        let error = match read_save(&self.path()) {
            Ok(Some((world, meta))) => {
                return Ok(Some(Loaded { world, commands: meta.commands, note: None }));
            }
            Ok(None) => None,
            Err(error @ SaveError::Bad { fault: Fault::Newer { .. } | Fault::Older { .. }, .. }) => {
                return Err(error);
            }
            Err(error) => Some(error),
        };
        match (read_save(&self.file("bak")), error) {
            (Ok(Some((world, meta))), error) => {
                let note = Some(self.set_aside(error.as_ref()));
                Ok(Some(Loaded { world, commands: meta.commands, note }))
            }
            (Ok(None), None) => Ok(None),
            (_, Some(error)) | (Err(error), None) => Err(error),
        }
    }

    /// Begins the record of a new game in this slot.
    pub fn record(&self, header: &super::Header) -> Recorder {
        Recorder::begin(self.replay_path(), header)
    }

    /// Goes on with the record of a loaded game; the note tells when that is not possible.
    pub fn record_on(&self, loaded: &Loaded) -> (Recorder, Option<String>) {
        Recorder::resume(self.replay_path(), &loaded.world, loaded.commands)
    }

    /// Moves a damaged save out of the way, so that the next one does not make it the backup.
    fn set_aside(&self, error: Option<&SaveError>) -> String {
        let bak = self.file("bak");
        let Some(error) = error else {
            return format!(
                "{} is gone; this is {}, the save before it",
                self.path().display(),
                bak.display()
            );
        };
        let aside = self.file("damaged");
        let moved = matches!(error, SaveError::Bad { .. }) && fs::rename(self.path(), &aside).is_ok();
        let kept = if moved { format!(" (kept as {})", aside.display()) } else { String::new() };
        format!("{error}{kept}; this is {}, the save before it", bak.display())
    }

    /// Keeps the present save as `.bak`: a second name for the same bytes, brought in by one rename.
    fn keep_backup(&self) -> io::Result<()> {
        let path = self.path();
        if !path.try_exists()? {
            return Ok(());
        }
        let part = self.dir.join(format!("{}bak{PART}", self.part_prefix()));
        remove_if_there(&part)?;
        if fs::hard_link(&path, &part).is_err() {
            // Some file systems know no second names.
            fs::copy(&path, &part)?;
        }
        fs::rename(&part, self.file("bak"))
    }

    /// Removes half-written files of games that were killed. Only this slot's: its lock is held, others' are not.
    fn sweep(&self) {
        let Ok(entries) = fs::read_dir(&self.dir) else { return };
        let prefix = self.part_prefix();
        for entry in entries.flatten() {
            let name = entry.file_name();
            let is_part = name.to_str().is_some_and(|name| name.starts_with(&prefix) && name.ends_with(PART));
            if is_part {
                // What cannot be removed does no harm.
                let _ = fs::remove_file(entry.path());
            }
        }
    }

    fn file(&self, extension: &str) -> PathBuf {
        self.dir.join(format!("{}.{extension}", self.name))
    }

    /// Names never hold a dot, so no slot's prefix begins another's.
    fn part_prefix(&self) -> String {
        format!(".tmp-{}.", self.name)
    }
}

/// Whether a name is a plain file's on every system: no path, no device, nothing invisible.
fn is_sound_name(name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    let port = |kind: &str| {
        lower.strip_prefix(kind).is_some_and(|rest| rest.len() == 1 && rest.as_bytes()[0].is_ascii_digit())
    };
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, ' ' | '-' | '_');
    !name.is_empty()
        && name.len() <= NAME_MAX
        && name.chars().all(plain)
        && name.trim() == name
        && !DEVICES.contains(&lower.as_str())
        && !port("com")
        && !port("lpt")
}

/// Opens and locks the lock file.
fn lock(path: &Path, save: &Path) -> Result<File, SaveError> {
    refuse_link(path)?;
    let opened = OpenOptions::new().create(true).truncate(false).write(true).open(path);
    let file = opened.map_err(|error| SaveError::io(path, "opened", error))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(SaveError::InUse { file: save.display().to_string() }),
        Err(TryLockError::Error(error)) => Err(SaveError::io(path, "locked", error)),
    }
}

/// Refuses a link: what is written through it would leave the folder.
pub(super) fn refuse_link(path: &Path) -> Result<(), SaveError> {
    match fs::symlink_metadata(path) {
        Ok(about) if about.is_symlink() => Err(SaveError::Link { file: path.display().to_string() }),
        _ => Ok(()),
    }
}

/// Reads a save without taking its slot: a game that is played there meanwhile is not disturbed.
///
/// # Errors
/// When there is no such file, or it is no save that can be played on.
pub fn load_save(path: &Path) -> Result<Loaded, SaveError> {
    let gone =
        || SaveError::Open { file: path.display().to_string(), source: io::ErrorKind::NotFound.into() };
    let (world, meta) = read_save(path)?.ok_or_else(gone)?;
    Ok(Loaded { world, commands: meta.commands, note: None })
}

/// Reads a save; `None` when there is no such file.
fn read_save(path: &Path) -> Result<Option<(World, Meta)>, SaveError> {
    let read = || -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        File::open(path)?.take(FILE_MAX + 1).read_to_end(&mut bytes)?;
        Ok(bytes)
    };
    match read() {
        Ok(bytes) => codec::decode_with_meta(&bytes).map(Some).map_err(|fault| SaveError::bad(path, fault)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(SaveError::io(path, "read", error)),
    }
}

fn remove_if_there(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}
