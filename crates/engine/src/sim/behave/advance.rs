//! The system that moves every unit: time passes on its step, and when it stands, its mind decides.

use crate::sim::Game;
use crate::sim::behave::intents;
use crate::sim::walk::movement;

/// Advances every unit by one tick, by id.
pub(in crate::sim) fn advance_units(game: &mut Game) {
    for index in game.world.units.indices() {
        if game.world.units[index].next.is_none() {
            game.world.units[index].progress = 0;
            intents::decide_and_act(game, index);
        } else if movement::spend_time(game, index) {
            movement::arrive(game, index);
            intents::decide_and_act(game, index);
        }
    }
}
