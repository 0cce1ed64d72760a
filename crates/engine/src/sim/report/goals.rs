//! Goals of a level: created from its definition, evaluated every tick, and reported when they are met or lost.
//!
//! They are evaluated against the true world. Units learn nothing from them.

use crate::grid::Cell;
use crate::sim::derived::Watcher;
use crate::sim::{Derived, Game, events};
use crate::world::{
    Goal, GoalDemand, GoalStatus, LevelGoals, Nature, PeopleIx, PlayerEvent, TownKind, Unit, UnitId,
};

/// Evaluates the goals of the level.
pub(super) fn update_goals(game: &mut Game) {
    let Some(mut trial) = game.world.level_goals.take() else { return };
    if trial.ended.is_none() {
        evaluate_goals(game, &mut trial);
    }
    game.world.level_goals = Some(trial);
}

fn evaluate_goals(game: &mut Game, trial: &mut LevelGoals) {
    if trial.needs_sightings() {
        record_seen_units(game, &mut trial.seen);
    }
    let has_several = trial.goals.len() > 1;
    for (number, goal) in
        trial.goals.iter_mut().enumerate().filter(|(_, goal)| goal.state == GoalStatus::Open)
    {
        count_watching(&game.derived, goal);
        goal.state = evaluate_goal(game, goal, &trial.seen, trial.newcomers);
        let number = number as u8;
        let what = match goal.state {
            GoalStatus::Lost(_) => PlayerEvent::GoalLost { goal: number },
            // The last line reports an only goal.
            GoalStatus::Met(_) if has_several => PlayerEvent::GoalMet { goal: number },
            _ => continue,
        };
        events::tell_now(&mut game.world, goal.place(), what);
    }
    let all_met = trial.goals.iter().all(|goal| matches!(goal.state, GoalStatus::Met(_)));
    if all_met || trial.is_lost() {
        trial.ended = Some((game.world.tick, game.world.level_result(trial)));
        events::tell_now(&mut game.world, None, PlayerEvent::LevelEnded);
    }
}

/// Records units of the player's people that strangers see outside.
fn record_seen_units(game: &Game, seen: &mut Vec<UnitId>) {
    let world = &game.world;
    let is_stranger =
        |people: &PeopleIx| *people != PeopleIx::PLAYER && world.people(*people).nature != Nature::Wild;
    let strangers: Vec<PeopleIx> = world.peoples.indices().filter(is_stranger).collect();
    for unit in
        world.units.iter().filter(|unit| unit.people == PeopleIx::PLAYER && !game.derived.haven[unit.cell])
    {
        if strangers.iter().any(|people| game.derived.visible[*people][unit.cell] > 0)
            && let Err(place) = seen.binary_search(&unit.id)
        {
            seen.insert(place, unit.id);
        }
    }
}

/// Counts a tick of watching if the unit sees the place that it has to watch.
fn count_watching(derived: &Derived, goal: &mut Goal) {
    if let GoalDemand::Home { unit, of, watch, ref mut watched, .. } = goal.demand
        && derived.can_see(Watcher::Unit(unit), of)
    {
        *watched = (*watched + 1).min(watch);
    }
}

fn evaluate_goal(game: &Game, goal: &Goal, seen: &[UnitId], newcomers: u32) -> GoalStatus {
    let world = &game.world;
    let (met, lost) = (GoalStatus::Met(world.tick), GoalStatus::Lost(world.tick));
    let is_over = world.tick >= goal.until;
    // Demands that must come true in time, and demands that must hold until the end.
    let in_time = |is_true: bool| match (is_true, is_over) {
        (true, _) => met,
        (false, true) => lost,
        (false, false) => GoalStatus::Open,
    };
    let lasting = |is_true: bool| match (is_true, is_over) {
        (false, _) => lost,
        (true, true) => met,
        (true, false) => GoalStatus::Open,
    };
    let is_seen = |id: UnitId| seen.binary_search(&id).is_ok();
    match goal.demand {
        GoalDemand::Reach { unit, at, unseen, fed } => {
            let is_candidate = |other: &&Unit| {
                // Units hired later do not count for the level.
                (other.people == PeopleIx::PLAYER && other.id.0 < newcomers)
                    && unit.is_none_or(|id| id == other.id)
                    && !(unseen && is_seen(other.id))
                    && !(fed && is_starved(other))
            };
            let mut candidates = world.units.iter().filter(is_candidate).peekable();
            if candidates.peek().is_none() { lost } else { in_time(candidates.any(|unit| unit.cell == at)) }
        }
        GoalDemand::SeePlace(at) => in_time(world.people(PeopleIx::PLAYER).belief.is_known(at)),
        GoalDemand::SeeUnit(id) => match world.unit(id) {
            Some(unit) => in_time(game.derived.visible[PeopleIx::PLAYER][unit.cell] > 0),
            None => lost,
        },
        GoalDemand::Survive(id) => lasting(world.unit(id).is_some()),
        GoalDemand::Hold { from, to } => {
            let is_inside =
                |cell: Cell| (from.x..=to.x).contains(&cell.x) && (from.y..=to.y).contains(&cell.y);
            let is_foe =
                |unit: &Unit| world.at_war(PeopleIx::PLAYER, unit.people) || unit.kind.row().is_hunter();
            lasting(!world.units.iter().any(|unit| is_inside(unit.cell) && is_foe(unit)))
        }
        GoalDemand::Deliver(loads) => in_time(world.tally.deliveries >= u64::from(loads)),
        GoalDemand::Bring { unit: id, at, .. } => match world.unit(id) {
            Some(unit) if unit.cargo.is_some() => in_time(unit.cell == at),
            _ => lost,
        },
        GoalDemand::Home { unit: id, watch, watched, unseen, .. } => match world.unit(id) {
            Some(unit) if !(unseen && is_seen(id)) => in_time(watched >= watch && is_at_home(game, unit)),
            _ => lost,
        },
    }
}

fn is_at_home(game: &Game, unit: &Unit) -> bool {
    let town = game.places().town_at(unit.cell).map(|id| game.world.town(id));
    town.is_some_and(|town| town.people == unit.people && town.kind != TownKind::Ruin)
}

fn is_starved(unit: &Unit) -> bool {
    let supply_ticks = unit.kind.row().supplies;
    supply_ticks > 0 && unit.unfed >= supply_ticks
}
