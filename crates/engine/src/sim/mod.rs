//! The only module that changes the world.
//!
//! [`Game`] is the saved [`World`](crate::world::World) and its derived state; [`Game::tick`] is one tick as a list of systems (read
//! `tick.rs` second); [`Game::apply`] carries out a command. No clock, file or terminal is read here.
//!
//! Reading order:
//! - the frame: `game`, `tick`, `derived`, `derived_check`, `start`, `level_names`, `level_start`;
//! - `commands`: what the player asks for, checked and carried out;
//! - `behave`: the top of each behaviour stack is asked what it wants, and that is done;
//! - `walk`: steps, yielding, and the path requests behind them;
//! - `ground`, `society`, `sight`: the land, those who live on it, and what they see;
//! - `arc`: what the player may achieve; `report`, `events`: what the player is told; `phrases`: words that its parts have in common.

mod arc;
mod behave;
mod commands;
mod derived;
mod derived_check;
mod events;
mod fortune;
mod game;
mod ground;
mod level_names;
mod level_start;
mod phrases;
mod report;
mod sight;
mod society;
mod start;
mod tick;
mod walk;

pub use crate::sim::derived::{ActCounter, Derived, RemainingPath, ReplanCost, Watcher};
pub use crate::sim::derived_check::DerivedMismatch;
pub use crate::sim::game::Game;
pub use crate::sim::ground::roads::{keep_percent, tier_passes};
pub use crate::sim::phrases::{counted, direction_to};
pub use crate::sim::report::act_report::REPORT_AFTER_TICKS;
pub use crate::sim::report::search_overlay::{RecordedSearch, SearchOverlay};
pub use crate::sim::start::WARM_UP_TICKS;
pub use crate::sim::tick::System;
pub use crate::world::CommandOutcome;

pub use crate::sim::behave::wander::waystone_hint;
pub use crate::sim::commands::possession::awaits_action;
pub use crate::sim::ground::roads::known_roads;
pub use crate::sim::phrases::{known_place, place_name, place_words, whereabouts, whereabouts_near};
pub use crate::sim::report::goals::{measure_result, solution_commands};
pub use crate::sim::report::reasons::scouting_reason;
pub use crate::sim::society::families::better_pay;
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
