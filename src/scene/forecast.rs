//! Forecasts a unit's whole remaining trip, leg by leg, and its time of arrival.
//!
//! Future legs are planned here, for display only, from the people's beliefs. A `Forecast` caches them between pictures
//! and plans few per picture, so that pictures stay fast. The paths that units walk are planned elsewhere (`plan`).

use super::words::short_date;
use super::{Route, Stop};
use crate::grid::Cell;
use crate::mind::{NEARLY_THERE_TIME, NIGHT_TICKS};
use crate::plan::{road_plan, road_work_ticks};
use crate::sim::Game;
use crate::world::{Behaviour, DAY, DAY_TIME, Order, Part, STEP_TICKS, Unit};
use std::collections::BTreeMap;

/// Nodes that planning may generate per picture, on average: after a long leg some pictures plan none.
const NODES_A_PICTURE: u32 = 2500;
/// Nodes that planning a road counts as.
const ROAD_NODES: u32 = 10_000;
/// Most legs planned per trip; the rest is estimated along straight lines.
const LEGS_MAX: usize = 64;
/// Ticks and pictures after which a cached leg is planned again; both must have passed.
const OLD_TICKS: u64 = 240;
const OLD_PICTURES: u64 = 300;
/// Capacity of the cache, in legs.
const KEPT_MAX: usize = 512;
/// Selected units whose future legs are planned; the others show only their current path.
pub(super) const FORETOLD_UNITS: usize = 8;
/// Estimated walking time per straight step of an unplanned leg, in milli-steps.
const RECKONED: u64 = 1500;

/// Whether the leg builds a road; index of the people; kind of the unit; ends of the leg.
type LegKey = (bool, u8, u8, Cell, Cell);

/// A planned future leg.
#[derive(Clone, Debug)]
struct Foretold {
    cells: Vec<Cell>,
    /// Walking time in milli-steps.
    time: u64,
    /// Ticks of work in addition.
    work: u64,
    tick: u64,
    picture: u64,
}

/// Cache of planned legs. It is not game state: without it, pictures are only slower.
#[derive(Clone, Debug, Default)]
pub(super) struct Forecast {
    legs: BTreeMap<LegKey, Foretold>,
    picture: u64,
    /// Nodes generated in excess of the budget of the pictures so far.
    debt: u32,
    missing: bool,
}

/// A unit's remaining trip.
pub(super) struct Journey {
    /// What is drawn.
    pub route: Route,
    /// Tick of arrival at the next stop, or at the end of the path.
    pub next: Option<u64>,
    /// Tick of arrival at the last stop; `None` for an endless trip.
    pub last: Option<u64>,
    /// Whether part of it is only estimated along straight lines.
    pub reckoned: bool,
    /// Whether it never ends, such as a patrol.
    pub endless: bool,
}

impl Forecast {
    /// Starts a picture: renews the planning budget and trims the cache.
    pub(super) fn begin(&mut self) {
        self.picture += 1;
        self.debt = self.debt.saturating_sub(NODES_A_PICTURE);
        self.missing = false;
        if self.legs.len() > KEPT_MAX {
            let oldest = self.legs.values().map(|leg| leg.picture).min().unwrap_or(0);
            self.legs.retain(|_, leg| leg.picture > oldest);
        }
    }

    /// Whether a leg is missing in this picture; a later one will have it.
    pub(super) fn is_unfinished(&self) -> bool {
        self.missing
    }

    /// The leg, from the cache or planned now; `None` if the budget is used up.
    fn leg(&mut self, game: &Game, unit: &Unit, builds: bool, from: Cell, to: Cell) -> Option<&Foretold> {
        let key = (builds, unit.people, unit.kind as u8, from, to);
        let now = game.world.tick;
        let is_old = |leg: &Foretold| {
            now.abs_diff(leg.tick) >= OLD_TICKS && self.picture - leg.picture >= OLD_PICTURES
        };
        let known = self.legs.get(&key);
        if known.is_none_or(is_old) {
            if self.debt < NODES_A_PICTURE {
                let (leg, generated) = foretell(game, unit, builds, from, to, self.picture);
                self.debt += generated;
                self.legs.insert(key, leg);
            } else {
                self.missing |= known.is_none();
            }
        }
        self.legs.get(&key)
    }

