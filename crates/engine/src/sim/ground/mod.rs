//! The ground: wear and roads, bridges, seasons, fire, and edits of the land.

pub(in crate::sim) mod bridges;
pub(in crate::sim) mod fire;
pub(in crate::sim) mod land_edits;
pub(in crate::sim) mod roads;
pub(in crate::sim) mod seasons;
