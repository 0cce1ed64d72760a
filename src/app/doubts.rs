//! What those make sure of after every tick who doubt: slow, and never needed where all is well.

use crate::save::{decode, encode};
use crate::sim::Game;

/// What to make sure of.
#[derive(clap::Args, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Doubts {
    /// Rebuild whatever is derived after each tick and compare, and check the world.
    #[arg(long)]
    pub paranoid: bool,
    /// Save and load after each tick, compare, and go on with what was loaded.
    #[arg(long)]
    pub heavy: bool,
}

impl Doubts {
    /// Looks at a game between two ticks.
    ///
    /// # Errors
    /// The first thing that is wrong with it, in words.
    pub fn look(self, game: &mut Game) -> Result<(), String> {
        if self.paranoid {
            game.world.check()?;
            game.doubt().map_err(|stale| stale.to_string())?;
        }
        if self.heavy {
            *game = again(game)?;
        }
        Ok(())
    }
}

/// The game that is loaded from a save of this one.
///
/// # Errors
/// When that is not the same.
pub fn again(game: &Game) -> Result<Game, String> {
    let bytes = encode(&game.world);
    let world = decode(&bytes).map_err(|error| error.to_string())?;
    if let Some(subsystem) = game.world.hash().first_difference(&world.hash()) {
        return Err(format!("{subsystem} is another after saving and loading"));
    }
    if encode(&world) != bytes {
        return Err("a save of what was loaded is another".to_owned());
    }
    Ok(Game::from_world(world))
}
