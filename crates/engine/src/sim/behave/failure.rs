//! What a unit does when what it was doing cannot be done.

use crate::mind::NIGHT_TICKS;
use crate::sim::behave::{possessed, possession_tick, stack};
use crate::sim::society::{families, trade};
use crate::sim::{Game, events};
use crate::world::{AfterFailure, Behaviour, Block, FailureReason, Stay, TravelEvent, TripPurpose, UnitIx};

/// Drops a behaviour that cannot be done, with a report.
pub(super) fn fail_behaviour(game: &mut Game, index: UnitIx, reason: FailureReason) {
    if possessed::is_possessed(&game.world, index) {
        return possession_tick::fail_action(game, index, reason);
    }
    let tick = game.world.tick;
    let unit = &game.world.units[index];
    let (cell, id) = (unit.cell, unit.id);
    let trip = unit.travel();
    let then = match (unit.ordered, unit.orders.len()) {
        (false, _) => AfterFailure::GoesOn,
        (true, 0) => AfterFailure::GivesUpOrder,
        (true, _) => AfterFailure::NextStop,
    };
    let goal = trip.map(|trip| events::named_place(game, trip.goal));
    events::tell(game, cell, TravelEvent::Failed { unit: id, reason, goal, then });
    if game.world.units[index].stack.len() > 1 {
        stack::pop_behaviour(game, index);
    }
    match trip.map(|trip| trip.purpose) {
        Some(TripPurpose::Trade) => trade::give_up_trip(&mut game.world, index),
        Some(TripPurpose::Settle) => families::give_up_settling(game, index),
        Some(TripPurpose::Other) if game.world.units[index].stack.len() > 1 => {
            stack::pop_behaviour(game, index);
        }
        _ => {}
    }
    // A pause before the next attempt keeps hopeless attempts cheap and lets the player see the failed unit.
    let around = game.world.units[index].cell;
    stack::push_behaviour(
        &mut game.world,
        index,
        Behaviour::Stay(Stay { around, until: tick + NIGHT_TICKS / 2 }),
    );
    game.world.units[index].blocked = Some((Block::NoWay, tick));
}
