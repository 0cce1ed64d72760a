//! What a unit does when another is in the way: wait, let the higher id pass, step aside, go around, push, and only
//! then replan.
//!
//! Pushing is priority inheritance (Okumura et al. 2019, PIBT): a pushed unit makes room, if necessary by pushing
//! others, but none with a higher id than the unit that started. So the highest id in a jam always advances. Where more
//! units come from both sides than that can serve, units that have stood for a day make camp, which widens the passage.

use crate::graph::Cost;
use crate::grid::{Cell, Dir8};
use crate::plan;
use crate::sim::walk::{formation, passage_tokens, requests};
use crate::sim::{Game, settlements};
use crate::world::{Block, UnitId, UnitIx, World};

/// Ticks after which the lower id yields to a unit that comes head-on.
const YIELD_AFTER_TICKS: u64 = 2;
/// Ticks after which the higher id yields if the lower one cannot.
const YIELD_ANYWAY_AFTER_TICKS: u64 = 14;
/// Ticks between two attempts to go around at first. With longer waits attempts become rarer: where no detour was found
/// twice, there will hardly be one soon.
const DETOUR_INTERVAL_TICKS: u64 = 8;
/// Ticks after which a unit passes even units that go the same way.
const PASS_SAME_WAY_AFTER_TICKS: u64 = 6;
/// The slowest ground onto which a unit steps aside, in milli-steps of time.
const EASY_TIME_MAX: u32 = 4000;
/// Cells before the door that a unit checks before it leaves a settlement or camp.
const DOOR_CELLS: usize = 5;
/// Ticks that it waits for them to clear, at most: with a narrow path ahead, and with room to pass.
const DOOR_PATIENCE_TICKS: u64 = 400;

const OPEN_DOOR_PATIENCE_TICKS: u64 = 12;
/// Ticks between two pushes.
const PUSH_INTERVAL_TICKS: u64 = 4;
/// Ticks for which a unit that made room lets the other pass.
const COURTESY_TICKS: u64 = 20;
/// Additional ticks for each unit that the push went through.
const FOLLOW_TICKS: u64 = 10;
/// Units that count for this, at most.
const FOLLOWERS_MAX: usize = 12;
/// Cells of the pusher's path that others keep free if they can.
const PUSHER_PATH_CELLS: usize = 6;
/// Cells of the other's path that a unit stepping aside keeps free if it can.
const OTHER_PATH_CELLS: usize = 4;
/// How near a walking unit must be to count as an obstacle for a detour, in steps.
const ADJACENT_STEPS: u32 = 1;
/// Steps that pushes may add to a path (each push adds a step back) before it is replanned.
const EXTRA_STEPS_MAX: usize = 64;
/// Units that one push examines, at most.
const PUSHED_UNITS_MAX: usize = 200;
/// Ticks between two attempts to replan the whole path.
const REPLAN_INTERVAL_TICKS: u64 = 240;
/// Cells of the path ahead within which a detour may rejoin it.
const REJOIN_WITHIN_CELLS: usize = 10;
/// How much more a detour may cost than the path itself, in milli-steps.
const DETOUR_EXTRA_PRICE: u32 = 8000;
/// The same when leaving a settlement or camp: in snow, a few steps beside the road cost this much.
const DOOR_EXTRA_PRICE: u32 = 30_000;

/// Handles another unit on the cell that a unit wants to step onto.
pub(super) fn handle_unit_ahead(game: &mut Game, index: UnitIx, wanted: Cell, holder: UnitId) {
    let now = game.world.tick;
    let unit = &mut game.world.units[index];
    let since = match unit.blocked {
        Some((Block::Unit(_) | Block::Passage, since)) => since,
        _ => now,
    };
    unit.blocked = Some((Block::Unit(holder), since));
    let own_id = unit.id;
    let Some(other) = game.world.unit_index(holder) else { return };
    let waited = now - since;
    // A unit inside has time, and does not push those before the door.
    if game.derived.haven[game.world.units[index].cell] && waited < DOOR_PATIENCE_TICKS {
        // Where there is room, it leaves by another cell.
        if waited >= OPEN_DOOR_PATIENCE_TICKS
            && tries_detour_now(waited, own_id)
            && !leads_at_once_into_passage(game, index)
        {
            take_detour(game, index, wanted, DOOR_EXTRA_PRICE);
        }
        return;
    }
    if formation::is_near_enough(game, index, holder, waited) {
        return formation::arrive_near(game, index);
    }
    if settlements::camp_in_queue(game, index, waited) {
        return;
    }
    if passage_tokens::is_queueing(game, index, wanted) {
        game.world.units[index].blocked = Some((Block::Passage, since));
        return;
    }
    if (waited >= PASS_SAME_WAY_AFTER_TICKS || is_opposing(&game.world, index, other))
        && pass_unit(game, index, wanted)
    {
        return;
    }
    let is_head_on = wants_cell(&game.world, other, game.world.units[index].cell);
    let should_yield = is_head_on
        && ((own_id < holder && waited >= YIELD_AFTER_TICKS) || waited >= YIELD_ANYWAY_AFTER_TICKS);
    if should_yield && step_aside(game, index, Some(other)) {
        return;
    }
    // Also when there is no room to yield; otherwise two crowds would stand head-on for ever. Offset by id, so that
    // not all units of a jam act in the same tick.
    let turn = waited + u64::from(own_id.0);
    if waited >= PUSH_INTERVAL_TICKS && turn.is_multiple_of(PUSH_INTERVAL_TICKS) {
        push_unit(game, index, other);
    }
    if waited >= REPLAN_INTERVAL_TICKS && turn.is_multiple_of(REPLAN_INTERVAL_TICKS) {
        requests::replan(game, index);
    } else if waited >= DETOUR_INTERVAL_TICKS && tries_detour_now(waited, own_id) {
        take_detour(game, index, wanted, DETOUR_EXTRA_PRICE);
    }
}

