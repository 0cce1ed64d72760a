//! Disperse: keeps a few steps between itself and every visible unit.

use super::phrase::{Phrase, Sentence};
use super::rules::Rules;
use crate::grid::{Cell, STRAIGHT};
use crate::mind::flight::WINDOW_STEPS;
use crate::mind::surroundings::{LocalWindow, has_recent_path, is_idle, take_or_stay, visible_units};
use crate::mind::{Intent, Move};
use crate::world::{Disperse, Order, Places, Unit, World};

/// The distance that a dispersing unit keeps from others, in steps.
pub const DISPERSE_STEPS: u32 = 4;
/// Extra steps at which it already moves away, since others are as fast as it is.
const MARGIN_STEPS: u32 = 4;
/// Steps that it walks to gain one more step of distance.
const DISTANCE_VALUE: i64 = 4;

impl Rules for Disperse {
    fn decide(&self, places: Places, unit: &Unit) -> Intent {
        let world = places.world;
        if world.tick >= self.until {
            return Intent::Done;
        }
        if is_idle(world, unit) {
            return Intent::Wait;
        }
        let wanted_steps = DISPERSE_STEPS + MARGIN_STEPS;
        let others = visible_units(places, unit, unit.cell, wanted_steps as u16 + 4, |_| true);
        let distance =
            |cell: Cell| others.iter().map(|other| other.cell.chebyshev(cell)).min().unwrap_or(u32::MAX);
        let distance_here = distance(unit.cell);
        if distance_here > wanted_steps {
            return Intent::Wait;
        }
        // A path that now leads closer to another unit is replanned at once.
        if has_recent_path(world, unit)
            && unit.cells_ahead(world.size()).all(|cell| distance(cell) >= distance_here)
        {
            return Intent::Move(Move::Walk);
        }
        // Straight-line distance, so that even one step aside counts.
        let octile_distance =
            |cell: Cell| others.iter().map(|other| other.cell.octile(cell)).min().unwrap_or(u32::MAX);
        let worth = |_: &LocalWindow, cell: Cell| {
            i64::from(octile_distance(cell).min((wanted_steps + 2) * STRAIGHT)) * DISTANCE_VALUE
        };
        let path = LocalWindow::around(places, unit, WINDOW_STEPS / 2).path_to_safety(worth);
        take_or_stay(unit, path)
    }

    fn is_sound(&self, world: &World) -> bool {
        world.is_within_a_year(self.until)
    }

    fn describe(&self) -> Sentence {
        vec!["Disperse".into()]
    }

    fn order(&self) -> Order {
        Order::Disperse
    }

    fn idle_reason(&self, _places: Places, _unit: &Unit) -> Option<Sentence> {
        let steps = Phrase::Number(DISPERSE_STEPS.into());
        Some(vec!["no one is within ".into(), steps, " steps, or there is nowhere to go".into()])
    }
}
