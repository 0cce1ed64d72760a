//! The systems of danger; in which order they run is in `tick`.

use crate::sim::System;
use crate::sim::danger::{alarm, beasts, fights, raids};

/// The systems of this folder.
pub(in crate::sim) const SYSTEMS: [System; 4] =
    [alarm::raise_alarm, fights::resolve_fights, raids::update_raiders, beasts::run_beasts];