/// Whether a unit inside lets units at the door come in or pass: settlements and camps are the passing places of
/// narrow paths. The wait is limited.
pub(super) fn must_wait_inside(game: &mut Game, index: UnitIx) -> bool {
    let unit = &game.world.units[index];
    if !game.derived.haven[unit.cell] {
        return false;
    }
    let now = game.world.tick;
    let since = match unit.blocked {
        Some((Block::Unit(_), since)) => since,
        _ => now,
    };
    let patience =
        if leads_at_once_into_passage(game, index) { DOOR_PATIENCE_TICKS } else { OPEN_DOOR_PATIENCE_TICKS };
    let ahead = game.world.units[index].cells_ahead(game.world.size()).take(DOOR_CELLS);
    let coming =
        ahead.filter_map(|cell| game.derived.other_holder(cell, game.world.units[index].id)).find(|holder| {
            game.world.unit_index(*holder).is_some_and(|other| is_opposing(&game.world, index, other))
        });
    let Some(holder) = coming.filter(|_| now - since < patience) else { return false };
    game.world.units[index].blocked = Some((Block::Unit(holder), since));
    true
}

/// Whether the path of a unit inside leads at once into a passage.
fn leads_at_once_into_passage(game: &Game, index: UnitIx) -> bool {
    let mut ahead = game.world.units[index].cells_ahead(game.world.size()).take(DOOR_CELLS);
    ahead.any(|cell| game.derived.passages.at(cell).is_some())
}

/// Whether another unit stands still or comes the other way.
fn is_opposing(world: &World, index: UnitIx, other: UnitIx) -> bool {
    let heading = |index: UnitIx| {
        let unit = &world.units[index];
        let stepping = unit.next.and_then(|next| unit.cell.dir_to(next));
        stepping.or_else(|| unit.steps_left().next())
    };
    let (Some(own_heading), Some(other_heading)) = (heading(index), heading(other)) else { return true };
    let ((ax, ay), (bx, by)) = (own_heading.offset(), other_heading.offset());
    ax * bx + ay * by <= 0
}

/// Passes a unit diagonally on the right, otherwise on the left, and rejoins the path with the next step.
fn pass_unit(game: &mut Game, index: UnitIx, wanted: Cell) -> bool {
    let size = game.world.size();
    let unit = &game.world.units[index];
    let (Some(dir), Some(path)) = (unit.cell.dir_to(wanted), &unit.path) else { return false };
    let Some(back) = path.steps.iter().nth(1).and_then(|second| size.step(wanted, second)) else {
        return false;
    };
    let believes = game.believes(unit.people, unit.kind, &[]);
    let beside = [dir.rotated(1), dir.rotated(7)].into_iter().filter_map(|side| size.step(unit.cell, side));
    let choice = beside.into_iter().find(|cell| {
        game.derived.other_holder(*cell, game.world.units[index].id).is_none()
            && cell.dir_to(back).is_some()
            && !game.derived.passages.enters(unit.cell, *cell)
            && is_easy(&game.world, index, *cell)
            && game.world.units[index].can_enter(&game.world.land, *cell)
            && plan::is_walkable(&believes, size, &[*cell, back])
    });
    let Some((cell, rejoin)) = choice.and_then(|cell| cell.dir_to(back).map(|rejoin| (cell, rejoin))) else {
        return false;
    };
    if let Some(path) = &mut game.world.units[index].path {
        path.steps.pop();
        path.steps.pop();
        path.steps.push(rejoin);
    }
    game.derived.step_onto(&mut game.world.units[index], cell, true);
    true
}

