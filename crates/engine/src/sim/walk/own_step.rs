//! A single step of the possessed unit, which the player takes without a path.

use crate::grid::Cell;
use crate::sim::Game;
use crate::sim::walk::{passage_tokens, yielding};
use crate::world::UnitIx;

/// What came of a step that the player takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::sim) enum OwnStep {
    /// It is under way.
    Begun,
    /// The ground does not allow it.
    Blocked,
    /// A foe stands there.
    Foe(UnitIx),
    /// Another unit stands there, and is pushed.
    Pushed(UnitIx),
    /// Others have the turn in the narrow passage.
    PassageTaken,
}

/// Begins a step onto a neighbouring cell, if the ground and other units allow it; `crosses` if the unit carries what
/// this ground takes.
pub(in crate::sim) fn take_own_step(game: &mut Game, index: UnitIx, next: Cell, crosses: bool) -> OwnStep {
    let unit = &game.world.units[index];
    if !crosses && !unit.can_enter(&game.world.land, next) {
        return OwnStep::Blocked;
    }
    let holder = game.derived.other_holder(next, unit.id);
    if let Some(other) = holder.and_then(|holder| game.world.unit_index(holder)) {
        if game.world.are_foes(unit, &game.world.units[other]) {
            return OwnStep::Foe(other);
        }
        yielding::push_unit(game, index, other);
        return OwnStep::Pushed(other);
    }
    if !passage_tokens::may_enter_passage(game, index, next) {
        return OwnStep::PassageTaken;
    }
    game.derived.step_onto(&mut game.world.units[index], next, false);
    OwnStep::Begun
}
