//! Errors of saves and replays, each in one sentence for the player: the file, what is wrong with it, and what to do.

use crate::land::LandError;
use crate::text::Printable;
use std::io;
use std::path::Path;

/// What is wrong with the bytes of a save.
#[derive(Debug, thiserror::Error)]
pub enum SaveFault {
    /// The file does not start as a save does.
    #[error("is not a save of this game")]
    NotASave,
    /// Written by another version. Development versions counted beyond 1, so a higher number is not always a newer
    /// save.
    #[error(
        "was written by an earlier development version or by a newer Wayworn ({what} is version {found}; this program \
         reads version {known})"
    )]
    OtherVersion {
        /// The part with another version: the format, or a chunk.
        what: String,
        /// Its version.
        found: u16,
        /// The readable version.
        known: u16,
    },
    /// Larger than any valid save.
    #[error("is larger than any save can be")]
    TooLarge,
    /// The file is too short or too long.
    #[error("is damaged: its length is not as stated")]
    Length,
    /// A checksum does not match.
    #[error("is damaged: the checksum of {0} is wrong")]
    Checksum(String),
    /// Bytes with a matching checksum that cannot be decoded.
    #[error("is damaged: {part} cannot be read ({why})")]
    Unreadable {
        /// The chunk.
        part: String,
        /// The reason.
        why: String,
    },
    /// Readable, but not a valid world.
    #[error("is damaged: {0}")]
    Invalid(String),
}

impl SaveFault {
    /// What the player can do about it.
    fn advice(&self) -> &'static str {
        match self {
            SaveFault::NotASave => "move it away, or start a new land with --new",
            SaveFault::OtherVersion { .. } => {
                "play it with the one that wrote it, or start a new land with --new"
            }
            SaveFault::TooLarge => "move it away",
            SaveFault::Length
            | SaveFault::Checksum(_)
            | SaveFault::Unreadable { .. }
            | SaveFault::Invalid(_) => "move it away to start a new land",
        }
    }
}

/// Why a save or load failed.
#[derive(Debug, thiserror::Error)]
pub enum SaveError {
    /// A save that cannot be read.
    #[error("{file} {fault}; {}", fault.advice())]
    Bad {
        /// The file, or "the save" when it did not come from one.
        file: String,
        /// The reason.
        fault: SaveFault,
    },
    /// The world is in an invalid state.
    #[error(
        "{file} was not written because the land is in an invalid state: {what}; quit and continue from the last save"
    )]
    InvalidWorld {
        /// The unchanged file.
        file: String,
        /// What is wrong.
        what: String,
    },
    /// The name of a slot is not a valid file name.
    #[error("{name:?} cannot name a save: use 1 to 64 letters, digits, spaces, - and _")]
    Name {
        /// The name.
        name: String,
    },
    /// Another process holds the slot.
    #[error("another game is already using {file}: continue there, or choose another name for this one")]
    InUse {
        /// The save in use.
        file: String,
    },
    /// A file of the game is a symbolic link.
    #[error("{file} is a link, and saves must stay in their folder: remove the link")]
    Link {
        /// The link.
        file: String,
    },
    /// The output exists.
    #[error("{file} exists already: choose another name, or replace it with --force")]
    AlreadyExists {
        /// The file.
        file: String,
    },
    /// The output is read or written by the same command.
    #[error(
        "{file} is a file that this command needs for something else: choose another name for the output"
    )]
    UsedByCommand {
        /// The file.
        file: String,
    },
    /// The output belongs to a game.
    #[error(
        "{file} is a save, a record or a lock of a game and is never replaced: choose another name or folder"
    )]
    BelongsToGame {
        /// The file.
        file: String,
    },
    /// The output is not a regular file.
    #[error("{file} could not be written: it is {what}; choose another name")]
    NotAFile {
        /// The path.
        file: String,
        /// What it is.
        what: &'static str,
    },
    /// The output folder is a folder of saves.
    #[error("{dir} is a folder of saves, and only the game writes there: choose another folder")]
    SavesFolder {
        /// The folder.
        dir: String,
    },
    /// A file cannot be read.
    #[error("{file} cannot be read: {source}; check the name and the permissions")]
    Open {
        /// The file.
        file: String,
        /// The system's error.
        source: io::Error,
    },
    /// A level or a replay is wrong.
    #[error("{file}:{place}{what}")]
    Text {
        /// The file.
        file: String,
        /// Line, or line and column, with the separators after them.
        place: String,
        /// What is wrong, and what to write instead.
        what: String,
    },
    /// The system refused an operation.
    #[error(
        "{file} could not be {operation}: {source}; check that there is space and that the folder is writable"
    )]
    Io {
        /// The file or folder.
        file: String,
        /// The operation, as a participle.
        operation: &'static str,
        /// The system's error.
        source: io::Error,
    },
}

impl SaveError {
    /// An error of the system for an operation on a file.
    pub fn io(path: &Path, operation: &'static str, source: io::Error) -> SaveError {
        SaveError::Io { file: Printable(path).to_string(), operation, source }
    }

    /// A fault of a file.
    pub(super) fn bad_save(path: &Path, fault: SaveFault) -> SaveError {
        SaveError::Bad { file: Printable(path).to_string(), fault }
    }
}

/// Why a replay cannot be read.
#[derive(Debug, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct ReplayError {
    /// Line, from 1.
    pub line: usize,
    /// What is wrong, and what to do.
    pub what: String,
}

/// Why a replay did not match its record.
#[derive(Debug, thiserror::Error)]
pub enum VerifyError {
    /// The game diverged from the record.
    #[error("the replay differs at tick {tick}: {subsystem} is not as recorded")]
    Mismatch {
        /// First recorded tick with a difference.
        tick: u64,
        /// First subsystem that differs there.
        subsystem: &'static str,
    },
    /// A check failed after a tick.
    #[error("tick {tick}: {what}")]
    Unsound {
        /// The tick.
        tick: u64,
        /// What is wrong.
        what: String,
    },
    /// Its land cannot be made.
    #[error("the replay cannot start: {0}")]
    Land(#[from] LandError),
    /// Its level cannot be read.
    #[error("the replay's level cannot be read: {0}")]
    Level(#[from] crate::level::LevelError),
    /// An intermediate state cannot be saved and loaded.
    #[error("the replay's land cannot be saved and loaded: {0}")]
    Save(#[from] SaveError),
    /// The threads cannot be started.
    #[error("the replay cannot be played: {0}")]
    Threads(String),
}
