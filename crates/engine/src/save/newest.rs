//! Chooses which of a slot's saves a game continues from: the newest intact one. If that is not the player's own save,
//! a note tells the player.
//!
//! The newest save is the one with the highest serial number, because a clock may be set back. Nothing is deleted here;
//! a damaged save is renamed, so that the next save does not make it the backup.

use super::codec::{self, FRONT_BYTES, SaveMeta};
use super::container::FILE_MAX;
use super::file_names::AUTOSAVES;
use super::{Disk, Recorder, SaveError, SaveFault, SaveSlot};
use crate::text::Printable;
use crate::world::World;
use std::io;
use std::path::{Path, PathBuf};

/// A loaded save.
#[derive(Debug)]
pub struct LoadedSave {
    /// The saved world.
    pub world: World,
    /// Commands in the replay when it was saved, if there was one.
    pub commands: Option<u64>,
    /// Its file.
    pub file: PathBuf,
    /// A message for the player.
    pub note: Option<String>,
}

impl SaveSlot {
    /// Loads the newest intact save of any kind; `None` when the slot is empty.
    ///
    /// # Errors
    /// When no save can be loaded, or the player's own was written by another version.
    pub fn load(&self) -> Result<Option<LoadedSave>, SaveError> {
        self.load_from(&self.files(), |_| true)
    }

    /// The same among the saves from before a tick.
    ///
    /// # Errors
    /// As [`SaveSlot::load`].
    pub fn load_before(&self, tick: u64) -> Result<Option<LoadedSave>, SaveError> {
        self.load_from(&self.files(), |world| world.tick < tick)
    }

    /// Loads the player's own save, or its backup when it is damaged or missing; ignores autosaves.
    ///
    /// # Errors
    /// As [`SaveSlot::load`].
    pub fn load_own(&self) -> Result<Option<LoadedSave>, SaveError> {
        self.load_from(&[self.path(), self.file("bak")], |_| true)
    }

    /// The newest intact save, without renaming damaged ones and without a note.
    pub fn newest(&self) -> Option<LoadedSave> {
        self.newest_first(&self.files()).into_iter().find_map(|file| {
            let (world, meta) = read_save(self.disk(), &file).ok().flatten()?;
            Some(LoadedSave { world, commands: meta.commands, file, note: None })
        })
    }

    /// Continues the record of a loaded game; the note says if that is not possible.
    pub fn resume_record(&self, loaded: &LoadedSave) -> (Recorder, Option<String>) {
        Recorder::resume(self.replay_path(), self.disk().clone(), &loaded.world, loaded.commands)
    }

    /// All files that may hold a save, the player's own first.
    pub(super) fn files(&self) -> Vec<PathBuf> {
        let autosaves = (1..=AUTOSAVES).map(|number| self.autosave_path(number));
        let own = [self.path(), self.rescue_path()].into_iter();
        own.chain(autosaves).chain([self.file("bak")]).collect()
    }

    /// Sorts saves newest first; files without a serial number keep their order. A file that cannot be read now may be
    /// the newest, so it comes first.
    fn newest_first(&self, files: &[PathBuf]) -> Vec<PathBuf> {
        let mut files = files.to_vec();
        files.sort_by_cached_key(|path| std::cmp::Reverse(self.serial_at(path).unwrap_or(u64::MAX)));
        files
    }

    /// The serial number of a save; 0 when it is missing or damaged.
    pub(super) fn serial_at(&self, path: &Path) -> io::Result<u64> {
        match self.disk().read(path, FRONT_BYTES) {
            Ok((front, length)) => Ok(codec::serial_of(&front, length)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(0),
            Err(error) => Err(error),
        }
    }

    fn load_from(
        &self,
        files: &[PathBuf],
        is_wanted: impl Fn(&World) -> bool,
    ) -> Result<Option<LoadedSave>, SaveError> {
        let own = self.path();
        let mut first_error = None;
        for path in self.newest_first(files) {
            match read_save(self.disk(), &path) {
                Ok(Some((world, meta))) if is_wanted(&world) => {
                    let note = if path == own { None } else { Some(self.note(&path)?) };
                    return Ok(Some(LoadedSave { world, commands: meta.commands, file: path, note }));
                }
                Ok(_) => {}
                Err(error) if path == own => first_error = Some(error),
                Err(error) => first_error = first_error.or(Some(error)),
            }
        }
        first_error.map_or(Ok(None), Err)
    }

    /// The note for a game that continues from a file other than the player's own save; an error when the player's own
    /// was written by another version, because an older copy would silently lose what it holds.
    fn note(&self, path: &Path) -> Result<String, SaveError> {
        let (own, file) = (self.path(), Printable(path));
        let what = match path.extension().and_then(|extension| extension.to_str()) {
            Some("bak") => "the save before your last",
            Some("rescue") => "the land rescued when the game crashed",
            _ => "an autosave",
        };
        match read_save(self.disk(), &own) {
            Ok(Some(_)) => {
                Ok(format!("{file} is {what}, newer than your own save; use --by-hand to load yours"))
            }
            Ok(None) if self.file("bak").exists() => {
                Ok(format!("{} is gone; this is {file}, {what}", Printable(own)))
            }
            Ok(None) => Ok(format!("{file} is {what}; there is no save of your own yet")),
            Err(error @ SaveError::Bad { fault: SaveFault::OtherVersion { .. }, .. }) => Err(error),
            // The kind comes first: a narrow window cuts off the rest.
            Err(error) => Ok(format!("this is {what}, {file}: {}", self.rename_damaged(&error))),
        }
    }

    /// Renames a damaged save; returns what is wrong, and where it is now or what to do.
    fn rename_damaged(&self, error: &SaveError) -> String {
        let aside = self.damaged_path(self.all_damaged().len() + 1);
        match error {
            SaveError::Bad { file, fault } if self.disk().rename(&self.path(), &aside).is_ok() => {
                format!("{file} {fault}, and is kept as {}", Printable(&aside))
            }
            _ => error.to_string(),
        }
    }

    /// The damaged saves that were renamed.
    pub(super) fn all_damaged(&self) -> Vec<PathBuf> {
        let files = (1..).map(|number| self.damaged_path(number));
        files.take_while(|file| file.symlink_metadata().is_ok()).collect()
    }

    fn damaged_path(&self, number: usize) -> PathBuf {
        if number == 1 { self.file("damaged") } else { self.file(&format!("damaged{number}")) }
    }
}

/// Reads a save without locking its slot, so a running game is not disturbed.
///
/// # Errors
/// When the file does not exist or cannot be loaded.
pub fn load_save(path: &Path) -> Result<LoadedSave, SaveError> {
    let missing =
        || SaveError::Open { file: Printable(path).to_string(), source: io::ErrorKind::NotFound.into() };
    let (world, meta) = read_save(&Disk::default(), path)?.ok_or_else(missing)?;
    Ok(LoadedSave { world, commands: meta.commands, file: path.to_owned(), note: None })
}

/// Reads a save; `None` when the file does not exist.
fn read_save(disk: &Disk, path: &Path) -> Result<Option<(World, SaveMeta)>, SaveError> {
    match disk.read_whole(path, FILE_MAX) {
        Ok(bytes) => {
            let read = bytes.ok_or(SaveFault::TooLarge).and_then(|bytes| codec::decode_with_meta(&bytes));
            read.map(Some).map_err(|fault| SaveError::bad_save(path, fault))
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(SaveError::io(path, "read", error)),
    }
}
