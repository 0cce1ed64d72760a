//! Trips of the arc: their walking time as the planner finds it, what the player's works save on them, and where more
//! works would save most.
//!
//! They are measured through the queue like any other request. What a trip would take without the player's works is
//! searched only where its path crosses them.

use crate::graph::Cost;
use crate::grid::Cell;
use crate::land::Surface;
use crate::plan;
use crate::plan::{BelievedPrices, PriceTable, PriceTerms, Served};
use crate::sim::Game;
use crate::sim::arc::conditions;
use crate::world::{
    Aim, AimKind, Belief, Believed, DAY_TIME, Kind, Outfit, PeopleIx, Requester, STRETCH_MAX, Season,
    Stretch, Tier, TownIx, World, amount_of,
};

/// What a possible time allows above a road all the way, in percent.
const POSSIBLE_PERCENT: i64 = 125;
/// The road that a builder lays, by which a stretch is judged.
const LAID_TIER: Tier = Tier::Paved;

/// Requests the paths of the trips of the present chapter.
pub(super) fn request_trips(world: &mut World) {
    for place in 0..world.objectives.aims.len() {
        let AimKind::Near { from, to } = world.objectives.aims[place].kind else { continue };
        let id = plan::request_trip(world, Requester::Objective, PeopleIx::PLAYER, (from, to));
        world.objectives.aims[place].request = Some(id);
    }
}

/// Measures a trip by the path that the planner has found.
pub(in crate::sim) fn apply_objective_path(game: &mut Game, answer: &Served) {
    let is_asked = |aim: &Aim| aim.request == Some(answer.request.id);
    let Some(place) = game.world.objectives.aims.iter().position(is_asked) else { return };
    let planner = game.planner(answer.request.people, answer.request.kind, &[]);
    let cells = planner.whole_path(answer.found.cells.clone(), answer.found.route.as_ref());
    let time = trip_time(game, &cells).filter(|_| answer.found.reaches);
    let saved = time.map_or(0, |time| saved_by_works(game, &cells, time));
    let stretch = best_stretch(game, &cells);
    let is_peaceful = time.is_some() && conditions::is_peaceful(game, &cells);
    let aim = &mut game.world.objectives.aims[place];
    (aim.value, aim.saved, aim.stretch, aim.request) = (time, saved, stretch, None);
    let counts = is_peaceful && aim.is_met();
    let mut others = game.world.objectives.aims.iter_mut();
    if let Some(peace) = others.find(|aim| aim.kind == AimKind::Peace) {
        let days = peace.value.unwrap_or(0);
        peace.value = Some(if counts { (days + 1).min(peace.target) } else { 0 });
    }
}

fn porters_belief(game: &Game) -> BelievedPrices<'_> {
    game.believes(PeopleIx::PLAYER, Kind::Porter, &[])
}

fn trip_time(game: &Game, cells: &[Cell]) -> Option<u32> {
    let (terms, _) = plan::path_terms(&porters_belief(game), game.world.size(), cells)?;
    Some(amount_of(terms.time as Cost))
}

/// The time that the player's works save on a trip along these cells, in milli-steps: all of it if there would be no
/// path without them.
fn saved_by_works(game: &Game, cells: &[Cell], time: u32) -> u32 {
    let (world, size) = (&game.world, game.world.size());
    let works = world.objectives.works();
    let crosses = cells.iter().any(|cell| works.contains(&(size.index(*cell) as u32)));
    let (Some(from), Some(goal), true) = (cells.first(), cells.last(), crosses) else { return 0 };
    let words = words_without(world, works.iter().copied());
    let without = plan::timed_path(
        &porters_belief(game).with_words(&words),
        &game.derived.abstractions,
        size,
        (*from, *goal),
    );
    without.map_or(time, |(_, without)| without.saturating_sub(time))
}

