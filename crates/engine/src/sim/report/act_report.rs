//! The effect of each act of the player: two days later, an event says in figures what it changed.

use crate::grid::Cell;
use crate::plan;
use crate::sim::{Game, events};
use crate::world::{
    ActReport, Brush, DAY, DELIVERY_DAYS, PeopleIx, PlayerEvent, REPORTED_ACTS_MAX, REPORTED_PAIRS_MAX,
    REPORTED_USERS_MAX, ReportedAct, Tally, TownIx, UnitId, World, amount_of, push_bounded,
};

/// Ticks from an act to its report: two days.
pub const REPORT_AFTER_TICKS: u64 = 2 * DAY;
/// The tick of the day at which deliveries are counted.
const COUNT_TICK: u64 = 11;
/// Ticks before the report at which the routes nearby are surveyed again.
const SURVEY_BEFORE_TICKS: u64 = 60;
/// Acts within this many ticks and steps of each other count as one.
const SAME_TICKS: u64 = 100;

const SAME_STEPS: u32 = 12;
/// How far from the act settlements count, in steps, and how many of them are compared.
const NEAR_STEPS: u32 = 64;

const NEAR_TOWNS: usize = 4;

/// Records that the player is about to draw on these cells, with what can be measured there. Call it before anything
/// changes. Consecutive strokes of a brush near each other are one act.
pub(in crate::sim) fn record_act(world: &mut World, cells: &[Cell], brush: Brush) {
    let Some(first) = cells.first().copied() else { return };
    let users = units_crossing(world, cells);
    let now = world.tick;
    let same = |act: &&mut ReportedAct| {
        let near = |cell: &Cell| cell.chebyshev(first) <= SAME_STEPS;
        now <= act.latest + SAME_TICKS && act.brush == brush && act.cells.iter().any(near)
    };
    if let Some(act) = world.reported_acts.iter_mut().rev().find(same) {
        act.latest = now;
        act.add_cells(cells);
        for user in users {
            let known = act.users.iter().any(|(id, _)| *id == user.0) || act.away.contains(&user.0);
            if !known && act.users.len() < REPORTED_USERS_MAX {
                act.users.push(user);
            }
        }
        return;
    }
    let mut act = ReportedAct {
        tick: now,
        latest: now,
        brush,
        users,
        pairs: routes_near(world, first),
        delivered_before: world.tally.recently_delivered(),
        deliveries: world.tally.deliveries,
        ..ReportedAct::default()
    };
    act.add_cells(cells);
    push_bounded(&mut world.reported_acts, act, REPORTED_ACTS_MAX);
}

/// Units of the player's people whose path crosses one of these cells, with their goals.
fn units_crossing(world: &World, cells: &[Cell]) -> Vec<(UnitId, Cell)> {
    let size = world.size();
    let mine = world.units.iter().filter(|unit| unit.people == PeopleIx::PLAYER);
    let users = mine.filter_map(|unit| {
        let goal = unit.path.as_ref()?.goal;
        unit.cells_ahead(size).any(|cell| cells.contains(&cell)).then_some((unit.id, goal))
    });
    users.take(REPORTED_USERS_MAX).collect()
}

/// Known routes between the nearest markets, with their walking time in milli-steps.
fn routes_near(world: &World, cell: Cell) -> Vec<(TownIx, TownIx, u32)> {
    let near = |id: &TownIx| {
        let town = world.town(*id);
        town.people == PeopleIx::PLAYER && town.cell.chebyshev(cell) <= NEAR_STEPS
    };
    let mut towns: Vec<TownIx> = world.markets_of(PeopleIx::PLAYER).filter(near).collect();
    towns.sort_by_key(|id| (world.town(*id).cell.octile(cell), *id));
    towns.truncate(NEAR_TOWNS);
    let pairs = towns.iter().flat_map(|from| towns.iter().map(move |to| (*from, *to)));
    let timed =
        pairs.filter_map(|(from, to)| Some((from, to, world.peoples[PeopleIx::PLAYER].trip_time(from, to)?)));
    timed.take(REPORTED_PAIRS_MAX).collect()
}

/// Counts deliveries once a day, and writes the reports that are due.
pub(in crate::sim) fn report_acts(game: &mut Game) {
    let now = game.world.tick;
    if now % DAY == COUNT_TICK {
        count_deliveries(&mut game.world.tally);
    }
    let is_due = |after: u64| move |act: &&ReportedAct| act.tick + after == now;
    let to_survey: Vec<(TownIx, TownIx)> = game
        .world
        .reported_acts
        .iter()
        .filter(is_due(REPORT_AFTER_TICKS - SURVEY_BEFORE_TICKS))
        .flat_map(|act| act.pairs.iter().map(|(from, to, _)| (*from, *to)))
        .collect();
    for (from, to) in to_survey {
        plan::survey(&mut game.world, PeopleIx::PLAYER, from, to);
    }
    let due_acts: Vec<ReportedAct> =
        game.world.reported_acts.iter().filter(is_due(REPORT_AFTER_TICKS)).cloned().collect();
    game.world.reported_acts.retain(|act| act.tick + REPORT_AFTER_TICKS > now);
    for act in due_acts {
        let report = act_report(&game.world, &act);
        events::tell_now(&mut game.world, act.cells.first().copied(), PlayerEvent::ActReported(report));
    }
}

fn count_deliveries(tally: &mut Tally) {
    tally.daily_deliveries.push(tally.deliveries);
    let surplus = tally.daily_deliveries.len().saturating_sub(DELIVERY_DAYS);
    tally.daily_deliveries.drain(..surplus);
}

/// What came of an act, in figures.
fn act_report(world: &World, act: &ReportedAct) -> ActReport {
    let routes = &world.peoples[PeopleIx::PLAYER].trip_times;
    let compared = act.pairs.iter().filter_map(|(from, to, before)| {
        Some((u64::from(*before), u64::from(routes.get(&(*from, *to))?.time)))
    });
    let (before, after, count) =
        compared.fold((0, 0, 0), |sum, times| (sum.0 + times.0, sum.1 + times.1, sum.2 + 1));
    let mean = |sum: u64| amount_of((sum + count / 2) / count.max(1));
    let delivered = world.tally.deliveries.saturating_sub(act.deliveries);
    ActReport {
        brush: act.brush,
        users: act.users.len() as u32,
        away: act.away.len() as u32,
        through: act.through.len() as u32,
        trip_times: (count > 0).then(|| (mean(before), mean(after))),
        lost_trips: act.pairs.len() as u32 - count as u32,
        deliveries: (act.delivered_before, amount_of(delivered)),
    }
}
