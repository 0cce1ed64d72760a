//! What happened, and what it came of: events as facts, each with its cause.

use wayworn::sim::Game;
use wayworn::world::Event;

/// The events that were told or wait to be told.
pub(crate) fn told(game: &Game) -> impl Iterator<Item = &Event> {
    let lines = game.world.events.lines().map(|(_, event)| event);
    lines.chain(game.world.events.pending())
}
