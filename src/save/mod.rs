//! Saves and replays: the only room besides `app` that touches files.
//!
//! - [`encode`] and [`decode`] turn a world into bytes and back; nothing that is wrong with the bytes can hurt.
//! - [`Slot`] is one named place for a game: locked while it is played, replaced in one step, never half written.
//! - [`write_whole`] writes what a player has asked for, whole or not at all.
//! - [`load_level`] and [`load_replay`] read the texts that a player hands to the game.
//! - [`Replay`] is the record of a game as text, [`Recorder`] writes one, [`verify`] plays one again, [`follow`] says
//!   where it comes out otherwise, [`record_anew`] writes down what it comes to now.
//!
//! What does not live here: when to save (that is `app`'s to decide), and what a sound world is
//! (`world::World::check` says so).

mod codec;
mod container;
mod error;
mod play;
mod recorder;
mod replay;
mod slot;
mod text;
mod torture;
mod trail;
mod whole;

pub use codec::{Meta, decode, encode, encode_recorded, peek};
pub use error::{Fault, ReplayError, SaveError, VerifyError};
pub use play::{After, Verified, first_game, record_anew, verify, verify_with};
pub use recorder::Recorder;
pub use replay::{HASH_EVERY, Header, Recorded, Replay};
pub use slot::{Loaded, Slot, load_save};
pub use text::{load_level, load_replay};
pub use torture::save_forever;
pub use trail::{Parting, Trail, follow};
pub use whole::write_whole;
