//! Previews of a trip, an insertion, a road or a rally, in words and cells. They give no orders. Where there is nothing to
//! preview, an error says why.

use super::forecast::{arrival_words, travel_ticks};
use super::text::no_path_words;
use super::words::{counted, days_change, days_words, risk_words, steps_change, unknown_words};
use crate::graph::Cost;
use crate::grid::Cell;
use crate::plan::{Planner, PricedPath, road_plan};
use crate::sim::{self, Game};
use crate::world::{DAY, Kind, PeopleIx, TownIx, Unit};
use std::collections::BTreeSet;

/// Distance up to which a cell of one path counts as shared with another, in steps.
const SHARED_STEPS: u16 = 2;
/// Cost of an impossible leg, in milli-steps.
const IMPOSSIBLE_MILLISTEPS: i64 = 1 << 40;

/// One leg of a previewed trip.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TripLeg {
    /// Where it ends.
    pub to: Cell,
    /// Cells, start included; empty if no path is known.
    pub cells: Vec<Cell>,
    /// Cost in milli-steps.
    pub price: Cost,
    /// Walking time in milli-steps.
    pub time: Cost,
    /// Cells that its people has not seen.
    pub unknown: u32,
    /// What fear adds to its cost, in milli-steps.
    pub fear: Cost,
    /// Whether it reaches its end, as far as is known.
    pub reaches: bool,
}

/// A previewed trip.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TripPreview {
    /// Its legs.
    pub legs: Vec<TripLeg>,
    /// `to Threeways: 63 steps, there in 1.4 days, Y1 spring 7, risk low, 5 unknown cells`.
    pub words: String,
    /// For a road: its cells, each with whether it is new (otherwise reused). Else empty.
    pub road_cells: Vec<(Cell, bool)>,
}

/// Where a unit's orders end.
fn orders_end(unit: &Unit) -> Cell {
    let last = unit.stops().iter().rev().find_map(|stop| stop.place);
    last.unwrap_or(unit.path_start())
}

fn trip_start(unit: &Unit, append: bool) -> Cell {
    if append { orders_end(unit) } else { unit.path_start() }
}

/// A unit's trip along some stops.
pub(super) fn preview_trip(game: &Game, unit: &Unit, append: bool, stops: &[Cell]) -> TripPreview {
    let planner = game.planner_of(unit);
    let legs = plan_legs(&planner, trip_start(unit, append), stops);
    let time: Cost = legs.iter().map(|leg| leg.time).sum();
    let now = game.world.tick;
    let arrives = (!append).then(|| arrival_words(now, now + travel_ticks(unit, time)));
    let words = trip_words(game, &planner, &legs, arrives.as_deref());
    let words = if append && !words.is_empty() { format!("after its orders {words}") } else { words };
    let words = words + &agreement_words(&planner, &legs).unwrap_or_default();
    TripPreview { legs, words, road_cells: Vec::new() }
}

/// Compares a trip along several stops with the direct path to the last one: `; direct is 12 % cheaper, 61 % shared`.
/// `None` for a single stop, or where there is no path.
fn agreement_words(planner: &Planner, legs: &[TripLeg]) -> Option<String> {
    let (first, last) = (legs.first()?, legs.last()?);
    let from = *first.cells.first()?;
    if legs.len() < 2 || from == last.to || legs.iter().any(|leg| !leg.reaches) {
        return None;
    }
    let own = planner.path(from, last.to);
    let near: BTreeSet<Cell> =
        own.cells.iter().flat_map(|cell| planner.size().square(*cell, SHARED_STEPS)).collect();
    let all: usize = legs.iter().map(|leg| leg.cells.len()).sum();
    let shared = legs.iter().flat_map(|leg| &leg.cells).filter(|cell| near.contains(cell)).count();
    let (drawn, direct) = (legs.iter().map(|leg| leg.price as i64).sum::<i64>(), own.terms.total());
    let shared = shared * 100 / all;
    Some(match (drawn - direct) * 100 / drawn.max(1) {
        ..=0 if shared == 100 => "; same as the direct path".to_owned(),
        cheaper => format!("; direct is {} % cheaper, {shared} % shared", cheaper.max(0)),
    })
}

