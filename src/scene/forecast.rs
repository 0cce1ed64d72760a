//! Forecasts a unit's whole remaining trip, leg by leg, and its time of arrival.
//!
//! Future legs are planned here, for display only, from the people's beliefs. A `Forecast` caches them between pictures
//! and plans few per picture, so that pictures stay fast. The paths that units walk are planned elsewhere (`plan`).

use super::behaviour_text::{behaviour_words, order_words};
use super::words::{hours_words, short_date};
use super::{Stop, TripView};
use crate::grid::Cell;
use crate::mind::{NEARLY_THERE_TIME, NIGHT_TICKS, Outlook};
use crate::plan::road_plan;
use crate::sim::Game;
use crate::world::{Behaviour, DAY, DAY_TIME, Order, Part, PeopleIx, STEP_TICKS, Unit};
use std::collections::BTreeMap;

/// Nodes that planning may generate per picture, on average: after a long leg some pictures plan none.
const NODES_PER_PICTURE: u32 = 2500;
/// Nodes that planning a road counts as.
const ROAD_PLAN_NODES: u32 = 10_000;
/// Most legs planned per trip; the rest is estimated along straight lines.
const LEGS_MAX: usize = 64;
/// Ticks and pictures after which a cached leg is planned again; both must have passed.
const LEG_AGE_TICKS: u64 = 240;
const LEG_AGE_PICTURES: u64 = 300;
/// Capacity of the cache, in legs.
const CACHED_LEGS_MAX: usize = 512;
/// Selected units whose future legs are planned; the others show only their current path.
pub(super) const FORECAST_UNITS_MAX: usize = 8;
/// Estimated walking time per straight step of an unplanned leg, in milli-steps.
const ESTIMATED_STEP_MILLISTEPS: u64 = 1500;

/// Whether the leg builds a road; index of the people; kind of the unit; ends of the leg.
type LegKey = (bool, PeopleIx, u8, Cell, Cell);

/// A planned future leg.
#[derive(Clone, Debug)]
struct ForecastLeg {
    cells: Vec<Cell>,
    /// Walking time in milli-steps.
    time: u64,
    /// Ticks of work in addition.
    work_ticks: u64,
    tick: u64,
    picture: u64,
}

/// Cache of planned legs. It is not game state: without it, pictures are only slower.
#[derive(Clone, Debug, Default)]
pub(super) struct Forecast {
    legs: BTreeMap<LegKey, ForecastLeg>,
    picture: u64,
    /// Nodes generated in excess of the budget of the pictures so far.
    excess_nodes: u32,
    is_missing_legs: bool,
}

/// A unit's remaining trip.
pub(super) struct ForecastTrip {
    /// What is drawn.
    pub route: TripView,
    /// Tick of arrival at the next stop, or at the end of the path.
    pub next_tick: Option<u64>,
    /// Tick of arrival at the last stop; `None` for an endless trip.
    pub last_tick: Option<u64>,
    /// Whether part of it is only estimated along straight lines.
    pub is_estimated: bool,
    /// Whether it never ends, such as a patrol.
    pub is_endless: bool,
}

impl Forecast {
    /// Starts a picture: renews the planning budget and trims the cache.
    pub(super) fn begin_picture(&mut self) {
        self.picture += 1;
        self.excess_nodes = self.excess_nodes.saturating_sub(NODES_PER_PICTURE);
        self.is_missing_legs = false;
        if self.legs.len() > CACHED_LEGS_MAX {
            let oldest = self.legs.values().map(|leg| leg.picture).min().unwrap_or(0);
            self.legs.retain(|_, leg| leg.picture > oldest);
        }
    }

    /// Whether a leg is missing in this picture; a later one will have it.
    pub(super) fn is_unfinished(&self) -> bool {
        self.is_missing_legs
    }

    /// The leg, from the cache or planned now; `None` if the budget is used up.
    fn leg(&mut self, game: &Game, unit: &Unit, builds: bool, from: Cell, to: Cell) -> Option<&ForecastLeg> {
        let key = (builds, unit.people, unit.kind as u8, from, to);
        let now = game.world.tick;
        let is_old = |leg: &ForecastLeg| {
            now.abs_diff(leg.tick) >= LEG_AGE_TICKS && self.picture - leg.picture >= LEG_AGE_PICTURES
        };
        let known = self.legs.get(&key);
        if known.is_none_or(is_old) {
            if self.excess_nodes < NODES_PER_PICTURE {
                let (leg, generated) = plan_leg(game, unit, builds, from, to, self.picture);
                self.excess_nodes += generated;
                self.legs.insert(key, leg);
            } else {
                self.is_missing_legs |= known.is_none();
            }
        }
        self.legs.get(&key)
    }