/// Whether the ground is easy enough to step onto for a moment.
fn is_easy(world: &World, index: UnitIx, cell: Cell) -> bool {
    let surface = world.land.surface[cell];
    world.units[index].kind.ground_time(surface).is_some_and(|time| time <= EASY_TIME_MAX)
}

/// Whether a unit stands and wants to step onto a cell.
fn wants_cell(world: &World, index: UnitIx, cell: Cell) -> bool {
    let unit = &world.units[index];
    let next = unit.steps_left().cells_after(unit.cell, world.size()).next();
    unit.next.is_none() && next == Some(cell)
}

/// Makes room where `other` stands: searches the crowd, nearest first, for a unit with a free cell to step onto,
/// and makes it step there; the rest follow at the next push.
pub(super) fn push_unit(game: &mut Game, index: UnitIx, other: UnitIx) {
    let first = game.world.units[index].id;
    let path: Vec<Cell> =
        game.world.units[index].cells_ahead(game.world.size()).take(PUSHER_PATH_CELLS).collect();
    let mut crowd = vec![other];
    let mut examined = 0;
    while let Some(pushed) = crowd.get(examined).copied() {
        examined += 1;
        if !can_be_pushed(&game.world, pushed, first) {
            continue;
        }
        let exits = exits_of(game, pushed, game.world.units[index].cell, &path);
        let free = exits
            .iter()
            .find(|(_, cell)| game.derived.other_holder(*cell, game.world.units[pushed].id).is_none());
        if let Some((dir, cell)) = free.copied() {
            step_off(game, pushed, dir, cell);
            // Long enough for all units between the two to follow.
            let courtesy = &mut game.world.units[pushed].courtesy;
            *courtesy = courtesy.saturating_add(examined.min(FOLLOWERS_MAX) as u64 * FOLLOW_TICKS);
            return;
        }
        let held = exits.iter().filter_map(|(_, cell)| {
            game.world.unit_index(game.derived.other_holder(*cell, game.world.units[pushed].id)?)
        });
        let next: Vec<UnitIx> = held.filter(|unit| !crowd.contains(unit)).collect();
        crowd.extend(next);
        if crowd.len() > PUSHED_UNITS_MAX {
            return;
        }
    }
}

/// Whether a unit can be pushed: it stands, was not ordered to, and either waits at a passage, does not walk, or
/// has a lower id.
fn can_be_pushed(world: &World, index: UnitIx, first: UnitId) -> bool {
    let unit = &world.units[index];
    let must_stand = unit.top().is_some_and(|top| !top.rules().may_be_pushed());
    let is_waiting = matches!(unit.blocked, Some((Block::Passage, _)));
    unit.next.is_none() && !must_stand && (is_waiting || unit.id < first || !unit.is_walking())
}

/// Cells other than `from` onto which a unit could step: its own next step first, those on `avoided` last.
fn exits_of(game: &Game, index: UnitIx, from: Cell, avoided: &[Cell]) -> Vec<(Dir8, Cell)> {
    let unit = &game.world.units[index];
    let own_step = unit.steps_left().next();
    let around = game.world.size().neighbours(unit.cell);
    // Inside a settlement or a camp there is always room, even for units that come from there.
    let is_in_range = |cell: Cell| unit.top().is_none_or(|top| top.rules().may_step_aside_to(cell));
    let is_open = |cell: Cell| {
        (cell != from || game.derived.haven[cell])
            && is_in_range(cell)
            && !game.derived.passages.enters(unit.cell, cell)
    };
    let mut exits: Vec<_> = around
        .filter(|(_, cell)| is_open(*cell) && game.world.units[index].can_enter(&game.world.land, *cell))
        .collect();
    exits.sort_by_key(|(dir, cell)| (avoided.contains(cell), Some(*dir) != own_step, *dir as u8));
    exits
}

/// Whether a unit still lets others pass. A unit that can go inside is in no one's way.
pub(super) fn is_courteous(game: &Game, index: UnitIx) -> bool {
    let unit = &game.world.units[index];
    let next = unit.steps_left().cells_after(unit.cell, game.world.size()).next();
    game.world.tick < unit.courtesy && !next.is_some_and(|cell| game.derived.haven[cell])
}

/// Steps off: along its own path, or aside with the step back added to the path.
fn step_off(game: &mut Game, index: UnitIx, dir: Dir8, cell: Cell) {
    let mut steps_aside = true;
    if let Some(path) = &mut game.world.units[index].path {
        if path.steps.next() == Some(dir) {
            path.steps.pop();
            steps_aside = false;
        } else {
            path.steps.push(dir.rotated(4));
        }
    }
    if steps_aside {
        game.world.units[index].courtesy = game.world.tick + COURTESY_TICKS;
    }
    game.derived.step_onto(&mut game.world.units[index], cell, steps_aside);
    if is_pushed_astray(&game.world, index) {
        requests::replan(game, index);
    }
}