/// The trip of the units that a settlement will hire.
pub(super) fn preview_rally(game: &Game, id: TownIx, stops: &[Cell]) -> Result<TripPreview, String> {
    let Some(town) = game.world.towns.get(id) else {
        return Err("you have no settlement there".to_owned());
    };
    let planner = game.planner(PeopleIx::PLAYER, Kind::Porter, &[]);
    let legs = plan_legs(&planner, town.cell, stops);
    let words = trip_words(game, &planner, &legs, None);
    let words = if words.is_empty() { words } else { format!("new units of {}: {words}", town.name) };
    Ok(TripPreview { legs, words, road_cells: Vec::new() })
}

fn plan_legs(planner: &Planner, mut from: Cell, stops: &[Cell]) -> Vec<TripLeg> {
    let size = planner.size();
    let mut legs = Vec::new();
    for stop in stops.iter().copied().filter(|stop| size.contains(*stop)) {
        legs.push(trip_leg(stop, planner.path(from, stop)));
        from = stop;
    }
    legs
}

fn trip_leg(to: Cell, path: PricedPath) -> TripLeg {
    TripLeg {
        to,
        price: path.terms.total() as Cost,
        time: path.terms.time as Cost,
        unknown: path.unknown,
        fear: path.terms.fear.max(0) as Cost,
        reaches: path.reaches,
        cells: path.cells,
    }
}

/// `to Threeways: 63 steps, there in 1.4 days, Y1 spring 7, risk low, 5 unknown cells`.
fn trip_words(game: &Game, planner: &Planner, legs: &[TripLeg], arrives: Option<&str>) -> String {
    let Some(last) = legs.last() else { return String::new() };
    if let Some(blocked) = legs.iter().find(|leg| !leg.reaches) {
        let place = sim::place_name(game, blocked.to);
        let from = blocked.cells.first().copied().unwrap_or(blocked.to);
        let why = no_path_words(planner.no_path_reason(from, blocked.to));
        return format!("no known path to {place}: {why}; goes to the nearest reachable cell");
    }
    let steps: usize = legs.iter().map(|leg| leg.cells.len().saturating_sub(1)).sum();
    let unknown: u32 = legs.iter().map(|leg| leg.unknown).sum();
    let time = days_words(legs.iter().map(|leg| leg.time).sum::<Cost>());
    let when = arrives.map_or(time, |when| format!("there {when}"));
    let sum = |part: fn(&TripLeg) -> Cost| legs.iter().map(|leg| part(leg) as i64).sum();
    let risk = risk_words((unknown, steps as u32), (sum(|leg| leg.fear), sum(|leg| leg.price)));
    let place = sim::place_name(game, last.to);
    format!("to {place}: {}, {when}, risk {risk}, {}", counted(steps, "step"), unknown_words(unknown))
}

/// Inserts a stop where it adds the least path cost: the index, and the added cost in milli-steps.
pub(super) fn best_index(
    game: &Game,
    unit: &Unit,
    stops: &[Cell],
    cell: Cell,
) -> Result<(usize, u32), String> {
    if !game.world.size().contains(cell) {
        return Err("that is off the land".to_owned());
    }
    let gap = cheapest_gap(game, unit, stops, cell);
    gap.map(|(grows, index)| (index, grows)).ok_or_else(|| "no known path there".to_owned())
}

/// The least added cost in milli-steps, and the index of the stop before which to insert. Gaps with a blocked path come
/// last; `None` if there are no others.
fn cheapest_gap(game: &Game, unit: &Unit, stops: &[Cell], cell: Cell) -> Option<(u32, usize)> {
    let planner = game.planner_of(unit);
    let cost = |from: Cell, to: Cell| {
        let path = planner.path(from, to);
        if path.reaches { path.terms.total() } else { IMPOSSIBLE_MILLISTEPS }
    };
    let mut places = vec![unit.path_start()];
    places.extend_from_slice(stops);
    let added_cost = |index: usize| {
        let there = cost(places[index], cell);
        let onward = places.get(index + 1).map_or(0, |next| cost(cell, *next) - cost(places[index], *next));
        there + onward
    };
    let best = (0..places.len()).map(|index| (added_cost(index), index)).min()?;
    (best.0 < IMPOSSIBLE_MILLISTEPS / 2).then(|| (best.0.max(0) as u32, best.1))
}

