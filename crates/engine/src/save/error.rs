//! What can go wrong with saves and replays, each in one sentence for the player: which file, what is wrong with
//! it, and what to do.

use crate::land::LandError;
use crate::text::Printable;
use std::io;
use std::path::Path;

/// What is wrong with the bytes of a save.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// The file begins with something else.
    #[error("is not a save of this game")]
    NotASave,
    /// In a form that only another version of the game reads. Development counted beyond 1, so that a higher number does
    /// not tell a newer save.
    #[error(
        "was written by an earlier development version or by a newer Wayworn ({what} is version {found}; this program \
         reads version {known})"
    )]
    OtherVersion {
        /// What has another version: the format, or a chunk.
        what: String,
        /// Its version.
        found: u16,
        /// The version that can be read.
        known: u16,
    },
    /// Larger than any sound save.
    #[error("is larger than any save can be")]
    TooLarge,
    /// The file ends too early, or goes on after its end.
    #[error("is damaged: it is not as long as it says")]
    Length,
    /// The sum over some bytes is not the one that was written.
    #[error("is damaged: the check sum of {0} is wrong")]
    Sum(String),
    /// Bytes with a right sum that mean nothing.
    #[error("is damaged: {part} cannot be read ({why})")]
    Unreadable {
        /// The chunk.
        part: String,
        /// What is wrong with it.
        why: String,
    },
    /// Readable, but no world that can be played on.
    #[error("is damaged: {0}")]
    Unsound(String),
}

impl Fault {
    /// What the player can do about it, after what it is.
    fn advice(&self) -> &'static str {
        match self {
            Fault::NotASave => "move it away, or begin anew with --new",
            Fault::OtherVersion { .. } => "play it with the one that wrote it, or begin anew with --new",
            Fault::TooLarge => "move it away",
            Fault::Length | Fault::Sum(_) | Fault::Unreadable { .. } | Fault::Unsound(_) => {
                "move it away to begin anew"
            }
        }
    }
}

/// Why a game was not saved or loaded.
#[derive(Debug, thiserror::Error)]
pub enum SaveError {
    /// The bytes of a save are no good.
    #[error("{file} {fault}; {}", fault.advice())]
    Bad {
        /// The file, or "the save" when it did not come from one.
        file: String,
        /// What is wrong.
        fault: Fault,
    },
    /// The land is in a state that cannot be.
    #[error(
        "{file} was not written, for the land is broken: {what}; what was saved before is sound: quit and go on from it"
    )]
    Broken {
        /// The file that is as it was.
        file: String,
        /// What is wrong.
        what: String,
    },
    /// The name of a slot cannot be a file's name.
    #[error("{name:?} cannot name a save: use 1 to 64 letters, digits, spaces, - and _")]
    Name {
        /// The name that was asked for.
        name: String,
    },
    /// Somebody else has the slot.
    #[error("another game is already using {file}: go on there, or choose another name for this one")]
    InUse {
        /// The save that is in use.
        file: String,
    },
    /// A file that should be the game's own leads elsewhere.
    #[error("{file} is a link to somewhere else, and saves stay in their folder: remove the link")]
    Link {
        /// The link.
        file: String,
    },
    /// What should be written is there already.
    #[error("{file} is there already: choose another name, or replace it with --force")]
    Exists {
        /// The file.
        file: String,
    },
    /// What should be written is read or written by the same command.
    #[error(
        "{file} is a file that this command needs for something else: choose another name for what it writes"
    )]
    Used {
        /// The file.
        file: String,
    },
    /// What should be written belongs to a game.
    #[error(
        "{file} is a save, a record or a lock of a game, and stays as it is: choose another name or folder"
    )]
    Game {
        /// The file.
        file: String,
    },
    /// What should be written is no plain file.
    #[error("{file} could not be written: it is {what}; choose another name")]
    NotAFile {
        /// The path.
        file: String,
        /// What it is.
        what: &'static str,
    },
    /// Files that are no saves should be written among them.
    #[error("{dir} is a folder of saves, and only the game writes there: choose another folder")]
    Saves {
        /// The folder.
        dir: String,
    },
    /// A file that was asked for cannot be read.
    #[error("{file} cannot be read: {source}; see that the name is right and that you may read it")]
    Open {
        /// The file.
        file: String,
        /// What the system said.
        source: io::Error,
    },
    /// A level or a replay says something that cannot be.
    #[error("{file}:{place}{what}")]
    Text {
        /// The file.
        file: String,
        /// Line, or line and column, with what separates them from the rest.
        place: String,
        /// What is wrong, and what would be right.
        what: String,
    },
    /// The system refused.
    #[error(
        "{file} could not be {doing}: {source}; see that there is room and that the folder may be written"
    )]
    Io {
        /// The file or folder.
        file: String,
        /// What was tried, as a participle.
        doing: &'static str,
        /// What the system said.
        source: io::Error,
    },
}

impl SaveError {
    /// The system's refusal of something that was tried on a file.
    pub fn io(path: &Path, doing: &'static str, source: io::Error) -> SaveError {
        SaveError::Io { file: Printable(path).to_string(), doing, source }
    }

    /// A fault of this file.
    pub(super) fn bad(path: &Path, fault: Fault) -> SaveError {
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

/// Why a replay did not come out as it was recorded.
#[derive(Debug, thiserror::Error)]
pub enum VerifyError {
    /// The game went another way.
    #[error("the replay differs at tick {tick}: {subsystem} is not as it was recorded")]
    Mismatch {
        /// First recorded tick with a difference.
        tick: u64,
        /// First subsystem that differs there.
        subsystem: &'static str,
    },
    /// A tick left something behind that cannot be.
    #[error("tick {tick}: {what}")]
    Unsound {
        /// The tick.
        tick: u64,
        /// What is wrong after it.
        what: String,
    },
    /// Its land cannot be made.
    #[error("the replay cannot begin: {0}")]
    Land(#[from] LandError),
    /// Its level cannot be read.
    #[error("the replay's level cannot be read: {0}")]
    Level(#[from] crate::level::LevelError),
    /// A state on the way cannot be saved and loaded.
    #[error("the replay's land cannot be loaded again: {0}")]
    Save(#[from] SaveError),
    /// No threads to play it on.
    #[error("the replay cannot be played: {0}")]
    Threads(String),
}
