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
        rehearse_fault(game);
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

/// Spoils what `WAYWORN_TEST_FAULT` names, after that tick: `derived@20` the number of road cells, which is derived, and
/// `world@20` the number that the next unit gets. How else could a test see that who doubts would find something? Programs
/// that are built for use do not listen to it.
fn rehearse_fault(game: &mut Game) {
    let wanted = if cfg!(debug_assertions) { std::env::var("WAYWORN_TEST_FAULT").ok() } else { None };
    let Some((fault, tick)) = wanted.as_deref().and_then(|wanted| wanted.split_once('@')) else { return };
    if tick.parse() != Ok(game.world.tick) {
        return;
    }
    match fault {
        "derived" => game.derived.roads += 1,
        "world" => game.world.next_unit = 0,
        other => panic!("there is no fault of the name {other}"),
    }
}
