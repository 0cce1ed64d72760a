//! The systems of the possessed unit; in which order they run is in `tick`.

use crate::sim::System;
use crate::sim::possession::tick;

/// The systems of this folder.
pub(in crate::sim) const SYSTEMS: [System; 1] = [tick::advance_possession];
