//! Walking: a unit reserves the next cell, spends the step's time, and arrives. During a step it holds both cells, so
//! units neither swap places nor share a cell.
//!
//! Time is counted in thousandths: a unit gains 1000 per tick, and a step of `t` milli-steps of time needs
//! `STEP_TICKS · t`. The remainder is carried over to the next step, so speed does not depend on rounding.

use crate::grid::{Cell, Dir8};
use crate::plan;
use crate::sim::derived::Watcher;
use crate::sim::walk::{invalidation, passage_tokens, reasons, requests, yielding};
use crate::sim::{Game, events, ground, possession, settlements, sight};
use crate::world::{
    AMOUNT_MAX, ActionEnd, Block, LifeEvent, STEP_TICKS, Unit, UnitIx, World, add_capped, add_to_count,
};

/// Progress that a unit gains each tick.
const GAIN_PER_TICK: u32 = 1000;
/// Steps ahead that a unit checks before each step. It is notified of changes farther along its path when its people
/// learns of them (`invalidation`).
const CHECKED_STEPS: usize = 2;
/// Progress of a unit that slows down because of another unit ahead, in percent of the usual gain.
const SLOWED_PERCENT: u32 = 60;

/// Spends a tick on the current step; true when the step is done.
pub(super) fn spend_time(game: &mut Game, index: UnitIx) -> bool {
    let needed = step_progress_needed(game, index);
    let gain = if slows_down(game, index) { GAIN_PER_TICK * SLOWED_PERCENT / 100 } else { GAIN_PER_TICK };
    let unit = &mut game.world.units[index];
    unit.progress += gain * unit.kind.row().speed_percent / 100;
    if unit.progress < needed {
        return false;
    }
    unit.progress -= needed;
    true
}

/// Whether a unit slows down because after this step it would run into a unit that stands, that is about to stand
/// on the same cell, or that is slower. Slowing down for a while beats standing: most obstacles are gone by then.
fn slows_down(game: &Game, index: UnitIx) -> bool {
    let unit = &game.world.units[index];
    let after = unit.steps_left().next().zip(unit.next);
    let Some(cell) = after.and_then(|(dir, next)| game.world.size().step(next, dir)) else {
        return false;
    };
    let Some(holder) = game.derived.other_holder(cell, game.world.units[index].id) else { return false };
    let is_slower = |other: &Unit| other.kind.row().speed_percent < unit.kind.row().speed_percent;
    let will_block = |other: &Unit| other.next == Some(cell) || is_slower(other);
    game.derived.is_stood_on(cell) || game.world.unit(holder).is_some_and(will_block)
}

/// Total progress that the current step needs.
fn step_progress_needed(game: &Game, index: UnitIx) -> u32 {
    current_step_time(game, index) * STEP_TICKS
}

/// Walking time of the current step, in milli-steps.
fn current_step_time(game: &Game, index: UnitIx) -> u32 {
    let unit = &game.world.units[index];
    let Some(next) = unit.next else { return 0 };
    let size = game.world.size();
    let length = unit.cell.dir_to(next).map_or(1000, Dir8::length);
    let (from, to) = (size.index(unit.cell), size.index(next));
    // A unit under which a wall was built may leave it at the price of rock.
    footing(game, unit).step_time(unit.kind, from, to, length).unwrap_or(7000) + turn_time(unit)
}

/// The true ground with its roads, in the season that the unit's prices have.
fn footing<'a>(game: &'a Game, unit: &Unit) -> plan::TrueGround<'a> {
    let season = game.derived.tables.season_for(unit.people);
    plan::TrueGround { land: &game.world.land, tiers: Some(&game.world.ground.tier), season }
}

