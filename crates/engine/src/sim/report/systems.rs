//! The systems of reports; in which order they run is in `tick`.

use crate::sim::System;
use crate::sim::report::{act_report, goals, history};

/// The systems of this folder.
pub(in crate::sim) const SYSTEMS: [System; 4] =
    [goals::update_goals, act_report::report_acts, history::record_keyframe, history::record_year];
