//! The systems of sight; in which order they run is in `tick`.

use crate::sim::System;
use crate::sim::sight::influence;

/// The systems of this folder.
pub(in crate::sim) const SYSTEMS: [System; 1] = [influence::spread_influence];
