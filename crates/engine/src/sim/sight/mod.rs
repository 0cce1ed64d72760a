//! What peoples see.

mod influence;
mod vision;

pub(in crate::sim) use crate::sim::sight::vision::{look_around_all, show_place, update_watcher};

use crate::sim::System;

/// The systems of this folder; in which order they run is in `tick`.
pub(in crate::sim) const SYSTEMS: [System; 1] = [influence::spread_influence];
