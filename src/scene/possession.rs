//! The unit that the player plays as and the wanderer's game, in words and numbers; and where to explore next, and why.
//!
//! What actions do is in `sim`; how it looks is up to the screen.

use super::behaviour_text::behaviour_words;
use super::preview::{TripPreview, preview_trip};
use super::text;
use super::words::{counted, days_words, short_date};
use super::{LogLine, PossessedView, StoneView, WanderView};
use crate::graph::{Corner, Cost, Grid8, NodeId};
use crate::grid::Cell;
use crate::mind::SPENT_AFTER_TIME;
use crate::plan::{EXACT_LABELS_MAX, NearestFrontier};
use crate::search::{NoObserver, Rank, Search, Step};
use crate::sim::{self, Game, direction_to};
use crate::world::{
    DAY, DAY_TIME, Ending, Event, FOOD_MAX, HOME, PastLife, PeopleIx, STEP_TICKS, TownIx, Unit, Wander,
};

/// Settlements considered for food: the nearest by straight line.
const FOOD_TOWNS_MAX: usize = 4;
/// Reserve of food beyond what the trip to the nearest settlement takes, in ticks.
const FOOD_RESERVE_TICKS: u64 = DAY / 2;

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
    let line = |event: &Event| LogLine {
        when: short_date(event.tick),
        subject: event.kind.subject(),
        text: text::event_words(&game.world, event),
        cell: event.at,
    };
    Some(log.skip(first).map(line).collect())
}

/// State of the wanderer's game.
pub(super) fn wander_view(game: &Game) -> Option<WanderView> {
    let wander = game.world.wander.as_ref()?;
    let belief = &game.world.peoples[PeopleIx::PLAYER].belief;
    let view = |stone: &crate::world::Waystone| StoneView {
        cell: belief.is_known(stone.cell).then_some(stone.cell),
        is_reached: stone.reached,
        is_home: stone.home,
    };
    let over = wander.lives.last().filter(|_| game.world.possession.is_none());
    Some(WanderView {
        hint: wander.hint().map_or_else(String::new, |hint| text::hint_words(&game.world, hint)),
        stones: wander.stones.iter().map(view).collect(),
        score: wander.score(),
        life_number: wander.lives.len() as u32 + 1,
        last_life_words: over.map(|life| life_summary(game, wander, life)),
        ended_tick: over.map_or(0, |life| life.ended),
        is_won: wander.is_won(),
    })
}

/// Summary of a life that has ended, in sentences.
fn life_summary(game: &Game, wander: &Wander, life: &PastLife) -> Vec<String> {
    let place = sim::whereabouts(&game.world, life.cell);
    let days = counted(((life.ended - life.born) / DAY) as usize, "day");
    let end = match life.ending {
        Ending::Starved => format!("{} starved {place}, after {days}.", life.name),
        Ending::Slain => {
            let by = text::killer_title(&game.world, &life.name, life.ended);
            let by = by.map_or_else(String::new, |killer| format!(" by {killer},"));
            format!("{} was slain{by} {place}, after {days}.", life.name)
        }
        Ending::Gone => format!("{} was taken off the land {place}, after {days}.", life.name),
        Ending::Home => format!("{} has come home to stay, after {days}.", life.name),
    };
    let home = wander.stones.iter().filter(|stone| stone.home).count();
    let mut words = vec![
        end,
        format!(
            "{} drawn, {} of them brought home; {} brought home.",
            counted(life.discovered as usize, "cell"),
            life.brought,
            counted(usize::from(life.stones), "waystone")
        ),
        format!(
            "Life {}; {home} of {} waystones are home, score {}.",
            wander.lives.len(),
            wander.stones.len(),
            wander.score()
        ),
    ];
    let last = if wander.is_won() {
        "All five waystones are home. You have won."
    } else {
        "The trails remain. Set out again from home."
    };
    words.push(last.to_owned());
    words
}

/// Where a unit should explore next and why, with the path there; an error if there is nothing to explore.
pub(super) fn suggest_exploration(game: &Game, unit: &Unit) -> Result<TripPreview, String> {
    let found = nearest_food(game, unit)
        .or_else(|| nearest_waystone(game, unit))
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
    let short = u64::from(life.food) < needed + nights + FOOD_RESERVE_TICKS;
    short.then(|| {
        let left = days_words((u64::from(life.food) * u64::from(DAY_TIME) / DAY) as u32);
        (cell, format!("food for {left} left, more at {}", sim::place_name(game, cell)))
    })
}

/// To a known waystone, or home with a found one.
fn nearest_waystone(game: &Game, unit: &Unit) -> Option<(Cell, String)> {
    let wander = game.world.wander.as_ref().filter(|_| unit.people == PeopleIx::PLAYER)?;
    let belief = &game.world.people(unit.people).belief;
    let planner = game.planner_of(unit);
    let can_go = |cell: Cell| planner.is_connected(unit.path_start(), cell);
    let open =
        wander.stones.iter().filter(|stone| !stone.home && !stone.reached && belief.is_known(stone.cell));
    let nearest = open
        .filter(|stone| can_go(stone.cell))
        .min_by_key(|stone| (stone.cell.octile(unit.cell), stone.cell));
    if let Some(stone) = nearest {
        return Some((stone.cell, "a known waystone".to_owned()));
    }
    let carries = wander.stones.iter().any(|stone| stone.reached && !stone.home);
    let homes = game.world.living_towns().map(|id| game.world.town(id)).filter(|town| town.people == HOME);
    let home = homes
        .filter(|town| carries && can_go(town.cell))
        .min_by_key(|town| (town.cell.octile(unit.cell), town.cell))?;
    Some((home.cell, format!("home to {} with what you have found", home.name)))
}

/// To the nearest frontier, by walking cost.
fn nearest_frontier(game: &Game, unit: &Unit) -> Option<(Cell, String)> {
    let size = game.world.size();
    let believes = game.believes_of(unit);
    let goal = NearestFrontier { believes: &believes, size, claimed: &[] };
    let graph = Grid8 { size, cost: &believes, corner: Corner::BothFree };
    let start = size.index(unit.path_start()) as NodeId;
    let mut search = Search::new(size.area() as u32, start, Rank::UniformCost, &goal, EXACT_LABELS_MAX);
    loop {
        match search.step(&graph, &goal, &mut NoObserver) {
            Step::Working => {}
            Step::Exhausted => return None,
            Step::Found(node) => {
                return Some((size.cell(node as usize), "the nearest unknown land".to_owned()));
            }
        }
    }
}
