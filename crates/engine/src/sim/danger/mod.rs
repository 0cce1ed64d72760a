//! What threatens travellers: raiders, beasts, and fights; and how they run from it.

mod alarm;
mod bands;
mod beasts;
mod fights;
mod raids;
mod systems;

pub(in crate::sim) use crate::sim::danger::beasts::place_beasts;
pub(in crate::sim) use crate::sim::danger::fights::strike_blow;
pub(in crate::sim) use crate::sim::danger::raids::choose_ambush;
pub(in crate::sim) use crate::sim::danger::systems::SYSTEMS;
