//! The systems of settlements; in which order they run is in `tick`.

use crate::sim::System;
use crate::sim::settlements::towns;

/// The systems of this folder.
pub(in crate::sim) const SYSTEMS: [System; 1] = [towns::run_settlements];