pub(super) fn arrive(game: &mut Game, index: UnitIx) {
    let time = current_step_time(game, index);
    let Some(to) = game.world.units[index].next.take() else { return };
    let is_roadless = game.world.is_roadless(to);
    let unit = &mut game.world.units[index];
    let from = unit.cell;
    unit.cell = to;
    unit.heading = from.dir_to(to).map(|dir| dir as u8).filter(|_| !game.derived.haven[to]);
    // A unit that never rests or arrives walks on all the same.
    add_capped(&mut unit.fatigue, time, AMOUNT_MAX);
    add_capped(&mut unit.journey, time, AMOUNT_MAX);
    add_capped(&mut unit.roadless, u32::from(is_roadless), AMOUNT_MAX);
    add_capped(&mut unit.steps, 1, AMOUNT_MAX);
    unit.setbacks = 0;
    let id = unit.id;
    let (is_off_path, tread) = (unit.is_off_path, unit.kind.row().tread_percent);
    game.derived.arrive(from, to, id);
    if !game.world.units[index].kind.row().is_beast() {
        count_step(&mut game.world, to);
    }
    if !is_off_path {
        events::count_pass(&mut game.world, index, from, to);
        ground::wear_ground(game, from, to, tread);
    }
    game.world.take_toll(index, to);
    sight::update_watcher(game, Watcher::Unit(id));
    settlements::welcome(game, index, time);
}

fn count_step(world: &mut World, to: Cell) {
    let on_road = world.ground.tier[to].is_road();
    add_to_count(&mut world.tally.footsteps, 1);
    if let Some((steps, road_steps)) = world.tally.recent_steps.last_mut() {
        add_capped(steps, 1, AMOUNT_MAX);
        add_capped(road_steps, u32::from(on_road), AMOUNT_MAX);
    }
}

/// Starts the next step of the path, or handles what is in the way. True when the unit is walking.
pub(super) fn begin_step(game: &mut Game, index: UnitIx) -> bool {
    let unit = &game.world.units[index];
    let Some(next) = unit.steps_left().cells_after(unit.cell, game.world.size()).next() else {
        requests::replan(game, index);
        return false;
    };
    let is_clear_ahead = is_path_clear_ahead(game, index);
    if !is_clear_ahead && invalidation::repair_path(game, index) {
        return false;
    }
    if !is_clear_ahead || !game.world.units[index].can_enter(&game.world.land, next) {
        handle_blocked_ground(game, index, next);
        return false;
    }
    if let Some(holder) = game.derived.other_holder(next, game.world.units[index].id) {
        yielding::handle_unit_ahead(game, index, next, holder);
        return false;
    }
    if yielding::must_wait_inside(game, index) || !passage_tokens::may_enter_passage(game, index, next) {
        return false;
    }
    if let Some(path) = &mut game.world.units[index].path {
        path.steps.pop();
    }
    game.derived.step_onto(&mut game.world.units[index], next, false);
    true
}

/// Whether the next steps of the path are still walkable, as far as is known now.
fn is_path_clear_ahead(game: &Game, index: UnitIx) -> bool {
    let unit = &game.world.units[index];
    let size = game.world.size();
    let believes = game.believes(unit.people, unit.kind, &[]);
    plan::is_walkable_from(&believes, size, unit.cell, unit.cells_ahead(size).take(CHECKED_STEPS))
}

/// The ground differs from what was believed: stop, learn, replan, and report it.
fn handle_blocked_ground(game: &mut Game, index: UnitIx, next: Cell) {
    let (people, kind) = (game.world.units[index].people, game.world.units[index].kind);
    let (believed, found) = (game.world.people(people).belief.at(next), game.world.land.surface[next]);
    game.world.observe(people, next);
    if game.world.is_possessed(game.world.units[index].id) {
        let what = LifeEvent::GroundBlocked { surface: found };
        return possession::end_action(&mut game.world, index, ActionEnd::Blocked, what);
    }
    game.world.units[index].blocked = Some((Block::Ground, game.world.tick));
    if kind.ground_time(found).is_none() {
        reasons::note_surprise(game, index, believed, found);
    }
    requests::replan(game, index);
}

/// Time that a unit needs to turn into its current step, in milli-steps.
fn turn_time(unit: &Unit) -> u32 {
    let before = unit.heading.map(Dir8::from_index);
    let turn = before.zip(unit.next.and_then(|next| unit.cell.dir_to(next)));
    turn.map_or(0, |(before, after)| unit.kind.turn(before, after))
}
