//! The only room that changes the world.
//!
//! [`Game`] is the saved [`World`] and what is derived from it; [`Game::tick`] is one tick as a list of systems
//! (read `tick.rs` second); [`Game::apply`] carries out a command. No clock, no file and no terminal is read here.
//!
//! Reading order: `tick`, `derived`; who walks: `will`, `stacks`, `planning`, `movement`, `yielding`, `passages`, `senses`; what
//! comes of it: `seasons`, `roads`, `camps`, `towns`, `trade`, `working`, `maps`, `peace`, `beasts`, `fire`, `telling`, `ambitions`, `history`; what the player does:
//! `commands`, `muster`, `edits`, `building`, `bending`, `concern`, `acts`, `answers`, `purse`; whom he lives: `lived`, `living`, `wander`; for those who watch
//! `thoughts` and `reasons`; `peoples`, `founding` and `from_level` are the first day; `goals` judges a level.

mod act_report;
mod acts;
mod affected_units;
mod alarm;
mod beasts;
mod bridges;
mod camps;
mod caravans;
mod chronicle;
mod commands;
mod derived;
mod derived_check;
mod fights;
mod fire;
mod formation;
mod forts;
mod founding;
mod fov_cache;
mod goals;
mod guards;
mod history;
mod influence;
mod land_edits;
mod level_start;
mod maps;
mod movement;
mod objectives;
mod order_edits;
mod order_undo;
mod passages;
mod path_invalidation;
mod peace;
mod peoples;
mod planning;
mod possession;
mod possession_tick;
mod raids;
mod reasons;
mod road_work;
mod roads;
mod search_overlay;
mod seasons;
mod site_work;
mod spying;
mod stacks;
mod supplies;
mod tick;
mod towns;
mod trade;
mod treasury;
mod vision;
mod wander;
mod wishes;
mod yielding;

pub use act_report::ANSWER_AFTER;
pub use chronicle::{counted, side_of};
pub use commands::CommandOutcome;
pub use derived::{Cost, Derived, Left, Reading, Watcher};
pub use derived_check::Stale;
pub use goals::end_words;
pub use roads::passes_of;
pub use search_overlay::{Thought, Thoughts};
pub use site_work::LOAD_WORK;
pub use tick::System;

/// Bounds that a player may meet.
pub mod limits {
    pub use super::acts::SPAWNED_MAX;
    pub use super::commands::UNITS_MAX;
    pub use super::derived::{FIELD_BYTES_MAX, FIELDS_MAX};
    pub use super::land_edits::CELLS_MAX;
    pub use super::planning::PARTS_MAX;
    pub use super::towns::WALKERS_MAX;
}

use crate::grid::Size;
use crate::land::{self, Land, LandError, OnProgress, Recipe};
use crate::world::World;

/// Ticks that a new land has lived before anybody sees it: two days.
pub const PRELIVED: u64 = 2 * crate::world::DAY;

/// A world with everything that is derived from it.
pub struct Game {
    /// The saved state.
    pub world: World,
    /// What can be rebuilt from it.
    pub derived: Derived,
}

impl Game {
    /// A new land with its first people, at tick 0.
    ///
    /// # Errors
    /// When the size is out of range.
    pub fn new(seed: u64, size: Size) -> Result<Game, LandError> {
        Game::of(Recipe::default(), seed, size, &mut |_, _| ())
    }

    /// The same on a land of this recipe; `told` hears now and then what is being made and how much of all is done, in
    /// percent.
    ///
    /// # Errors
    /// When the size or a slider is out of range.
    pub fn of(recipe: Recipe, seed: u64, size: Size, told: OnProgress) -> Result<Game, LandError> {
        Ok(Game::on(seed, land::generate_of(recipe, seed, size, told)?))
    }

    fn on(seed: u64, land: Land) -> Game {
        Game::begin(founding::found(seed, land))
    }

    /// The game of a world that nobody has looked at yet.
    fn begin(world: World) -> Game {
        let mut game = Game::from_world(world);
        game.look_around();
        game.survey_everything();
        game.keep_history();
        game
    }

    /// A new land that has lived two days: what a player sees first.
    ///
    /// # Errors
    /// When the size is out of range.
    pub fn lived(seed: u64, size: Size) -> Result<Game, LandError> {
        let mut game = Game::new(seed, size)?;
        for _ in 0..PRELIVED {
            game.tick();
        }
        Ok(game)
    }

    /// Where settlements, ruins and camps are.
    pub fn places(&self) -> crate::world::Places<'_> {
        self.derived.places(&self.world)
    }

    /// Rebuilds everything derived from a sound world (see `World::check`).
    pub fn from_world(mut world: World) -> Game {
        world.peoples.iter_mut().for_each(|people| people.belief.doubt_towers());
        let derived = Derived::of(&world);
        Game { world, derived }
    }
}
