//! A tick of the possessed unit: food, fatigue, what comes into view, and what ends an action because of it.
//!
//! What actions do is in `possession`. Nothing here uses more than what the unit and its people see.

use crate::grid::Cell;
use crate::mind;
use crate::mind::{NIGHT_TICKS, SPENT_AFTER_TIME};
use crate::sim::possession::action_end::end_action;
use crate::sim::possession::{actions, encounters, life, trade, wander};
use crate::sim::{Game, behave, events};
use crate::world::{
    Action, ActionEnd, Behaviour, Block, DAY, FOOD_MAX, LifeEvent, MET_MAX, Possession, Rest, Season, Unit,
    UnitId, UnitIx, WOUNDS_MAX, World,
};

/// Ticks out of view after which a foe interrupts again.
const FORGET_FOE_TICKS: u64 = 30;
/// Ticks that another unit may be in the way before the action ends.
const BLOCKED_TICKS_MAX: u64 = 80;
/// Walking time after which the unit falls asleep where it stands, in milli-steps.
const EXHAUSTED_AFTER_TIME: u32 = SPENT_AFTER_TIME / 2 * 3;
/// Ticks without food that cost a wound: a day.
const STARVED_TICKS_PER_WOUND: u32 = DAY as u32;

/// Advances the possession by one tick.
pub(super) fn advance_possession(game: &mut Game) {
    let Some(index) = game.world.possessed() else { return };
    if !game.world.units[index].stack.contains(&Behaviour::Possessed) {
        // The unit was given orders, which ends the possession.
        game.world.possession = None;
        return;
    }
    eat_food(game, index);
    if apply_starvation(game, index) {
        return;
    }
    notice_wounds(&mut game.world, index);
    notice_fatigue(&mut game.world, index);
    notice_others(game, index);
    wander::notice_waystone(&mut game.world, index);
    wander::notice_home(game);
    if let Some(index) = game.world.possessed().filter(|_| game.world.wander.is_some()) {
        encounters::advance(game, index);
        trade::notice_place(game, index);
    }
    if let Some(index) = game.world.possessed() {
        continue_action(game, index);
    }
}

/// Eats a tick's food; settlements feed all that are not at war with them.
fn eat_food(game: &mut Game, index: UnitIx) {
    let town = life::friendly_town(game, index).filter(|_| game.world.units[index].next.is_none());
    // Cold doubles hunger.
    let is_cold = game.world.wander.is_some() && Season::at(game.world.tick) == Season::Winter;
    let Some(life) = &mut game.world.possession else { return };
    let before = life.food;
    if town.is_some() {
        (life.food, life.starved) = (FOOD_MAX, 0);
    } else {
        life.starved += u32::from(life.food == 0);
        life.food = life.food.saturating_sub(if is_cold { 2 } else { 1 });
    }
    if life.food == 0 && before > 0 && trade::eat_carried(&mut game.world) {
        return;
    }
    let Some(life) = &mut game.world.possession else { return };
    let (food, hunger, noticed) = (life.food, life.hunger(), life.reported.hunger);
    life.reported.hunger = hunger;
    let unit = &mut game.world.units[index];
    let supply_ticks = u64::from(unit.kind.row().supplies);
    unit.unfed = (supply_ticks * u64::from(FOOD_MAX - food) / u64::from(FOOD_MAX)) as u32;
    if let Some(town) = town.filter(|_| before + DAY as u32 / 2 <= FOOD_MAX) {
        life::tell_life(&mut game.world, LifeEvent::Ate { town });
    } else if hunger > noticed {
        end_action(&mut game.world, index, ActionEnd::Hungry, LifeEvent::Hungry { band: hunger });
    }
}

/// Each day without food costs a wound, and the last wound kills. Returns whether it did.
fn apply_starvation(game: &mut Game, index: UnitIx) -> bool {
    let Some(life) = game.world.possession.as_mut().filter(|life| life.starved >= STARVED_TICKS_PER_WOUND)
    else {
        return false;
    };
    life.starved = 0;
    let unit = &mut game.world.units[index];
    unit.wounds += 1;
    let id = unit.id;
    if unit.wounds < WOUNDS_MAX {
        return false;
    }
    behave::remove_unit(game, id);
    true
}

fn notice_wounds(world: &mut World, index: UnitIx) {
    let wounds = world.units[index].wounds;
    let Some(life) = &mut world.possession else { return };
    let before = std::mem::replace(&mut life.reported.wounds, wounds);
    if wounds > before {
        let hurt = LifeEvent::Hurt { wounds, by_hunger: life.food == 0 };
        end_action(world, index, ActionEnd::Hurt, hurt);
    }
}

fn notice_fatigue(world: &mut World, index: UnitIx) {
    let now = life::fatigue_level(&world.units[index]);
    let Some(life) = &mut world.possession else { return };
    let before = std::mem::replace(&mut life.reported.weariness, now);
    if now > before {
        end_action(world, index, ActionEnd::Tired, LifeEvent::Tired { level: now });
    }
    let unit = &world.units[index];
    let falls_asleep = unit.fatigue >= EXHAUSTED_AFTER_TIME && unit.next.is_none();
    if falls_asleep && !unit.top().is_some_and(|top| top.rules().is_sleep()) {
        end_action(world, index, ActionEnd::Tired, LifeEvent::FellAsleep);
        if let Some(life) = &mut world.possession {
            life.action = Some(Action::Rest);
        }
        world.units[index].push_behaviour(Behaviour::Rest(Rest { until: world.tick + NIGHT_TICKS }));
    }
}

