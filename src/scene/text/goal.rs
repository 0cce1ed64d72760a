//! The goals of a level and their result.

use super::super::words::hours_words;
use super::danger::killer_title;
use crate::grid::Cell;
use crate::land::Good;
use crate::sim::{counted, place_words};
use crate::world::{Goal, GoalDemand, GoalStatus, LevelGoals, Measure, Unit, UnitId, World};

/// A goal as a sentence for the player: `Bring Ada to Mill within 40 hours`.
pub fn goal_words(world: &World, goal: &Goal) -> String {
    let time = hours_words(goal.until);
    let name = |id: UnitId| unit_name(world, id);
    let place = |cell: Cell| place_words(world, cell, world.town_at(cell));
    match goal.demand {
        GoalDemand::Reach { unit, at, unseen, fed } => {
            let unseen = if unseen { " unseen" } else { "" };
            let fed = if fed { ", before the food runs out," } else { "" };
            format!("Bring {} to {}{unseen}{fed} within {time}", unit.map_or("a unit", name), place(at))
        }
        GoalDemand::SeePlace(at) => format!("See what lies at {} within {time}", place(at)),
        GoalDemand::SeeUnit(unit) => format!("Find {} within {time}", name(unit)),
        GoalDemand::Survive(unit) => format!("Keep {} alive for {time}", name(unit)),
        GoalDemand::Hold { from, to } if from == to => format!("Let no foe onto {} for {time}", place(from)),
        GoalDemand::Hold { from, to } => {
            format!("Let no foe in between {} and {} for {time}", place(from), place(to))
        }
        GoalDemand::Deliver(loads) => format!("Sell {} within {time}", counted(loads as usize, "load")),
        GoalDemand::Bring { unit, good, at } => {
            let load = good.map_or("load", Good::name);
            format!("Have {} bring the {load} to {} within {time}", name(unit), place(at))
        }
        GoalDemand::Home { unit, of, unseen, .. } => {
            let unseen = if unseen { " unseen" } else { "" };
            format!("Have {} watch {}{unseen} and come home within {time}", name(unit), place(of))
        }
    }
}

fn unit_name(world: &World, id: UnitId) -> &str {
    let kept = world.events.unit(id).map(|unit| unit.name.as_str());
    kept.or_else(|| Some(&world.unit(id)?.name)).unwrap_or("a unit")
}

/// Why a goal is lost: `the time was up, and Ada stood 12 steps away`; empty while it is not.
pub fn loss_words(world: &World, goal: &Goal) -> String {
    let GoalStatus::Lost(tick) = goal.state else { return String::new() };
    if let Some(dead) = goal.unit().filter(|id| world.unit(*id).is_none()) {
        let killer = killer_title(world, tick, |_, unit| unit == dead);
        let how = killer.map_or_else(|| "is dead".into(), |killer| format!("was killed by {killer}"));
        return format!("{} {how}", unit_name(world, dead));
    }
    if tick >= goal.until {
        let unit = goal.unit().and_then(|id| world.unit(id)).zip(goal.place());
        let steps = |(unit, at): (&Unit, Cell)| (unit.cell.octile(at) / 1000) as usize;
        let away = unit.map(|of| format!(", and {} stood {} away", of.0.name, counted(steps(of), "step")));
        return format!("the time was up{}", away.unwrap_or_default());
    }
    let why = match goal.demand {
        GoalDemand::Reach { unseen: true, fed: false, .. } | GoalDemand::Home { unseen: true, .. } => {
            "it was seen"
        }
        GoalDemand::Reach { unseen: false, fed: true, .. } => "the food ran out",
        GoalDemand::Bring { .. } => "the load was lost",
        GoalDemand::Hold { .. } => "a foe came in",
        _ => "not possible any more",
    };
    why.to_owned()
}

/// A value of a level's measure with its unit: `32 hours`, `3 wounds`.
pub fn measure_words(measure: Measure, value: u32) -> String {
    match measure {
        Measure::Ticks => hours_words(value.into()),
        _ => counted(value as usize, measure.unit_name()),
    }
}

/// The result of a level: `met in 32 hours, par 30 hours: score 96`.
pub fn result_words(level: &LevelGoals) -> String {
    let Some((_, result)) = level.ended else { return "goes on".to_owned() };
    if level.is_lost() {
        return "lost".to_owned();
    }
    let how = if level.measure.is_duration() { "in" } else { "with" };
    let result = measure_words(level.measure, result);
    match (level.par, level.score()) {
        (Some(par), Some(score)) => {
            format!("met {how} {result}, par {}: score {score}", measure_words(level.measure, par))
        }
        _ => format!("met {how} {result}"),
    }
}
