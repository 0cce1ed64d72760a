//! Avoid: moves away from a unit or a place until it is far.

use super::phrase::Sentence;
use super::rules::Rules;
use crate::grid::Cell;
use crate::mind::flight::WINDOW_STEPS;
use crate::mind::surroundings::{LocalWindow, has_recent_path};
use crate::mind::targets::{last_known_position, visible_mark_cell};
use crate::mind::{Intent, Move};
use crate::world::{
    Avoid, Behaviour, BehaviourResult, FailureReason, Order, OrderProblem, Places, Unit, UnitOrPlace, World,
};

/// How far a unit goes from what it avoids, in steps.
pub const AVOID_STEPS: u32 = 12;

impl Rules for Avoid {
    fn decide(&self, places: Places, unit: &Unit) -> Intent {
        let Avoid { mark, last } = *self;
        let (at, _) = last_known_position(places, unit, mark, last);
        if at != last {
            return Intent::Update(Behaviour::Avoid(Avoid { mark, last: at }));
        }
        if unit.cell.chebyshev(at) >= AVOID_STEPS {
            return Intent::Report(BehaviourResult::FarEnough);
        }
        if has_recent_path(places.world, unit) {
            return Intent::Move(Move::Walk);
        }
        let worth = |_: &LocalWindow, cell: Cell| i64::from(cell.chebyshev(at).min(AVOID_STEPS)) * 2000;
        let path = LocalWindow::around(places, unit, WINDOW_STEPS).path_to_safety(worth);
        path.map_or(Intent::Fail(FailureReason::NoPathAway), |path| Intent::Move(Move::Follow(path)))
    }

    fn is_sound(&self, world: &World) -> bool {
        world.size().contains(self.last) && world.is_sound_mark(self.mark)
    }

    fn describe(&self) -> Sentence {
        vec!["Avoid ".into(), self.mark.into()]
    }

    fn order(&self) -> Order {
        Order::Avoid(self.mark)
    }

    fn idle_reason(&self, _places: Places, _unit: &Unit) -> Option<Sentence> {
        Some(vec!["looking for a path farther off".into()])
    }
}

impl Avoid {
    /// What an order to avoid something begins with.
    pub(super) fn ordered(places: Places, unit: &Unit, mark: UnitOrPlace) -> Result<Avoid, OrderProblem> {
        Ok(Avoid { mark, last: visible_mark_cell(places, unit, mark)? })
    }
}