/// Where a new stop adds the least cost among a unit's orders: the number of the stop before which to insert it, the
/// cell of that stop, and the two new legs.
pub(super) fn preview_insertion(
    game: &Game,
    unit: &Unit,
    cell: Cell,
) -> Result<(u16, Option<Cell>, TripPreview), String> {
    if !game.world.size().contains(cell) {
        return Err("that is off the land".to_owned());
    }
    let stops = unit.stops();
    let placed: Vec<(usize, Cell)> =
        stops.iter().enumerate().filter_map(|(i, stop)| Some((i, stop.place?))).collect();
    let cells: Vec<Cell> = placed.iter().map(|(_, cell)| *cell).collect();
    let Some((_, gap)) = cheapest_gap(game, unit, &cells, cell) else {
        return Err(format!("no known path to {}", sim::place_name(game, cell)));
    };
    // After the last stop means after everything that is done there, too.
    let at = placed.get(gap).map_or(stops.len(), |(number, _)| *number);
    let before = placed.get(gap).map(|(_, cell)| *cell);
    let from = gap.checked_sub(1).map_or(unit.path_start(), |gap| cells[gap]);
    let planner = game.planner_of(unit);
    let onward: Vec<Cell> = std::iter::once(cell).chain(before).collect();
    let legs = plan_legs(&planner, from, &onward);
    let without = before.map(|to| planner.path(from, to));
    let steps: i64 = legs.iter().map(|leg| leg.cells.len() as i64 - 1).sum::<i64>()
        - without.as_ref().map_or(0, |path| path.cells.len() as i64 - 1);
    let time: i64 = legs.iter().map(|leg| leg.time as i64).sum::<i64>()
        - without.as_ref().map_or(0, |path| path.terms.time);
    let unknown: u32 = legs.iter().map(|leg| leg.unknown).sum();
    let place = match before {
        Some(to) => format!("before {} ({})", at + 1, sim::place_name(game, to)),
        None if stops.is_empty() => "as its only stop".to_owned(),
        None => format!("as the last stop, {}", at + 1),
    };
    let (steps, time, unknown) = (steps_change(steps), days_change(time), unknown_words(unknown));
    let words = format!("{steps}, {time}, {unknown}: {place}");
    Ok((at as u16, before, TripPreview { legs, words, road_cells: Vec::new() }))
}

/// The road that a unit would build to a cell.
pub(super) fn preview_road(
    game: &Game,
    unit: &Unit,
    append: bool,
    goal: Cell,
) -> Result<TripPreview, String> {
    let world = &game.world;
    let plan = road_plan(world, unit.people, unit.kind, trip_start(unit, append), goal);
    let place = sim::place_name(game, goal);
    if !plan.reaches {
        return Err(format!("no known way to build a road to {place}"));
    }
    let (new, coin) = (plan.new_cells(), plan.coin());
    let reused = plan.cells.len() as u32 - new;
    let walk = (plan.cells.len() as u64) * 6;
    let tenths = (u64::from(plan.work_ticks) + walk) * 10 / DAY;
    let coin = match (world.free_build, world.peoples[PeopleIx::PLAYER].coin) {
        (true, _) => "free".to_owned(),
        (false, have) if have < coin => format!("{coin} coin (you have {have})"),
        (false, _) => format!("{coin} coin"),
    };
    let unknown = if plan.unknown > 0 { format!(", {} unknown", plan.unknown) } else { String::new() };
    let new = counted(new as usize, "new cell");
    let words = format!(
        "road to {place}: {new}, {reused} reused{unknown}, {coin}, about {}.{} days' work",
        tenths / 10,
        tenths % 10
    );
    Ok(TripPreview { legs: Vec::new(), words, road_cells: plan.cells })
}
