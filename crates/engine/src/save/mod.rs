//! Saves and replays: the only room besides `app` that touches files.
//!
//! - [`encode`] and [`decode`] turn a world into bytes and back; malformed bytes give an error.
//! - [`SaveSlot`] is one named place for a game: locked while played, replaced atomically, never half written.
//! - [`SaveSlot::set_aside`] moves a game out of the way of another one and keeps it playable.
//! - [`Disk`] carries out all writes; tests have one that fails on demand and logs its operations.
//! - [`Output`] is an output file of a command and decides whether it may be written; [`write_atomic`] writes any file
//!   atomically.
//! - [`load_level`] and [`load_replay`] read text files from the player.
//! - [`Replay`] is the record of a game as text; [`Recorder`] writes one, [`verify`] replays one,
//!   [`find_divergence`] finds where it diverges, [`record_anew`] updates its hashes.
//!
//! When to save (`app`) and what makes a world valid (`world::World::check`) do not live here.

mod aside;
mod atomic_write;
mod codec;
mod container;
mod crash_recovery;
mod disk;
mod divergence;
mod error;
mod file_names;
mod newest;
mod recorder;
mod replay;
mod slot;
mod text;
mod verify;

pub use aside::play_instruction;
pub use atomic_write::{Output, copy_bad_on, free_path, is_same_file, write_atomic, write_atomic_on};
pub use codec::{RUNNING_SEARCHES_MAX, SaveMeta, VERSION, decode, encode};
pub use container::FILE_MAX;
pub use crash_recovery::{RecordPosition, recover};
pub use disk::{Disk, DiskFailure, Operation, on_failing_disks};
pub use divergence::{Divergence, FirstDifference, find_divergence, find_divergence_with};
pub use error::{ReplayError, SaveError, SaveFault, VerifyError};
pub use file_names::{AUTOSAVES, NAME_MAX};
pub use newest::{LoadedSave, load_save};
pub use recorder::{RecordFile, Recorder};
pub use replay::{HASH_EVERY, LINE_MAX, RecordedCommand, Replay, ReplayHeader, TEXT_MAX, is_hashed};
pub use slot::SaveSlot;
pub use text::{load_level, load_replay, read_text};
pub use verify::{AfterTick, ManualOrders, VerifiedReplay, first_game, record_anew, verify, verify_with};
