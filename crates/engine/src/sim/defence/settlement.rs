//! What a settlement does for the safety of its people.

use crate::sim::Game;
use crate::sim::defence::{forts, guards, spying};
use crate::world::TownIx;

/// Sees to guards, forts and spies; called once a day.
pub(in crate::sim) fn defend_settlement(game: &mut Game, id: TownIx) {
    guards::request_guard(game, id);
    forts::build_fort(game, id);
    spying::send_spy(game, id);
}
