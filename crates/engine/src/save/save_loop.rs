//! A game that saves after every tick, for a test that kills it.

use super::{SaveError, SaveSlot};
use crate::grid::Size;
use crate::sim::Game;
use std::convert::Infallible;
use std::path::Path;

/// Plays a small land and saves it after every tick, forever; calls `acknowledge` with the tick of each completed save.
///
/// # Errors
/// When a save or a load fails. A kill must never cause that.
pub fn save_forever(dir: &Path, mut acknowledge: impl FnMut(u64)) -> Result<Infallible, SaveError> {
    let slot = SaveSlot::open(dir, "torture")?;
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
