//! A game that does nothing but save, for a test that kills it.

use super::{SaveError, Slot};
use crate::grid::Size;
use crate::sim::Game;
use std::convert::Infallible;
use std::path::Path;

/// Plays a small land and saves it after every tick, for ever; after each save that has been promised,
/// `acknowledge` is told the tick that is now safe.
///
/// # Errors
/// When a save or a load fails, which a kill must never be the reason of.
pub fn save_forever(dir: &Path, mut acknowledge: impl FnMut(u64)) -> Result<Infallible, SaveError> {
    let slot = Slot::open(dir, "torture")?;
    let mut game = match slot.load()? {
        Some(loaded) => Game::from_world(loaded.world),
        None => {
            Game::new(1, Size::new(64, 64)).unwrap_or_else(|error| unreachable!("64x64 can be made: {error}"))
        }
    };
    loop {
        game.tick();
        slot.save(&game.world, None)?;
        acknowledge(game.world.tick);
    }
}
