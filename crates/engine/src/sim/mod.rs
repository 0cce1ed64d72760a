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

mod behave;
mod chronicle;
mod commands;
mod derived;
mod derived_check;
mod ground;
mod level_start;
mod report;
mod sight;
mod society;
mod tick;
mod walk;

pub use crate::sim::behave::site_work::LOAD_WORK_TICKS;
pub use crate::sim::chronicle::{counted, direction_to};
pub use crate::sim::commands::orders::CommandOutcome;
pub use crate::sim::derived::{ActCounter, Derived, RemainingPath, ReplanCost, Watcher};
pub use crate::sim::derived_check::DerivedMismatch;
pub use crate::sim::ground::roads::tier_passes;
pub use crate::sim::report::act_report::REPORT_AFTER_TICKS;
pub use crate::sim::report::goals::result_text;
pub use crate::sim::report::search_overlay::{RecordedSearch, SearchOverlay};
pub use crate::sim::tick::System;

pub use crate::sim::behave::wander::waystone_hint;
pub use crate::sim::chronicle::{known_place, place_name, whereabouts};
pub use crate::sim::commands::possession::awaits_action;
pub use crate::sim::ground::roads::known_roads;
pub use crate::sim::report::goals::{measure_result, solution_commands};
pub use crate::sim::report::objectives::{objective_cell, objective_text};
pub use crate::sim::report::reasons::scouting_reason;
pub use crate::sim::society::forts::fort_guard;
pub use crate::sim::society::markets::porters_with_home;
pub use crate::sim::society::raids::raiders_max;
pub use crate::sim::society::towns::{hire_porter, porters_supported, unit_count, units_max};
pub use crate::sim::walk::answers::{full_path_ahead, full_remaining_path};

/// Bounds that a player may meet.
pub mod limits {
    pub use crate::sim::commands::acts::SPAWNED_MAX;
    pub use crate::sim::commands::orders::UNITS_MAX;
    pub use crate::sim::derived::{FIELD_BYTES_MAX, FIELDS_MAX};
    pub use crate::sim::ground::land_edits::CELLS_MAX;
    pub use crate::sim::society::towns::PEOPLE_UNITS_MAX;
    pub use crate::sim::walk::answers::PARTS_MAX;
}

use crate::grid::Size;
use crate::land::{self, Land, LandError, OnProgress, Recipe};
use crate::sim::report::history;
use crate::sim::sight::vision;
use crate::sim::society::founding;
use crate::sim::walk::requests;
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
        vision::look_around_all(&mut game);
        requests::request_all_surveys(&mut game.world);
        history::record_keyframe(&mut game);
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
