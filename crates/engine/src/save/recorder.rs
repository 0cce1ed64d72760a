//! Writes the record of a game as it is played.
//!
//! Lines are buffered in memory and written by [`Recorder::flush`], which belongs right before each save: so the file
//! always covers the save. A game that continues from the save drops what the file holds beyond it.

use super::disk::open_to_read;
use super::file_names::refuse_link;
use super::replay::{ReplayHeader, ReplayLine, TEXT_MAX, command_line, hashes_line, parse_line};
use super::{Disk, Replay, SaveError, text};
use crate::text::Printable;
use crate::world::{Command, Hashes, World};
use std::fs::File;
use std::io::{self, Read, Seek};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Writes the record of a running game.
#[derive(Debug)]
pub struct Recorder {
    log: Arc<RecordFile>,
    /// Commands so far; `None` when the game is not recorded.
    commands: Option<u64>,
    /// Earliest tick that the next hashes may have.
    hashes_from: u64,
    /// Tick of the last hashes.
    last_hashes: Option<u64>,
}

/// The file of a record and its buffered lines; any thread may flush it.
#[derive(Debug)]
pub struct RecordFile {
    path: PathBuf,
    disk: Disk,
    lines: Mutex<String>,
    kept: Mutex<KeptPart>,
}

/// The part of a record that is in its file.
#[derive(Debug)]
struct KeptPart {
    /// Bytes at the start of the file that belong to the record.
    bytes: u64,
    /// The file as it was last written. While it is open it can be read, even after it was removed.
    file: Option<File>,
}

impl KeptPart {
    /// Its text.
    fn read(&self) -> io::Result<String> {
        let mut text = String::new();
        if let Some(mut file) = self.file.as_ref() {
            file.rewind()?;
            file.take(self.bytes).read_to_string(&mut text)?;
        }
        Ok(text)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl RecordFile {
    fn new(path: PathBuf, disk: Disk, kept: u64, lines: String) -> Arc<RecordFile> {
        let file = open_to_read(&path).ok();
        Arc::new(RecordFile { path, disk, lines: lines.into(), kept: KeptPart { bytes: kept, file }.into() })
    }

    /// Writes and syncs all buffered lines, after those of a file that was removed meanwhile. Adding lines meanwhile
    /// does not block.
    ///
    /// # Errors
    /// When the system refuses; the lines stay buffered, and the next flush tries again.
    pub fn flush(&self) -> Result<(), SaveError> {
        let mut kept = lock(&self.kept);
        refuse_link(&self.path)?;
        let lines = std::mem::take(&mut *lock(&self.lines));
        match self.append(&kept, &lines) {
            Ok(bytes) => {
                *kept = KeptPart { bytes, file: open_to_read(&self.path).ok() };
                Ok(())
            }
            Err(error) => {
                lock(&self.lines).insert_str(0, &lines);
                Err(SaveError::io(&self.path, "written", error))
            }
        }
    }

    /// Appends lines to the kept part; returns the length of both.
    fn append(&self, kept: &KeptPart, lines: &str) -> io::Result<u64> {
        if self.path.metadata().is_ok_and(|about| about.len() >= kept.bytes) {
            self.disk.truncate_and_append(&self.path, kept.bytes, lines)?;
            return Ok(kept.bytes + lines.len() as u64);
        }
        let whole = kept.read()? + lines;
        self.disk.truncate_and_append(&self.path, 0, &whole)?;
        Ok(whole.len() as u64)
    }
}

impl Recorder {
    /// Starts a record; the first flush replaces the contents of the file.
    pub(super) fn begin(path: PathBuf, disk: Disk, header: &ReplayHeader) -> Recorder {
        let log = RecordFile::new(path, disk, 0, header.text());
        Recorder { log, commands: Some(0), hashes_from: 0, last_hashes: None }
    }

    /// Continues the record in the file for a world that was saved when it held this many commands. If the file is not
    /// the record of this world, recording stops, and the note says so.
    pub(super) fn resume(
        path: PathBuf,
        disk: Disk,
        world: &World,
        commands: Option<u64>,
    ) -> (Recorder, Option<String>) {
        let place = commands.ok_or("it was not recorded before".to_owned());
        match place.and_then(|commands| find_record_end(&path, world, commands)) {
            Ok((kept, last_hashes)) => {
                let log = RecordFile::new(path, disk, kept, String::new());
                (Recorder { log, commands, hashes_from: world.tick + 1, last_hashes }, None)
            }
            Err(why) => {
                let log = RecordFile::new(path, disk, 0, String::new());
                let recorder = Recorder { log, commands: None, hashes_from: 0, last_hashes: None };
                (recorder, Some(format!("this game is no longer recorded: {why}")))
            }
        }
    }

    /// Records a command given after `tick` ticks, including refused ones: a refusal is deterministic, too.
    pub fn command(&mut self, tick: u64, command: &Command) {
        if let Some(count) = &mut self.commands {
            lock(&self.log.lines).push_str(&command_line(tick, *count, command));
            *count += 1;
            self.hashes_from = self.hashes_from.max(tick + 1);
        }
    }

    /// Records the hashes of the world right after `tick`; ignored if that tick has hashes or commands already.
    pub fn hashes(&mut self, tick: u64, hashes: &Hashes) {
        let is_new = self.last_hashes.is_none_or(|last| tick > last) && tick >= self.hashes_from;
        if self.commands.is_some() && is_new {
            lock(&self.log.lines).push_str(&hashes_line(tick, hashes));
            self.last_hashes = Some(tick);
        }
    }

    /// Commands recorded so far, for a save of this moment; `None` when the game is not recorded.
    pub fn commands(&self) -> Option<u64> {
        self.commands
    }

    /// The file with its buffered lines, to flush on another thread; `None` when the game is not recorded.
    pub fn log(&self) -> Option<Arc<RecordFile>> {
        self.commands.map(|_| Arc::clone(&self.log))
    }

    /// Writes and syncs everything recorded so far.
    ///
    /// # Errors
    /// As [`RecordFile::flush`].
    pub fn flush(&mut self) -> Result<(), SaveError> {
        self.log().map_or(Ok(()), |log| log.flush())
    }
}

/// The offset in the file at which the record of this world ends, and the tick of its last hashes.
fn find_record_end(path: &Path, world: &World, commands: u64) -> Result<(u64, Option<u64>), String> {
    let text = text::read_text(path, TEXT_MAX).map_err(|error| error.to_string())?;
    let replay = Replay::parse(&text).map_err(|error| format!("{}:{error}", Printable(path)))?;
    if replay.header.seed != world.seed || replay.header.size != world.size() {
        return Err(format!("{} is the record of another game", Printable(path)));
    }
    let header = replay.header.text();
    let lines = text.strip_prefix(&header).ok_or_else(|| format!("{} was edited", Printable(path)))?;
    let mut place = header.len();
    let (mut count, mut hashes) = (0, None);
    for line in lines.split_inclusive('\n').filter(|line| line.ends_with('\n')) {
        match parse_line(line.trim_end_matches('\n'), count as usize) {
            Ok(ReplayLine::Command(_)) if count < commands => count += 1,
            Ok(ReplayLine::Hashes(tick, _)) if tick <= world.tick => hashes = Some(tick),
            _ => break,
        }
        place += line.len();
    }
    if count == commands {
        Ok((place as u64, hashes))
    } else {
        Err(format!("{} has missing lines", Printable(path)))
    }
}
