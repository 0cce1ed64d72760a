//! What a unit does when what it was doing cannot be done.

use crate::mind::NIGHT_TICKS;
use crate::sim::behave::{possessed, possession_tick, stack};
use crate::sim::society::{towns, trade};
use crate::sim::{Game, chronicle};
use crate::world::{Behaviour, Block, FailureReason, TripPurpose, UnitIx};

/// Drops a behaviour that cannot be done, with a report.
pub(super) fn fail_behaviour(game: &mut Game, index: UnitIx, reason: FailureReason) {
    if possessed::is_possessed(&game.world, index) {
        return possession_tick::fail_action(game, index, reason);
    }
    let tick = game.world.tick;
    let unit = &game.world.units[index];
    let (cell, name) = (unit.cell, unit.name.clone());
    let goal = match unit.top() {
        Some(Behaviour::Travel { goal, .. }) => format!(" to {}", chronicle::place_name(game, *goal)),
        _ => String::new(),
    };
    let purpose = match unit.top() {
        Some(Behaviour::Travel { purpose, .. }) => Some(*purpose),
        _ => None,
    };
    let place = chronicle::whereabouts(&game.world, cell);
    let (weight, skips) = match (unit.ordered, unit.orders.len()) {
        (false, _) => (3, ""),
        (true, 0) => (6, ", and gives the order up"),
        (true, _) => (6, ", and goes on to the next stop"),
    };
    chronicle::queue_event(
        game,
        weight,
        cell,
        format!("{name}, {place}, {}{goal}{skips}", reason.description()),
    );
    if game.world.units[index].stack.len() > 1 {
        stack::pop_behaviour(game, index);
    }
    match purpose {
        Some(TripPurpose::Trade) => trade::give_up_trip(&mut game.world, index),
        Some(TripPurpose::Settle) => towns::give_up_settling(game, index),
        Some(TripPurpose::Other) if game.world.units[index].stack.len() > 1 => {
            stack::pop_behaviour(game, index);
        }
        _ => {}
    }
    // A pause before the next attempt keeps hopeless attempts cheap and lets the player see the failed unit.
    let around = game.world.units[index].cell;
    stack::push_behaviour(&mut game.world, index, Behaviour::Stay { around, until: tick + NIGHT_TICKS / 2 });
    game.world.units[index].blocked = Some((Block::NoWay, tick));
}
