//! What makes a level playable: goals, measures of the result, and a solution.

use super::order::LevelOrder;
use crate::grid::Cell;
use serde::{Deserialize, Serialize};

/// Kinds of goals, with the fields that each needs and those that it may have.
pub(super) const GOAL_KINDS: [(&str, &[&str], &[&str]); 7] = [
    ("reach", &["at", "within"], &["unit", "unseen", "fed"]),
    ("see", &["within"], &["at", "unit"]),
    ("survive", &["unit", "until"], &[]),
    ("hold", &["at", "until"], &["to"]),
    ("deliver", &["loads", "within"], &[]),
    ("home", &["unit", "at", "within"], &["watch", "unseen"]),
    ("bring", &["unit", "at", "within"], &[]),
];
/// Latest tick that a goal can name.
pub(super) const TICKS_MAX: u64 = 10_000_000;
/// A goal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LevelGoal {
    /// What.
    pub demand: LevelDemand,
    /// Deadline, or the tick until which it has to last.
    pub until: u64,
}

/// What a goal demands; `Unit` is what names a unit, `Cargo` what is known of the load that one has to bring.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum DemandOf<Unit, Cargo> {
    /// A unit stands on a cell.
    Reach {
        /// The unit; `None` for any unit of the player's people.
        unit: Option<Unit>,
        /// Where.
        at: Cell,
        /// Whether no stranger may have seen it.
        unseen: bool,
        /// Whether its food must not have run out.
        fed: bool,
    },
    /// The player's people has seen a place.
    SeePlace(Cell),
    /// The player's people sees a unit.
    SeeUnit(Unit),
    /// A unit is alive at the end.
    Survive(Unit),
    /// No foe stands on a cell of a rectangle before the end.
    Hold {
        /// One corner; in a world that with the smaller column and row.
        from: Cell,
        /// The opposite one.
        to: Cell,
    },
    /// So many loads are sold.
    Deliver(u32),
    /// A unit has watched a place and is back in a settlement of its people.
    Home {
        /// The unit.
        unit: Unit,
        /// The place to watch.
        of: Cell,
        /// For how many ticks.
        watch: u32,
        /// For how many ticks it has watched so far, at most `watch`.
        watched: u32,
        /// Whether no stranger may have seen it.
        unseen: bool,
    },
    /// A unit stands on a cell with its first cargo, not robbed on the way.
    Bring {
        /// The unit.
        unit: Unit,
        /// Its first cargo.
        good: Cargo,
        /// Where.
        at: Cell,
    },
}

/// A demand in a level: of units by their names. What they carry is seen when it begins.
pub type LevelDemand = DemandOf<String, ()>;

/// A step of a solution: a player's action, and when.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SolutionStep {
    /// After how many ticks.
    pub at: u64,
    /// What.
    pub act: SolutionAct,
}

/// A player's action in a solution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SolutionAct {
    /// Replaces a unit's orders.
    Orders {
        /// The unit's name.
        unit: String,
        /// What, in order.
        orders: Vec<LevelOrder>,
    },
    /// Edits the land.
    Edit {
        /// One of [`BRUSHES`](super::BRUSHES).
        brush: &'static str,
        /// Where.
        cells: Vec<Cell>,
    },
}
