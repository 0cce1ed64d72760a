//! Objectives.

use crate::sim::direction_to;
use crate::world::{DAY_TIME, ObjectiveKind, TownIx, World};

/// An objective with the value to reach: `Mill and Oxley within 1.0 day`.
pub fn objective_words(world: &World, objective: ObjectiveKind, target: u32) -> String {
    let name = |id: TownIx| world.town(id).name.as_str();
    match objective {
        ObjectiveKind::Near { from, to } => {
            let (days, tenth) = (target / DAY_TIME, target % DAY_TIME * 10 / DAY_TIME);
            let plural = if (days, tenth) == (1, 0) { "day" } else { "days" };
            format!("{} and {} within {days}.{tenth} {plural}", name(from), name(to))
        }
        ObjectiveKind::Road { from, to } => {
            format!("a road all the way from {} to {}", name(from), name(to))
        }
        ObjectiveKind::See { from, at } => {
            let cell = world.town(from).cell;
            let side = direction_to(cell, at).unwrap_or("beside");
            format!("see what lies {} steps {side} of {}", cell.chebyshev(at), name(from))
        }
        ObjectiveKind::Deliver => format!("{target} deliveries in a season"),
    }
}
