//! Objectives of the player: one at a time, made from what the player's people knows of its land, measured once a day,
//! paid once.
//!
//! Trips are measured along the path that the planner finds, through the queue like any other request, so nothing here
//! costs a tick more than a little arithmetic.

use crate::graph::Cost;
use crate::grid::{Cell, Dir8};
use crate::plan;
use crate::plan::{BelievedPrices, PriceTerms, Served};
use crate::sim::{Game, events};
use crate::world::{
    AMOUNT_MAX, CommandOutcome, DAY, DAY_TIME, DELIVERY_DAYS, Kind, Objective, ObjectiveKind, PathRequest,
    PeopleIx, PlayerEvent, Rejection, Requester, Rung, SEASON_DAYS, Target, TownIx, World, add_capped,
    add_to_count, amount_of,
};

/// The tick of the day at which deliveries are counted and the objective is measured.
const MEASURE_TICK: u64 = 11;
/// Ticks between two attempts to find an objective.
const ATTEMPT_INTERVAL_TICKS: u64 = 24;
/// Kinds of objectives, which take turns.
const KIND_COUNT: u8 = 4;
/// Pairs of settlements with a longer trip than this are not used, in milli-steps.
const TRIP_TIME_MAX: u32 = 2 * DAY_TIME;
/// A trip must be longer than this to be worth shortening, in milli-steps.
const TRIP_TIME_MIN: u32 = DAY_TIME / 2;
/// How many times faster the best road is than open ground, in tenths.
const BEST_ROAD_TENTHS: i64 = 20;
/// Above this share of road, in percent, completing the road is no longer an objective.
const ROAD_DONE_PERCENT: u32 = 85;
/// Distances at which places to be seen are chosen, in steps.
const SIGHT_DISTANCES: [i32; 4] = [24, 32, 40, 52];
/// How far such a place must be from the land's edge, in cells.
const EDGE_DISTANCE_CELLS: i32 = 6;
/// The least deliveries in a season that make an objective.
const DELIVERIES_MIN: u64 = 10;
/// The pay for each kind, in coin. Last, the number of deliveries in a season that add one coin: rewards grow with
/// trade.
const PAY_NEAR: u32 = 20;

const PAY_ROAD: u32 = 25;

const PAY_SEE: u32 = 10;

const PAY_DELIVER: u32 = 15;

const DELIVERIES_PER_COIN: u32 = 5;

/// Measures the objective once a day; if there is none, looks for one.
pub(super) fn update_objective(game: &mut Game) {
    if game.world.wander.is_some() {
        return;
    }
    let is_daily_tick = game.world.tick % DAY == MEASURE_TICK;
    if is_daily_tick {
        count_deliveries(&mut game.world);
    }
    match game.world.objectives.current {
        Some(_) if is_daily_tick => measure_objective(game),
        None if game.world.tick % ATTEMPT_INTERVAL_TICKS == MEASURE_TICK && game.world.tick >= DAY => {
            choose_objective(game);
        }
        _ => {}
    }
}

fn count_deliveries(world: &mut World) {
    let counts = &mut world.objectives.deliveries;
    counts.push(world.tally.deliveries);
    let surplus = counts.len().saturating_sub(DELIVERY_DAYS);
    counts.drain(..surplus);
}

/// Drops the current objective for another.
///
/// # Errors
/// When there is none to drop.
pub(in crate::sim) fn skip_objective(game: &mut Game) -> Result<CommandOutcome, Rejection> {
    if game.world.objectives.current.take().is_none() {
        return Err(Rejection::NoObjective);
    }
    choose_objective(game);
    Ok(CommandOutcome::text("choosing the next objective"))
}

/// Chooses the next kind of objective that this land offers.
fn choose_objective(game: &mut Game) {
    let first = game.world.objectives.turn % KIND_COUNT;
    for turn in (first..KIND_COUNT).chain(0..first) {
        let Some((kind, wanted, pays)) = propose_objective(&mut game.world, turn) else { continue };
        game.world.objectives.turn = (turn + 1) % KIND_COUNT;
        let (delivered, _) = game.world.objectives.delivered(SEASON_DAYS as usize);
        let pays = pays.saturating_add(delivered as u32 / DELIVERIES_PER_COIN);
        game.world.objectives.current =
            Some(Objective { kind, value: None, target: wanted, reward_coin: pays, request: None });
        return measure_objective(game);
    }
}

