//! A session: how a game is opened, recorded, saved and rescued, and what the player has set for it.
//!
//! No thread's loop lives here: the threads of a game call what is in these files.
//!
//! Reading order: `settings` and `options`, what the player has chosen, `remembered` and `setup`, how the screen looks
//! then; `slots`, where games are kept, `keeper`, which records, saves and rescues one, with `crash_report`; `crash_loop`
//! and `opening`, how one begins; `export_worker`, `counterfactual`, `ahead` and `level_trails`, what is made of a game
//! beside it.

mod ahead;
mod counterfactual;
mod crash_loop;
mod crash_report;
mod export_worker;
mod keeper;
mod level_trails;
mod opening;
mod options;
mod remembered;
pub mod settings;
mod setup;
mod slots;

pub(in crate::app::play) use ahead::{LookAhead, Moment};
pub(in crate::app::play) use counterfactual::Counterfactual;
pub(in crate::app::play) use crash_loop::{CrashChoice, CrashLoop};
pub(in crate::app) use crash_report::REPORTED_COMMANDS_MAX;
pub(in crate::app::play) use export_worker::ExportWorker;
pub use keeper::SaveTrigger;
pub(in crate::app::play) use keeper::{GameKeeper, unsaved_words};
pub(in crate::app::play) use level_trails::KeptTrails;
pub(in crate::app::play) use opening::{
    Growth, OnGrowth, OpenedGame, open_game, open_game_with, open_last_land, own_land, showcase,
    starts_slowly, take_level_back,
};
pub use options::{FIRST_YEARS_MAX, PlayError, PlayOptions, USUAL_SIZE};
pub(in crate::app::play) use remembered::{codex_progress, remember_codex};
pub(in crate::app::play) use setup::{
    Appearance, Memory, build_screen, decide_appearance, questions, screen_after, settings_for_terminal,
};
pub(in crate::app::play) use slots::{has_save, land_slot, random_seed};
