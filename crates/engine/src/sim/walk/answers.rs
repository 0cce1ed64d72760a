//! Path requests of units, and what is done with the results.

use crate::graph::Cost;
use crate::grid::{Cell, Dir8};
use crate::plan;
use crate::plan::{RefinedRoute, Served};
use crate::sim::walk::{formation, known_paths, reasons, requests};
use crate::sim::{Game, arc, events};
use crate::world::{
    Behaviour, Explore, Path, PeopleIx, Requester, Target, TownIx, TravelEvent, TripTime, Unit, UnitId,
    UnitIx, World, add_to_count, amount_of,
};
use rayon::prelude::*;

/// When fewer steps than this are left of the near part of a long path, the next part is planned.
const STEPS_LEFT_MIN: usize = 12;
/// Parts of long paths planned in one tick, at most.
pub const PARTS_MAX: usize = 256;

/// Spends this tick's planning budget and distributes the results.
pub(super) fn serve_requests(game: &mut Game) {
    let derived = &mut game.derived;
    let tools = plan::PlannerTools { tables: &derived.tables, abstractions: &derived.abstractions };
    let thoughts = &mut derived.search_overlay;
    let (served, expansions) =
        plan::serve_observed(&mut game.world, tools, &mut derived.fields, |live, answer| {
            thoughts.record(live, answer);
        });
    add_to_count(&mut game.world.tally.expansions, expansions);
    let tools = plan::PlannerTools { tables: &derived.tables, abstractions: &derived.abstractions };
    derived.search_overlay.search_again(&game.world, tools, &served);
    for answer in served {
        match answer.request.requester {
            Requester::Unit(id) => deliver_path(game, id, &answer),
            Requester::Survey(from, to) => record_survey(game, from, to, &answer),
            Requester::Objective => arc::apply_objective_path(game, &answer),
        }
    }
}

/// Plans the next parts of long paths whose near part is almost walked, those with the fewest steps left first.
pub(super) fn extend_paths(game: &mut Game) {
    let units = game.world.units.indices().zip(&game.world.units);
    let mut due: Vec<(usize, UnitIx)> = units
        .filter_map(|(index, unit)| {
            let path = unit.path.as_ref().filter(|path| path.route.is_some())?;
            (path.steps.len() < STEPS_LEFT_MIN).then_some((path.steps.len(), index))
        })
        .collect();
    due.sort_unstable();
    due.truncate(PARTS_MAX);
    let part = |(_, index): &(usize, UnitIx)| next_part(game, *index);
    let parts: Vec<Option<RefinedRoute>> =
        if due.len() < 2 { due.iter().map(part).collect() } else { due.par_iter().map(part).collect() };
    for ((_, index), part) in due.into_iter().zip(parts) {
        match part {
            Some(part) => append_part(game, index, part),
            None => requests::replan(game, index),
        }
    }
}

/// The part after the near part of a unit's long path.
fn next_part(game: &Game, index: UnitIx) -> Option<RefinedRoute> {
    let unit = &game.world.units[index];
    let route = unit.path.as_ref()?.route.clone()?;
    let rest = unit.remaining_path(game.world.size());
    let (end, heading) = match rest[..] {
        [.., before, end] => (end, before.dir_to(end)),
        _ => (*rest.last()?, heading_of(unit)),
    };
    let planner =
        game.planner(unit.people, unit.kind, &requests::crowd_around(game, end, unit.id, unit.people));
    let mut part = planner.with_hunger(unit.hunger()).refine_next(end, route)?;
    part.cells = smooth_turns(game, unit, heading, part.cells);
    Some(part)
}

/// Appends the next part to a long path.
fn append_part(game: &mut Game, index: UnitIx, part: RefinedRoute) {
    let unit = &game.world.units[index];
    let size = game.world.size();
    let measured = plan::path_terms(&game.believes_of(unit), size, &part.cells);
    let (Some((terms, unknown)), Some(path)) = (measured, game.world.units[index].path.as_mut()) else {
        return requests::replan(game, index);
    };
    let steps = plan::to_steps(&part.cells);
    path.length += steps.len() as u32;
    path.steps.extend(steps);
    path.price += terms.total() as Cost;
    path.time += terms.time as Cost;
    path.unknown += unknown;
    for (sum, term) in path.terms.iter_mut().zip(terms.list()) {
        *sum += term;
    }
    path.route = part.route;
    add_to_count(&mut game.world.tally.parts, 1);
    game.derived.path_watches.watch(&game.world.units[index], size);
}

/// A path with its turns smoothed, for a unit that enters it with this heading.
fn smooth_turns(game: &Game, unit: &Unit, heading: Option<Dir8>, cells: Vec<Cell>) -> Vec<Cell> {
    plan::with_eased_turns(&game.believes_of(unit), game.world.size(), heading, cells)
}

