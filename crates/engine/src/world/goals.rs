//! The goals of a level, and their state.
//!
//! `sim` judges them; levels as text are in `level`.

use super::{Brush, Command, UnitId};
use crate::grid::Cell;
use crate::land::Good;
use crate::level::DemandOf;
use serde::{Deserialize, Serialize};

/// Scores from which on a result has a second and a third star.
const STAR_SCORES: [u32; 2] = [75, 100];
/// Highest score.
pub(super) const SCORE_MAX: u32 = 200;

/// The goals of a level, and how well they are met.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LevelGoals {
    /// The level's name.
    pub name: String,
    /// What it teaches.
    pub about: String,
    /// With what the player may edit the land.
    pub tools: LevelTools,
    /// Measure of the result.
    pub measure: Measure,
    /// A good result, if the level has a score.
    pub par: Option<u32>,
    /// Its goals.
    pub goals: Vec<Goal>,
    /// Units of the player's people at the start; later ones have ids from `newcomers` on.
    pub initial_units: u32,
    /// See `company`.
    pub newcomers: u32,
    /// Units of the player's people that strangers have seen, sorted; only recorded where a goal asks for it.
    pub seen: Vec<UnitId>,
    /// Tick when all goals were met or one was lost, and the result then.
    pub ended: Option<(u64, u32)>,
}

/// Tools of the player in a level: none, all, or some brushes, of which each has a bit from the second one on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LevelTools(u16);

impl LevelTools {
    /// Neither edits of the land nor new units.
    pub const NONE: LevelTools = LevelTools(0);
    /// Every edit, and new units.
    pub const ALL: LevelTools = LevelTools(1);

    /// These brushes only.
    pub fn only(brushes: impl Iterator<Item = Brush>) -> LevelTools {
        LevelTools(brushes.fold(0, |bits, brush| bits | (2 << brush as u16)))
    }

    /// Whether a brush may be used.
    pub fn allow(self, brush: Brush) -> bool {
        self == LevelTools::ALL || self.0 & (2 << brush as u16) != 0
    }
}

/// Measures of results, with the numbers of `level::MEASURES`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Measure {
    /// Ticks until all goals are met.
    #[default]
    Ticks,
    /// Steps that the player's people has taken.
    Steps,
    /// Wounds that it bears; a lost unit counts as many as kill one.
    Wounds,
    /// Loads that raiders took.
    Robberies,
    /// Loads sold: the more the better.
    Deliveries,
}

/// A goal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Goal {
    /// What.
    pub demand: GoalDemand,
    /// Deadline, or the tick until which it has to last.
    pub until: u64,
    /// Its state.
    pub state: GoalStatus,
}

/// State of a goal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum GoalStatus {
    /// Open.
    #[default]
    Open,
    /// Met, at this tick.
    Met(u64),
    /// Lost, at this tick.
    Lost(u64),
}

/// What a goal demands: of units by their ids, and of the good that one carried when the level began, if it had any.
pub type GoalDemand = DemandOf<UnitId, Option<Good>>;

impl Measure {
    /// All of them.
    pub const ALL: [Measure; 5] =
        [Measure::Ticks, Measure::Steps, Measure::Wounds, Measure::Robberies, Measure::Deliveries];

    /// The unit of measure, in words.
    pub const fn unit_name(self) -> &'static str {
        match self {
            Measure::Ticks => "tick",
            Measure::Steps => "step",
            Measure::Wounds => "wound",
            Measure::Robberies => "robbery",
            Measure::Deliveries => "delivery",
        }
    }

    /// Whether it is a duration rather than a count.
    pub const fn is_duration(self) -> bool {
        matches!(self, Measure::Ticks | Measure::Steps)
    }
}

impl LevelGoals {
    /// Whether a command may be given. While a level is played without tools, edits of the land and new units may not;
    /// while it is played for a score, building is never free.
    pub fn allow(&self, command: &Command) -> bool {
        let is_allowed = match command {
            Command::EditLand { brush, .. } => self.tools.allow(*brush),
            Command::Spawn { .. } | Command::Remove { .. } => self.tools == LevelTools::ALL,
            Command::FreeBuild(true) => self.tools == LevelTools::ALL && self.par.is_none(),
            _ => true,
        };
        is_allowed || self.ended.is_some()
    }

    /// Whether a goal is lost.
    pub fn is_lost(&self) -> bool {
        self.goals.iter().any(|goal| matches!(goal.state, GoalStatus::Lost(_)))
    }

    /// The score: 100 at par, one more or less for each hundredth of par by which the result is better or worse, from 0
    /// to 200; 0 when a goal was lost. `None` while it goes on, and for a level without a par.
    pub fn score(&self) -> Option<u32> {
        let (par, (_, result)) = (self.par?, self.ended?);
        if self.is_lost() {
            return Some(0);
        }
        let (par, result) = (i64::from(par), i64::from(result));
        let gain = if self.measure == Measure::Deliveries { result - par } else { par - result };
        Some((100 + 100 * gain / par.max(1)).clamp(0, i64::from(SCORE_MAX)) as u32)
    }

    /// Stars of the result: none for a loss, one for meeting all goals, a second near par, and a third at par. `None`
    /// while it goes on.
    pub fn stars(&self) -> Option<u8> {
        self.ended?;
        let score = self.score().unwrap_or(SCORE_MAX);
        let more = STAR_SCORES.into_iter().filter(|least| score >= *least).count() as u8;
        Some(if self.is_lost() { 0 } else { 1 + more })
    }

    /// Whether any goal depends on being unseen.
    pub fn needs_sightings(&self) -> bool {
        let asks = |goal: &Goal| {
            matches!(
                goal.demand,
                GoalDemand::Reach { unseen: true, .. } | GoalDemand::Home { unseen: true, .. }
            )
        };
        self.goals.iter().any(asks)
    }
}

impl Goal {
    /// Its place, if it has one.
    pub fn place(&self) -> Option<Cell> {
        match self.demand {
            GoalDemand::Reach { at, .. }
            | GoalDemand::SeePlace(at)
            | GoalDemand::Home { of: at, .. }
            | GoalDemand::Bring { at, .. } => Some(at),
            GoalDemand::Hold { from, to } => {
                Some(Cell::new(u16::midpoint(from.x, to.x), u16::midpoint(from.y, to.y)))
            }
            GoalDemand::SeeUnit(_) | GoalDemand::Survive(_) | GoalDemand::Deliver(_) => None,
        }
    }

    /// Cells that mark it on the map: its place, or the corners of its rectangle.
    pub fn marks(&self) -> Vec<Cell> {
        match self.demand {
            GoalDemand::Hold { from, to } => {
                vec![from, Cell::new(to.x, from.y), Cell::new(from.x, to.y), to]
            }
            _ => self.place().into_iter().collect(),
        }
    }

    /// The unit that it is about, if any.
    pub fn unit(&self) -> Option<UnitId> {
        match self.demand {
            GoalDemand::Reach { unit, .. } => unit,
            GoalDemand::SeeUnit(unit)
            | GoalDemand::Survive(unit)
            | GoalDemand::Home { unit, .. }
            | GoalDemand::Bring { unit, .. } => Some(unit),
            GoalDemand::SeePlace(_) | GoalDemand::Hold { .. } | GoalDemand::Deliver(_) => None,
        }
    }
}
