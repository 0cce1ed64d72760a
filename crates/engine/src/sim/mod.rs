//! The only module that changes the world.
//!
//! [`Game`] is the saved [`World`] and its derived state; [`Game::tick`] is one tick as a list of systems (read
//! `tick.rs` second); [`Game::apply`] carries out a command. No clock, file or terminal is read here.
//!
//! Reading order:
//! - the frame: `tick`, `derived`;
//! - units: `wishes`, `stacks`, `planning`, `movement`, `yielding`, `passages`, `vision`;
//! - the land and its economy: `seasons`, `roads`, `camps`, `towns`, `trade`, `site_work`, `maps`, `peace`, `beasts`,
//!   `fire`, `chronicle`, `objectives`, `history`;
//! - commands: `commands`, `formation`, `order_edits`, `road_work`, `land_edits`, `affected_units`, `acts`,
//!   `act_report`, `treasury`;
//! - possession: `possession`, `possession_tick`, `wander`;
//! - what is only shown: `search_overlay`, `reasons`;
//! - the first day: `peoples`, `founding`, `level_start`; and `goals`, which evaluates a level.

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

pub use act_report::REPORT_AFTER_TICKS;
pub use chronicle::{counted, direction_to};
pub use commands::CommandOutcome;
pub use derived::{ActCounter, Derived, RemainingPath, ReplanCost, Watcher};
pub use derived_check::DerivedMismatch;
pub use goals::result_text;
pub use roads::tier_passes;
pub use search_overlay::{RecordedSearch, SearchOverlay};
pub use site_work::LOAD_WORK_TICKS;
pub use tick::System;

/// Bounds that a player may meet.
pub mod limits {
    pub use super::acts::SPAWNED_MAX;
    pub use super::commands::UNITS_MAX;
    pub use super::derived::{FIELD_BYTES_MAX, FIELDS_MAX};
    pub use super::land_edits::CELLS_MAX;
    pub use super::planning::PARTS_MAX;
    pub use super::towns::PEOPLE_UNITS_MAX;
}

use crate::grid::Size;
use crate::land::{self, Land, LandError, OnProgress, Recipe};
use crate::world::World;

/// Ticks that a new land has been simulated before a player sees it: two days.
pub const WARM_UP_TICKS: u64 = 2 * crate::world::DAY;

/// A world with its derived state.
pub struct Game {
    /// The saved state.
    pub world: World,
    /// The state that can be rebuilt from it.
    pub derived: Derived,
}

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
    fn begin(world: World) -> Game {
        let mut game = Game::from_world(world);
        game.look_around_all();
        game.request_all_surveys();
        game.record_keyframe();
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

    /// Settlements, ruins, camps and occupied cells, for minds.
    pub fn places(&self) -> crate::world::Places<'_> {
        self.derived.places_in(&self.world)
    }

    /// Rebuilds all derived state from a sound world (see `World::check`).
    pub fn from_world(mut world: World) -> Game {
        world.peoples.iter_mut().for_each(|people| people.belief.invalidate_towers());
        let derived = Derived::of(&world);
        Game { world, derived }
    }
}
