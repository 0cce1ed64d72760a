//! The goals of a level for the screen. What makes a goal met does not live here.

use super::Scene;
use super::text::{goal_words, measure_words, result_words};
use crate::grid::Cell;
use crate::sim::Game;
use crate::world::{Goal, GoalStatus, PeopleIx, World};

/// State of a goal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum GoalState {
    /// Not decided yet.
    #[default]
    Open,
    /// Met.
    Met,
    /// It can no longer be met.
    Lost,
}

/// A goal.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GoalLine {
    /// `Bring Ada to Mill within 40 hours`.
    pub words: String,
    /// Its state.
    pub state: GoalState,
    /// Where to jump: its place, or the player's unit that it is about.
    pub cell: Option<Cell>,
    /// Cells marked on the map while it is open.
    pub marked_cells: Vec<Cell>,
}

/// A level's goals and standing.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LevelCard {
    /// The level's name.
    pub name: String,
    /// What it teaches.
    pub about: String,
    /// Its goals.
    pub goals: Vec<GoalLine>,
    /// Standing: `12 hours so far, par 30 hours`, or at the end `met in 32 hours, par 30 hours: 96`.
    pub standing_words: String,
    /// Whether it has a score.
    pub is_scored: bool,
    /// Whether it is over.
    pub is_over: bool,
}

impl Scene {
    /// Cells of the level's open goals, in the order of the goals.
    pub fn goal_marks(&self) -> impl Iterator<Item = Cell> {
        self.level.iter().flat_map(|trial| &trial.goals).flat_map(|goal| goal.marked_cells.iter().copied())
    }
}

/// The goals of the level, in a level.
pub(super) fn level_card(game: &Game) -> Option<LevelCard> {
    let world = &game.world;
    let trial = world.level_goals.as_ref()?;
    let line = |goal: &Goal| GoalLine {
        words: goal_words(world, goal),
        state: match goal.state {
            GoalStatus::Open => GoalState::Open,
            GoalStatus::Met(_) => GoalState::Met,
            GoalStatus::Lost(_) => GoalState::Lost,
        },
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
        is_scored: trial.par.is_some(),
        is_over: trial.ended.is_some(),
    })
}

/// The cell of the player's unit that a goal is about. The cells of other peoples' units stay hidden.
fn own_unit_cell(world: &World, goal: &Goal) -> Option<Cell> {
    let unit = world.unit(goal.unit()?)?;
    (unit.people == PeopleIx::PLAYER).then_some(unit.cell)
}
