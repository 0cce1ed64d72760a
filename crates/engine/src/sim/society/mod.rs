//! Settlements and peoples: trade, growth, camps, war and peace, guards, raiders, beasts.

mod alarm;
mod arrival;
mod bands;
mod beasts;
mod borders;
mod camps;
mod caravans;
mod chokes;
mod deeds;
mod failed_trips;
mod families;
mod fields;
mod fights;
mod forts;
mod guards;
mod map_exchange;
mod markets;
mod peace;
mod place_news;
mod raids;
mod spying;
mod supplies;
mod systems;
mod towns;
mod trade;

pub use crate::sim::society::bands::raiders_max;
pub use crate::sim::society::families::better_pay;
pub use crate::sim::society::forts::fort_guard;
pub use crate::sim::society::markets::porters_with_home;
pub use crate::sim::society::towns::{
    PEOPLE_UNITS_MAX, hire_porter, porters_supported, unit_count, units_max,
};

pub(in crate::sim) use crate::sim::society::arrival::welcome;
pub(in crate::sim) use crate::sim::society::beasts::place_beasts;
pub(in crate::sim) use crate::sim::society::borders::cede;
pub(in crate::sim) use crate::sim::society::camps::camp_in_queue;
pub(in crate::sim) use crate::sim::society::deeds::{AfterDeed, carry_out};
pub(in crate::sim) use crate::sim::society::failed_trips::give_up_business;
pub(in crate::sim) use crate::sim::society::fights::strike_blow;
pub(in crate::sim) use crate::sim::society::place_news::learn_of_place;
pub(in crate::sim) use crate::sim::society::systems::SYSTEMS;
