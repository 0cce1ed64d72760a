//! What is reported to the player: acts, goals, history, and searches as they run.

mod act_report;
mod goals;
mod history;
mod recording;

pub use crate::sim::report::act_report::REPORT_AFTER_TICKS;

pub(in crate::sim) use crate::sim::report::act_report::record_act;

use crate::sim::System;

/// The systems of this folder; in which order they run is in `tick`.
pub(in crate::sim) const SYSTEMS: [System; 4] =
    [goals::update_goals, act_report::report_acts, history::record_keyframe, history::record_year];
