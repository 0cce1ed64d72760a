//! The behaviours, one function each.

use super::beasts::{graze, hunt};
use super::observing::{SearchTask, SpyTask};
use super::raiding::raid;
use super::{
    BED_DETOUR_STEPS, Intent, NEARLY_THERE_TIME, NIGHT_TICKS, SPENT_AFTER_TIME, STEP_TOWARD_MAX_TICKS,
    TIRED_AFTER_TIME, fighting, fleeing, grouping, observing, surroundings, working,
};
use crate::graph::Cost;
use crate::grid::{Cell, Dir8};
use crate::land::mix;
use crate::plan::needs_road;
use crate::world::{
    Behaviour, Believed, DAY, FailureReason, Places, Target, TownId, TripPurpose, Unit, UnitId, World,
};

/// Walking time after which a traveller camps at a crossing, in milli-steps: 0.85 of a day.
const CAMP_AT_CROSSING_TIME: u32 = crate::world::DAY_TIME / 20 * 17;
/// The least number of roads that make a crossing.
const CROSSING_ROADS_MIN: usize = 3;
/// The distance that a follower keeps, in steps.
const FOLLOW_NEAR_STEPS: u32 = 2;
/// How far a followed unit may move from its follower's goal before the follower replans, in steps.
const FOLLOW_SLACK_STEPS: u32 = 3;
/// The farthest that a staying unit is ever pushed from its place, in steps.
pub const STAY_RADIUS_STEPS: u16 = 6;
/// Fruitless scans for a frontier after which a scout pauses for two days.
const FRUITLESS_MAX: u8 = 2;
/// Steps after which a path through unknown land is replanned with better knowledge.
const REPLAN_AFTER_STEPS: u32 = 14;

/// What the unit wants to do now, by the behaviour on top of its stack.
pub fn decide(places: Places, unit: &Unit) -> Intent {
    let world = places.world;
    let Some(top) = unit.top() else { return Intent::Wait };
    match top {
        Behaviour::Stop => Intent::Wait,
        Behaviour::Possessed if world.possession.as_ref().is_none_or(|life| life.unit != unit.id) => {
            Intent::Done
        }
        Behaviour::Possessed => Intent::Wait,
        Behaviour::Rest { until } if world.tick >= *until => Intent::Done,
        Behaviour::Rest { .. } => Intent::Wait,
        Behaviour::Stay { around, until } => stay(places, unit, *around, *until),
        Behaviour::Travel { goal, purpose } => travel(places, unit, *goal, *purpose),
        Behaviour::Explore { target, fruitless } => explore(world, unit, *target, *fruitless),
        Behaviour::Trade { home, trip } => trade(places, unit, *home, *trip),
        Behaviour::Settle { at } => settle(unit, *at),
        Behaviour::Wander { until } => wander(world, unit, *until),
        Behaviour::Patrol { points, next } => patrol(unit, points, *next),
        Behaviour::Follow { unit: leader } => follow(places, unit, *leader),
        Behaviour::Build { path, next, .. } => build(world, unit, path, usize::from(*next)),
        Behaviour::Graze => graze(places, unit),
        Behaviour::Hunt { fed } => hunt(places, unit, *fed),
        Behaviour::Raid { lair, site, since, fed } => raid(places, unit, *lair, *site, (*since, *fed)),
        Behaviour::Herald { to, .. } => deliver_news(world, unit, *to),
        other => decide_special(places, unit, other),
    }
}

