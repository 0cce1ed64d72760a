//! Goals and the solution of a level, as its world understands them.

use crate::grid::Cell;
use crate::level::{self, Level, LevelDemand, SolutionAct};
use crate::sim::start::level_names::{game_order, unit_named};
use crate::world::{
    Brush, Command, Goal, GoalDemand, GoalStatus, LevelGoals, LevelTools, Measure, PeopleIx, Queue, World,
};

/// What a level demands of the player; `None` if it demands nothing.
pub(super) fn level_goals(world: &World, level: &Level) -> Option<LevelGoals> {
    let goals: Vec<Goal> = level.goals.iter().filter_map(|goal| level_goal(world, goal)).collect();
    let measure = level::MEASURES.iter().position(|word| *word == level.measure).unwrap_or(0);
    (!goals.is_empty()).then(|| LevelGoals {
        name: level.name.clone(),
        about: level.about.split_whitespace().collect::<Vec<_>>().join(" "),
        tools: level_tools(level),
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
pub(super) fn keep_names(world: &mut World) {
    let World { level_goals, events, units, .. } = world;
    let named = level_goals.iter().flat_map(|level| &level.goals).filter_map(Goal::unit);
    for index in named.filter_map(|id| units.index_of(id)) {
        events.mention_in_goal(&units[index]);
    }
}

/// The tools that a level gives to the player.
fn level_tools(level: &Level) -> LevelTools {
    let given = |brush: &Brush| level.brushes.contains(&brush.name());
    match (level.tools, level.brushes.is_empty()) {
        (false, _) => LevelTools::NONE,
        (true, true) => LevelTools::ALL,
        (true, false) => LevelTools::only(Brush::ALL.into_iter().filter(given)),
    }
}

fn level_goal(world: &World, goal: &level::LevelGoal) -> Option<Goal> {
    let demand = match goal.demand.clone() {
        LevelDemand::Reach { unit, at, unseen, fed } => {
            let unit = match unit {
                Some(name) => Some(unit_named(world, &name)?),
                None => None,
            };
            GoalDemand::Reach { unit, at, unseen, fed }
        }
        LevelDemand::SeePlace(at) => GoalDemand::SeePlace(at),
        LevelDemand::SeeUnit(name) => GoalDemand::SeeUnit(unit_named(world, &name)?),
        LevelDemand::Survive(name) => GoalDemand::Survive(unit_named(world, &name)?),
        LevelDemand::Hold { from, to } => GoalDemand::Hold {
            from: Cell::new(from.x.min(to.x), from.y.min(to.y)),
            to: Cell::new(from.x.max(to.x), from.y.max(to.y)),
        },
        LevelDemand::Deliver(loads) => GoalDemand::Deliver(loads),
        LevelDemand::Bring { unit, good: (), at } => {
            let unit = unit_named(world, &unit)?;
            let cargo = world.unit(unit).and_then(|unit| unit.cargo);
            GoalDemand::Bring { unit, good: cargo.map(|cargo| cargo.good), at }
        }
        LevelDemand::Home { unit, of, watch, watched, unseen } => {
            GoalDemand::Home { unit: unit_named(world, &unit)?, of, watch, watched, unseen }
        }
    };
    Some(Goal { demand, until: goal.until, state: GoalStatus::Open })
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
