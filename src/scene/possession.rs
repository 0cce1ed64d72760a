//! The unit that the player plays as, in words and numbers; and where to explore next, and why.
//!
//! What actions do is in `sim`; how it looks is up to the screen; the wanderer's game is in `wander`.

use super::behaviour_text::behaviour_words;
use super::preview::{TripPreview, preview_trip};
use super::text;
use super::words::{counted, days_words, short_date};
use super::year::news_weight;
use super::{LogLine, PossessedView};
use crate::graph::{Corner, Cost, Grid8, NodeId};
use crate::grid::{Cell, STRAIGHT};
use crate::mind;
use crate::mind::SPENT_AFTER_TIME;
use crate::plan::{EXACT_LABELS_MAX, NearestFrontier};
use crate::search::{self, NoObserver, Rank, Search, Step};
use crate::sim::{self, Game, direction_to};
use crate::world::{DAY, DAY_TIME, Event, FOOD_MAX, HOME, PeopleIx, STEP_TICKS, Season, TownIx, Unit};

/// Settlements considered for food: the nearest by straight line.
const FOOD_TOWNS_MAX: usize = 4;
/// Reserve of food beyond what the trip to the nearest settlement takes, in ticks.
const FOOD_RESERVE_TICKS: u64 = DAY / 2;

/// The way to a frontier counts so many times less than the way from there to where a waystone should lie.
const TOWARDS_WEIGHT: u32 = 2;

/// The unit that the player plays as.
pub(super) fn possessed_view(game: &Game) -> Option<PossessedView> {
    let life = game.world.possession.as_ref()?;
    let unit = game.world.unit(life.unit)?;
    Some(PossessedView {
        unit: unit.id,
        name: unit.name.clone(),
        cell: unit.cell,
        food_tenths: tenths_of_days(life.food),
        food_days_max: tenths_of_days(FOOD_MAX) / 10,
        wounds: unit.wounds,
        fatigue_percent: unit.fatigue.saturating_mul(10) / (SPENT_AFTER_TIME / 10),
        can_act: game.world.awaits_action(),
        behaviour_words: unit.top().map_or_else(String::new, |top| behaviour_words(game, top)),
    })
}

/// Ticks as tenths of days, rounded up.
fn tenths_of_days(ticks: u32) -> u32 {
    (ticks * 10).div_ceil(DAY as u32)
}

/// The last lines of the possessed unit's own log.
pub(super) fn possessed_log(game: &Game, lines: usize) -> Option<Vec<LogLine>> {
    game.world.possession.as_ref()?;
    let log = game.world.events.life();
    let first = log.len().saturating_sub(lines);
    let line = |event: &Event| log_line(event, event.tick, text::event_words(&game.world, event));
    Some(log.skip(first).map(line).collect())
}

/// An event as a line of a log.
pub(super) fn log_line(event: &Event, tick: u64, text: String) -> LogLine {
    LogLine {
        tick,
        event: event.id,
        weight: news_weight(&event.kind),
        when: short_date(tick),
        subject: event.kind.subject(),
        text,
        cell: event.at,
    }
}

/// Where a unit should explore next and why, with the path there; an error if there is nothing to explore.
pub(super) fn suggest_exploration(game: &Game, unit: &Unit) -> Result<TripPreview, String> {
    let found = nearest_food(game, unit)
        .or_else(|| home_with_waystone(game, unit))
        .or_else(|| frontier_towards_waystone(game, unit))
        .or_else(|| nearest_frontier(game, unit));
    let Some((goal, why)) = found else {
        return Err("no reachable land is unknown".to_owned());
    };
    let trip = preview_trip(game, unit, false, &[goal]);
    let side = direction_to(unit.cell, goal).unwrap_or("here");
    let (steps, time) = trip.legs.first().map_or((0, 0), |leg| (leg.cells.len().saturating_sub(1), leg.time));
    let words = format!("explore: {why}, {} {side}, {}", counted(steps, "step"), days_words(time));
    Ok(TripPreview { words, ..trip })
}

