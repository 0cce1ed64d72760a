//! Saves and replays: the only room besides `app` that touches files.
//!
//! - [`encode`] and [`decode`] turn a world into bytes and back; malformed bytes give an error.
//! - [`Slot`] is one named place for a game: locked while played, replaced atomically, never half written.
//! - [`Slot::set_aside`] moves a game out of the way of another one and keeps it playable.
//! - [`Disk`] carries out all writes; tests have one that fails on demand and logs its operations.
//! - [`Output`] is an output file of a command and decides whether it may be written; [`write_whole`] writes any file
//!   atomically.
//! - [`load_level`] and [`load_replay`] read text files from the player.
//! - [`Replay`] is the record of a game as text; [`Recorder`] writes one, [`verify`] replays one, [`follow`] finds
//! where
//!   it diverges, [`record_anew`] updates its hashes.
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
mod newest;
mod recorder;
mod replay;
mod save_loop;
mod slot;
mod text;
mod verify;

pub use aside::how_to_play;
pub use atomic_write::{Output, free_path, is_same, keep_bad_on, write_whole, write_whole_on};
pub use codec::{LIVE_MAX, Meta, VERSION, decode, encode};
pub use container::FILE_MAX;
pub use crash_recovery::{Place, relive};
pub use disk::{Disk, Failure, Operation, on_failing_disks};
pub use divergence::{Parting, Trail, follow};
pub use error::{Fault, ReplayError, SaveError, VerifyError};
pub use newest::{Loaded, load_save};
pub use recorder::{RecordFile, Recorder};
pub use replay::{HASH_EVERY, Header, LINE_MAX, Recorded, Replay, TEXT_MAX};
pub use save_loop::save_forever;
pub use slot::{AUTOSAVES, NAME_MAX, Slot};
pub use text::{load_level, load_replay};
pub use verify::{After, Led, Verified, first_game, record_anew, verify, verify_with};
