//! Carries out the intents of minds.

use crate::grid::Cell;
use crate::mind;
use crate::mind::Intent;
use crate::sim::behave::{failure, road_work, site_work, stack};
use crate::sim::society::{beasts, camps, families, guards, raids, trade};
use crate::sim::walk::{answers, movement, paths, requests, yielding};
use crate::sim::{Game, events};
use crate::world::{
    Behaviour, BehaviourResult, Block, DAY, PeopleIx, Stay, Target, TravelEvent, UnitIx, World,
};

/// Intents of one unit in one tick, at most, so that no unit acts for ever.
const INTENTS_MAX: usize = 6;

/// Lets a unit that is not on a step decide and act.
pub(super) fn decide_and_act(game: &mut Game, index: UnitIx) {
    for _ in 0..INTENTS_MAX {
        start_next_order(game, index);
        let intent = answers::give_up_intent(&mut game.world, index)
            .unwrap_or_else(|| mind::decide(game.places(), &game.world.units[index]));
        if !apply_intent(game, index, intent) {
            return;
        }
    }
}

/// Carries out an intent; true if the unit may have another one this tick.
fn apply_intent(game: &mut Game, index: UnitIx, intent: Intent) -> bool {
    match intent {
        Intent::Wait => wait(&mut game.world, index),
        Intent::Push(behaviour) => stack::push_behaviour(&mut game.world, index, behaviour),
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
        Intent::RequestPath(target) => request_path(game, index, target),
        Intent::FollowPath(cells) => follow_own_path(game, index, cells),
        Intent::Walk => walk(game, index),
        Intent::StepToward(goal) => step_toward(game, index, goal),
        Intent::StepTo(next) => {
            beasts::step_beast(game, index, next);
            false
        }
        Intent::SeekBed => seek_bed(game, index),
        Intent::LieDown => {
            camps::lie_down(game, index);
            false
        }
        Intent::Trade => trade::do_business(game, index),
        Intent::BuildRoad => {
            road_work::build_road(game, index);
            false
        }
        Intent::FoundTown => {
            families::arrive(game, index);
            true
        }
        Intent::Gather => {
            site_work::work_at_site(game, index);
            false
        }
        Intent::Unload => {
            site_work::unload_cargo(game, index);
            true
        }
        Intent::DeliverNews => {
            guards::deliver_news(game, index);
            true
        }
        Intent::Ambush => raids::choose_ambush(game, index),
        Intent::Eat => {
            raids::eat_loot(&mut game.world, index);
            true
        }
    }
}

fn wait(world: &mut World, index: UnitIx) -> bool {
    if world.units[index].request.is_some() {
        set_waiting(world, index, Block::Thinking);
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

/// Requests a path. A unit that already has one walks on meanwhile.
fn request_path(game: &mut Game, index: UnitIx, target: Target) -> bool {
    requests::request_path(game, index, target);
    game.world.units[index].path.as_ref().is_some_and(|path| !path.steps.is_empty())
}

fn walk(game: &mut Game, index: UnitIx) -> bool {
    if yielding::is_courteous(game, index) {
        set_waiting(&mut game.world, index, Block::Courtesy);
    } else {
        movement::begin_step(game, index);
    }
    false
}

fn step_toward(game: &mut Game, index: UnitIx, goal: Cell) -> bool {
    if !yielding::step_toward(game, index, goal) {
        set_waiting(&mut game.world, index, Block::Thinking);
    }
    false
}

/// Turns aside for a bed. Without one, a spent unit lies down where it is, and any other walks on.
fn seek_bed(game: &mut Game, index: UnitIx) -> bool {
    let is_spent = game.world.units[index].fatigue >= mind::SPENT_AFTER_TIME;
    camps::seek_bed(game, index)
        || apply_intent(game, index, if is_spent { Intent::LieDown } else { Intent::Walk })
}

/// Follows a path that a mind has found by itself; true if it can be walked.
fn follow_own_path(game: &mut Game, index: UnitIx, cells: Vec<Cell>) -> bool {
    // An earlier request is obsolete.
    game.world.units[index].request = None;
    if let Some((path, cells)) = paths::path_along(game, index, cells, true) {
        paths::set_path(game, index, path, &cells);
        return true;
    }
    game.world.units[index].path = None;
    set_waiting(&mut game.world, index, Block::NoWay);
    false
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

/// Records why a unit stands; if the reason is the same as before, since then.
fn set_waiting(world: &mut World, index: UnitIx, why: Block) {
    let (unit, now) = (&mut world.units[index], world.tick);
    if unit.blocked.is_none_or(|(block, _)| block != why) {
        unit.blocked = Some((why, now));
    }
}

/// Starts the next order when only the livelihood is left; after the last order, a day's stay.
fn start_next_order(game: &mut Game, index: UnitIx) {
    if game.world.units[index].stack.len() > 1 {
        return;
    }
    let order = game.world.units[index].orders.pop_front();
    if let Some(order) = order {
        game.world.units[index].ordered = true;
        let unit = &game.world.units[index];
        match mind::behaviour_for(game.places(), unit, &order) {
            Ok(behaviour) => {
                stack::push_behaviour(&mut game.world, index, behaviour);
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
    stack::push_behaviour(&mut game.world, index, Behaviour::Stay(Stay { around: cell, until }));
    events::tell(game, cell, TravelEvent::OrdersDone { unit });
}
