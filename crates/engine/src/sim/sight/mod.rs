//! What peoples see.

mod influence;
mod systems;
mod vision;

pub(in crate::sim) use crate::sim::sight::systems::SYSTEMS;
pub(in crate::sim) use crate::sim::sight::vision::{look_around_all, show_place, update_watcher};
