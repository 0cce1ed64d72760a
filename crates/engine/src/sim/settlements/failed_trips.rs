//! What becomes of a unit whose trip has failed.

use crate::sim::Game;
use crate::sim::settlements::{families, trade};
use crate::world::{TripPurpose, UnitIx};

/// Ends the business for which a unit was on a trip that cannot be made.
pub(in crate::sim) fn give_up_business(game: &mut Game, index: UnitIx, purpose: TripPurpose) {
    match purpose {
        TripPurpose::Trade => trade::give_up_trip(&mut game.world, index),
        TripPurpose::Settle => families::give_up_settling(game, index),
        _ => {}
    }
}
