//! Settlements: what they make and trade, how they grow and shrink, and the camps and inns on the way.
//!
//! What does not live here: what threatens them (`danger`), and what they do about it (`defence`).

mod arrival;
mod camps;
mod caravans;
mod deeds;
mod failed_trips;
mod families;
mod fields;
mod markets;
mod supplies;
mod systems;
mod towns;
mod trade;

pub use crate::sim::settlements::families::better_pay;
pub use crate::sim::settlements::markets::porters_with_home;
pub use crate::sim::settlements::towns::{
    PEOPLE_UNITS_MAX, hire_porter, porters_supported, unit_count, units_max,
};

pub(in crate::sim) use crate::sim::settlements::arrival::welcome;
pub(in crate::sim) use crate::sim::settlements::camps::camp_in_queue;
pub(in crate::sim) use crate::sim::settlements::deeds::{AfterDeed, carry_out};
pub(in crate::sim) use crate::sim::settlements::failed_trips::give_up_business;
pub(in crate::sim) use crate::sim::settlements::markets::{forget_market, is_standing, largest_town};
pub(in crate::sim) use crate::sim::settlements::systems::SYSTEMS;
