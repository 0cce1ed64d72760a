//! How a game starts: a land on its first day, a wanderer's, or a hand-made level.

mod first_tick;
mod founding;
mod level;
mod level_cut;
mod level_goals;
mod level_names;
mod peoples;
mod wanderer;

pub use crate::sim::start::first_tick::WARM_UP_TICKS;
pub use crate::sim::start::level_cut::{LevelCut, level_text};
pub use crate::sim::start::level_goals::solution_commands;

pub(in crate::sim) use crate::sim::start::peoples::people_named;
