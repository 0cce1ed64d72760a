//! Setting a game aside: its files move into a numbered folder beside the slot and keep their names, so that
//! `wayworn --saves FOLDER` plays it on and no later game overwrites it.
//!
//! This happens before a new game takes a slot ([`SaveSlot::set_aside`]) and before a game goes back to an earlier save
//! ([`SaveSlot::go_back_to`]).

use super::file_names::holds_anything;
use super::{LoadedSave, SaveError, SaveSlot};
use crate::text::Printable;
use std::io;
use std::path::{Path, PathBuf};

impl SaveSlot {
    /// Sets aside the whole game in this slot and returns the folder; `None` when the slot is empty.
    ///
    /// # Errors
    /// When the system refuses; the game stays where it was.
    pub fn set_aside(&self) -> Result<Option<PathBuf>, SaveError> {
        if !holds_anything(self.dir(), self.name()) {
            return Ok(None);
        }
        // The player's own save and the record go last: after a kill half-way, the rest is still playable.
        let mut files = self.files();
        files.reverse();
        files.extend(self.all_damaged());
        files.push(self.replay_path());
        self.move_aside(&files, None).map(Some)
    }

    /// Sets aside what is newer than this save, with a copy of the record, which is cut when the save is played on.
    /// The note says where it is.
    ///
    /// # Errors
    /// As [`SaveSlot::set_aside`].
    pub fn go_back_to(&self, mut loaded: LoadedSave) -> Result<LoadedSave, SaveError> {
        let serial = self.serial_at(&loaded.file).unwrap_or(0);
        let newer: Vec<PathBuf> =
            self.files().into_iter().filter(|file| self.serial_at(file).unwrap_or(0) > serial).collect();
        if newer.is_empty() {
            return Ok(loaded);
        }
        let record = self.replay_path();
        let folder = self.move_aside(&newer, Some(&record).filter(|record| record.exists()))?;
        let words = format!("what was played after this save is kept: {}", play_instruction(&folder));
        loaded.note = Some(loaded.note.map_or(words.clone(), |note| format!("{words}; {note}")));
        Ok(loaded)
    }

    /// Moves those files that exist into a new folder, and copies one file there.
    fn move_aside(&self, files: &[PathBuf], copied: Option<&PathBuf>) -> Result<PathBuf, SaveError> {
        let folder = self.free_folder();
        let failed = |path: &Path, error| SaveError::io(path, "written", error);
        self.disk().create_dir(&folder).map_err(|error| failed(&folder, error))?;
        let place = |file: &PathBuf| folder.join(file.file_name().unwrap_or_default());
        let mut moved = Vec::new();
        let result = (|| {
            if let Some(file) = copied {
                self.disk().copy(file, &place(file)).map_err(|error| failed(&place(file), error))?;
            }
            for file in files.iter().filter(|file| file.symlink_metadata().is_ok()) {
                let to = place(file);
                self.disk().rename(file, &to).map_err(|error| failed(&to, error))?;
                moved.push((file, to));
            }
            let synced = self.disk().sync_dir(&folder).and_then(|()| self.disk().sync_dir(self.dir()));
            synced.map_err(|error| failed(&folder, error))
        })();
        if result.is_err() {
            self.move_back(&moved, copied.map(place), &folder);
        }
        result.map(|()| folder)
    }

    /// Undoes a partial move as far as possible; what cannot be moved back stays in the folder.
    fn move_back(&self, moved: &[(&PathBuf, PathBuf)], copy: Option<PathBuf>, folder: &Path) {
        let reverted: io::Result<()> =
            moved.iter().rev().try_for_each(|(from, to)| self.disk().rename(to, from));
        if reverted.is_ok() {
            let _ = copy.map_or(Ok(()), |copy| self.disk().remove(&copy));
            let _ = self.disk().remove_dir(folder);
        }
    }

    /// The first numbered folder of this slot that does not exist.
    fn free_folder(&self) -> PathBuf {
        let folder = |number: u32| self.dir().join(format!("{}-{number}", self.name()));
        let mut number = 1;
        while folder(number).symlink_metadata().is_ok() {
            number += 1;
        }
        folder(number)
    }
}

/// The command that continues a game that was set aside in this folder.
pub fn play_instruction(folder: &Path) -> String {
    format!("wayworn --saves {} continues it", Printable(folder))
}
