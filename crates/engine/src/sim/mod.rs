//! The only module that changes the world.
//!
//! [`Game`] is the saved [`World`](crate::world::World) and its derived state; [`Game::tick`] is one tick as a list of systems (read
//! `tick.rs` second); [`Game::apply`] carries out a command. No clock, file or terminal is read here.
//!
//! Reading order:
//! - the frame: `game`, `tick`, `derived`, `start`;
//! - `commands`: what the player asks for, checked and carried out;
//! - `behave`: the top of each behaviour stack is asked what it wants, and that is done;
//! - `walk`: steps, yielding, and the path requests behind them; `room` for groups;
//! - `possession`: the unit that the player plays as;
//! - `ground`: the land; `settlements` and `peoples`: those who live on it; `danger` and `defence`; `sight`: what they see;
//! - `works`: what a people builds and keeps up, and what that earns;
//! - `fortune`: a cause a season; `placing`: units and hamlets put onto the land;
//! - `arc`: what the player may achieve; `report`, `events`: what the player is told; `phrases`: words that its parts have in common.

mod arc;
mod behave;
mod commands;
mod danger;
mod defence;
mod derived;
mod events;
mod feuds;
mod fortune;
mod game;
mod ground;
mod peoples;
mod phrases;
mod placing;
mod possession;
mod report;
mod room;
mod settlements;
mod sight;
mod start;
mod tick;
mod walk;
mod works;

pub use crate::sim::derived::{
    ActCounter, Derived, DerivedMismatch, RecordedSearch, RemainingPath, ReplanCost, SearchOverlay, Watcher,
};
pub use crate::sim::game::{Game, System};
pub use crate::sim::phrases::{
    counted, direction_to, known_place, place_name, place_words, side_of, whereabouts, whereabouts_near,
};
pub use crate::sim::report::REPORT_AFTER_TICKS;
pub use crate::sim::start::{LevelCut, WARM_UP_TICKS, level_text, solution_commands};
pub use crate::world::CommandOutcome;

/// Bounds that a player may meet.
pub mod limits {
    pub use crate::sim::commands::{CELLS_MAX, SPAWNED_MAX, UNITS_MAX};
    pub use crate::sim::derived::{FIELD_BYTES_MAX, FIELDS_MAX};
    pub use crate::sim::walk::PARTS_MAX;
    pub use crate::world::PEOPLE_UNITS_MAX;
}
