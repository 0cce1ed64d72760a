//! The goals of a level as the screen shows them.

use super::Scene;
use crate::grid::Cell;
use crate::sim::{Game, counted, end_words};
use crate::world::{Goal, Standing, World};

/// How a goal stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum GoalState {
    /// Nothing is decided.
    #[default]
    Open,
    /// It came about.
    Met,
    /// It cannot come about any more.
    Lost,
}

/// A goal.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GoalLine {
    /// `Bring Ada to 28, 8 within 400 ticks`.
    pub words: String,
    /// How it stands.
    pub state: GoalState,
    /// Where to look at it: its place, or where that one of yours stands whom it is about.
    pub cell: Option<Cell>,
    /// Where a sign on the map says that it is, as long as it is open.
    pub marks: Vec<Cell>,
}

/// What a level wants of the player.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TrialCard {
    /// The level's name.
    pub name: String,
    /// What it teaches.
    pub about: String,
    /// What has to come about.
    pub goals: Vec<GoalLine>,
    /// How it stands: `120 ticks so far, par 300`, or at the end `met in 312 ticks, par 300: 96`.
    pub stands: String,
    /// Whether it has a score.
    pub is_scored: bool,
    /// Whether it is over.
    pub is_over: bool,
}

impl Scene {
    /// Where the open goals of the level are, in the order of the goals.
    pub fn goal_marks(&self) -> impl Iterator<Item = Cell> {
        self.trial.iter().flat_map(|trial| &trial.goals).flat_map(|goal| goal.marks.iter().copied())
    }
}

/// The goals of the level that is played, if one is.
pub(super) fn trial(game: &Game) -> Option<TrialCard> {
    let world = &game.world;
    let trial = world.trial.as_ref()?;
    let line = |goal: &Goal| GoalLine {
        words: goal.words.clone(),
        state: match goal.standing {
            Standing::Open => GoalState::Open,
            Standing::Met(_) => GoalState::Met,
            Standing::Lost(_) => GoalState::Lost,
        },
        cell: goal.place().or_else(|| own_cell(world, goal)),
        marks: if goal.standing == Standing::Open { goal.marks() } else { Vec::new() },
    };
    let stands = if trial.ended.is_some() {
        end_words(trial)
    } else {
        let now = game.result(trial) as usize;
        let par = trial.par.map_or_else(String::new, |par| format!(", par {par}"));
        format!("{} so far{par}", counted(now, trial.measure.one()))
    };
    Some(TrialCard {
        name: trial.name.clone(),
        about: trial.about.clone(),
        goals: trial.goals.iter().map(line).collect(),
        stands,
        is_scored: trial.par.is_some(),
        is_over: trial.ended.is_some(),
    })
}

/// Where somebody of the player's people is whom a goal is about. Where strangers are is for the player to find out.
fn own_cell(world: &World, goal: &Goal) -> Option<Cell> {
    let unit = world.unit(goal.unit()?)?;
    (unit.people == 0).then_some(unit.cell)
}
