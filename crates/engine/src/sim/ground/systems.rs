//! The systems of the ground; in which order they run is in `tick`.

use crate::sim::System;
use crate::sim::ground::{fire, roads, seasons};

/// The systems of this folder.
pub(in crate::sim) const SYSTEMS: [System; 3] =
    [fire::update_fires, roads::decay_roads, seasons::update_season];
