//! The ground: wear and roads, seasons, fire, and how it is changed.

mod edit;
mod fire;
mod roads;
mod seasons;
mod systems;

pub(in crate::sim) use crate::sim::ground::edit::GroundEdit;
pub(in crate::sim) use crate::sim::ground::roads::{build_tier, keep_roads, wear_ground};
pub(in crate::sim) use crate::sim::ground::systems::SYSTEMS;
