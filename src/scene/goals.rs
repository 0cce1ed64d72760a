//! The goals of a level for the screen. What makes a goal met does not live here.

use super::text::{goal_words, loss_words, measure_words, result_words};
use super::{GoalLine, LevelCard};
use crate::grid::Cell;
use crate::sim::Game;
use crate::world::{Goal, GoalStatus, PeopleIx, World};

/// The goals of the level, in a level.
pub(super) fn level_card(game: &Game) -> Option<LevelCard> {
    let world = &game.world;
    let trial = world.level_goals.as_ref()?;
    let line = |goal: &Goal| GoalLine {
        words: goal_words(world, goal),
        loss: loss_words(world, goal),
        state: goal.state,
        cell: goal.place().or_else(|| own_unit_cell(world, goal)),
        marked_cells: if goal.state == GoalStatus::Open { goal.marks() } else { Vec::new() },
    };
    let stands = if trial.ended.is_some() {
        result_words(trial)
    } else {
        let value = |value| measure_words(trial.measure, value);
        let par = trial.par.map_or_else(String::new, |par| format!(", par {}", value(par)));
        format!("{} so far{par}", value(world.level_result(trial)))
    };
    Some(LevelCard {
        name: trial.name.clone(),
        about: trial.about.clone(),
        goals: trial.goals.iter().map(line).collect(),
        standing_words: stands,
        stars: trial.stars(),
        is_over: trial.ended.is_some(),
        trails: None,
        naive: Vec::new(),
    })
}

/// The cell of the player's unit that a goal is about. The cells of other peoples' units stay hidden.
fn own_unit_cell(world: &World, goal: &Goal) -> Option<Cell> {
    let unit = world.unit(goal.unit()?)?;
    (unit.people == PeopleIx::PLAYER).then_some(unit.cell)
}
