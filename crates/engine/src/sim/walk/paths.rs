//! Paths of units: putting one in place of another, along cells that are given, or back after an interruption.

use crate::graph::Cost;
use crate::grid::Cell;
use crate::plan;
use crate::plan::{BelievedPrices, Served};
use crate::sim::report::act_report::extend_up_to;
use crate::sim::walk::affected_units::PATHS_SHOWN_MAX;
use crate::sim::{Derived, Game};
use crate::world::{DAY, Path, PeopleIx, REPORTED_USERS_MAX, UnitId, UnitIx, World};

/// How far along a new path a unit that has moved on may join it, in steps.
const JOIN_WITHIN_STEPS: usize = 10;
/// The highest price of joining a new path, in milli-steps.
const JOIN_PRICE_MAX: Cost = 60_000;
/// Ticks after which a saved path is replanned in the morning even if it is still walkable, since there may be better
/// roads.
const SAVED_PATH_TICKS_MAX: u64 = 3 * DAY;

/// After a unit has got a new path: notes whether it crosses the cells of an act or now goes around them.
fn update_act_users(world: &mut World, index: UnitIx) {
    let unit = &world.units[index];
    let Some(goal) = unit.path.as_ref().map(|path| path.goal).filter(|_| unit.people == PeopleIx::PLAYER)
    else {
        return;
    };
    if world.reported_acts.is_empty() {
        return;
    }
    let (id, path): (UnitId, Vec<Cell>) = (unit.id, unit.cells_ahead(world.size()).collect());
    for act in &mut world.reported_acts {
        if path.iter().any(|cell| act.cells.contains(cell)) {
            extend_up_to(&mut act.through, &[id], REPORTED_USERS_MAX);
        } else if act.users.contains(&(id, goal)) {
            extend_up_to(&mut act.away, &[id], REPORTED_USERS_MAX);
        }
    }
}

/// All cells of a planning result.
pub(in crate::sim) fn all_cells(game: &Game, answer: &Served) -> Vec<Cell> {
    let mut cells = answer.cells.clone();
    if let (Some(route), Some(end)) = (&answer.route, cells.last().copied()) {
        let planner = game.planner(answer.request.people, answer.request.kind, &[]);
        cells.extend(planner.refine_all(end, route).unwrap_or_default().into_iter().skip(1));
    }
    cells
}

/// Sets a unit's new path and updates everything that depends on it.
pub(in crate::sim) fn set_path(game: &mut Game, index: UnitIx, path: Path, cells: &[Cell]) {
    count_replan(&mut game.derived, game.world.units[index].id, &path, cells);
    game.world.units[index].path = Some(path);
    game.derived.path_watches.watch(&game.world.units[index], game.world.size());
    update_act_users(&mut game.world, index);
}

/// In the morning, restores the path that the unit left in the evening, if it is still walkable; otherwise the unit
/// will request one.
pub(in crate::sim) fn restore_saved_path(game: &mut Game, index: UnitIx) {
    let Some(kept) = game.world.units[index].take_stored_path() else { return };
    let planned = kept.path.planned;
    if game.world.tick > planned + SAVED_PATH_TICKS_MAX {
        return;
    }
    let (unit, size) = (&game.world.units[index], game.world.size());
    let believes = game.believes(unit.people, unit.kind, &[]);
    let left: Vec<Cell> =
        std::iter::once(kept.from).chain(kept.path.steps.cells_after(kept.from, size)).collect();
    let Some(cells) = join_path(&believes, size, unit.path_start(), &left) else { return };
    let Some((mut path, cells)) = path_along(game, index, cells, true) else { return };
    (path.goal, path.route, path.planned) = (kept.path.goal, kept.path.route, planned);
    set_path(game, index, path, &cells);
}

/// Builds a path of these cells for a unit on the first of them. `None` if it is not walkable.
pub(in crate::sim) fn path_along(
    game: &Game,
    index: UnitIx,
    cells: Vec<Cell>,
    reaches: bool,
) -> Option<(Path, Vec<Cell>)> {
    let (unit, size) = (&game.world.units[index], game.world.size());
    let believes = game.believes_of(unit);
    if !plan::is_walkable(&believes, size, &cells) {
        return None;
    }
    let (terms, unknown) = plan::path_terms(&believes, size, &cells)?;
    let path = Path {
        steps: plan::to_steps(&cells),
        goal: *cells.last()?,
        reaches,
        planned: game.world.tick,
        length: cells.len() as u32 - 1,
        price: terms.total() as Cost,
        terms: terms.list().to_vec(),
        time: terms.time as Cost,
        unknown,
        route: None,
    };
    Some((path, cells))
}

/// The cells from `here` along a planned path: from the unit's position on it, or by a short detour onto it.
pub(super) fn join_path(
    believes: &BelievedPrices,
    size: crate::grid::Size,
    here: Cell,
    planned: &[Cell],
) -> Option<Vec<Cell>> {
    if let Some(place) = planned.iter().position(|cell| *cell == here) {
        return Some(planned[place..].to_vec());
    }
    let onto = JOIN_WITHIN_STEPS.min(planned.len() - 1);
    let mut cells = plan::detour(believes, size, here, planned[onto], &[], JOIN_PRICE_MAX)?;
    cells.extend_from_slice(&planned[onto + 1..]);
    Some(cells)
}

/// Counts what the player's act has cost a unit that has just got its new path.
fn count_replan(derived: &mut Derived, id: UnitId, path: &Path, cells: &[Cell]) {
    let reading = &mut derived.counter;
    let Some(cost) = reading.affected.get_mut(&id) else { return };
    let Some(left) = cost.old_path.take() else { return };
    if left.cells.last() != Some(&path.goal) && path.reaches {
        // It has arrived meanwhile and is heading elsewhere.
        reading.affected.retain(|other, cost| *other != id || cost.changed);
        return;
    }
    // If it walked on meanwhile, only the rest of the old path counts.
    let walked = left.cells.iter().position(|cell| cells.first() == Some(cell)).unwrap_or(0);
    cost.steps += i64::from(path.length) - (left.cells.len() - 1 - walked) as i64;
    cost.time += path.time as i64 - left.times[walked];
    if left.cells.ends_with(cells) {
        return;
    }
    cost.changed = true;
    if reading.shown_paths.len() < PATHS_SHOWN_MAX && !reading.shown_paths.contains(&left.cells) {
        reading.shown_paths.push(left.cells);
        reading.flashes += 1;
    }
}
