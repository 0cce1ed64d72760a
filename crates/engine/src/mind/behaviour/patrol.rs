//! Patrol: walks from place to place, over and over.

use super::phrase::{Phrase, Sentence};
use super::rules::{Outlook, Rules};
use crate::grid::Cell;
use crate::mind::Intent;
use crate::world::{Behaviour, FailureReason, Order, OrderProblem, Patrol, Places, Unit, World};

impl Rules for Patrol {
    fn decide(&self, _places: Places, unit: &Unit) -> Intent {
        let Some(goal) = self.points.get(usize::from(self.next)).copied() else {
            return Intent::Fail(FailureReason::NoPatrolPoints);
        };
        if unit.cell == goal {
            let next = (self.next + 1) % self.points.len() as u16;
            if self.points.len() == 1 {
                return Intent::Wait;
            }
            return Intent::Replace(Behaviour::Patrol(Patrol { points: self.points.clone(), next }));
        }
        Intent::travel_to(goal)
    }

    fn is_sound(&self, world: &World) -> bool {
        self.points.iter().all(|cell| world.size().contains(*cell))
            && usize::from(self.next) < self.points.len()
    }

    fn describe(&self) -> Sentence {
        let count = self.points.len();
        let places = if count == 1 { " place" } else { " places" };
        vec!["Patrol ".into(), Phrase::Number(count as u64), places.into()]
    }

    fn order(&self) -> Order {
        Order::Patrol(self.points.clone())
    }

    fn idle_reason(&self, _places: Places, _unit: &Unit) -> Option<Sentence> {
        Some(vec!["holding the only point of its patrol".into()])
    }

    fn outlook(&self, _world: &World, _unit: &Unit) -> Outlook {
        let (before, after) = self.points.split_at(usize::from(self.next).min(self.points.len()));
        Outlook::Round(after.iter().chain(before).copied().collect())
    }
}

impl Patrol {
    /// What an order to patrol these places begins with.
    pub(super) fn ordered(points: &[Cell]) -> Result<Patrol, OrderProblem> {
        if points.is_empty() {
            return Err(OrderProblem::NoPatrolPoints);
        }
        Ok(Patrol { points: points.to_vec(), next: 0 })
    }
}
