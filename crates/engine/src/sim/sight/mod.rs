//! What peoples see and tell each other.

pub(in crate::sim) mod fov_cache;
pub(in crate::sim) mod influence;
pub(in crate::sim) mod map_exchange;
pub(in crate::sim) mod place_news;
pub(in crate::sim) mod vision;