/// Whether a unit has been pushed so far that retracing all those steps makes no sense.
fn is_pushed_astray(world: &World, index: UnitIx) -> bool {
    let path = world.units[index].path.as_ref();
    path.is_some_and(|path| path.steps.len() > path.length as usize + EXTRA_STEPS_MAX)
}

/// Steps aside onto a free neighbouring cell, preferably off the other's path, and rejoins its own path afterwards.
/// False when there is no room.
fn step_aside(game: &mut Game, index: UnitIx, to: Option<UnitIx>) -> bool {
    let size = game.world.size();
    let here = game.world.units[index].cell;
    let others_path: Vec<Cell> = to.map_or(Vec::new(), |other| {
        game.world.units[other].cells_ahead(size).take(OTHER_PATH_CELLS).collect()
    });
    let free = size.neighbours(here).filter(|(_, cell)| {
        game.derived.other_holder(*cell, game.world.units[index].id).is_none()
            && !game.derived.haven[*cell]
            && !game.derived.passages.enters(here, *cell)
            && game.world.units[index].can_enter(&game.world.land, *cell)
    });
    let choice = free.min_by_key(|(dir, cell)| (others_path.contains(cell), *dir as u8));
    let Some((dir, aside)) = choice else { return false };
    step_off(game, index, dir, aside);
    true
}

/// Replaces the start of the path by a short detour around all visible units. False when there is none.
fn take_detour(game: &mut Game, index: UnitIx, wanted: Cell, extra: u32) -> bool {
    let size = game.world.size();
    let unit = &game.world.units[index];
    let ahead: Vec<Cell> = unit.cells_ahead(size).take(REJOIN_WITHIN_CELLS).collect();
    // Walking units out of reach will have moved on.
    let mut held = requests::crowd_around(game, unit.cell, unit.id, unit.people);
    held.retain(|cell| unit.cell.chebyshev(*cell) <= ADJACENT_STEPS || game.derived.is_stood_on(*cell));
    held.push(wanted);
    let Some(back) = ahead.iter().rposition(|cell| !held.contains(cell)) else { return false };
    let believes = game.believes(unit.people, unit.kind, &[]);
    let mut direct = vec![unit.cell];
    direct.extend_from_slice(&ahead[..=back]);
    let price = plan::path_terms(&believes, size, &direct).map_or(0, |(terms, _)| terms.total() as Cost);
    let Some(detour) =
        plan::detour(&believes, size, unit.cell, ahead[back], &held, price + Cost::from(extra))
    else {
        return false;
    };
    if let Some(path) = &mut game.world.units[index].path {
        path.steps.replace(back + 1, &plan::to_steps(&detour));
    }
    game.derived.path_watches.watch(&game.world.units[index], size);
    true
}

/// One step towards a cell while there is no path: onto open ground, in a straight line or along an obstacle, but
/// never back. False when there is none.
pub(super) fn step_toward(game: &mut Game, index: UnitIx, goal: Cell) -> bool {
    let size = game.world.size();
    let unit = &game.world.units[index];
    let here = unit.cell;
    let is_open = |cell: Cell| {
        let surface = game.world.land.surface[cell];
        unit.kind.ground_time(surface).is_some_and(|time| time <= 2000)
    };
    // Eighths of a turn from the current heading.
    let turn = |dir: Dir8| unit.heading.map_or(0, |heading| (dir as u8 + 8 - heading) % 8);
    let onward = size.neighbours(here).filter(|(dir, cell)| {
        (cell.octile(goal) < here.octile(goal) || !(3..=5).contains(&turn(*dir)))
            && is_open(*cell)
            && !game.derived.passages.enters(here, *cell)
            && game.derived.other_holder(*cell, game.world.units[index].id).is_none()
            && game.world.units[index].can_enter(&game.world.land, *cell)
    });
    let choice: Option<(Dir8, Cell)> = onward.min_by_key(|(dir, cell)| (cell.octile(goal), *dir as u8));
    if let Some((_, next)) = choice {
        game.derived.step_onto(&mut game.world.units[index], next, true);
    }
    choice.is_some()
}

/// Whether a unit that has waited this long looks for a detour now: about twice each time the wait has doubled, offset
/// by id so that not all units of a jam act in the same tick.
fn tries_detour_now(waited: u64, id: UnitId) -> bool {
    let interval = DETOUR_INTERVAL_TICKS.max(waited.next_power_of_two() / 4);
    (waited + u64::from(id.0)).is_multiple_of(interval)
}
