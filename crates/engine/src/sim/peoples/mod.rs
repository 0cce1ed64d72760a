//! Peoples: what they learn from each other, what they resent, and when they are at war.

mod borders;
mod map_exchange;
mod peace;
mod place_news;

pub(in crate::sim) use crate::sim::peoples::map_exchange::{exchange_maps_in_market, exchange_maps_on_road};
pub(in crate::sim) use crate::sim::peoples::place_news::learn_of_place;

use crate::sim::System;

/// The systems of this folder; in which order they run is in `tick`.
pub(in crate::sim) const SYSTEMS: [System; 2] = [peace::fade_grudges, borders::move_borders];
