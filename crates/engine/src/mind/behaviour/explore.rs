//! Explore: walks to the nearest frontier of the known that no other scout walks to, over and over.

use super::phrase::Sentence;
use super::rules::Rules;
use crate::grid::Cell;
use crate::mind::{Intent, Move, NIGHT_TICKS, SPENT_AFTER_TIME};
use crate::world::{Behaviour, DAY, Explore, Order, PeopleIx, Places, Rest, Stay, Target, Unit, World};

/// Fruitless scans for a frontier after which a scout pauses for two days.
const FRUITLESS_MAX: u8 = 2;

impl Rules for Explore {
    fn decide(&self, places: Places, unit: &Unit) -> Intent {
        let world = places.world;
        if unit.fatigue >= SPENT_AFTER_TIME {
            // Scouts sleep where they are and pitch no camp, since no other traveller is likely to come this way.
            return Intent::Push(Behaviour::Rest(Rest { until: world.tick + NIGHT_TICKS }));
        }
        match (self.target, &unit.path) {
            (Some(border), Some(path))
                if !path.steps.is_empty() && is_frontier(world, unit.people, border) =>
            {
                Intent::Move(Move::Walk)
            }
            (Some(_), _) => Intent::Replace(Behaviour::Explore(Explore { target: None, fruitless: 0 })),
            (None, _) if unit.request.is_some() => Intent::Wait,
            (None, _) if self.fruitless >= FRUITLESS_MAX => {
                Intent::Push(Behaviour::Stay(Stay { around: unit.cell, until: world.tick + 2 * DAY }))
            }
            (None, _) => {
                Intent::Move(Move::Request(Target::Border { claimed: claimed_frontiers(world, unit) }))
            }
        }
    }

    fn is_sound(&self, world: &World) -> bool {
        self.target.is_none_or(|cell| world.size().contains(cell))
    }

    fn describe(&self) -> Sentence {
        let words = if self.target.is_some() { "Explore the nearest unknown land" } else { "Explore" };
        vec![words.into()]
    }

    fn order(&self) -> Order {
        Order::Explore
    }

    fn idle_reason(&self, _places: Places, _unit: &Unit) -> Option<Sentence> {
        Some(vec!["choosing where to go next".into()])
    }
}

/// Cells that other scouts of the people are walking to.
fn claimed_frontiers(world: &World, scout: &Unit) -> Vec<Cell> {
    let others = world.units.iter().filter(|unit| unit.id != scout.id && unit.people == scout.people);
    others
        .filter_map(|unit| match unit.top() {
            Some(Behaviour::Explore(explore)) => explore.target,
            _ => None,
        })
        .collect()
}

/// Whether the cell is known and has an unknown neighbour.
pub fn is_frontier(world: &World, people: PeopleIx, cell: Cell) -> bool {
    let belief = &world.peoples[people].belief;
    belief.is_known(cell) && world.size().neighbours(cell).any(|(_, other)| !belief.is_known(other))
}