/// The rest of [`decide`]: behaviours outside daily life.
fn decide_special(places: Places, unit: &Unit, top: &Behaviour) -> Intent {
    match *top {
        Behaviour::Flee { from, last, since } => {
            let again = |from, last, since| Behaviour::Flee { from, last, since };
            fleeing::flee(places, unit, (from, last, since), again)
        }
        Behaviour::Retreat { from, last, since } => {
            let again = |from, last, since| Behaviour::Retreat { from, last, since };
            fleeing::flee(places, unit, (from, last, since), again)
        }
        Behaviour::Avoid { mark, last } => fleeing::avoid(places, unit, mark, last),
        Behaviour::Disperse { until } => fleeing::disperse(places, unit, until),
        Behaviour::Search { what, known, ref looked, toward } => {
            observing::search(places, unit, &SearchTask { what, known, looked, toward })
        }
        Behaviour::Spy { mark, last, since, learned } => {
            observing::spy(places, unit, SpyTask { mark, last, since, learned })
        }
        Behaviour::Defend { ward } => fighting::defend(places, unit, ward),
        Behaviour::Guard { at } => fighting::guard(places, unit, at),
        Behaviour::Attack { unit: foe, last } => fighting::attack(places, unit, foe, last),
        Behaviour::Surround { unit: foe, last } => fighting::surround(places, unit, foe, last),
        Behaviour::Escort { unit: ward } => fighting::escort(places, unit, ward),
        Behaviour::Group { until } => grouping::group(places, unit, until),
        Behaviour::Work { site, store, .. } => working::work(places, unit, site, store),
        _ => Intent::Wait,
    }
}

/// Runs to a settlement and delivers its news there.
fn deliver_news(world: &World, unit: &Unit, to: TownId) -> Intent {
    let goal = world.town(to).cell;
    if unit.cell == goal {
        return Intent::DeliverNews;
    }
    Intent::Push(Behaviour::Travel { goal, purpose: TripPurpose::Other })
}

/// Keeps near a place, and returns to it after being pushed aside.
fn stay(places: Places, unit: &Unit, around: Cell, until: u64) -> Intent {
    let world = places.world;
    if world.tick >= until && unit.stack.len() > 1 {
        return Intent::Done;
    }
    if world.tick >= until {
        // As a livelihood it goes on without end, until there is work.
        let stays = Behaviour::Stay { around, until: world.tick + DAY };
        return Intent::Replace(working::nearest_work(world, unit, around).unwrap_or(stays));
    }
    let away = unit.cell.chebyshev(around);
    if away > u32::from(STAY_RADIUS_STEPS) {
        return Intent::Push(Behaviour::Travel { goal: around, purpose: TripPurpose::Other });
    }
    let taken = places.occupant_at(around).is_some_and(|holder| holder != unit.id);
    if away <= 1 && taken {
        Intent::Wait
    } else {
        surroundings::go_near(places, unit, STAY_RADIUS_STEPS, &[around])
    }
}

fn travel(places: Places, unit: &Unit, goal: Cell, purpose: TripPurpose) -> Intent {
    let world = places.world;
    if unit.cell == goal && purpose == TripPurpose::Camp && unit.fatigue >= TIRED_AFTER_TIME {
        return Intent::LieDown;
    }
    if unit.cell == goal || ends_follow_leg(places, unit, goal) {
        return Intent::Done;
    }
    let Some(path) = &unit.path else { return await_path(world, unit, goal) };
    if path.steps.is_empty() {
        // The next part of a long path is still being planned.
        if path.route.is_some() {
            return Intent::Wait;
        }
        return if path.reaches {
            Intent::RequestPath(Target::Cell(goal))
        } else {
            Intent::Fail(FailureReason::NoPathThere)
        };
    }
    if let Some(intent) = rest_intent(places, unit, purpose) {
        return intent;
    }
    let walked = path.length.saturating_sub(path.steps.len() as u32);
    if path.unknown > 0 && walked >= REPLAN_AFTER_STEPS && unit.request.is_none() {
        return Intent::RequestPath(Target::Cell(goal));
    }
    Intent::Walk
}

/// Whether the traveller is a follower that is near enough, or whose leader has gone elsewhere.
fn ends_follow_leg(places: Places, unit: &Unit, goal: Cell) -> bool {
    let below = unit.stack.len().checked_sub(2).and_then(|i| unit.stack.get(i));
    let Some(Behaviour::Follow { unit: leader_id }) = below else { return false };
    let Some(leader) = leader(places, unit, *leader_id) else { return true };
    let near = leader.cell.chebyshev(unit.cell) <= FOLLOW_NEAR_STEPS;
    near || leader.cell.chebyshev(goal) > FOLLOW_SLACK_STEPS
}

fn await_path(world: &World, unit: &Unit, goal: Cell) -> Intent {
    if unit.request.is_none() {
        Intent::RequestPath(Target::Cell(goal))
    } else if world.tick < unit.requested + STEP_TOWARD_MAX_TICKS {
        Intent::StepToward(goal)
    } else {
        Intent::Wait
    }
}