/// An objective of this kind with its target value (0 if the first measurement sets it) and its pay.
fn propose_objective(world: &mut World, kind: u8) -> Option<(ObjectiveKind, u32, u32)> {
    match kind {
        0 => {
            let (from, to) = pick_pair(world, TRIP_TIME_MIN)?;
            Some((ObjectiveKind::Near { from, to }, 0, PAY_NEAR))
        }
        1 => {
            let (from, to) = pick_pair(world, 0)?;
            Some((ObjectiveKind::Road { from, to }, 100, PAY_ROAD))
        }
        2 => pick_unseen_place(world).map(|(from, at)| (ObjectiveKind::See { from, at }, 100, PAY_SEE)),
        _ => {
            let (delivered, days) = world.objectives.delivered(SEASON_DAYS as usize);
            let per_season = delivered * SEASON_DAYS / days.max(1);
            let wanted = (per_season * 3 / 2).next_multiple_of(5).clamp(DELIVERIES_MIN, AMOUNT_MAX.into());
            Some((ObjectiveKind::Deliver, wanted as u32, PAY_DELIVER))
        }
    }
}

/// A random pair of markets whose known trip takes more than `least` and at most [`TRIP_TIME_MAX`], in milli-steps.
fn pick_pair(world: &mut World, least: u32) -> Option<(TownIx, TownIx)> {
    let markets = world.own_markets();
    let is_market = |id: &TownIx| markets.binary_search(id).is_ok();
    let is_eligible = |(from, to): &(TownIx, TownIx), time: u32| {
        from < to && time > least && time <= TRIP_TIME_MAX && is_market(from) && is_market(to)
    };
    let routes = world.peoples[PeopleIx::PLAYER]
        .trip_times
        .iter()
        .filter(|(pair, route)| is_eligible(pair, route.time));
    let pairs: Vec<(TownIx, TownIx)> = routes.map(|(pair, _)| *pair).collect();
    world.streams.objectives.pick(&pairs).copied()
}

/// A random unknown place some way from a market.
fn pick_unseen_place(world: &mut World) -> Option<(TownIx, Cell)> {
    let size = world.size();
    let belief = &world.peoples[PeopleIx::PLAYER].belief;
    let mut places = Vec::new();
    for from in world.own_markets() {
        let cell = world.town(from).cell;
        for (dir, steps) in Dir8::ALL.into_iter().flat_map(|dir| SIGHT_DISTANCES.map(|steps| (dir, steps))) {
            let (dx, dy) = dir.offset();
            let at = size.offset(cell, dx * steps, dy * steps).filter(|at| {
                let is_on_land = |dx, dy| size.offset(*at, dx, dy).is_some();
                is_on_land(-EDGE_DISTANCE_CELLS, -EDGE_DISTANCE_CELLS)
                    && is_on_land(EDGE_DISTANCE_CELLS, EDGE_DISTANCE_CELLS)
                    && !belief.is_known(*at)
            });
            places.extend(at.map(|at| (from, at)));
        }
    }
    world.streams.objectives.pick(&places).copied()
}

/// Measures the objective by a path request or from the records.
fn measure_objective(game: &mut Game) {
    let Some(aim) = game.world.objectives.current.as_ref().map(|objective| objective.kind) else {
        return;
    };
    let (from, target, kind) = match aim {
        ObjectiveKind::Near { from, to } | ObjectiveKind::Road { from, to } => {
            (from, game.world.town(to).cell, Kind::Porter)
        }
        ObjectiveKind::See { from, at } => (from, at, Kind::Scout),
        ObjectiveKind::Deliver => {
            let (delivered, _) = game.world.objectives.delivered(SEASON_DAYS as usize);
            return record_objective_value(game, delivered as u32);
        }
    };
    let request = PathRequest {
        id: 0,
        requester: Requester::Objective,
        urgent: false,
        people: PeopleIx::PLAYER,
        kind,
        from: game.world.town(from).cell,
        target: Target::Cell(target),
        crowd: Vec::new(),
        hunger: 0,
        requested: game.world.tick,
        rung: Rung::default(),
    };
    let id = plan::submit(&mut game.world.plans, request);
    add_to_count(&mut game.world.tally.requests, 1);
    if let Some(objective) = &mut game.world.objectives.current {
        objective.request = Some(id);
    }
}

