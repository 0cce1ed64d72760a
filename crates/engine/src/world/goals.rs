//! What a level wants of the player, and how that stands.
//!
//! Judging is in `sim`; levels as text are in `level`.

use super::UnitId;
use crate::grid::Cell;
use serde::{Deserialize, Serialize};

/// Highest score.
pub const SCORE_MAX: u32 = 200;

/// The goals of a level, and how well they are met.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Trial {
    /// The level's name.
    pub name: String,
    /// What it teaches.
    pub about: String,
    /// Whether the player may bend the land and add walkers while it lasts.
    pub tools: bool,
    /// What the result is measured in.
    pub measure: Measure,
    /// What a good result is, if the level has a score.
    pub par: Option<u32>,
    /// What has to come about.
    pub goals: Vec<Goal>,
    /// How many of the player's people there were at the beginning; all later ones have numbers from `newcomers` on.
    pub company: u32,
    /// See `company`.
    pub newcomers: u32,
    /// Those of the player's people whom strangers have seen, sorted; only kept where a goal asks for it.
    pub seen: Vec<UnitId>,
    /// Tick when all goals were met or one was lost, and the result then.
    pub ended: Option<(u64, u32)>,
}

/// What results are measured in. The numbers are those of `level::MEASURES`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Measure {
    /// Ticks until all goals are met.
    #[default]
    Ticks,
    /// Steps that the player's people has taken.
    Steps,
    /// Wounds that it bears; whoever is gone counts as many as one dies of.
    Wounds,
    /// Loads that raiders took.
    Robberies,
    /// Loads that were sold: the more the better.
    Deliveries,
}

/// Something that has to come about.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Goal {
    /// What, in a sentence for the player.
    pub words: String,
    /// What.
    pub demand: GoalDemand,
    /// The tick by which it has to come about, or until which it has to last.
    pub until: u64,
    /// How it stands.
    pub standing: Standing,
}

/// How a goal stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Standing {
    /// Nothing is decided.
    #[default]
    Open,
    /// It came about, at this tick.
    Met(u64),
    /// It cannot come about any more, since this tick.
    Lost(u64),
}

/// What has to come about (see `level::Demand`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum GoalDemand {
    /// Somebody stands on a cell.
    Reach {
        /// Who; `None` for anybody of the player's people.
        unit: Option<UnitId>,
        /// Where.
        at: Cell,
        /// Whether no stranger may have seen him.
        unseen: bool,
        /// Whether his food must not have run out.
        fed: bool,
    },
    /// The player's people has seen a place.
    SeePlace(Cell),
    /// The player's people sees somebody.
    SeeUnit(UnitId),
    /// Somebody is alive at the end.
    Survive(UnitId),
    /// No foe stands on a cell of a rectangle before the end.
    Hold {
        /// Its corner with the smaller column and row.
        from: Cell,
        /// The one with the larger.
        to: Cell,
    },
    /// So many loads are sold.
    Deliver(u32),
    /// Somebody has watched a place and is in a settlement of his people again.
    Home {
        /// Who.
        unit: UnitId,
        /// What he has to watch.
        of: Cell,
        /// For how many ticks.
        watch: u32,
        /// For how many ticks he has watched it so far; no more than that are counted.
        watched: u32,
        /// Whether no stranger may have seen him.
        unseen: bool,
    },
    /// Somebody stands on a cell with what he carries.
    Bring {
        /// Who.
        unit: UnitId,
        /// Where.
        at: Cell,
    },
}

impl Measure {
    /// All of them.
    pub const ALL: [Measure; 5] =
        [Measure::Ticks, Measure::Steps, Measure::Wounds, Measure::Robberies, Measure::Deliveries];

    /// One of what is counted, in words.
    pub const fn one(self) -> &'static str {
        match self {
            Measure::Ticks => "tick",
            Measure::Steps => "step",
            Measure::Wounds => "wound",
            Measure::Robberies => "robbery",
            Measure::Deliveries => "delivery",
        }
    }

    /// Whether it tells how long something took, rather than what was lost or won.
    pub const fn is_span(self) -> bool {
        matches!(self, Measure::Ticks | Measure::Steps)
    }
}

impl Trial {
    /// Whether a goal is lost.
    pub fn is_lost(&self) -> bool {
        self.goals.iter().any(|goal| matches!(goal.standing, Standing::Lost(_)))
    }

    /// The score: 100 at par, one more or less for each hundredth of par by which the result is better or worse, from 0
    /// to [`SCORE_MAX`]; 0 when a goal was lost. `None` while it goes on, and for a level without a par.
    pub fn score(&self) -> Option<u32> {
        let (par, (_, result)) = (self.par?, self.ended?);
        if self.is_lost() {
            return Some(0);
        }
        let (par, result) = (i64::from(par), i64::from(result));
        let gain = if self.measure == Measure::Deliveries { result - par } else { par - result };
        Some((100 + 100 * gain / par.max(1)).clamp(0, i64::from(SCORE_MAX)) as u32)
    }

    /// Whether any goal asks who was seen.
    pub fn asks_who_is_seen(&self) -> bool {
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
    /// Where it can be looked at, if it is about a place.
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

    /// The cells that show on the map where it is: its place, or the corners of its rectangle.
    pub fn marks(&self) -> Vec<Cell> {
        match self.demand {
            GoalDemand::Hold { from, to } => {
                vec![from, Cell::new(to.x, from.y), Cell::new(from.x, to.y), to]
            }
            _ => self.place().into_iter().collect(),
        }
    }

    /// The one whom it is about, if it is about somebody.
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