/// Whether a tired traveller rests, and where.
fn rest_intent(places: Places, unit: &Unit, purpose: TripPurpose) -> Option<Intent> {
    let sleeps = !matches!(purpose, TripPurpose::Camp | TripPurpose::Explore | TripPurpose::Possession);
    if !sleeps || unit.fatigue < TIRED_AFTER_TIME || time_left(unit) <= NEARLY_THERE_TIME.into() {
        return None;
    }
    if places.is_inside(unit.cell) {
        return Some(Intent::LieDown);
    }
    if places.beds_near(unit.cell, BED_DETOUR_STEPS).any(|bed| !is_bound_for(unit, bed)) {
        return Some(Intent::SeekBed);
    }
    let stays = unit.fatigue >= SPENT_AFTER_TIME
        || (unit.fatigue >= CAMP_AT_CROSSING_TIME && is_crossing(places.world, unit));
    stays.then_some(Intent::LieDown)
}

/// Whether at least three known roads meet at the unit's cell. Others are likely to pass there.
fn is_crossing(world: &World, unit: &Unit) -> bool {
    let (size, belief) = (world.size(), &world.people(unit.people).belief);
    let is_road = |dir: Dir8| {
        let cell = size.step(unit.cell, dir);
        cell.is_some_and(|cell| matches!(belief.at(cell), Believed::Known { tier, .. } if tier.is_road()))
    };
    // Adjacent road cells count as one road.
    Dir8::ALL.into_iter().filter(|dir| is_road(*dir) && !is_road(dir.rotated(1))).count()
        >= CROSSING_ROADS_MIN
}

/// Whether a unit's path leads to a cell.
pub fn is_bound_for(unit: &Unit, cell: Cell) -> bool {
    unit.path.as_ref().is_some_and(|path| path.goal == cell)
}

/// Walking time that is left of the path, by the prices it was planned with, in milli-steps.
fn time_left(unit: &Unit) -> Cost {
    unit.path.as_ref().map_or(0, crate::world::Path::time_left)
}

fn explore(world: &World, unit: &Unit, target: Option<Cell>, fruitless: u8) -> Intent {
    if unit.fatigue >= SPENT_AFTER_TIME {
        // Scouts sleep where they are and pitch no camp, since no other traveller is likely to come this way.
        return Intent::Push(Behaviour::Rest { until: world.tick + NIGHT_TICKS });
    }
    let claimed = || Intent::RequestPath(Target::Border { claimed: claimed_frontiers(world, unit) });
    match (target, &unit.path) {
        (Some(border), Some(path)) if !path.steps.is_empty() && is_frontier(world, unit.people, border) => {
            Intent::Walk
        }
        (Some(_), _) => Intent::Replace(Behaviour::Explore { target: None, fruitless: 0 }),
        (None, _) if unit.request.is_some() => Intent::Wait,
        (None, _) if fruitless >= FRUITLESS_MAX => {
            Intent::Push(Behaviour::Stay { around: unit.cell, until: world.tick + 2 * DAY })
        }
        (None, _) => claimed(),
    }
}

/// Cells that other scouts of the people are walking to.
fn claimed_frontiers(world: &World, scout: &Unit) -> Vec<Cell> {
    let others = world.units.iter().filter(|unit| unit.id != scout.id && unit.people == scout.people);
    others
        .filter_map(|unit| match unit.top() {
            Some(Behaviour::Explore { target, .. }) => *target,
            _ => None,
        })
        .collect()
}

/// Whether the cell is known and has an unknown neighbour.
pub fn is_frontier(world: &World, people: u8, cell: Cell) -> bool {
    let belief = &world.peoples[usize::from(people)].belief;
    belief.is_known(cell) && world.size().neighbours(cell).any(|(_, other)| !belief.is_known(other))
}

