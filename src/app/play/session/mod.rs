//! A session: how a game is opened, recorded, saved and rescued, and what the player has set for it.
//!
//! No thread's loop lives here: the threads of a game call what is in these files.
//!
//! Reading order: `settings` and `options`, what the player has chosen, `remembered` and `setup`, how the screen looks
//! then; `keeper`, which opens, records and saves a game, `crash_report` and `crash_loop`; `export_worker` and `counterfactual`, what is
//! made of a game beside it.

mod counterfactual;
mod crash_loop;
mod crash_report;
mod export_worker;
mod keeper;
mod options;
mod remembered;
pub mod settings;
mod setup;

pub(in crate::app::play) use counterfactual::Counterfactual;
pub(in crate::app::play) use crash_loop::{CrashChoice, CrashLoop};
pub(in crate::app) use crash_report::REPORTED_COMMANDS_MAX;
pub(in crate::app::play) use export_worker::ExportWorker;
pub use keeper::SaveTrigger;
pub(in crate::app::play) use keeper::{
    GameKeeper, OpenedGame, has_save, land_slot, open_game, open_game_with, random_seed, starts_slowly,
    unsaved_words,
};
pub(in crate::app::play) use options::is_remote;
pub use options::{FIRST_YEARS_MAX, PlayError, PlayOptions};
pub(in crate::app::play) use setup::{Appearance, Memory, build_screen, decide_appearance, screen_after};
