//! The first tick of a land: its founding, or two days of it.

use crate::grid::Size;
use crate::land::{Land, LandError, OnProgress, Recipe};
use crate::sim::start::founding;
use crate::sim::{Game, sight};
use crate::world::World;
use crate::{land, plan};

/// Ticks that a new land has been simulated before a player sees it: two days.
pub const WARM_UP_TICKS: u64 = 2 * crate::world::DAY;

impl Game {
    /// A new land with its first people, at tick 0.
    ///
    /// # Errors
    /// When the size is out of range.
    pub fn new(seed: u64, size: Size) -> Result<Game, LandError> {
        Game::with_recipe(Recipe::default(), seed, size, &mut |_, _| ())
    }

    /// A new land of this recipe; `on_progress` is called now and then with the current stage and the percentage done.
    ///
    /// # Errors
    /// When the size or a slider is out of range.
    pub fn with_recipe(
        recipe: Recipe,
        seed: u64,
        size: Size,
        on_progress: OnProgress,
    ) -> Result<Game, LandError> {
        Ok(Game::on_land(seed, land::generate_with(recipe, seed, size, on_progress)?))
    }

    fn on_land(seed: u64, land: Land) -> Game {
        Game::begin(founding::found_world(seed, land))
    }

    /// Starts a game from a world in which no unit has looked around yet.
    pub(in crate::sim) fn begin(world: World) -> Game {
        let mut game = Game::from_world(world);
        sight::look_around_all(&mut game);
        plan::survey_all(&mut game.world);
        game.derived.record_keyframe(&mut game.world);
        game
    }

    /// A new land that has been simulated for two days: what a player sees first.
    ///
    /// # Errors
    /// When the size is out of range.
    pub fn warmed_up(seed: u64, size: Size) -> Result<Game, LandError> {
        let mut game = Game::new(seed, size)?;
        for _ in 0..WARM_UP_TICKS {
            game.tick();
        }
        Ok(game)
    }
}
