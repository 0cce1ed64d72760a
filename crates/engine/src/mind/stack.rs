//! What is asked of whole stacks: what the top wants, whether every layer is sound, and the stops still to come.

use super::Intent;
use crate::grid::Cell;
use crate::world::{Part, Places, Stop, Unit, World};

/// What the unit wants to do now, by the behaviour on top of its stack.
pub fn decide(places: Places, unit: &Unit) -> Intent {
    unit.top().map_or(Intent::Wait, |top| top.rules().decide(places, unit))
}

impl World {
    /// Whether the world can be played on.
    ///
    /// # Errors
    /// A sentence about the first invariant that does not hold.
    pub fn check(&self) -> Result<(), String> {
        self.check_with(|world, behaviour| behaviour.rules().is_sound(world))
    }
}

impl Unit {
    /// Every stop that is still to come, in order.
    pub fn stops(&self) -> Vec<Stop> {
        let mut stops = Vec::new();
        if let Some(behaviour) = self.under_way() {
            push_stops(&mut stops, Part::UnderWay, behaviour.rules().order().places());
        }
        for (index, order) in self.orders.iter().enumerate() {
            push_stops(&mut stops, Part::Waiting(index), order.places());
        }
        stops
    }
}

/// Adds an order's stops: one at each of its places, or one without a place.
fn push_stops(stops: &mut Vec<Stop>, part: Part, places: &[Cell]) {
    if places.is_empty() {
        stops.push(Stop { part, point: 0, place: None });
    }
    let points = places.iter().enumerate();
    stops.extend(points.map(|(point, cell)| Stop { part, point, place: Some(*cell) }));
}
