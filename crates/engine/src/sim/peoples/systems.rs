//! The systems of peoples; in which order they run is in `tick`.

use crate::sim::System;
use crate::sim::peoples::{borders, peace};

/// The systems of this folder.
pub(in crate::sim) const SYSTEMS: [System; 2] = [peace::fade_grudges, borders::move_borders];