fn trade(places: Places, unit: &Unit, home: TownId, trip: Option<(TownId, TownId)>) -> Intent {
    let world = places.world;
    let is_bound_elsewhere = |here: TownId| trip.is_some_and(|(to, _)| to != here);
    let here = places.town_at(unit.cell).filter(|town| world.trades_at(unit.people, *town));
    if here.is_some_and(|here| !is_bound_elsewhere(here)) {
        return Intent::Trade;
    }
    let to = trip.map_or(home, |(to, _)| to);
    if world.town(to).cell == unit.cell {
        // Nothing is traded here any more, and there is no other market to go to.
        return Intent::Push(Behaviour::Stay { around: unit.cell, until: world.tick + NIGHT_TICKS });
    }
    Intent::Push(Behaviour::Travel { goal: world.town(to).cell, purpose: TripPurpose::Trade })
}

fn settle(unit: &Unit, at: Cell) -> Intent {
    if unit.cell == at {
        Intent::FoundTown
    } else {
        Intent::Push(Behaviour::Travel { goal: at, purpose: TripPurpose::Settle })
    }
}

fn wander(world: &World, unit: &Unit, until: u64) -> Intent {
    if world.tick >= until {
        return Intent::Done;
    }
    // A hash rather than a random stream: the result does not depend on how many others wander.
    let hash = mix(&[world.seed, world.tick, u64::from(unit.id.0), 1]);
    let (dx, dy) = ((hash % 13) as i32 - 6, (hash / 13 % 13) as i32 - 6);
    let belief = &world.peoples[usize::from(unit.people)].belief;
    let goal = world.size().offset(unit.cell, dx, dy).filter(|cell| match belief.at(*cell) {
        Believed::Known { surface, .. } => unit.kind.ground_time(surface).is_some(),
        Believed::Unknown(_) => false,
    });
    goal.map_or(Intent::Wait, |goal| Intent::Push(Behaviour::Travel { goal, purpose: TripPurpose::Other }))
}

fn patrol(unit: &Unit, points: &[Cell], next: u16) -> Intent {
    let Some(goal) = points.get(usize::from(next)).copied() else {
        return Intent::Fail(FailureReason::NoPatrolPoints);
    };
    if unit.cell == goal {
        let next = (next + 1) % points.len() as u16;
        if points.len() == 1 {
            return Intent::Wait;
        }
        return Intent::Replace(Behaviour::Patrol { points: points.to_vec(), next });
    }
    Intent::Push(Behaviour::Travel { goal, purpose: TripPurpose::Other })
}

/// Goes to the next cell that is not yet road and builds there; finally walks to the end of the route.
fn build(world: &World, unit: &Unit, path: &[Cell], next: usize) -> Intent {
    let belief = &world.peoples[usize::from(unit.people)].belief;
    let open = (next..path.len()).find(|i| needs_road(world, unit.people, path[*i]));
    let goal = match open {
        Some(i) if i > next => {
            return Intent::Replace(Behaviour::Build { path: path.to_vec(), next: i as u16, worked: 0 });
        }
        Some(i) if unit.cell == path[i] => return Intent::BuildRoad,
        Some(i) => path[i],
        None => match path.last() {
            Some(end) if *end != unit.cell => *end,
            _ => return Intent::Done,
        },
    };
    match belief.at(goal) {
        Believed::Known { surface, .. } if unit.kind.ground_time(surface).is_none() => {
            Intent::Fail(FailureReason::RoadBlocked)
        }
        _ => Intent::Push(Behaviour::Travel { goal, purpose: TripPurpose::Other }),
    }
}

/// The followed unit: one of the same people, or a stranger as long as it is visible.
fn leader<'a>(places: Places<'a>, unit: &Unit, leader_id: UnitId) -> Option<&'a Unit> {
    let is_seen = |leader: &&Unit| leader.people == unit.people || places.sees(unit.people, leader.cell);
    places.world.unit(leader_id).filter(is_seen)
}

fn follow(places: Places, unit: &Unit, leader_id: UnitId) -> Intent {
    let Some(leader) = leader(places, unit, leader_id) else {
        return Intent::Fail(FailureReason::LeaderGone);
    };
    if leader.cell.chebyshev(unit.cell) <= FOLLOW_NEAR_STEPS {
        return Intent::Wait;
    }
    Intent::Push(Behaviour::Travel { goal: leader.cell, purpose: TripPurpose::Other })
}
