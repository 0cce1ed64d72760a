//! Writes the record of a game as it is played.
//!
//! Lines are buffered in memory and written by [`Recorder::flush`], which belongs right before each save: so the file
//! always covers the save. A game that continues from the save drops what the file holds beyond it.

use super::file_names::refuse_link;
use super::replay::{ReplayHeader, ReplayLine, TEXT_MAX, command_line, hashes_line, parse_line};
use super::{Disk, Replay, SaveError, text};
use crate::text::Printable;
use crate::world::{Command, Hashes, World};
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

/// The file of a record; any thread may flush it. The whole text stays in memory: if the file is removed while the game
/// is played, it is written again.
#[derive(Debug)]
pub struct RecordFile {
    path: PathBuf,
    disk: Disk,
    text: Mutex<String>,
    /// Bytes of the text that the file holds.
    valid_bytes: Mutex<u64>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl RecordFile {
    fn new(path: PathBuf, disk: Disk, kept: u64, text: String) -> Arc<RecordFile> {
        Arc::new(RecordFile { path, disk, text: text.into(), valid_bytes: kept.into() })
    }

    /// Writes and syncs all buffered lines. Adding lines meanwhile does not block.
    ///
    /// # Errors
    /// When the system refuses; the next flush tries again.
    pub fn flush(&self) -> Result<(), SaveError> {
        let mut kept = lock(&self.valid_bytes);
        refuse_link(&self.path)?;
        if self.path.metadata().map_or(true, |about| about.len() < *kept) {
            *kept = 0;
        }
        let lines = lock(&self.text)[*kept as usize..].to_owned();
        let written = self.disk.truncate_and_append(&self.path, *kept, &lines);
        written.map_err(|error| SaveError::io(&self.path, "written", error))?;
        *kept += lines.len() as u64;
        Ok(())
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
        match place.and_then(|commands| find_record(&path, world, commands)) {
            Ok((text, last_hashes)) => {
                let log = RecordFile::new(path, disk, text.len() as u64, text);
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
            lock(&self.log.text).push_str(&command_line(tick, *count, command));
            *count += 1;
            self.hashes_from = self.hashes_from.max(tick + 1);
        }
    }

    /// Records the hashes of the world right after `tick`; ignored if that tick has hashes or commands already.
    pub fn hashes(&mut self, tick: u64, hashes: &Hashes) {
        let is_new = self.last_hashes.is_none_or(|last| tick > last) && tick >= self.hashes_from;
        if self.commands.is_some() && is_new {
            lock(&self.log.text).push_str(&hashes_line(tick, hashes));
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

/// The record of this world in the file, and the tick of its last hashes.
fn find_record(path: &Path, world: &World, commands: u64) -> Result<(String, Option<u64>), String> {
    let mut text = text::read_text(path, TEXT_MAX).map_err(|error| error.to_string())?;
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
        text.truncate(place);
        Ok((text, hashes))
    } else {
        Err(format!("{} has missing lines", Printable(path)))
    }
}
