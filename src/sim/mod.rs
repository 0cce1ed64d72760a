//! The only room that changes the world: one tick as a list of systems.

mod founding;
mod from_level;

use crate::grid::Size;
use crate::land::LandError;
use crate::world::{Command, Rejection, World};

/// A world with everything that is derived from it.
pub struct Game {
    /// The saved state.
    pub world: World,
}

/// What a command did.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Outcome {
    /// One line for the player.
    pub words: String,
}

impl Game {
    /// A new land with its first people.
    ///
    /// # Errors
    /// When the size is out of range.
    pub fn new(seed: u64, size: Size) -> Result<Game, LandError> {
        Ok(Game::from_world(founding::found(seed, size)?))
    }

    /// Rebuilds everything derived from a saved world.
    pub fn from_world(world: World) -> Game {
        Game { world }
    }

    /// Carries out a command, between two ticks.
    ///
    /// # Errors
    /// Why it was refused; nothing has changed then.
    pub fn apply(&mut self, _command: &Command) -> Result<Outcome, Rejection> {
        Err(Rejection::NobodyToOrder)
    }

    /// One tick.
    pub fn tick(&mut self) {
        self.world.tick += 1;
    }
}
