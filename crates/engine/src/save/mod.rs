//! Saves and replays: the only room besides `app` that touches files.
//!
//! - [`encode`] and [`decode`] turn a world into bytes and back; nothing that is wrong with the bytes can hurt.
//! - [`Slot`] is one named place for a game: locked while it is played, replaced in one step, never half written.
//! - [`Slot::set_aside`] moves a game out of the way of another one, and keeps it playable.
//! - [`Disk`] is what all of it is written by; tests have one that fails when they want it to, and says what was done.
//! - [`Output`] is a file that a command is asked to write, and says which may be; [`write_whole`] writes any, whole or
//!   not at all.
//! - [`load_level`] and [`load_replay`] read the texts that a player hands to the game.
//! - [`Replay`] is the record of a game as text, [`Recorder`] writes one, [`verify`] plays one again, [`follow`] says
//!   where it comes out otherwise, [`record_anew`] writes down what it comes to now.
//!
//! What does not live here: when to save (that is `app`'s to decide), and what a sound world is
//! (`world::World::check` says so).

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