    /// The whole remaining trip of a unit. Future legs are planned if `plans`; the list of stops is empty unless
    /// `names_stops`.
    pub(super) fn journey(&mut self, game: &Game, unit: &Unit, plans: bool, names_stops: bool) -> Journey {
        let mut journey = under_feet(game, unit, names_stops);
        let (mut here, legs, endless) = legs_to_come(game, unit, &mut journey);
        let mut clock = Clock::of(unit);
        if journey.next.is_some() {
            clock.walk(time_left(unit));
        }
        for (i, leg) in legs.iter().enumerate() {
            let known =
                if plans && i < LEGS_MAX { self.leg(game, unit, leg.builds, here, leg.to) } else { None };
            if let Some(foretold) = known {
                journey.route.cells.extend(foretold.cells.iter().skip(1));
                clock.walk(foretold.time);
                clock.ticks += foretold.work;
            } else {
                journey.reckoned = true;
                journey.route.whole &= !plans;
                clock.walk(u64::from(here.octile(leg.to)) * RECKONED / 1000);
            }
            clock.ticks += leg.waits;
            here = leg.to;
            journey.next = journey.next.or(Some(game.world.tick + clock.ticks));
        }
        let walks = !legs.is_empty() || journey.next.is_some();
        journey.last = walks.then_some(game.world.tick + clock.ticks).filter(|_| !endless);
        journey.endless = endless;
        journey
    }
}

/// Plans a leg; also returns the nodes generated.
fn foretell(game: &Game, unit: &Unit, builds: bool, from: Cell, to: Cell, picture: u64) -> (Foretold, u32) {
    let (world, size) = (&game.world, game.world.size());
    let tick = world.tick;
    let planner = game.planner(unit.people, unit.kind, &[]);
    if builds {
        let plan = road_plan(world, unit.people, unit.kind, from, to);
        let cells: Vec<Cell> = plan.cells.iter().map(|(cell, _)| *cell).collect();
        let time = crate::plan::path_terms(&planner.believes, size, &cells)
            .map_or(0, |(terms, _)| terms.time as u64);
        return (Foretold { cells, time, work: u64::from(plan.work_ticks), tick, picture }, ROAD_NODES);
    }
    let path = planner.path(from, to);
    let generated = path.labels;
    (Foretold { time: path.terms.time as u64, cells: path.cells, work: 0, tick, picture }, generated)
}

/// Converts walking time to ticks, including nights.
struct Clock {
    ticks: u64,
    /// Walking time since the last night, in milli-steps.
    awake: u64,
    speed_percent: u64,
}

impl Clock {
    /// Starts at zero with a unit's speed and fatigue.
    fn of(unit: &Unit) -> Clock {
        let speed_percent = u64::from(unit.kind.row().speed_percent.max(1));
        Clock { ticks: 0, awake: u64::from(unit.fatigue), speed_percent }
    }

    /// Adds walking time in milli-steps, with a night after each day's walk unless the goal is nearly reached.
    fn walk(&mut self, time: u64) {
        self.ticks += time * u64::from(STEP_TICKS) / 1000 * 100 / self.speed_percent;
        self.awake += time;
        while self.awake > u64::from(DAY_TIME + NEARLY_THERE_TIME) {
            self.awake -= u64::from(DAY_TIME);
            self.ticks += NIGHT_TICKS;
        }
    }
}

/// Ticks that a unit needs for a walking time in milli-steps, nights included.
pub(super) fn ticks_of(unit: &Unit, time: u64) -> u64 {
    let mut clock = Clock::of(unit);
    clock.walk(time);
    clock.ticks
}

/// Walking time left on a unit's path, in milli-steps.
fn time_left(unit: &Unit) -> u64 {
    unit.path.as_ref().map_or(0, crate::world::Path::time_left)
}

