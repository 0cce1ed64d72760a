//! Optional self-checks after every tick. They are slow, and pass if the program is correct.

use crate::save::{decode, encode};
use crate::sim::Game;

/// Which self-checks to run.
#[derive(clap::Args, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SelfCheckArgs {
    /// After each tick, check the world, and rebuild and compare all derived state.
    #[arg(long)]
    pub paranoid: bool,
    /// After each tick, save, load, compare, and continue with the loaded world.
    #[arg(long)]
    pub heavy: bool,
}

impl SelfCheckArgs {
    /// Checks a game between two ticks.
    ///
    /// # Errors
    /// The first problem, in words.
    pub fn check_game(self, game: &mut Game) -> Result<(), String> {
        inject_test_fault(game);
        if self.paranoid {
            game.world.check()?;
            game.check_derived().map_err(|mismatch| mismatch.to_string())?;
        }
        if self.heavy {
            *game = reload(game)?;
        }
        Ok(())
    }
}

/// The game after a round trip through a save.
///
/// # Errors
/// When it is not the same.
pub fn reload(game: &Game) -> Result<Game, String> {
    let bytes = encode(&game.world);
    let world = decode(&bytes).map_err(|error| error.to_string())?;
    if let Some(subsystem) = game.world.hash().first_difference(&world.hash()) {
        return Err(format!("{subsystem} differs after saving and loading"));
    }
    if encode(&world) != bytes {
        return Err("saving the loaded world gives different bytes".to_owned());
    }
    Ok(Game::from_world(world))
}

/// Corrupts what `WAYWORN_TEST_FAULT` names, after that tick, so that a test can see the self-checks fail: `derived@20`
/// changes the derived number of road cells, `world@20` the id of the next unit. Release builds ignore it.
fn inject_test_fault(game: &mut Game) {
    let wanted = if cfg!(debug_assertions) { std::env::var("WAYWORN_TEST_FAULT").ok() } else { None };
    let Some((fault, tick)) = wanted.as_deref().and_then(|wanted| wanted.split_once('@')) else { return };
    if tick.parse() != Ok(game.world.tick) {
        return;
    }
    match fault {
        "derived" => game.derived.road_cells += 1,
        "world" => game.world.next_unit = 0,
        other => panic!("there is no fault named {other}"),
    }
}
