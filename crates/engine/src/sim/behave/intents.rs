//! Carries out the intents of minds.

use crate::mind;
use crate::mind::Intent;
use crate::sim::behave::{failure, road_work, site_work, stack};
use crate::sim::settlements::AfterDeed;
use crate::sim::{Game, danger, defence, events, settlements, walk};
use crate::world::{
    Behaviour, BehaviourResult, Block, DAY, FailureReason, PeopleIx, Stay, TravelEvent, UnitIx, World,
};

/// Failed attempts in a row after which a unit gives up.
const SETBACKS_MAX: u8 = 6;
/// Intents of one unit in one tick, at most, so that no unit acts for ever.
const INTENTS_MAX: usize = 6;

/// Lets a unit that is not on a step decide and act.
pub(in crate::sim) fn decide_and_act(game: &mut Game, index: UnitIx) {
    for _ in 0..INTENTS_MAX {
        start_next_order(game, index);
        let intent = give_up_intent(&mut game.world, index)
            .unwrap_or_else(|| mind::decide(game.places(), &game.world.units[index]));
        if !apply_intent(game, index, intent) {
            return;
        }
    }
}

/// After too many setbacks, the intent that makes the unit give up.
fn give_up_intent(world: &mut World, index: UnitIx) -> Option<Intent> {
    if world.units[index].setbacks < SETBACKS_MAX {
        return None;
    }
    world.units[index].setbacks = 0;
    Some(Intent::Fail(FailureReason::NoPath))
}

/// Carries out an intent; true if the unit may have another one this tick.
fn apply_intent(game: &mut Game, index: UnitIx, intent: Intent) -> bool {
    match intent {
        Intent::Wait => wait(&mut game.world, index),
        Intent::Push(behaviour) => game.world.units[index].push_behaviour(behaviour),
        Intent::Replace(behaviour) => {
            game.world.units[index].path = None;
            update_top(&mut game.world, index, behaviour)
        }
        Intent::Update(behaviour) => update_top(&mut game.world, index, behaviour),
        Intent::Done => {
            stack::pop_behaviour(game, index);
            true
        }
        Intent::Fail(reason) => {
            failure::fail_behaviour(game, index, reason);
            false
        }
        Intent::Report(result) => {
            report_and_end(game, index, result);
            true
        }
        Intent::Move(step) => walk::carry_out(game, index, step),
        Intent::Do(deed) => match settlements::carry_out(game, index, deed) {
            AfterDeed::Again => true,
            AfterDeed::Wait => false,
            AfterDeed::Instead(intent) => apply_intent(game, index, intent),
        },
        Intent::Ambush => danger::choose_ambush(game, index),
        Intent::EatLoot => {
            game.world.units[index].eat_loot(game.world.tick);
            true
        }
        Intent::DeliverNews => {
            defence::deliver_news(game, index);
            true
        }
        Intent::BuildRoad => {
            road_work::build_road(game, index);
            false
        }
        Intent::Gather => {
            site_work::work_at_site(game, index);
            false
        }
        Intent::Unload => {
            site_work::unload_cargo(game, index);
            true
        }
    }
}

fn wait(world: &mut World, index: UnitIx) -> bool {
    if world.units[index].request.is_some() {
        world.units[index].wait_because(Block::Thinking, world.tick);
    }
    false
}

/// Puts another behaviour, or an updated one, in place of the top one.
fn update_top(world: &mut World, index: UnitIx, behaviour: Behaviour) -> bool {
    if let Some(top) = world.units[index].stack.last_mut() {
        *top = behaviour;
    }
    true
}

/// Ends a behaviour with a report.
fn report_and_end(game: &mut Game, index: UnitIx, result: BehaviourResult) {
    let unit = &game.world.units[index];
    let (cell, id, people) = (unit.cell, unit.id, unit.people);
    if people == PeopleIx::PLAYER {
        events::tell(game, cell, TravelEvent::Ended { unit: id, result });
    }
    stack::pop_behaviour(game, index);
}

/// Starts the next order when only the livelihood is left; after the last order, a day's stay.
fn start_next_order(game: &mut Game, index: UnitIx) {
    if game.world.units[index].stack.len() > 1 {
        return;
    }
    let order = game.world.units[index].orders.pop_front();
    if let Some(order) = order {
        let unit = &game.world.units[index];
        match mind::behaviour_for(game.places(), unit, &order) {
            Ok(behaviour) => {
                let unit = &mut game.world.units[index];
                unit.ordered = true;
                unit.push_behaviour(behaviour);
            }
            Err(problem) => {
                let (cell, unit) = (unit.cell, unit.id);
                events::tell(game, cell, TravelEvent::OrderRefused { unit, problem });
            }
        }
    } else if game.world.units[index].ordered {
        finish_orders(game, index);
    }
}

fn finish_orders(game: &mut Game, index: UnitIx) {
    let until = game.world.tick + DAY;
    let unit = &mut game.world.units[index];
    unit.ordered = false;
    let (cell, unit) = (unit.cell, unit.id);
    game.world.units[index].push_behaviour(Behaviour::Stay(Stay { around: cell, until }));
    events::tell(game, cell, TravelEvent::OrdersDone { unit });
}