/// The part of the trip that the unit's current path covers.
fn under_feet(game: &Game, unit: &Unit, names_stops: bool) -> Journey {
    let mut cells = vec![unit.cell];
    cells.extend(game.full_path_ahead(unit));
    let walks = unit.path.as_ref().is_some_and(|path| !path.is_over());
    let next = walks.then(|| game.world.tick + ticks_of(unit, time_left(unit)));
    let stops = if names_stops { super::card::stops(game, unit) } else { Vec::new() };
    Journey { route: Route { cells, stops, whole: true }, next, last: None, reckoned: false, endless: false }
}

/// A future leg.
struct Ahead {
    to: Cell,
    builds: bool,
    /// Ticks spent at its end.
    waits: u64,
}

/// The end of the current path, the legs after it, and whether they never end. Work other than walking counts as
/// waiting.
fn legs_to_come(game: &Game, unit: &Unit, journey: &mut Journey) -> (Cell, Vec<Ahead>, bool) {
    let here = journey.route.cells.last().copied().unwrap_or(unit.cell);
    let mut legs: Vec<Ahead> = Vec::new();
    let walk = |to: Cell| Ahead { to, builds: false, waits: 0 };
    let gives_up = unit.path.as_ref().is_some_and(|path| !path.reaches);
    match unit.under_way() {
        Some(Behaviour::Travel { goal, .. } | Behaviour::Settle { at: goal })
            if *goal != here && !gives_up =>
        {
            legs.push(walk(*goal));
        }
        Some(Behaviour::Build { way: cells, next, worked }) => {
            let next = usize::from(*next).min(cells.len());
            let ticks = |cell: &Cell| {
                u64::from(road_work_ticks(&game.world, unit.people, unit.kind, *cell).unwrap_or(0))
            };
            let work: u64 = cells[next..].iter().map(ticks).sum();
            if let Some(end) = cells.last() {
                legs.push(Ahead { to: *end, builds: false, waits: work.saturating_sub(u64::from(*worked)) });
            }
        }
        Some(Behaviour::Patrol { points, next }) => {
            let (before, after) = points.split_at(usize::from(*next).min(points.len()));
            legs.extend(after.iter().chain(before).copied().filter(|to| *to != here).map(walk));
            return (here, legs, true);
        }
        Some(Behaviour::Rest { until } | Behaviour::Stay { until, .. } | Behaviour::Wander { until }) => {
            legs.push(Ahead { to: here, builds: false, waits: until.saturating_sub(game.world.tick) });
        }
        Some(Behaviour::Travel { .. } | Behaviour::Settle { .. }) | None => {}
        Some(_) => return (here, legs, true),
    }
    for order in &unit.orders {
        let waits = |waits: u64| Ahead { to: legs.last().map_or(here, |leg| leg.to), builds: false, waits };
        match order {
            Order::Go(to) | Order::Settle(to) => legs.push(walk(*to)),
            Order::Connect(to) => legs.push(Ahead { to: *to, builds: true, waits: 0 }),
            Order::Rest => legs.push(waits(NIGHT_TICKS)),
            Order::Stay | Order::Wander | Order::Avoid | Order::Group => legs.push(waits(DAY)),
            Order::Patrol(points) => {
                legs.extend(points.iter().chain(points.first()).copied().map(walk));
                return (here, legs, true);
            }
            _ => return (here, legs, true),
        }
    }
    (here, legs, false)
}

/// `in 1.4 days, Y1 spring 7` for a future tick; within half a day, `in 8 hours`.
pub(super) fn when(now: u64, then: u64) -> String {
    let ticks = then.saturating_sub(now);
    if ticks < DAY / 2 {
        return format!("in {}", super::explain::hours(ticks));
    }
    let tenths = (ticks * 10 + DAY / 2) / DAY;
    let plural = if tenths == 10 { "day" } else { "days" };
    format!("in {}.{} {plural}, {}", tenths / 10, tenths % 10, short_date(then))
}

/// The stops of a unit, with words from `words`.
pub(super) fn numbered(unit: &Unit, mut words: impl FnMut(Part, usize) -> String) -> Vec<Stop> {
    let stops = unit.stops().into_iter();
    stops.map(|stop| Stop { place: stop.place, words: words(stop.part, stop.point) }).collect()
}