/// To the nearest food, when there is barely enough left for the trip.
fn nearest_food(game: &Game, unit: &Unit) -> Option<(Cell, String)> {
    let life = game.world.possession.as_ref().filter(|life| life.unit == unit.id && life.food < FOOD_MAX)?;
    let feeds = |id: &TownIx| !game.world.at_war(unit.people, game.world.town(*id).people);
    let known = game.world.people(unit.people).standing().map(|(id, _)| id);
    let mut towns: Vec<Cell> = known.filter(feeds).map(|id| game.world.town(id).cell).collect();
    towns.sort_by_key(|cell| (cell.octile(unit.cell), *cell));
    towns.truncate(FOOD_TOWNS_MAX);
    let planner = game.planner_of(unit);
    let paths = towns.into_iter().map(|cell| (planner.path(unit.path_start(), cell), cell));
    let (time, cell) =
        paths.filter(|(path, _)| path.reaches).map(|(path, cell)| (path.terms.time as Cost, cell)).min()?;
    let needed = time * Cost::from(STEP_TICKS) / 10 / Cost::from(unit.kind.row().speed_percent);
    let nights = needed / DAY * crate::mind::NIGHT_TICKS;
    // Cold doubles hunger.
    let is_cold = game.world.wander.is_some() && Season::at(game.world.tick) == Season::Winter;
    let needed = (needed + nights) * if is_cold { 2 } else { 1 };
    let short = u64::from(life.food) < needed + FOOD_RESERVE_TICKS;
    short.then(|| {
        let left = days_words((u64::from(life.food) * u64::from(DAY_TIME) / DAY) as u32);
        (cell, format!("food for {left} left, more at {}", sim::place_name(game, cell)))
    })
}

/// Home with a waystone that was found. To fetch one is left to the player.
fn home_with_waystone(game: &Game, unit: &Unit) -> Option<(Cell, String)> {
    let wander = game.world.wander.as_ref().filter(|_| unit.people == PeopleIx::PLAYER)?;
    wander.stones.iter().find(|stone| stone.reached && !stone.home)?;
    let planner = game.planner_of(unit);
    let homes = game.world.living_towns().map(|id| game.world.town(id)).filter(|town| town.people == HOME);
    let home = homes
        .filter(|town| planner.is_connected(unit.path_start(), town.cell))
        .min_by_key(|town| (town.cell.octile(unit.cell), town.cell))?;
    Some((home.cell, format!("home to {} with what you have found", home.name)))
}

/// About where the next waystone should lie by what the wanderer has been told: the side of home, and the days.
fn told_place(game: &Game) -> Option<(Cell, u8)> {
    let wander = game.world.wander.as_ref()?;
    let (number, stone) = wander.next_stone()?;
    let (home, size) = (game.world.town(wander.home).cell, game.world.size());
    let (dx, dy) = sim::side_of(home, stone.cell)?;
    let steps = (stone.time / STRAIGHT) as i32 / if dx != 0 && dy != 0 { 2 } else { 1 };
    let along =
        |at: u16, by: i32, side: u16| (i32::from(at) + by * steps).clamp(0, i32::from(side) - 1) as u16;
    Some((Cell::new(along(home.x, dx, size.width), along(home.y, dy, size.height)), number))
}

/// Where the next waystone lies, once it was seen.
fn seen_waystone(game: &Game, unit: &Unit) -> Option<String> {
    let (number, stone) = game.world.wander.as_ref()?.next_stone()?;
    let is_seen = game.world.people(unit.people).belief.is_known(stone.cell);
    let side = direction_to(unit.cell, stone.cell).filter(|_| is_seen)?;
    let steps = counted((stone.cell.octile(unit.cell) / 1000) as usize, "step");
    Some(format!("the {} waystone lies {steps} {side}", text::ordinal(number - 1)))
}

/// To the frontier on the way to where a waystone should lie; not once it was seen.
fn frontier_towards_waystone(game: &Game, unit: &Unit) -> Option<(Cell, String)> {
    let (told, number) = told_place(game).filter(|_| unit.people == PeopleIx::PLAYER)?;
    if seen_waystone(game, unit).is_some() {
        return None;
    }
    let way = |cell: &Cell| (cell.octile(unit.cell) / TOWARDS_WEIGHT + cell.octile(told), *cell);
    let is_frontier = |cell: &Cell| *cell != unit.cell && mind::is_frontier(&game.world, unit.people, *cell);
    let mut open: Vec<Cell> = game.world.size().cells().filter(is_frontier).collect();
    open.sort_by_cached_key(way);
    let planner = game.planner_of(unit);
    let best = open.into_iter().find(|cell| planner.is_connected(unit.path_start(), *cell))?;
    Some((best, format!("towards the {} waystone", text::ordinal(number - 1))))
}

/// To the nearest frontier, by walking cost.
fn nearest_frontier(game: &Game, unit: &Unit) -> Option<(Cell, String)> {
    let size = game.world.size();
    let believes = game.believes_of(unit);
    let goal = NearestFrontier { believes: &believes, size, claimed: &[] };
    let graph = Grid8 { size, cost: &believes, corner: Corner::BothFree };
    let start = size.index(unit.path_start()) as NodeId;
    let mut search = Search::new(size.area() as u32, start, Rank::UniformCost, &goal, EXACT_LABELS_MAX);
    let Step::Found(node) = search::run(&mut search, &graph, &goal, u32::MAX, &mut NoObserver) else {
        return None;
    };
    let seen = seen_waystone(game, unit).map_or_else(String::new, |seen| format!(" ({seen})"));
    Some((size.cell(node as usize), format!("the nearest unknown land{seen}")))
}
