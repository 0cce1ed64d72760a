//! A unit's orders as one numbered list of stops: what is under way first, each point of a patrol by itself.
//!
//! The numbers on the map and on the card are places in this list, and edits refer to them. `sim` changes it.

use super::{
    Behaviour, Block, Build, Defend, Guard, Patrol, Settle, SiteWork, Spy, Travel, Unit, UnitOrPlace,
};
use crate::grid::Cell;

/// Where a stop is stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// In the behaviour that is under way.
    UnderWay,
    /// In the order with this index in the queue.
    Waiting(usize),
}

/// One stop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stop {
    /// Where it is stored.
    pub part: Part,
    /// Index in a patrol; 0 for anything else.
    pub point: usize,
    /// Its cell, unless it can be done anywhere.
    pub place: Option<Cell>,
}

impl Unit {
    /// The behaviour that carries out the order under way, if one is. The pause after a failed order is none.
    pub fn under_way(&self) -> Option<&Behaviour> {
        let behaviour = self.stack.get(1).filter(|_| self.ordered)?;
        let failed = matches!(self.blocked, Some((Block::NoWay, _)));
        let pauses = failed && matches!(behaviour, Behaviour::Stay(_));
        (!pauses).then_some(behaviour)
    }

    /// Every stop that is still to come, in order.
    pub fn stops(&self) -> Vec<Stop> {
        let mut stops = Vec::new();
        if let Some(behaviour) = self.under_way() {
            list(&mut stops, Part::UnderWay, &places_of(behaviour));
        }
        for (index, order) in self.orders.iter().enumerate() {
            list(&mut stops, Part::Waiting(index), order.places());
        }
        stops
    }
}

/// The places of an order that is under way, in order.
fn places_of(behaviour: &Behaviour) -> Vec<Cell> {
    match behaviour {
        Behaviour::Travel(Travel { goal, .. })
        | Behaviour::Settle(Settle { at: goal })
        | Behaviour::Guard(Guard { at: goal })
        | Behaviour::Work(SiteWork { site: goal, .. })
        | Behaviour::Spy(Spy { mark: UnitOrPlace::Place(goal), .. })
        | Behaviour::Defend(Defend { ward: UnitOrPlace::Place(goal) }) => vec![*goal],
        Behaviour::Build(Build { path, .. }) => path.last().copied().into_iter().collect(),
        Behaviour::Patrol(Patrol { points, .. }) => points.clone(),
        _ => Vec::new(),
    }
}

/// Adds an order's stops: one at each of its places, or one without a place.
fn list(stops: &mut Vec<Stop>, part: Part, places: &[Cell]) {
    if places.is_empty() {
        stops.push(Stop { part, point: 0, place: None });
    }
    let points = places.iter().enumerate();
    stops.extend(points.map(|(point, cell)| Stop { part, point, place: Some(*cell) }));
}
