//! The ground: wear and roads, seasons, fire, and how it is changed.

mod edit;
mod fire;
mod roads;
mod seasons;

pub(in crate::sim) use crate::sim::ground::edit::GroundEdit;
pub(in crate::sim) use crate::sim::ground::roads::{build_tier, keep_roads, wear_ground};

use crate::sim::System;

/// The systems of this folder; in which order they run is in `tick`.
pub(in crate::sim) const SYSTEMS: [System; 3] =
    [fire::update_fires, roads::decay_roads, seasons::update_season];
