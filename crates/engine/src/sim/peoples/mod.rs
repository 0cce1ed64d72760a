//! Peoples: what they learn from each other, what they resent, and when they are at war.

mod borders;
mod map_exchange;
mod peace;
mod place_news;
mod systems;

pub(in crate::sim) use crate::sim::peoples::map_exchange::{exchange_maps_in_market, exchange_maps_on_road};
pub(in crate::sim) use crate::sim::peoples::place_news::learn_of_place;
pub(in crate::sim) use crate::sim::peoples::systems::SYSTEMS;
