//! The systems of settlements and peoples; in which order they run is in `tick`.

use crate::sim::System;
use crate::sim::society::{alarm, beasts, fights, peace, raids, towns};

/// The systems of this folder.
pub(in crate::sim) const SYSTEMS: [System; 6] = [
    alarm::raise_alarm,
    fights::resolve_fights,
    raids::update_raiders,
    beasts::run_beasts,
    towns::run_settlements,
    peace::fade_grudges,
];