/// Measures the path that the planner has found. An unreachable objective is dropped.
pub(in crate::sim) fn apply_objective_path(game: &mut Game, answer: &Served) {
    let Some(objective) = game.world.objectives.current.clone() else { return };
    if objective.request != Some(answer.request.id) {
        return;
    }
    let believes = game.believes(PeopleIx::PLAYER, answer.request.kind, &[]);
    let planner = game.planner(answer.request.people, answer.request.kind, &[]);
    let cells = planner.whole_path(answer.cells.clone(), answer.route.as_ref());
    let measured = plan::path_terms(&believes, game.world.size(), &cells);
    let Some((terms, unknown)) = measured.filter(|_| answer.reaches) else {
        return drop_objective(game);
    };
    let between = cells.get(1..cells.len().saturating_sub(1)).unwrap_or_default();
    let (now, is_worthwhile, wanted) = match objective.kind {
        ObjectiveKind::Near { .. } => {
            let time = amount_of(terms.time as Cost);
            let wanted = target_time(time);
            (time, time > wanted && achievable_time(&terms) <= i64::from(wanted), wanted)
        }
        ObjectiveKind::Road { .. } => {
            let share = percent_where(between, |cell| is_known_road(&game.world, &believes, *cell));
            (share, share < ROAD_DONE_PERCENT, 100)
        }
        ObjectiveKind::See { at, .. } => {
            let is_seen = game.world.peoples[PeopleIx::PLAYER].belief.is_known(at);
            let known = 100 - (unknown * 100).div_ceil(cells.len() as u32).clamp(1, 100);
            (if is_seen { 100 } else { known }, !is_seen, 100)
        }
        ObjectiveKind::Deliver => return,
    };
    if objective.value.is_none() && !is_worthwhile {
        return drop_objective(game);
    }
    if objective.value.is_none()
        && let Some(current) = &mut game.world.objectives.current
    {
        current.target = wanted;
    }
    record_objective_value(game, now);
}

fn is_known_road(world: &World, believes: &BelievedPrices, cell: Cell) -> bool {
    use crate::world::{Belief, Believed};
    let word = believes.word(world.size().index(cell) as u32);
    matches!(Belief::unpack(word), Believed::Known { tier, .. } if tier.is_road())
}

/// Drops an objective that is unreachable or already as good as met; another one follows soon.
fn drop_objective(game: &mut Game) {
    let Some(objective) = game.world.objectives.current.take() else { return };
    if objective.value.is_some() {
        let dropped = PlayerEvent::ObjectiveDropped { objective: objective.kind, target: objective.target };
        events::tell(game, objective.cell(&game.world), dropped);
    }
}

/// Records the measured value, and pays when the objective is reached.
fn record_objective_value(game: &mut Game, now: u32) {
    let Some(objective) = &mut game.world.objectives.current else { return };
    objective.value = Some(now);
    objective.request = None;
    let is_reached = match objective.kind {
        ObjectiveKind::Near { .. } => now <= objective.target,
        _ => now >= objective.target,
    };
    if !is_reached {
        return;
    }
    let Some(objective) = game.world.objectives.current.take() else { return };
    add_capped(&mut game.world.peoples[PeopleIx::PLAYER].coin, objective.reward_coin, AMOUNT_MAX);
    add_capped(&mut game.world.objectives.met, 1, AMOUNT_MAX);
    let Objective { kind, target, reward_coin: coin, .. } = objective;
    let reached = PlayerEvent::ObjectiveReached { objective: kind, target, coin };
    events::tell(game, objective.cell(&game.world), reached);
}

/// A desirable walking time instead of this one: a day if that is clearly less, otherwise nine tenths, rounded down to
/// tenths of a day.
fn target_time(time: u32) -> u32 {
    if time > DAY_TIME * 11 / 10 && time <= DAY_TIME * 3 / 2 {
        return DAY_TIME;
    }
    let tenth = DAY_TIME / 10;
    (u64::from(time) * 9 / 10) as u32 / tenth * tenth
}

/// The walking time over the best roads along this path: what is achievable in principle.
fn achievable_time(terms: &PriceTerms) -> i64 {
    (terms.distance + terms.ground) * 10 / BEST_ROAD_TENTHS + terms.slope
}

/// Percent of the cells for which a predicate holds, rounded down; 100 if there are none.
fn percent_where(cells: &[Cell], holds: impl Fn(&Cell) -> bool) -> u32 {
    let count = cells.iter().filter(|cell| holds(cell)).count();
    (count * 100).checked_div(cells.len()).unwrap_or(100) as u32
}
