//! The goals of a level and their result.

use crate::grid::Cell;
use crate::land::Good;
use crate::sim::{counted, place_words};
use crate::world::{Goal, GoalDemand, LevelGoals, UnitId, World};

/// A goal as a sentence for the player: `Bring Ada to 28, 8 within 400 ticks`.
pub fn goal_words(world: &World, goal: &Goal) -> String {
    let ticks = counted(goal.until as usize, "tick");
    let kept = |id: UnitId| world.events.unit(id).map(|unit| unit.name.as_str());
    let name = |id: UnitId| kept(id).or_else(|| Some(&world.unit(id)?.name)).unwrap_or("a unit");
    let place = |cell: Cell| place_words(world, cell, world.town_at(cell));
    match goal.demand {
        GoalDemand::Reach { unit, at, unseen, fed } => {
            let unseen = if unseen { " unseen" } else { "" };
            let fed = if fed { ", before the food runs out," } else { "" };
            format!("Bring {} to {}{unseen}{fed} within {ticks}", unit.map_or("a unit", name), place(at))
        }
        GoalDemand::SeePlace(at) => format!("See what lies at {} within {ticks}", place(at)),
        GoalDemand::SeeUnit(unit) => format!("Find {} within {ticks}", name(unit)),
        GoalDemand::Survive(unit) => format!("Keep {} alive for {ticks}", name(unit)),
        GoalDemand::Hold { from, to } if from == to => format!("Let no foe onto {} for {ticks}", place(from)),
        GoalDemand::Hold { from, to } => {
            format!("Let no foe in between {} and {} for {ticks}", place(from), place(to))
        }
        GoalDemand::Deliver(loads) => format!("Sell {} within {ticks}", counted(loads as usize, "load")),
        GoalDemand::Bring { unit, good, at } => {
            let load = good.map_or("load", Good::name);
            format!("Have {} bring the {load} to {} within {ticks}", name(unit), place(at))
        }
        GoalDemand::Home { unit, of, unseen, .. } => {
            let unseen = if unseen { " unseen" } else { "" };
            format!("Have {} watch {}{unseen} and come home within {ticks}", name(unit), place(of))
        }
    }
}

/// The result of a level: `met in 312 ticks, par 300: 96`.
pub fn result_words(level: &LevelGoals) -> String {
    let Some((_, result)) = level.ended else { return "goes on".to_owned() };
    if level.is_lost() {
        return "lost".to_owned();
    }
    let how = if level.measure.is_duration() { "in" } else { "with" };
    let result = counted(result as usize, level.measure.unit_name());
    match (level.par, level.score()) {
        (Some(par), Some(score)) => format!("met {how} {result}, par {par}: {score}"),
        _ => format!("met {how} {result}"),
    }
}