/// What the player's people believes, with nature's ground on these cells.
fn words_without(world: &World, cells: impl Iterator<Item = u32>) -> Vec<u16> {
    let mut words = world.people(PeopleIx::PLAYER).belief.words().to_vec();
    for index in cells {
        let word = &mut words[index as usize];
        if let Believed::Known { surface, .. } = Belief::unpack(*word) {
            let under = world.ground.under.get(&index).filter(|_| surface == Surface::Bridge);
            *word = Belief::word_with_ground(*word, under.copied().unwrap_or(surface), Tier::None);
        }
    }
    words
}

/// The walking time between two settlements before there were roads and bridges, in milli-steps, as far as is known:
/// in autumn, which changes no price.
pub(super) fn time_without_roads(game: &Game, from: TownIx, to: TownIx) -> Option<u32> {
    let (world, size) = (&game.world, game.world.size());
    let words = words_without(world, 0..size.area() as u32);
    let table = PriceTable::new(Kind::Porter, Season::Autumn, Outfit::default());
    let people = world.people(PeopleIx::PLAYER);
    let believes = BelievedPrices::new(people, &world.land.height, &table, Vec::new());
    let ends = (world.town(from).cell, world.town(to).cell);
    plan::timed_path(&believes.with_words(&words), &game.derived.abstractions, size, ends)
        .map(|(_, time)| time)
}

/// A walking time between two settlements that is possible with a road of this tier, in milli-steps, rounded up to
/// tenths of a day; `None` if no path is known.
pub(super) fn possible_time(game: &Game, from: TownIx, to: TownIx, tier: Tier) -> Option<u32> {
    let planner = game.planner(PeopleIx::PLAYER, Kind::Porter, &[]);
    let path = planner.path(game.world.town(from).cell, game.world.town(to).cell);
    let time = best_time(&path.terms, tier) * POSSIBLE_PERCENT / 100;
    path.reaches.then(|| amount_of(time as Cost).next_multiple_of(DAY_TIME / 10))
}

/// The walking time along a path if it were a road of this tier.
fn best_time(terms: &PriceTerms, tier: Tier) -> i64 {
    let (of_thousand, _) = Kind::Porter.on_road(1000, tier);
    (terms.distance + terms.ground) * i64::from(of_thousand) / 1000 + terms.slope
}

/// The stretch of a path on which a road, with bridges over fords, would save most.
fn best_stretch(game: &Game, cells: &[Cell]) -> Stretch {
    let gains: Vec<u32> = cells.iter().map(|cell| gain_at(game, *cell)).collect();
    let windows = gains.windows(STRETCH_MAX.min(gains.len().max(1))).map(|gains| gains.iter().sum::<u32>());
    let best = (0..).zip(windows).max_by_key(|(first, time)| (*time, std::cmp::Reverse(*first)));
    let Some((first, time)) = best.filter(|(_, time)| *time > 0) else { return Stretch::default() };
    Stretch { cells: cells[first..].iter().copied().take(STRETCH_MAX).collect(), time }
}

/// What a road on a cell, or a bridge over it, would save on a straight step, in milli-steps.
fn gain_at(game: &Game, cell: Cell) -> u32 {
    let belief = &game.world.people(PeopleIx::PLAYER).belief;
    let Believed::Known { surface, tier } = belief.at(cell) else { return 0 };
    let (kind, season) = (Kind::Porter, game.derived.tables.season());
    let better = if surface == Surface::River { Surface::Bridge } else { surface };
    let time = |surface, tier| Some(kind.on_road(kind.seasonal_time(surface, season)?, tier).0);
    let (now, then) = (time(surface, tier), time(better, tier.max(LAID_TIER)));
    now.zip(then).map_or(0, |(now, then)| now.saturating_sub(then))
}

/// A cell from which a trip can be viewed.
pub(super) fn middle_of(world: &World, aim: &Aim) -> Option<Cell> {
    let AimKind::Near { from, to } = aim.kind else { return None };
    let (a, b) = (world.town(from).cell, world.town(to).cell);
    Some(Cell::new(u16::midpoint(a.x, b.x), u16::midpoint(a.y, b.y)))
}