    /// The whole remaining trip of a unit. Future legs are planned if `plans`; the list of stops is empty unless
    /// `names_stops`.
    pub(super) fn forecast_trip(
        &mut self,
        game: &Game,
        unit: &Unit,
        plans: bool,
        names_stops: bool,
    ) -> ForecastTrip {
        let mut journey = current_trip(game, unit, names_stops);
        let (mut here, legs, endless) = future_legs(game, unit, &mut journey);
        let mut clock = TravelClock::for_unit(unit);
        if journey.next_tick.is_some() {
            clock.walk(time_left(unit));
        }
        for (i, leg) in legs.iter().enumerate() {
            let known = if plans && i < LEGS_MAX {
                self.leg(game, unit, leg.builds_road, here, leg.to)
            } else {
                None
            };
            if let Some(foretold) = known {
                journey.route.cells.extend(foretold.cells.iter().skip(1));
                clock.walk(foretold.time);
                clock.ticks += foretold.work_ticks;
            } else {
                journey.is_estimated = true;
                clock.walk(u64::from(here.octile(leg.to)) * ESTIMATED_STEP_MILLISTEPS / 1000);
            }
            clock.ticks += leg.wait_ticks;
            here = leg.to;
            journey.next_tick = journey.next_tick.or(Some(game.world.tick + clock.ticks));
        }
        let walks = !legs.is_empty() || journey.next_tick.is_some();
        journey.last_tick = walks.then_some(game.world.tick + clock.ticks).filter(|_| !endless);
        journey.is_endless = endless;
        journey
    }
}

/// Plans a leg; also returns the nodes generated.
fn plan_leg(
    game: &Game,
    unit: &Unit,
    builds: bool,
    from: Cell,
    to: Cell,
    picture: u64,
) -> (ForecastLeg, u32) {
    let (world, size) = (&game.world, game.world.size());
    let tick = world.tick;
    let planner = game.planner(unit.people, unit.kind, &[]);
    if builds {
        let plan = road_plan(world, unit.people, unit.kind, from, to);
        let cells: Vec<Cell> = plan.cells.iter().map(|(cell, _)| *cell).collect();
        let time = crate::plan::path_terms(&planner.believes, size, &cells)
            .map_or(0, |(terms, _)| terms.time as u64);
        return (
            ForecastLeg { cells, time, work_ticks: u64::from(plan.work_ticks), tick, picture },
            ROAD_PLAN_NODES,
        );
    }
    let path = planner.path(from, to);
    let generated = path.labels;
    (ForecastLeg { time: path.terms.time as u64, cells: path.cells, work_ticks: 0, tick, picture }, generated)
}

/// Converts walking time to ticks, including nights.
struct TravelClock {
    ticks: u64,
    /// Walking time since the last night, in milli-steps.
    awake_millisteps: u64,
    speed_percent: u64,
}

impl TravelClock {
    /// Starts at zero with a unit's speed and fatigue.
    fn for_unit(unit: &Unit) -> TravelClock {
        let speed_percent = u64::from(unit.kind.row().speed_percent.max(1));
        TravelClock { ticks: 0, awake_millisteps: u64::from(unit.fatigue), speed_percent }
    }

    /// Adds walking time in milli-steps, with a night after each day's walk unless the goal is nearly reached.
    fn walk(&mut self, time: u64) {
        self.ticks += time * u64::from(STEP_TICKS) / 1000 * 100 / self.speed_percent;
        self.awake_millisteps += time;
        while self.awake_millisteps > u64::from(DAY_TIME + NEARLY_THERE_TIME) {
            self.awake_millisteps -= u64::from(DAY_TIME);
            self.ticks += NIGHT_TICKS;
        }
    }
}

/// Ticks that a unit needs for a walking time in milli-steps, nights included.
pub(super) fn travel_ticks(unit: &Unit, time: u64) -> u64 {
    let mut clock = TravelClock::for_unit(unit);
    clock.walk(time);
    clock.ticks
}

/// Walking time left on a unit's path, in milli-steps.
fn time_left(unit: &Unit) -> u64 {
    unit.path.as_ref().map_or(0, crate::world::Path::time_left)
}

