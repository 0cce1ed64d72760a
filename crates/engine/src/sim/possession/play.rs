//! What the player wants as the possessed unit.

use crate::sim::Game;
use crate::sim::possession::{actions, wander};
use crate::world::{Action, CommandOutcome, Rejection, UnitId};

/// What the player wants as the possessed unit, or as the wanderer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::sim) enum Play {
    /// To possess a unit.
    Begin(UnitId),
    /// To act.
    Act(Action),
    /// To end possession.
    End,
    /// To begin the wanderer's next life.
    NextLife,
}

/// Carries out what the player wants as the possessed unit.
pub(in crate::sim) fn play(game: &mut Game, wish: Play) -> Result<CommandOutcome, Rejection> {
    match wish {
        Play::Begin(unit) => actions::possess(game, unit),
        Play::Act(action) => actions::start_action(game, action),
        Play::End => actions::end_possession(game),
        Play::NextLife => wander::start_next_life(game),
    }
}