/// Ends the current action when foes or strangers come into view. While a foe is adjacent, only single steps go on.
fn notice_others(game: &mut Game, index: UnitIx) {
    let unit = &game.world.units[index];
    let Some(life) = game.world.possession.as_ref().filter(|_| !game.places().is_inside(unit.cell)) else {
        return;
    };
    let now = game.world.tick;
    let in_sight: Vec<&Unit> =
        game.world.units.iter().filter(|other| sees_of_note(game, unit, other)).collect();
    let last = |id: UnitId| life.met.iter().find(|(met, _)| *met == id).map(|(_, tick)| *tick);
    let sighted = in_sight.iter().find_map(|other| {
        let seen = last(other.id);
        if game.world.are_foes(unit, other) {
            let is_at_hand = other.cell.chebyshev(unit.cell) <= 1 && is_ongoing(life);
            let is_new = seen.is_none_or(|tick| tick + FORGET_FOE_TICKS < now);
            return (is_new || is_at_hand).then(|| (ActionEnd::Foe(other.id), sighting(other)));
        }
        let is_new_stranger =
            is_stranger(&game.world, unit, other) && seen.is_none_or(|tick| tick + DAY < now);
        is_new_stranger.then(|| (ActionEnd::Stranger(other.id), sighting(other)))
    });
    let met: Vec<UnitId> = in_sight.iter().map(|other| other.id).collect();
    if let Some(life) = &mut game.world.possession {
        life.met.retain(|(id, tick)| tick + DAY >= now && !met.contains(id));
        life.met.extend(met.into_iter().map(|id| (id, now)));
        let surplus = life.met.len().saturating_sub(MET_MAX);
        life.met.drain(..surplus);
    }
    if let Some((cause, what)) = sighted {
        end_action(&mut game.world, index, cause, what);
    }
}

/// Whether a unit sees another that matters to it: a foe, or one of another people.
fn sees_of_note(game: &Game, unit: &Unit, other: &Unit) -> bool {
    let near = other.cell.chebyshev(unit.cell) <= u32::from(game.world.sight_of(unit));
    near && other.people != unit.people
        && game.places().sees(unit.people, other.cell)
        && !game.places().is_inside(other.cell)
        && (game.world.are_foes(unit, other) || is_stranger(&game.world, unit, other))
}

/// Whether another unit is a traveller of another people, and not of a wanderer's home.
fn is_stranger(world: &World, unit: &Unit, other: &Unit) -> bool {
    let is_from_home = world.wander.is_some() && other.people == crate::world::HOME;
    other.people != unit.people && !is_from_home && !other.kind.row().is_beast()
}

/// Ends the current action if it is done or cannot go on.
fn continue_action(game: &mut Game, index: UnitIx) {
    let Some(life) = &game.world.possession else { return };
    let unit = &game.world.units[index];
    let is_idle = unit.next.is_none() && unit.top() == Some(&Behaviour::Possessed);
    match life.action {
        Some(Action::Step(_)) if is_idle && game.world.tick >= life.until => {
            end_action(&mut game.world, index, ActionEnd::Done, None);
        }
        Some(action @ (Action::Wait | Action::Search)) if game.world.tick >= life.until => {
            actions::finish_action(game, index, action);
        }
        Some(Action::Rest) if is_idle => actions::finish_action(game, index, Action::Rest),
        Some(Action::Travel(goal)) if is_idle => finish_travel(game, index, goal),
        Some(Action::Explore(goal)) if is_idle || !mind::is_frontier(&game.world, unit.people, goal) => {
            let cells = life.discovered - life.discovered_before;
            end_action(&mut game.world, index, ActionEnd::Done, LifeEvent::Explored { cells });
        }
        Some(Action::Travel(_) | Action::Explore(_)) => notice_blocked(&mut game.world, index),
        _ => {}
    }
}

fn finish_travel(game: &mut Game, index: UnitIx, goal: Cell) {
    let cell = game.world.units[index].cell;
    let (cause, what) = if cell == goal {
        (ActionEnd::Done, LifeEvent::Arrived)
    } else {
        (ActionEnd::NoPath, LifeEvent::NoPathOn { goal: events::named_place(game, goal) })
    };
    end_action(&mut game.world, index, cause, what);
}

/// Ends the action if another unit has been in the way for long.
fn notice_blocked(world: &mut World, index: UnitIx) {
    let Some((block, since)) = world.units[index].blocked else { return };
    if world.tick < since + BLOCKED_TICKS_MAX {
        return;
    }
    let what = match block {
        Block::Unit(unit) => LifeEvent::UnitInTheWay { unit },
        Block::Passage => LifeEvent::PassageTaken { waits: false },
        _ => return,
    };
    end_action(world, index, ActionEnd::Blocked, what);
}

/// Whether the current action continues without further input.
fn is_ongoing(life: &Possession) -> bool {
    matches!(
        life.action,
        Some(Action::Travel(_) | Action::Explore(_) | Action::Rest | Action::Wait | Action::Search)
    )
}

/// What is told of a unit that comes into view.
fn sighting(other: &Unit) -> LifeEvent {
    LifeEvent::Sighted { unit: other.id, at: other.cell }
}