/// The part of the trip that the unit's current path covers.
fn current_trip(game: &Game, unit: &Unit, names_stops: bool) -> ForecastTrip {
    let mut cells = vec![unit.cell];
    let rest = game.planner_of(unit).rest_of_path(unit);
    cells.extend(rest.into_iter().skip(usize::from(unit.next.is_none())));
    let walks = unit.path.as_ref().is_some_and(|path| !path.is_over());
    let next = walks.then(|| game.world.tick + travel_ticks(unit, time_left(unit)));
    let stops = if names_stops { stops_of(game, unit) } else { Vec::new() };
    ForecastTrip {
        route: TripView { cells, stops },
        next_tick: next,
        last_tick: None,
        is_estimated: false,
        is_endless: false,
    }
}

/// A future leg.
struct FutureLeg {
    to: Cell,
    builds_road: bool,
    /// Ticks spent at its end.
    wait_ticks: u64,
}

/// The end of the current path, the legs after it, and whether they never end. Work other than walking counts as
/// waiting.
fn future_legs(game: &Game, unit: &Unit, journey: &mut ForecastTrip) -> (Cell, Vec<FutureLeg>, bool) {
    let here = journey.route.cells.last().copied().unwrap_or(unit.cell);
    let mut legs: Vec<FutureLeg> = Vec::new();
    let walk = |to: Cell| FutureLeg { to, builds_road: false, wait_ticks: 0 };
    let gives_up = unit.path.as_ref().is_some_and(|path| !path.reaches);
    match unit.under_way().map(|now| now.rules().outlook(&game.world, unit)) {
        Some(Outlook::Trip(goal)) if goal != here && !gives_up => legs.push(walk(goal)),
        Some(Outlook::Trip(_)) | None => {}
        Some(Outlook::Work(end, ticks)) => {
            legs.push(FutureLeg { to: end, builds_road: false, wait_ticks: ticks });
        }
        Some(Outlook::Until(tick)) => {
            let wait_ticks = tick.saturating_sub(game.world.tick);
            legs.push(FutureLeg { to: here, builds_road: false, wait_ticks });
        }
        Some(Outlook::Round(points)) => {
            legs.extend(points.into_iter().filter(|to| *to != here).map(walk));
            return (here, legs, true);
        }
        Some(Outlook::Endless) => return (here, legs, true),
    }
    for order in &unit.orders {
        let waits = |waits: u64| FutureLeg {
            to: legs.last().map_or(here, |leg| leg.to),
            builds_road: false,
            wait_ticks: waits,
        };
        match order {
            Order::Go(to) | Order::Settle(to) => legs.push(walk(*to)),
            Order::Connect(to) => legs.push(FutureLeg { to: *to, builds_road: true, wait_ticks: 0 }),
            Order::Rest => legs.push(waits(NIGHT_TICKS)),
            Order::Stay | Order::Wander | Order::Disperse | Order::Group => legs.push(waits(DAY)),
            Order::Patrol(points) => {
                legs.extend(points.iter().chain(points.first()).copied().map(walk));
                return (here, legs, true);
            }
            Order::Stop
            | Order::Explore
            | Order::Trade
            | Order::Follow(_)
            | Order::Flee
            | Order::Retreat
            | Order::Search(_)
            | Order::Spy(_)
            | Order::Defend(_)
            | Order::Guard(_)
            | Order::Attack(_)
            | Order::Surround(_)
            | Order::Avoid(_)
            | Order::Work(_)
            | Order::Escort(_) => return (here, legs, true),
        }
    }
    (here, legs, false)
}

/// `in 1.4 days, Y1 spring 7` for a future tick; within half a day, `in 8 hours`.
pub(super) fn arrival_words(now: u64, then: u64) -> String {
    let ticks = then.saturating_sub(now);
    if ticks < DAY / 2 {
        return format!("in {}", hours_words(ticks));
    }
    let tenths = (ticks * 10 + DAY / 2) / DAY;
    let plural = if tenths == 10 { "day" } else { "days" };
    format!("in {}.{} {plural}, {}", tenths / 10, tenths % 10, short_date(then))
}

/// The numbered stops of a unit.
fn stops_of(game: &Game, unit: &Unit) -> Vec<Stop> {
    let words = |part, point| match part {
        Part::Waiting(i) => {
            unit.orders.get(i).map_or_else(String::new, |order| order_words(game, order, point))
        }
        Part::UnderWay => unit.under_way().map_or_else(String::new, |now| under_way_words(game, now, point)),
    };
    let stops = unit.stops().into_iter();
    stops.map(|stop| Stop { place: stop.place, words: words(stop.part, stop.point) }).collect()
}

/// The order under way in a few words, or one point of a patrol: what is done says more than what was told.
fn under_way_words(game: &Game, now: &Behaviour, point: usize) -> String {
    match now.rules().order() {
        order @ (Order::Go(_) | Order::Patrol(_)) => order_words(game, &order, point),
        _ => behaviour_words(game, now),
    }
}
