//! What a unit does when what it was doing cannot be done.

use crate::mind::{Deed, NIGHT_TICKS};
use crate::sim::behave::stack;
use crate::sim::{Game, events, possession, settlements};
use crate::world::{
    ActionEnd, AfterFailure, Behaviour, Block, FailureReason, LifeEvent, PeopleIx, Stay, Travel, TravelEvent,
    TripPurpose, UnitIx,
};

/// Drops a behaviour that cannot be done, with a report.
pub(super) fn fail_behaviour(game: &mut Game, index: UnitIx, reason: FailureReason) {
    if game.world.is_possessed(game.world.units[index].id) {
        return fail_action(game, index, reason);
    }
    let tick = game.world.tick;
    let unit = &game.world.units[index];
    let (cell, id) = (unit.cell, unit.id);
    let trip = unit.travel();
    // What others were about to do is not to be seen.
    if unit.people == PeopleIx::PLAYER {
        let then = match (unit.ordered, unit.orders.len()) {
            (false, _) => AfterFailure::GoesOn,
            (true, 0) => AfterFailure::GivesUpOrder,
            (true, _) => AfterFailure::NextStop,
        };
        let goal = trip.map(|trip| events::named_place(game, trip.goal));
        events::tell(game, cell, TravelEvent::Failed { unit: id, reason, goal, then });
    }
    if game.world.units[index].stack.len() > 1 {
        stack::pop_behaviour(game, index);
    }
    match trip.map(|trip| trip.purpose) {
        Some(TripPurpose::Other) if game.world.units[index].stack.len() > 1 => {
            stack::pop_behaviour(game, index);
        }
        Some(purpose) => {
            settlements::carry_out(game, index, Deed::GiveUp(purpose));
        }
        None => {}
    }
    // A pause before the next attempt keeps hopeless attempts cheap and lets the player see the failed unit.
    let around = game.world.units[index].cell;
    game.world.units[index].push_behaviour(Behaviour::Stay(Stay { around, until: tick + NIGHT_TICKS / 2 }));
    game.world.units[index].blocked = Some((Block::NoWay, tick));
}

/// Ends an action that has failed, and tells why.
fn fail_action(game: &mut Game, index: UnitIx, reason: FailureReason) {
    let what = match game.world.units[index].travel() {
        Some(Travel { goal, .. }) => {
            let unit = &game.world.units[index];
            let reason = game.planner_of(unit).no_path_reason(unit.path_start(), goal);
            LifeEvent::NoPath { goal: events::named_place(game, goal), reason }
        }
        _ => LifeEvent::GaveUp { reason },
    };
    possession::end_action(&mut game.world, index, ActionEnd::NoPath, what);
}
