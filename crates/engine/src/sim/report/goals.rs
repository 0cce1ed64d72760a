//! Goals of a level: created from its definition, evaluated every tick, and reported when they are met or lost.
//!
//! They are evaluated against the true world. Units learn nothing from them.

use crate::grid::Cell;
use crate::level;
use crate::level::{Level, SolutionAct};
use crate::sim::derived::Watcher;
use crate::sim::level_names::{game_order, unit_named};
use crate::sim::{Derived, Game, events};
use crate::world::{
    Brush, Command, Goal, GoalDemand, GoalStatus, LevelGoals, Measure, Nature, OrderProblem, PeopleIx,
    PlayerEvent, Queue, Rejection, TownKind, Unit, UnitId, WOUNDS_MAX, World,
};

/// What a level demands of the player; `None` if it demands nothing.
pub(in crate::sim) fn level_trial(world: &World, level: &Level) -> Option<LevelGoals> {
    let goals: Vec<Goal> = level.goals.iter().filter_map(|goal| level_goal(world, goal)).collect();
    let measure = level::MEASURES.iter().position(|word| *word == level.measure).unwrap_or(0);
    (!goals.is_empty()).then(|| LevelGoals {
        name: level.name.clone(),
        about: level.about.split_whitespace().collect::<Vec<_>>().join(" "),
        tools: level.tools,
        measure: Measure::ALL[measure],
        par: level.par,
        goals,
        initial_units: world.units.iter().filter(|unit| unit.people == PeopleIx::PLAYER).count() as u32,
        newcomers: world.next_unit,
        seen: Vec::new(),
        ended: None,
    })
}

/// Keeps the names of the units that the goals are about, for when they are dead.
pub(in crate::sim) fn keep_names(world: &mut World) {
    let World { level_goals, events, units, .. } = world;
    let named = level_goals.iter().flat_map(|level| &level.goals).filter_map(Goal::unit);
    for index in named.filter_map(|id| units.index_of(id)) {
        events.mention_in_goal(&units[index]);
    }
}

fn level_goal(world: &World, goal: &level::LevelGoal) -> Option<Goal> {
    let demand = match &goal.demand {
        level::LevelDemand::Reach { unit, at, unseen, fed } => {
            let unit = match unit {
                Some(name) => Some(unit_named(world, name)?),
                None => None,
            };
            GoalDemand::Reach { unit, at: *at, unseen: *unseen, fed: *fed }
        }
        level::LevelDemand::SeePlace(at) => GoalDemand::SeePlace(*at),
        level::LevelDemand::SeeUnit(name) => GoalDemand::SeeUnit(unit_named(world, name)?),
        level::LevelDemand::Survive(name) => GoalDemand::Survive(unit_named(world, name)?),
        level::LevelDemand::Hold { from, to } => GoalDemand::Hold {
            from: Cell::new(from.x.min(to.x), from.y.min(to.y)),
            to: Cell::new(from.x.max(to.x), from.y.max(to.y)),
        },
        level::LevelDemand::Deliver(loads) => GoalDemand::Deliver(*loads),
        level::LevelDemand::Bring { unit, at } => {
            let unit = unit_named(world, unit)?;
            let cargo = world.unit(unit).and_then(|unit| unit.cargo);
            GoalDemand::Bring { unit, good: cargo.map(|cargo| cargo.good), at: *at }
        }
        level::LevelDemand::Home { unit, of, watch, unseen } => GoalDemand::Home {
            unit: unit_named(world, unit)?,
            of: *of,
            watch: *watch,
            watched: 0,
            unseen: *unseen,
        },
    };
    Some(Goal { demand, until: goal.until, state: GoalStatus::Open })
}

/// Evaluates the goals of the level.
pub(in crate::sim) fn update_goals(game: &mut Game) {
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
        trial.ended = Some((game.world.tick, measure_result(&game.world, trial)));
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

/// The value of the level's measure now.
pub fn measure_result(world: &World, trial: &LevelGoals) -> u32 {
    let own_units = || world.units.iter().filter(|unit| unit.people == PeopleIx::PLAYER);
    let result = match trial.measure {
        Measure::Ticks => world.tick,
        Measure::Steps => own_units().map(|unit| u64::from(unit.steps)).sum(),
        Measure::Wounds => {
            let survivors = own_units().filter(|unit| unit.id.0 < trial.newcomers).count() as u64;
            let dead = u64::from(trial.initial_units).saturating_sub(survivors);
            dead * u64::from(WOUNDS_MAX) + own_units().map(|unit| u64::from(unit.wounds)).sum::<u64>()
        }
        Measure::Robberies => world.tally.robberies,
        Measure::Deliveries => world.tally.deliveries,
    };
    result.min(u64::from(u32::MAX >> 2)) as u32
}

/// Refuses edits of the land and new units while a level forbids them.
pub(in crate::sim) fn check_tools_allowed(world: &World, command: &Command) -> Result<(), Rejection> {
    let is_tool = matches!(
        command,
        Command::EditLand { .. } | Command::Spawn { .. } | Command::Remove { .. } | Command::FreeBuild(true)
    );
    let forbids_tools = |trial: &LevelGoals| trial.ended.is_none() && !trial.tools;
    if is_tool && world.level_goals.as_ref().is_some_and(forbids_tools) {
        return Err(Rejection::Cannot(OrderProblem::ToolsForbidden));
    }
    Ok(())
}

/// The commands of the level's solution for the coming tick.
pub fn solution_commands(world: &World, level: &Level) -> Vec<Command> {
    let now = world.tick;
    let steps = level.solution.iter().enumerate().filter(|(_, step)| step.at == now);
    steps.filter_map(|(number, step)| command_of(world, &step.act, number as u32)).collect()
}

fn command_of(world: &World, act: &SolutionAct, stroke: u32) -> Option<Command> {
    Some(match act {
        SolutionAct::Orders { unit, orders } => Command::Orders {
            units: vec![unit_named(world, unit)?],
            orders: orders.iter().filter_map(|order| game_order(world, order)).collect(),
            queue: Queue::Replace,
        },
        SolutionAct::Edit { brush, cells } => Command::EditLand {
            stroke,
            brush: Brush::ALL.into_iter().find(|known| known.name() == *brush)?,
            cells: cells.clone(),
        },
    })
}

fn is_starved(unit: &Unit) -> bool {
    let supply_ticks = unit.kind.row().supplies;
    supply_ticks > 0 && unit.unfed >= supply_ticks
}
