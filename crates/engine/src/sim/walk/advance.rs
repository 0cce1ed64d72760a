//! The system that moves every unit: time passes on its step, and when it stands, its mind decides.

use crate::sim::walk::movement;
use crate::sim::{Game, behave};

/// Advances every unit by one tick, by id.
pub(super) fn advance_units(game: &mut Game) {
    for index in game.world.units.indices() {
        if game.world.units[index].next.is_none() {
            game.world.units[index].progress = 0;
            behave::decide_and_act(game, index);
        } else if movement::spend_time(game, index) {
            movement::arrive(game, index);
            behave::decide_and_act(game, index);
        }
    }
}
