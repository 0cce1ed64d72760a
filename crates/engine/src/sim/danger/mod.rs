//! What threatens travellers: raiders, beasts, and fights; and how they run from it.

mod alarm;
mod bands;
mod beasts;
mod fights;
mod raids;

pub(in crate::sim) use crate::sim::danger::beasts::place_beasts;
pub(in crate::sim) use crate::sim::danger::fights::strike_blow;
pub(in crate::sim) use crate::sim::danger::raids::choose_ambush;

use crate::sim::System;

/// The systems of this folder; in which order they run is in `tick`.
pub(in crate::sim) const SYSTEMS: [System; 4] =
    [alarm::raise_alarm, fights::resolve_fights, raids::update_raiders, beasts::run_beasts];