/// Gives a unit the path it is waiting for, if it still is.
fn deliver_path(game: &mut Game, id: UnitId, answer: &Served) {
    let Some(index) = game.world.unit_index(id) else { return };
    if game.world.units[index].request != Some(answer.request.id) {
        return;
    }
    game.world.units[index].request = None;
    if matches!(answer.request.target, Target::Border { .. }) && !accept_frontier(game, index, answer) {
        return;
    }
    let Some((path, cells)) = path_from(game, index, answer) else {
        return count_setback(&mut game.world, index);
    };
    record_route(game, index, &path, &cells);
    note_no_path(game, index, answer);
    game.derived.set_path(&mut game.world, index, path, &cells);
    if answer.found.reaches && answer.found.route.is_none() {
        formation::share_path(game, index, &cells);
    }
}

/// Reports at once, with the reason, that there is no path.
fn note_no_path(game: &mut Game, index: UnitIx, answer: &Served) {
    let Target::Cell(goal) = answer.request.target else { return };
    let unit = &game.world.units[index];
    let is_own = unit.people == PeopleIx::PLAYER;
    if !is_own || answer.found.reaches || unit.top().is_some_and(|top| !top.rules().reports_no_path()) {
        return;
    }
    let (from, id, ordered) = (unit.path_start(), unit.id, unit.ordered);
    let reason = game.planner(unit.people, unit.kind, &[]).no_path_reason(from, goal);
    let goal = events::named_place(game, goal);
    events::tell(game, from, TravelEvent::NoPath { unit: id, goal, reason, ordered });
}

/// Tells a scout which frontier it was sent to; false when there is none.
fn accept_frontier(game: &mut Game, index: UnitIx, answer: &Served) -> bool {
    let end = answer.found.cells.last().copied().filter(|_| answer.found.reaches);
    if let Some(Behaviour::Explore(Explore { target, fruitless })) = game.world.units[index].stack.last_mut()
    {
        *target = end;
        *fruitless = if end.is_some() { 0 } else { fruitless.saturating_add(1) };
    }
    reasons::note_scouting_reason(game, index);
    end.is_some()
}

/// Builds a path from a result, starting where the unit is now, with its cells. `None` if it is no longer walkable.
fn path_from(game: &Game, index: UnitIx, answer: &Served) -> Option<(Path, Vec<Cell>)> {
    let unit = &game.world.units[index];
    let size = game.world.size();
    let believes = game.believes(unit.people, unit.kind, &[]);
    let cells = plan::join_path(&believes, size, unit.path_start(), &answer.found.cells)?;
    let cells = smooth_turns(game, unit, heading_of(unit), cells);
    let found = (answer.found.by, game.world.tick);
    let mut path = plan::path_along(&game.believes_of(unit), size, &cells, answer.found.reaches, found)?;
    if let Some(route) = &answer.found.route {
        (path.goal, path.route) = (route.goal, Some(route.clone()));
    }
    Some((path, cells))
}

/// Counts a failed path; the unit will request another, but not for ever.
fn count_setback(world: &mut World, index: UnitIx) {
    let unit = &mut world.units[index];
    unit.setbacks = unit.setbacks.saturating_add(1);
    unit.path = None;
    add_to_count(&mut world.tally.replans, 1);
}

/// Records the path of a trade trip between two settlements, and its duration, for the unit's people.
fn record_route(game: &mut Game, index: UnitIx, path: &Path, cells: &[Cell]) {
    let pair = known_paths::trade_pair(game, index, path.goal).filter(|_| path.reaches);
    let Some(pair) = pair else { return };
    let duration = TripTime { time: amount_of(path.whole_time()).max(1), tick: game.world.tick };
    let people = game.world.units[index].people;
    reasons::note_detour(game, index, pair, duration.time, cells);
    game.world.peoples[people].trip_times.insert(pair, duration);
    known_paths::remember_path(game, index, pair, path);
}

fn record_survey(game: &mut Game, from: TownIx, to: TownIx, answer: &Served) {
    let people = answer.request.people;
    let believes = game.believes(people, answer.request.kind, &[]);
    let measured = plan::path_terms(&believes, game.world.size(), &answer.found.cells);
    if let Some((terms, _)) = measured.filter(|_| answer.found.reaches) {
        let beyond = answer.found.route.as_ref().map_or(0, |route| route.time);
        let duration =
            TripTime { time: amount_of(terms.time as Cost + beyond).max(1), tick: game.world.tick };
        game.world.peoples[people].trip_times.insert((from, to), duration);
    }
}

/// A unit's heading once its step is done; `None` if it comes from inside.
fn heading_of(unit: &Unit) -> Option<Dir8> {
    let stepping = unit.next.and_then(|next| unit.cell.dir_to(next));
    stepping.or(unit.heading.map(Dir8::from_index))
}
