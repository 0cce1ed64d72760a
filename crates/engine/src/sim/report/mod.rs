//! What is reported to the player: acts, goals, history, and searches as they run.

mod act_report;
mod goals;
mod history;
mod recording;
mod systems;

pub use crate::sim::report::act_report::REPORT_AFTER_TICKS;

pub(in crate::sim) use crate::sim::report::act_report::record_act;
pub(in crate::sim) use crate::sim::report::systems::SYSTEMS;
