//! Writes the record of a game as it is played.
//!
//! Lines are gathered in memory and written by [`Recorder::flush`], which belongs right before each save: so the
//! file always holds at least what the save has behind it. What it holds beyond that never happened for a game
//! that goes on from the save, and is cut away then.

use super::replay::{Header, Line, TEXT_MAX, command_line, hashes_line, parse_line};
use super::slot::refuse_link;
use super::{Disk, Replay, SaveError, text};
use crate::text::Printable;
use crate::world::{Command, Hashes, World};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A record in the making.
#[derive(Debug)]
pub struct Recorder {
    log: Arc<RecordFile>,
    /// Commands so far, or `None` when nothing is recorded.
    commands: Option<u64>,
    /// Tick of the last line, and of the last hashes.
    last: u64,
    last_hashes: Option<u64>,
}

/// The file of a record and the lines that are not in it yet; another thread may bring them there.
#[derive(Debug)]
pub struct RecordFile {
    path: PathBuf,
    disk: Disk,
    lines: Mutex<String>,
    /// Bytes at the beginning of the file that are part of the record.
    kept: Mutex<u64>,
}

fn held<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl RecordFile {
    fn new(path: PathBuf, disk: Disk, kept: u64, lines: String) -> Arc<RecordFile> {
        Arc::new(RecordFile { path, disk, lines: lines.into(), kept: kept.into() })
    }

    /// Brings all lines so far to the disk. Whoever adds lines meanwhile does not wait.
    ///
    /// # Errors
    /// When the system refuses. Nothing is forgotten then: the next flush tries again.
    pub fn flush(&self) -> Result<(), SaveError> {
        let mut kept = held(&self.kept);
        refuse_link(&self.path)?;
        let lines = std::mem::take(&mut *held(&self.lines));
        match self.disk.append(&self.path, *kept, &lines) {
            Ok(()) => {
                *kept += lines.len() as u64;
                Ok(())
            }
            Err(error) => {
                held(&self.lines).insert_str(0, &lines);
                Err(SaveError::io(&self.path, "written", error))
            }
        }
    }
}

impl Recorder {
    /// Begins a record; what the file holds now is replaced at the first flush.
    pub(super) fn begin(path: PathBuf, disk: Disk, header: &Header) -> Recorder {
        let log = RecordFile::new(path, disk, 0, header.text());
        Recorder { log, commands: Some(0), last: 0, last_hashes: None }
    }

    /// Goes on with the record in the file from a world that was saved when it held this many commands. When that
    /// is not the record of this world, nothing more is recorded, and the note says so.
    pub(super) fn resume(
        path: PathBuf,
        disk: Disk,
        world: &World,
        commands: Option<u64>,
    ) -> (Recorder, Option<String>) {
        let place = commands.ok_or("the game was not recorded before".to_owned());
        match place.and_then(|commands| find_place(&path, world, commands)) {
            Ok((kept, last_hashes)) => {
                let log = RecordFile::new(path, disk, kept, String::new());
                (Recorder { log, commands, last: world.tick + 1, last_hashes }, None)
            }
            Err(why) => {
                let log = RecordFile::new(path, disk, 0, String::new());
                let recorder = Recorder { log, commands: None, last: 0, last_hashes: None };
                (recorder, Some(format!("this game goes on unrecorded: {why}")))
            }
        }
    }

    /// Records a command that was given after `tick` ticks; refused ones too, since refusing is part of the game.
    pub fn command(&mut self, tick: u64, command: &Command) {
        if let Some(count) = &mut self.commands {
            held(&self.log.lines).push_str(&command_line(tick, *count, command));
            *count += 1;
            self.last = self.last.max(tick + 1);
        }
    }

    /// Records what the world is right after tick `tick`. Said twice, or after a command of that tick, it is
    /// recorded once.
    pub fn hashes(&mut self, tick: u64, hashes: &Hashes) {
        let is_new = self.last_hashes.is_none_or(|last| tick > last) && tick >= self.last;
        if self.commands.is_some() && is_new {
            held(&self.log.lines).push_str(&hashes_line(tick, hashes));
            self.last_hashes = Some(tick);
        }
    }

    /// Commands recorded so far: what a save of this moment has to know. `None` when nothing is recorded.
    pub fn commands(&self) -> Option<u64> {
        self.commands
    }

    /// What brings everything recorded so far to the disk; `None` when nothing is recorded.
    pub fn log(&self) -> Option<Arc<RecordFile>> {
        self.commands.map(|_| Arc::clone(&self.log))
    }

    /// Brings everything recorded so far to the disk.
    ///
    /// # Errors
    /// As [`RecordFile::flush`].
    pub fn flush(&mut self) -> Result<(), SaveError> {
        self.log().map_or(Ok(()), |log| log.flush())
    }
}

/// Where in the file the record of this world ends, and the tick of its last hashes.
fn find_place(path: &Path, world: &World, commands: u64) -> Result<(u64, Option<u64>), String> {
    let text = text::read(path, TEXT_MAX).map_err(|error| error.to_string())?;
    let replay = Replay::parse(&text).map_err(|error| format!("{}:{error}", Printable(path)))?;
    if replay.header.seed != world.seed || replay.header.size != world.size() {
        return Err(format!("{} is the record of another game", Printable(path)));
    }
    let header = replay.header.text();
    let lines =
        text.strip_prefix(&header).ok_or_else(|| format!("{} was changed by hand", Printable(path)))?;
    let mut place = header.len();
    let (mut count, mut hashes) = (0, None);
    for line in lines.split_inclusive('\n').filter(|line| line.ends_with('\n')) {
        match parse_line(line.trim_end_matches('\n'), count as usize) {
            Ok(Line::Command(_)) if count < commands => count += 1,
            Ok(Line::Hashes(tick, _)) if tick <= world.tick => hashes = Some(tick),
            _ => break,
        }
        place += line.len();
    }
    if count == commands {
        Ok((place as u64, hashes))
    } else {
        Err(format!("{} has lost lines", Printable(path)))
    }
}
