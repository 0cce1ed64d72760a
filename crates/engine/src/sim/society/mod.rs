//! Settlements and peoples: trade, growth, camps, war and peace, guards, raiders, beasts.

pub(in crate::sim) mod alarm;
pub(in crate::sim) mod beasts;
pub(in crate::sim) mod camps;
pub(in crate::sim) mod caravans;
pub(in crate::sim) mod chokes;
pub(in crate::sim) mod families;
pub(in crate::sim) mod fields;
pub(in crate::sim) mod fights;
pub(in crate::sim) mod forts;
pub(in crate::sim) mod founding;
pub(in crate::sim) mod guards;
pub(in crate::sim) mod markets;
pub(in crate::sim) mod peace;
pub(in crate::sim) mod peoples;
pub(in crate::sim) mod placing;
pub(in crate::sim) mod raids;
pub(in crate::sim) mod spying;
pub(in crate::sim) mod towns;
pub(in crate::sim) mod trade;
