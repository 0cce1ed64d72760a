//! Surround: closes in on a unit together with others that do the same. Each takes one of the target's exits.

use super::phrase::{Phrase, Sentence};
use super::rules::Rules;
use crate::grid::Cell;
use crate::mind::Intent;
use crate::mind::approach::{WARD_NEAR_STEPS, WINDOW_STEPS, approach, exits_of, pursuit_change};
use crate::mind::surroundings::{go_near, is_idle, visible_units, walk_to};
use crate::mind::targets::{last_known_position, visible_foe_cell};
use crate::world::{Behaviour, Order, OrderProblem, Places, Surround, Unit, UnitId, UnitOrPlace, World};

/// How far apart the units of one ring may be, in steps.
const RING_STEPS: u16 = 12;

impl Rules for Surround {
    fn decide(&self, places: Places, unit: &Unit) -> Intent {
        let Surround { unit: foe, last } = *self;
        let at = last_known_position(places, unit, UnitOrPlace::Unit(foe), last).0;
        let again = Behaviour::Surround(Surround { unit: foe, last: at });
        if let Some(intent) = pursuit_change(places, unit, foe, last, again) {
            return intent;
        }
        if unit.cell.chebyshev(at) > u32::from(RING_STEPS) {
            return walk_to(places.world, unit, at);
        }
        if is_idle(places.world, unit) {
            return Intent::Wait;
        }
        match assigned_exit(places, unit, foe, at) {
            Some(exit) => go_near(places, unit, WINDOW_STEPS, &[exit]),
            None => approach(places, unit, at, WARD_NEAR_STEPS),
        }
    }

    fn is_sound(&self, world: &World) -> bool {
        world.size().contains(self.last)
    }

    fn describe(&self) -> Sentence {
        vec!["Surround ".into(), Phrase::Unit(self.unit)]
    }

    fn order(&self) -> Order {
        Order::Surround(self.unit)
    }

    fn idle_reason(&self, _places: Places, _unit: &Unit) -> Option<Sentence> {
        Some(vec!["holding its place in the ring".into()])
    }
}

impl Surround {
    /// What an order to surround a foe begins with.
    pub(super) fn ordered(places: Places, unit: &Unit, foe: UnitId) -> Result<Surround, OrderProblem> {
        Ok(Surround { unit: foe, last: visible_foe_cell(places, unit, foe)? })
    }
}

/// This unit's exit. A unit that stands on one keeps it; the others choose in the order of their ids, the nearest
/// first.
fn assigned_exit(places: Places, unit: &Unit, foe_id: UnitId, at: Cell) -> Option<Cell> {
    let world = places.world;
    let rings = |other: &Unit| {
        other.people == unit.people
            && matches!(other.top(), Some(Behaviour::Surround(ring)) if ring.unit == foe_id)
    };
    let mut ring = visible_units(places, unit, at, RING_STEPS, rings);
    ring.push(unit);
    ring.sort_by_key(|member| member.id);
    let mut free = exits_of(world, unit, at);
    let on_exit: Vec<bool> = ring.iter().map(|member| free.contains(&member.path_start())).collect();
    if free.contains(&unit.path_start()) {
        return Some(unit.path_start());
    }
    free.retain(|exit| ring.iter().all(|member| member.path_start() != *exit));
    for (member, _) in ring.iter().zip(&on_exit).filter(|(_, on_exit)| !**on_exit) {
        let nearest = (0..free.len()).min_by_key(|i| (free[*i].octile(member.path_start()), *i))?;
        let exit = free.remove(nearest);
        if member.id == unit.id {
            return Some(exit);
        }
    }
    None
}
